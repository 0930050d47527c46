"""Turn what callers pass into what PostgreSQL takes; refuse, by name, what it cannot."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, TypeVar
from uuid import UUID

from pgrecall.errors import InvalidInput
from pgrecall.types import Id

SURROGATE = re.compile("[\ud800-\udfff]")
ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
INT4 = 2**31 - 1
CONTENT_BYTES = 1_000_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text as it can be stored, and what had to be changed for that."""

    text: str
    notes: tuple[str, ...] = field(default=())


def clean(value: object, *, name: str) -> Cleaned:
    """Return text with NUL removed, lone surrogates as U+FFFD, in NFC; the notes say what changed.

    Surrogates that form a pair, as some JSON decoders leave them, become the character they mean.

    Raises:
        InvalidInput: the value is not text.
    """
    if not isinstance(value, str):
        raise InvalidInput(
            f"{name} is {shown(value)}, a {type(value).__name__}; it must be text",
            hint="pass a str",
        )
    notes: list[str] = []
    text = value
    if nul_count := text.count("\0"):
        text = text.replace("\0", "")
        notes.append(f"{name}: {nul_count} NUL characters removed")
    if SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if (lone := text.count("\ufffd") - value.count("\ufffd")) > 0:
            notes.append(f"{name}: {lone} lone surrogates replaced by U+FFFD")
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return Cleaned(text, tuple(notes))


def text_or_none(value: object, *, name: str) -> str | None:
    """Return cleaned text, or None for None.

    Raises:
        InvalidInput: the value is something else.
    """
    return None if value is None else clean(value, name=name).text


def texts(value: object, *, name: str) -> list[str]:
    """Return a list of cleaned texts.

    Raises:
        InvalidInput: the value is not a list of texts; a bare text is refused, as it is usually
            meant as a list of one.
    """
    if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
        raise InvalidInput(f"{name} is {shown(value)}; it must be a list", hint='pass ["a", "b"]')
    return [clean(item, name=f"an item of {name}").text for item in value]


def uuid(value: object, *, name: str) -> UUID:
    """Return an id given as UUID or text.

    Raises:
        InvalidInput: it is neither.
    """
    if isinstance(value, UUID):
        return value
    try:
        if isinstance(value, str):
            return UUID(value)
    except ValueError:
        pass
    raise InvalidInput(
        f"{name} {shown(value)} is not an id", hint="ids come back from store, recall and timeline"
    )


def uuid_in(value: object) -> UUID | None:
    """Return the id that a value is, or None when it is something else, such as a text."""
    if isinstance(value, UUID):
        return value
    return UUID(value.strip()) if isinstance(value, str) and ID.fullmatch(value.strip()) else None


def uuids(value: Id | Sequence[Id] | None, *, name: str) -> list[UUID] | None:
    """Return one id or several as a list, or None for None.

    Raises:
        InvalidInput: one of them is no id.
    """
    if value is None:
        return None
    if isinstance(value, str | UUID):
        return [uuid(value, name=name)]
    if not isinstance(value, Sequence):
        raise InvalidInput(f"{name} {shown(value)} is neither an id nor a list of ids")
    return [uuid(item, name=f"an item of {name}") for item in value]


def instant(value: object, *, name: str) -> datetime | None:
    """Return a point in time with its zone, or None for None.

    Raises:
        InvalidInput: it is no datetime, or has no zone.
    """
    if value is None:
        return None
    if not isinstance(value, datetime):
        raise InvalidInput(
            f"{name} {shown(value)} is not a datetime",
            hint="pass datetime(2024, 5, 7, tzinfo=timezone.utc)",
        )
    if value.utcoffset() is None:
        raise InvalidInput(
            f"{name} {shown(value)} has no time zone",
            hint="add one: value.replace(tzinfo=timezone.utc), or value.astimezone()",
        )
    return value


