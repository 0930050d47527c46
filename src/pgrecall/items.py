"""A memory to be stored, as the arguments of `pgrecall.store` and as an item of `store_many`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pgrecall import values
from pgrecall.types import NewMemory

NAMES = ("subject", "predicate", "object", "session", "speaker", "idempotency_key", "kind")


def arguments(new: NewMemory) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the checked arguments of `pgrecall.store`, None where a default holds, and notes.

    Raises:
        InvalidInput: a value of a type PostgreSQL has no place for, named.
    """
    content = values.content(new.content)
    given: dict[str, Any] = {"content": content.text}
    notes = list(content.notes)
    for name in NAMES:
        value = getattr(new, name)
        if value is not None:
            cleaned = values.clean(value, name=name)
            given[name] = cleaned.text
            notes += cleaned.notes
    given["origin"] = values.clean(new.origin, name="origin").text
    for name in ("supersedes", "extends", "derived_from"):
        given[name] = values.uuids(getattr(new, name), name=name)
    for name in ("said_at", "valid_from", "valid_until", "forget_after"):
        given[name] = values.instant(getattr(new, name), name=name)
    given["event_at"] = values.event_time(new.event_at, name="event_at")
    if new.source_event is not None:
        given["source_event"] = values.uuid(new.source_event, name="source_event")
    if new.importance is not None:
        given["importance"] = values.whole(new.importance, name="importance")
    given["confidence"] = values.number(new.confidence, name="confidence")
    given["tags"] = values.texts(new.tags, name="tags")
    if new.metadata is not None:
        given["metadata"] = values.json_object(new.metadata, name="metadata")
    given["multi"] = bool(new.multi)
    return given, tuple(notes)


def item(given: dict[str, Any]) -> dict[str, Any]:
    """Return checked arguments as JSON holds them."""
    return {name: _plain(value) for name, value in given.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value
