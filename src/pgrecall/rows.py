"""Rows as the SQL functions return them, where callers get something else."""

from dataclasses import dataclass
from uuid import UUID

from pgrecall.types import Action


@dataclass(frozen=True, slots=True)
class StoredRow:
    """The row of `pgrecall.store()`."""

    id: UUID
    action: Action
    version: int
    replaced: list[UUID]
    notes: list[str]


@dataclass(frozen=True, slots=True)
class BatchRow:
    """The row of `pgrecall.store_many()`."""

    place: int
    id: UUID | None
    action: Action | None
    version: int | None
    replaced: list[UUID] | None
    notes: list[str] | None
    error: str | None
    message: str | None
    hint: str | None


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A memory without a vector, and the text it is embedded as."""

    id: UUID
    text: str
