"""What the command line shows: JSON, tables on a terminal, plain lines elsewhere.

Stored text is data: on a terminal it can neither move the cursor nor set a colour.
"""

import json
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TextIO
from uuid import UUID

import typer
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pgrecall.errors import PgRecallError
from pgrecall.hits import Hit, Recalled
from pgrecall.types import Check, Failed, Forgotten, MemoryRecord, Restored, Status, Stored

# What a terminal obeys or hides rather than shows: control characters, line separators, direction
# overrides, lone surrogates. Tab and newline are left.
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
FACTORS = ("recency", "importance", "usage", "trust")
NARROW = {"said": 10, "valid": 10, "lanes": 7}  # columns whose cells break between words
SHORT = 400  # characters of a memory in a table on a terminal
CLOSED_PIPE = 141  # what a shell reports for a program that wrote to a closed pipe


@dataclass(frozen=True, slots=True)
class Row:
    """A memory in a table: the cells before it, its id and text, and lines that explain it."""

    cells: tuple[str, ...]
    id: UUID
    text: str
    details: tuple[str, ...] = ()
    is_faded: bool = False


def plain(value: object) -> Any:
    """Return a value as JSON has it: dataclasses as objects, ids and dates (ISO 8601) as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, date):  # a datetime is one too
        return value.isoformat()
    if isinstance(value, UUID | Path):
        return str(value)
    return value


def as_json(value: object) -> str:
    """Return JSON that says exactly the value, and holds nothing a terminal would obey."""
    text = json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False)
    return UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def visible(text: str) -> str:
    """Return text with what a terminal would obey written out: ESC as `\\x1b`."""
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """Return text on one line, visible."""
    return " ".join(visible(text).split())


def command_line(*words: str) -> str:
    """Return words as one types them in a shell."""
    return shlex.join(words)


def excerpt(text: str, query: str, length: int = SHORT) -> str:
    """Return at most about `length` characters on one line: the stretch with most query words."""
    line = one_line(text)
    if len(line) <= length:
        return line
    words = {word for word in re.findall(r"\w+", query.lower()) if len(word) > 3}
    found = [(m.start(), m[0].lower()) for m in re.finditer(r"\w+", line)]
    places = [place for place, word in found if word in words] or [0]

    def worth(start: int) -> int:
        return len({word for place, word in found if start <= place < start + length} & words)

    start = max(0, max(places, key=lambda place: (worth(place - 30), -place)) - 30)
    start = min(start, len(line) - length)
    if start > 0:
        start = line.find(" ", start) + 1 or start
    end = start + length
    return f"{'… ' if start else ''}{line[start:end].strip()}{' …' if end < len(line) else ''}"


def write(text: str, *, to: TextIO | None = None) -> None:
    """Write a line to standard output; a reader that has gone (`| head`) ends the program quietly.

    Raises:
        typer.Exit: the pipe is closed.
    """
    stream = to or sys.stdout
    try:
        stream.write(text if text.endswith("\n") else f"{text}\n")
        stream.flush()
    except BrokenPipeError:
        # what is still buffered must go somewhere, or the interpreter complains at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise typer.Exit(CLOSED_PIPE) from None


def note(text: str) -> None:
    """Say something about the answer on standard error, beside it."""
    write(visible(text), to=sys.stderr)


def fail(error: PgRecallError, *, is_json: bool) -> None:
    """Say on standard error what went wrong and what to do next."""
    if is_json:
        value = {"error": type(error).__name__, "message": error.message, "hint": error.hint}
        write(as_json(value), to=sys.stderr)
        return
    note(f"error: {error.message}")
    if error.hint:
        note(f"hint: {error.hint}")


def table(columns: Sequence[str], rows: Sequence[Row], *, query: str = "") -> None:
    """Show memories: a table with wrapped, shortened text on a terminal; else a line each."""
    console = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        write(_lines(columns, rows))
        return
    drawn = Table(box=box.SIMPLE_HEAD, width=min(console.width, 120), leading=1)
    for name in columns:
        drawn.add_column(name, max_width=NARROW.get(name, 12))
    drawn.add_column("memory", ratio=1, overflow="fold")
    for row in rows:
        style = "dim" if row.is_faded else ""
        text = Text(excerpt(row.text, query), style)
        for line in (str(row.id), *row.details):
            text.append(f"\n{visible(line)}", "dim")
        drawn.add_row(*(Text(visible(cell), style) for cell in row.cells), text)
    with console.capture() as captured:
        console.print(drawn)
    write(captured.get())


def _lines(columns: Sequence[str], rows: Sequence[Row]) -> str:
    lines = [(*columns, "id", "memory")]
    lines += [(*map(one_line, row.cells), str(row.id), one_line(row.text)) for row in rows]
    details: list[tuple[str, ...]] = [(), *(row.details for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    text = []
    for line, more in zip(lines, details, strict=True):
        cells = (c + " " * (w - cell_len(c)) for c, w in zip(line[:-1], widths, strict=False))
        text.append("  ".join((*cells, line[-1])))
        text += [f"    {one_line(detail)}" for detail in more]
    return "\n".join(text)


def pairs(items: Mapping[str, object]) -> None:
    """Show names and values, one pair a line; those without a value are left out."""
    shown = {name: str(value) for name, value in items.items() if value not in (None, "", [], {})}
    width = max(map(len, shown), default=0)
    indent = "\n" + " " * (width + 2)
    lines = [f"{k:<{width}}  {visible(v)}".replace("\n", indent) for k, v in shown.items()]
    write("\n".join(lines))


def local(moment: datetime | None) -> str:
    """Return a point in time in local time, to the minute."""
    if moment is None:
        return ""
    try:
        return moment.astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError):  # at the ends of the calendar
        return moment.strftime("%Y-%m-%d %H:%M")


def state(record: MemoryRecord) -> str:
    """Return what has become of a memory: live, superseded, forgotten and why, …"""
    now = datetime.now(UTC)
    if record.forgotten_at:
        return f"forgotten: {record.forget_reason}" if record.forget_reason else "forgotten"
    if record.forget_after and record.forget_after <= now:
        return "expired"
    if record.superseded_at or not record.is_latest:
        return "superseded"
    if record.review == "declined":
        return "declined"
    if record.valid_until and record.valid_until <= now:
        return "ended"
    return "pending review" if record.review == "pending" else "live"


def recalled(found: Recalled, *, query: str) -> None:
    """Show the hits of a recall, with how each was found where that was asked for."""
    for lane in found.skipped_lanes:
        note(f"lane skipped: {lane}")
    if not found:
        write(visible(f"nothing recalled: {found.why_empty}"))
        return
    is_explained = any(hit.explain for hit in found)
    rows = []
    for rank, hit in enumerate(found, 1):
        similarity = "-" if hit.similarity is None else f"{hit.similarity:.3f}"
        cells: tuple[str, ...] = (str(rank), similarity, local(hit.said_at))
        lanes = [name for name in ("vector", "keyword", "entity") if name in (hit.explain or {})]
        if is_explained:
            cells += (" ".join(lanes),)
        rows.append(Row(cells, hit.id, hit.content, details=(*_explained(hit), *_joined(hit))))
    columns = ("#", "similarity", "said", *(("lanes",) if is_explained else ()))
    table(columns, rows, query=query)


def _joined(hit: Hit) -> tuple[str, ...]:
    around = tuple(f"{one.offset:+d} {one.speaker or ''}: {one.content}" for one in hit.around)
    return around + tuple(
        f"{one.direction}, {one.relation}: {one.id} {one.content}" for one in hit.related
    )


def _explained(hit: Hit) -> tuple[str, ...]:
    if not hit.explain:
        return ()
    lines = []
    if vector := hit.explain.get("vector"):
        lines.append(f"vector: rank {vector['rank']}, cosine {vector['similarity']:.3f}")
    if keyword := hit.explain.get("keyword"):
        words = ", ".join(keyword["words"])
        lines.append(f"keyword: rank {keyword['rank']}, BM25 {keyword['bm25']:.2f} for {words}")
    if entity := hit.explain.get("entity"):
        ignored = "" if entity["counted"] else " (not counted: nothing else speaks for it)"
        rank = f"rank {entity['rank']}, " if "rank" in entity else ""
        lines.append(f"entity: {rank}named {', '.join(entity['names'])}{ignored}")
    if shares := hit.explain.get("shares"):
        largest = sorted(shares.items(), key=lambda item: -abs(item[1]["share"]))
        lines.append(" + ".join(f"{name} {one['share']:.3g}" for name, one in largest))
    values = hit.explain["factors"]
    factors = [f"{name} {values[name]:.3g}" for name in FACTORS if name in values]
    score = f"{hit.explain['fused']:.4f}"
    capped = ", kept below what it was concluded from" if hit.explain.get("capped") else ""
    lines.append(f"score {hit.score:.4f} = {' × '.join((score, *factors))}{capped}")
    return tuple(lines)


def timeline(records: Sequence[MemoryRecord], *, older: str | None) -> None:
    """Show memories by when they were said; `older` is the command that shows the next page."""
    rows = [Row((local(r.said_at), r.kind, r.speaker or ""), r.id, r.content) for r in records]
    if rows:
        table(("said", "kind", "speaker"), rows)
    else:
        write("nothing there")
    if older:
        note(f"older: {older}")


def history(records: Sequence[MemoryRecord]) -> None:
    """Show the versions of a memory: a filled dot is live, a hollow one was replaced."""
    rows = []
    for place, record in enumerate(records):
        is_live = state(record) in ("live", "pending review")
        mark = "●" if is_live else "×" if record.forgotten_at else "○"
        follows = "└" if place == len(records) - 1 else "├"
        end = local(record.valid_until) or "now"
        valid = f"{local(record.valid_from)} – {end}"
        cells = (f"{follows}{mark} {record.version}", valid, state(record))
        rows.append(Row(cells, record.id, record.content, is_faded=not is_live))
    table(("version", "valid", "state"), rows)


def forgotten(done: Forgotten, *, undo: str) -> None:
    """Say what a forget took and how to undo it, or what it would take."""
    if done.preview:
        rows = [Row((local(row.said_at), row.kind), row.id, row.content) for row in done.preview]
        table(("said", "kind"), rows)
        note(f"nothing was forgotten yet: add --confirm to forget these {len(rows)}")
    elif done.ids:
        write("\n".join(f"forgot {id}" for id in done.ids))
        write(f"batch {done.batch}")
        note(f"undo: {undo}")
    else:
        write("nothing to forget: forgotten already")


def restored(rows: Sequence[Restored]) -> None:
    """Say what came back."""
    if not rows:
        write("nothing to restore: neither forgotten nor expired")
        return
    table(
        ("kind", "state"),
        [Row((r.kind, "live" if r.is_latest else "superseded"), r.id, r.content) for r in rows],
    )


def record(one: MemoryRecord) -> None:
    """Show everything known about a memory."""
    moments = {f.name for f in fields(one) if f.name.endswith(("_at", "_from", "_until", "_after"))}
    values = {f.name: getattr(one, f.name) for f in fields(one) if f.name != "content"}
    shown: dict[str, object] = {"content": one.content, "state": state(one)}
    for name, value in values.items():
        if name in moments:
            shown[name] = local(value)
        elif isinstance(value, list | dict):
            shown[name] = json.dumps(value, ensure_ascii=False) if value else ""
        else:
            shown[name] = value
    pairs(shown)


def stored(one: Stored) -> None:
    """Say what came of a store."""
    version = f", version {one.version}" if one.version > 1 else ""
    replaced = f", in place of {', '.join(map(str, one.replaced))}" if one.replaced else ""
    write(f"{one.action} {one.id}{version}{replaced}")
    for line in one.notes:
        note(f"note: {line}")


def batch(results: Sequence[tuple[int, Stored | Failed]]) -> None:
    """Say what came of a batch: a count by action, and each line that failed."""
    counts: dict[str, int] = {}
    for number, result in results:
        action = result.action if isinstance(result, Stored) else "failed"
        counts[action] = counts.get(action, 0) + 1
        if isinstance(result, Failed):
            hint = f" ({result.hint})" if result.hint else ""
            note(f"line {number}: {result.message}{hint}")
        else:
            for line in result.notes:
                note(f"line {number}: note: {line}")
    write(", ".join(f"{count} {action}" for action, count in counts.items()) or "nothing to store")


def status(one: Status) -> None:
    """Show what a namespace holds and where it lies."""
    counts = f"{one.live_count} live, {one.superseded_count} superseded"
    kinds = sorted(one.by_kind.items(), key=lambda item: -item[1])
    span = f"{local(one.oldest_said_at)} – {local(one.newest_said_at)}" if one.live_count else ""
    pairs(
        {
            "namespace": ", ".join(one.paths),
            "memories": f"{counts}, {one.forgotten_count} forgotten",
            "no vector": one.unembedded_count or "",
            "kinds": ", ".join(f"{kind} {count}" for kind, count in kinds),
            "said": span,
            "sessions": one.session_count or "",
            "names": one.entity_count or "",
            "data": one.data_dir or "on your own server",
            "dsn": one.dsn,
            "size": f"{one.database_bytes / 1e6:.1f} MB",
            "server": f"PostgreSQL {one.server_version}, pgvector {one.vector_version}",
            "schema": f"{one.schema_version}, functions of {one.functions_version}",
            "client": f"pgrecall {one.client_version}",
            "embedder": one.embedder or "none",
            "vectors": f"{one.dim} numbers{f' of {one.model}' if one.model else ''}",
        }
    )


def checks(found: Sequence[Check]) -> None:
    """Show what the doctor found, with advice where something is wrong."""
    width = max(len(check.name) for check in found)
    for check in found:
        mark = "ok  " if check.is_ok else "FAIL"
        write(f"{mark}  {check.name:<{width}}  {one_line(check.detail)}")
        if not check.is_ok:
            write(f"      {'':<{width}}  do: {one_line(check.advice)}")