def event_time(value: object, *, name: str) -> str | None:
    """Return when something happened as text that keeps its precision: year, month, day, instant.

    Raises:
        InvalidInput: it is no datetime with a zone, date or text.
    """
    if value is None:
        return None
    if isinstance(value, datetime):
        checked = instant(value, name=name)
        return checked.isoformat() if checked else None
    if isinstance(value, date):
        return value.isoformat()
    return clean(value, name=name).text


def whole(value: object, *, name: str) -> int:
    """Return a whole number that PostgreSQL's int can hold.

    Raises:
        InvalidInput: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(f"{name} {shown(value)} is not a whole number")
    if abs(value) > INT4:
        raise InvalidInput(f"{name} {shown(value)} is out of range")
    return value


def number(value: object, *, name: str) -> float:
    """Return a finite number.

    Raises:
        InvalidInput: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(f"{name} {shown(value)} is not a number")
    if not -1e300 < value < 1e300:
        raise InvalidInput(f"{name} {shown(value)} is not a finite number")
    return float(value)


def json_object(value: object, *, name: str) -> dict[str, Any]:
    """Return a mapping as JSON can hold it, its texts cleaned like any other.

    Raises:
        InvalidInput: a value or key JSON cannot hold, named with its place.
    """
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{name} {shown(value)} is not an object", hint='pass {"key": "value"}')
    checked: dict[str, Any] = _json(value, name, 0)
    return checked


def _json(value: object, place: str, depth: int) -> Any:
    if depth > 100:
        raise InvalidInput(f"{place}: nested more than 100 deep", hint="flatten it")
    if isinstance(value, int) and value.bit_length() > 10_000:
        raise InvalidInput(f"{place} is a number of over 3000 digits", hint="store it as text")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return clean(value, name=place).text
    if isinstance(value, float):
        return number(value, name=place)
    if isinstance(value, Mapping):
        return {_key(k, place): _json(v, f"{place}[{k!r}]", depth + 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_json(item, f"{place}[{i}]", depth + 1) for i, item in enumerate(value)]
    raise InvalidInput(
        f"{place} is {shown(value)}, a {type(value).__name__}, which JSON cannot hold",
        hint="use text, numbers, true, false, null, lists and objects; write dates as text",
    )


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise InvalidInput(f"{place} has the key {shown(key)}; keys are text", hint="use str(key)")
    return clean(key, name=f"a key of {place}").text


def dumps(value: object) -> str:
    """Return JSON text that PostgreSQL reads back as it is."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def shown(value: object) -> str:
    """Return a value for an error message: its repr, cut to a readable length."""
    text = ascii(value) if isinstance(value, str) and SURROGATE.search(value) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def optional(check: Callable[..., T], value: object, *, name: str) -> T | None:
    """Return None for None, else what `check` makes of the value."""
    return None if value is None else check(value, name=name)


def content(value: object) -> Cleaned:
    """Return the text of a memory, refused here when it could not be stored: before it is embedded.

    Raises:
        InvalidInput: it is empty, or over 1,000,000 bytes.
    """
    cleaned = clean(value, name="content")
    if not cleaned.text.strip():
        raise InvalidInput(
            f"content {shown(value)} is empty",
            hint="store a statement, at least one visible character",
        )
    if (size := len(cleaned.text.encode())) > CONTENT_BYTES:
        raise InvalidInput(
            f"content {shown(cleaned.text[:40])}… has {size} bytes;"
            f" a memory holds {CONTENT_BYTES} at most",
            hint="split it and store the parts: nothing was stored, so nothing was cut",
        )
    return cleaned


def namespace(value: object) -> str:
    """Return a namespace path: parts joined by single slashes, such as `acme/alice`.

    Raises:
        InvalidInput: it is empty, longer than 255 characters, or holds control characters.
    """
    path = value if isinstance(value, str) else ""
    parts = path.split("/")
    is_odd = any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in path)
    if not isinstance(value, str) or is_odd or len(path) > 255 or not all(p.strip() for p in parts):
        raise InvalidInput(
            f"namespace {shown(value)} cannot be one",
            hint="use 1 to 255 characters, parts joined by single slashes, no control characters:"
            " acme/alice",
        )
    return unicodedata.normalize("NFC", path)
