"""What a recall returns: hits, what is next to them, and what the answer says about itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, overload
from uuid import UUID

from pgrecall.types import Kind, Origin, Related


@dataclass(frozen=True, slots=True)
class Hit:
    """A recalled memory. `similarity` is the untouched cosine (-1 to 1), None without a vector."""

    id: UUID
    content: str
    kind: Kind
    similarity: float | None
    score: float
    namespace: str
    session: str | None
    speaker: str | None
    subject: str | None
    predicate: str | None
    object: str | None
    tags: list[str]
    metadata: dict[str, Any]
    importance: int
    confidence: float
    origin: Origin
    is_inference: bool
    version: int
    is_latest: bool
    valid_from: datetime
    valid_until: datetime | None
    said_at: datetime
    event_at: datetime | None
    event_precision: str | None
    recorded_at: datetime
    sources: list[str]
    explain: dict[str, Any] | None
    related: tuple[Related, ...] = ()  # where it was asked for
    around: tuple["Turn", ...] = ()  # where it was asked for

    def __post_init__(self) -> None:
        object.__setattr__(self, "related", Related.read(self.related))
        object.__setattr__(self, "around", Turn.read(self.around))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the same session near a hit; `offset` says how far: -1 is the one before."""

    offset: int
    id: UUID
    speaker: str | None
    content: str
    said_at: datetime

    @classmethod
    def read(cls, rows: Sequence[Any] | None) -> tuple["Turn", ...]:
        """Return turns read from JSON; those that are none of it stay as they are."""
        return tuple(row if isinstance(row, cls) else cls._of(row) for row in rows or ())

    @classmethod
    def _of(cls, row: dict[str, Any]) -> "Turn":
        said_at = datetime.fromisoformat(row["said_at"])
        return cls(**{**row, "id": UUID(row["id"]), "said_at": said_at})


@dataclass(frozen=True, slots=True)
class Answer:
    """The row of `pgrecall.answer()`."""

    confidence: float | None
    skipped_lanes: list[str]
    why_empty: str | None


@dataclass(frozen=True, slots=True)
class Recalled(Sequence[Hit]):
    """The hits of a recall, best first, and what the answer says about itself."""

    hits: tuple[Hit, ...]
    confidence: float | None = None  # 0-1 that the best hit is about the query; None when empty
    skipped_lanes: tuple[str, ...] = ()  # "lane: reason"
    why_empty: str | None = None

    @classmethod
    def of(cls, hits: Sequence[Hit], answer: Answer | None, *, missing: str | None) -> "Recalled":
        """Return the hits with their answer; `missing` is why the query has no vector, if so."""
        if answer is None:
            return cls(tuple(hits))
        skipped = answer.skipped_lanes
        if missing:
            skipped = [missing, *(lane for lane in skipped if not lane.startswith("vector:"))]
        return cls(tuple(hits), answer.confidence, tuple(skipped), answer.why_empty)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Hit]: ...
    def __getitem__(self, index: int | slice) -> Hit | Sequence[Hit]:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)
