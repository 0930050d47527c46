"""What crosses the borders: dataclasses with the columns of a verb's result, in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

Kind = Literal[
    "fact",
    "decision",
    "preference",
    "correction",
    "pattern",
    "learning",
    "event",
    "conversation",
    "transcript",
]
Origin = Literal["user", "assistant", "tool", "import", "inference"]
Action = Literal["created", "confirmed", "updated", "history"]
Fusion = Literal["convex", "rrf"]
Review = Literal["pending", "approved", "declined"]
Selector = Literal["ids", "subject", "document", "where", "everything"]
Id = UUID | str
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """One memory to be stored by `store_many`; the fields are those of `store`."""

    content: str
    kind: Kind = "fact"
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    multi: bool = False
    supersedes: Id | Sequence[Id] | None = None
    extends: Id | Sequence[Id] | None = None
    derived_from: Id | Sequence[Id] | None = None
    importance: int | None = None
    confidence: float = 1.0
    tags: Sequence[str] = ()
    metadata: Json | None = None
    origin: Origin = "user"
    said_at: datetime | None = None
    event_at: datetime | date | str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    forget_after: datetime | None = None
    session: str | None = None
    speaker: str | None = None
    source_event: Id | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What came of storing a memory. `notes` says what was cleaned from it or could not be done."""

    id: UUID
    action: Action
    version: int
    replaced: tuple[UUID, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """An item of a batch that was not stored, with the error `store` would have raised."""

    error: str  # the class: InvalidInput, NotFound, Conflict
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """A memory next to another: a parent is what that one updates, extends or derives from."""

    relation: Literal["updates", "extends", "derives"]
    direction: Literal["parent", "child"]
    id: UUID
    content: str
    kind: Kind
    is_latest: bool
    valid_from: datetime
    valid_until: datetime | None
    is_inference: bool
    review: Review
    said_at: datetime

    @classmethod
    def read(cls, rows: Sequence[Any] | None) -> tuple["Related", ...]:
        """Return neighbours read from JSON; those that are none of it stay as they are."""
        return tuple(row if isinstance(row, cls) else cls._of(row) for row in rows or ())

    @classmethod
    def _of(cls, row: dict[str, Any]) -> "Related":
        times = {
            name: datetime.fromisoformat(row[name])
            for name in ("valid_from", "valid_until", "said_at")
            if row[name]
        }
        return cls(**{**row, **times, "id": UUID(row["id"])})


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    """A memory with everything known about it, whatever has become of it."""

    id: UUID
    namespace: str
    content: str
    kind: Kind
    session: str | None
    speaker: str | None
    position: int | None
    subject: str | None
    predicate: str | None
    object: str | None
    tags: list[str]
    metadata: dict[str, Any]
    importance: int
    confidence: float
    origin: Origin
    is_inference: bool
    review: Review
    root_id: UUID
    parent_id: UUID | None
    version: int
    is_latest: bool
    superseded_by: UUID | None
    superseded_at: datetime | None
    recorded_at: datetime
    valid_from: datetime
    valid_until: datetime | None
    said_at: datetime
    event_at: datetime | None
    event_precision: str | None
    forget_after: datetime | None
    forgotten_at: datetime | None
    forget_reason: str | None
    forget_batch: UUID | None
    is_embedded: bool
    sources: list[str]


@dataclass(frozen=True, slots=True)
class ForgottenRow:
    """The row of `pgrecall.forget()`."""

    batch: UUID | None
    id: UUID
    content: str
    kind: Kind
    said_at: datetime
    is_preview: bool


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a forget did: the batch to restore it by, the ids; or, as a preview, what it would."""

    batch: UUID | None = None
    ids: tuple[UUID, ...] = ()
    preview: tuple[ForgottenRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """A memory that came back; not `is_latest` where another has taken its place meanwhile."""

    id: UUID
    content: str
    kind: Kind
    is_latest: bool


@dataclass(frozen=True, slots=True)
class Inference:
    """A conclusion that waits for review; `reason` is why it waits again, where it does."""

    id: UUID
    content: str
    kind: Kind
    subject: str | None
    predicate: str | None
    object: str | None
    confidence: float
    origin: Origin
    said_at: datetime
    recorded_at: datetime
    reason: str | None
    sources: tuple[Related, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "sources", Related.read(self.sources))


@dataclass(frozen=True, slots=True)
class Reviewed:
    """An inference after a decision about it."""

    id: UUID
    content: str
    review: Review


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with its declared cardinality: whether a subject may have several values."""

    namespace: str
    name: str
    is_multi: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an erasure did, by table; it is kept for ever and holds nothing of what was erased.

    `counts` are the rows that went; `kept` those that were concerned and stay, because something
    else needs them. A dry run has neither id nor time.
    """

    id: UUID | None
    erased_at: datetime | None
    namespace: str
    selector: Selector
    selector_hash: str | None  # of the subject, document, ids or filter, salted by namespace
    reason: str | None
    counts: dict[str, int]
    kept: dict[str, int]
    tombstone_count: int
    is_dry_run: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A column that was searched for a word; without counts, a place that cannot be searched."""

    place: str
    part: str | None
    scanned_count: int | None
    found_count: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether a word is gone from all that was looked at: where it was found, and what was not."""

    is_gone: bool
    found: tuple[Looked, ...]
    looked: tuple[Looked, ...]
    not_looked: tuple[Looked, ...]

    @classmethod
    def of(cls, rows: Sequence[Looked]) -> "Verified":
        """Return the rows of `pgrecall.verify_erased()`, sorted into what they say."""
        looked = tuple(row for row in rows if row.found_count is not None)
        found = tuple(row for row in looked if row.found_count)
        return cls(not found, found, looked, tuple(r for r in rows if r.found_count is None))


@dataclass(frozen=True, slots=True)
class StatusRow:
    """The row of `pgrecall.status()`."""

    paths: list[str]
    memory_count: int
    live_count: int
    superseded_count: int
    forgotten_count: int
    unembedded_count: int
    entity_count: int
    session_count: int
    by_kind: dict[str, int]
    oldest_said_at: datetime | None
    newest_said_at: datetime | None
    schema_version: int
    functions_version: str
    dim: int
    model: str | None
    server_version: str
    vector_version: str
    database_bytes: int


@dataclass(frozen=True, slots=True)
class Status(StatusRow):
    """What the namespace holds, where it lies, and what serves it."""

    client_version: str
    data_dir: str | None  # None on a server of your own
    dsn: str  # without its password
    embedder: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """One finding of `doctor`; `advice` says what to do when it is not ok."""

    name: str
    is_ok: bool
    detail: str
    advice: str


@dataclass(frozen=True, slots=True)
class Weights:
    """What recall weighs in a namespace, by name, and how much; `is_own`: not the install's."""

    version: int
    is_own: bool
    weights: dict[str, float]
    note: str | None
    created_at: datetime
