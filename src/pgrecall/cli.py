"""The command `pgrecall`: one command per verb. Those that run the database are in cli_server."""

import io
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from pgrecall import cli_bench, cli_forgetting, cli_ranking, cli_server, cli_truth
from pgrecall import cli_input as given
from pgrecall import cli_output as output
from pgrecall.cli_input import FUSIONS, KINDS, ORIGINS, Shell, choice, date, with_shared_options
from pgrecall.errors import NotFound
from pgrecall.types import Failed, NewMemory, Stored

BATCH = 50  # lines of `store --batch` that are embedded and stored together
HELP = """Long-term memory for AI agents, as PostgreSQL you can read.

Dates are ISO 8601: 2024-05-07, 2024-05-07T14:30, 2024-05-07T14:30+02:00.

Without a zone they are local time; a bare day is its midnight.
"""
app = typer.Typer(help=HELP, no_args_is_help=True, pretty_exceptions_enable=False)


def main() -> None:
    """Run the command line; text goes in and out as UTF-8 under any locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app(args=[_as_utf8(word) for word in sys.argv[1:]], prog_name="pgrecall")


def _as_utf8(word: str) -> str:
    """Return an argument as it was typed where the locale (C, ASCII) could not read it."""
    if not any("\ud800" <= character <= "\udfff" for character in word):
        return word
    return os.fsencode(word).decode("utf-8", "surrogateescape")


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from pgrecall.migrate import client_version  # with psycopg, 0.1 s

        output.write(f"pgrecall {client_version()}")
        raise typer.Exit


@app.callback(help=HELP)
@with_shared_options
def _options(
    shell: Shell,
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version"),
    ] = False,
) -> None:
    """Take the options given before the command; each command takes them too."""


def _about(help: str, *names: str) -> Any:
    return typer.Option(*names, help=help, rich_help_panel="What it is about")


def _filter(name: str, help: str) -> Any:
    return typer.Option(name, help=help, rich_help_panel="Filters")


@app.command()
@with_shared_options
def store(
    shell: Shell,
    text: Annotated[str | None, typer.Argument(help="The statement; - for standard input")] = None,
    *,
    batch: Annotated[
        Path | None,
        typer.Option(
            help="Store a JSONL file (- for standard input), one object with content and any other"
            " field a line; the options below hold for lines that do not say otherwise",
        ),
    ] = None,
    kind: Annotated[Any, choice("--kind", KINDS, help="By default fact")] = None,
    tags: Annotated[list[str] | None, typer.Option("--tag", help="May be repeated")] = None,
    metadata: Annotated[
        dict[str, Any] | None,
        typer.Option(parser=given.json_object, metavar="JSON", help="An object to filter by"),
    ] = None,
    importance: Annotated[int | None, typer.Option(help="1 to 10; by default the kind's")] = None,
    confidence: Annotated[float | None, typer.Option(help="0 to 1; by default 1")] = None,
    origin: Annotated[Any, choice("--origin", ORIGINS, help="By default user")] = None,
    idempotency_key: Annotated[
        str | None, typer.Option(help="Storing again with the same key and text changes nothing")
    ] = None,
    subject: Annotated[str | None, _about("With the predicate its slot")] = None,
    predicate: Annotated[str | None, _about("A slot holds one live memory")] = None,
    object: Annotated[str | None, _about("What is said of the subject")] = None,
    multi: Annotated[bool, _about("Several may live in the slot", "--multi")] = False,
    supersedes: Annotated[list[str] | None, _about("The id it takes the place of")] = None,
    extends: Annotated[list[str] | None, _about("The id it adds to")] = None,
    derived_from: Annotated[list[str] | None, _about("The id it was concluded from")] = None,
    session: Annotated[str | None, _about("The conversation it is a turn of")] = None,
    speaker: Annotated[str | None, _about("Who said it")] = None,
    source_event: Annotated[str | None, _about("The id of the event it came from")] = None,
    said_at: Annotated[datetime | None, date("When it was said; by default now")] = None,
    event_at: Annotated[
        str | None, date("When it happened; 2024 and 2024-05 will do", is_coarse=True)
    ] = None,
    valid_from: Annotated[datetime | None, date("From when it is true")] = None,
    valid_until: Annotated[datetime | None, date("When it ceases to be true")] = None,
    forget_after: Annotated[datetime | None, date("When it drops out of recall")] = None,
) -> None:
    """Store one memory, or a file of them. It is durable and can be found afterwards."""
    named = {n: v for n, v in locals().items() if n not in ("shell", "text", "batch")}
    fields = {n: v for n, v in named.items() if not (v is None or v is False or v == [])}
    if (text is None) == (batch is None):
        raise typer.BadParameter("give a text, or - for standard input, or --batch FILE")
    if batch is not None:
        _store_batch(shell, given.read_batch(batch, defaults=fields))
        return
    content = given.read_stdin() if text == "-" else text
    with shell.memory() as memory:
        stored = memory.store(content or "", **fields)
    shell.show(stored, output.stored)


def _store_batch(shell: Shell, lines: list[tuple[int, NewMemory | Failed]]) -> None:
    done: dict[int, Stored | Failed] = {n: item for n, item in lines if isinstance(item, Failed)}
    fresh = [(number, item) for number, item in lines if isinstance(item, NewMemory)]
    console = Console(stderr=True)
    with shell.memory() as memory:
        for start in track(
            range(0, len(fresh), BATCH),
            "storing",
            console=console,
            transient=True,
            disable=shell.is_json or not console.is_terminal,
        ):
            part = fresh[start : start + BATCH]
            results = memory.store_many([item for _, item in part])
            done.update(zip((number for number, _ in part), results, strict=True))
    ordered = sorted(done.items())
    values = [{"line": number, **output.plain(result)} for number, result in ordered]
    shell.show(values, lambda _: output.batch(ordered))
    if any(isinstance(result, Failed) for _, result in ordered):
        raise typer.Exit(1)


@app.command()
@with_shared_options
def recall(
    shell: Shell,
    query: Annotated[str, typer.Argument(help="The question, in any language")],
    *,
    k: Annotated[int, typer.Option("-k", "--k", help="How many at most")] = 10,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show why each was found and ranks where it does")
    ] = False,
    history: Annotated[bool, typer.Option("--history", help="Superseded memories too")] = False,
    related: Annotated[
        bool, typer.Option("--related", help="Show each one's neighbours in the graph")
    ] = False,
    around: Annotated[
        int, typer.Option("--around", help="Show so many turns before and after each turn")
    ] = 0,
    rerank: Annotated[
        str | None, typer.Option("--rerank", help="local, or a provider's model: provider:model")
    ] = None,
    entities: Annotated[
        list[str] | None, typer.Option("--entity", help="A name to look for, if not in the query")
    ] = None,
    namespaces: Annotated[
        list[str] | None, typer.Option("--in", help="Read this namespace instead; may be repeated")
    ] = None,
    blend: Annotated[
        bool, typer.Option("--blend/--no-blend", help="Weigh recency, importance and use in")
    ] = True,
    fusion: Annotated[Any, choice("--fusion", FUSIONS, help="How lanes are joined")] = "convex",
    kinds: Annotated[
        list[Any] | None,
        choice("--kind", KINDS, help="Any of these; may be repeated", panel="Filters"),
    ] = None,
    tags: Annotated[list[str] | None, _filter("--tag", "All of these")] = None,
    where: Annotated[
        dict[str, Any] | None,
        typer.Option(
            parser=given.json_object,
            metavar="JSON",
            help='Over metadata: {"priority": {">=": 10}}',
            rich_help_panel="Filters",
        ),
    ] = None,
    min_similarity: Annotated[
        float | None, _filter("--min-similarity", "The least cosine, -1 to 1")
    ] = None,
    min_importance: Annotated[int | None, _filter("--min-importance", "1 to 10")] = None,
    since: Annotated[datetime | None, date("Said or happened then or later")] = None,
    until: Annotated[datetime | None, date("Said or happened before")] = None,
    as_of: Annotated[datetime | None, date("What was true then; by default now")] = None,
    known_at: Annotated[datetime | None, date("What was known then; by default now")] = None,
) -> None:
    """Show the memories that fit a query best."""
    with shell.memory() as memory:
        found = memory.recall(
            query,
            k=k,
            kinds=kinds or None,
            tags=tags or None,
            where=where,
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
            entities=entities or None,
            namespaces=namespaces or None,
            min_similarity=min_similarity,
            min_importance=min_importance,
            blend=blend,
            history=history,
            explain=explain,
            fusion=fusion,
            related=related,
            around=around,
            rerank=rerank,
        )
    shell.show(found, lambda _: output.recalled(found, query=query))


@app.command()
@with_shared_options
def get(shell: Shell, id: Annotated[str, typer.Argument(help="Its id")]) -> None:
    """Show everything known about one memory, whatever has become of it."""
    with shell.memory() as memory:
        record = memory.get(id)
    shell.show(record, output.record)


@app.command()
@with_shared_options
def timeline(
    shell: Shell,
    *,
    before: Annotated[str | None, typer.Option(help="The id of the last row seen")] = None,
    limit: Annotated[int, typer.Option(help="How many at most")] = 20,
    kinds: Annotated[list[Any] | None, choice("--kind", KINDS, help="Any of these")] = None,
    as_of: Annotated[datetime | None, date("What was true then; by default now")] = None,
    known_at: Annotated[datetime | None, date("What was known then; by default now")] = None,
) -> None:
    """Show what is live now, newest first, a page at a time."""
    with shell.memory() as memory:
        records = memory.timeline(
            before, limit=limit, kinds=kinds or None, as_of=as_of, known_at=known_at
        )
    words = [word for name in kinds or () for word in ("--kind", name)]
    clocks = (("--as-of", as_of), ("--known-at", known_at))
    words += [word for name, at in clocks if at for word in (name, at.isoformat())]
    is_full = len(records) == limit
    older = shell.again("timeline", "--before", str(records[-1].id), *words) if is_full else None
    shell.show(records, lambda _: output.timeline(records, older=older))


@app.command()
@with_shared_options
def history(
    shell: Shell,
    id_or_text: Annotated[
        str | None, typer.Argument(help="An id, or a text: of the nearest memory")
    ] = None,
    *,
    subject: Annotated[str | None, typer.Option(help="With the predicate, a slot")] = None,
    predicate: Annotated[str | None, typer.Option()] = None,
    as_of: Annotated[datetime | None, date("Only what was true then")] = None,
    known_at: Annotated[datetime | None, date("Versions and ends as they were known then")] = None,
) -> None:
    """Show every version of a memory, oldest first: by id, by text or by slot."""
    with shell.memory() as memory:
        records = memory.history(
            id_or_text, subject=subject, predicate=predicate, as_of=as_of, known_at=known_at
        )
    shell.show(records, output.history)


@app.command()
@with_shared_options
def forget(
    shell: Shell,
    ids: Annotated[list[str] | None, typer.Argument(help="What to forget")] = None,
    *,
    matching: Annotated[
        str | None, typer.Option(help="Or all that hold every one of these words: a preview")
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="With --matching: forget what the preview shows")
    ] = False,
    reason: Annotated[str | None, typer.Option(help="Kept with them")] = None,
) -> None:
    """Take memories out of every recall. The rows stay, and restore brings them back."""
    with shell.memory() as memory:
        done = memory.forget(ids or None, matching=matching, reason=reason, confirm=confirm)
    if matching is not None and not (done.ids or done.preview):
        raise NotFound(
            f"nothing matched: no live memory holds every word of {matching!r}",
            hint="try fewer words, or find the id with recall",
        )
    undo = shell.again("restore", "--batch", str(done.batch))
    shell.show(done, lambda _: output.forgotten(done, undo=undo))


@app.command()
@with_shared_options
def restore(
    shell: Shell,
    ids: Annotated[list[str] | None, typer.Argument(help="What to bring back")] = None,
    *,
    batch: Annotated[str | None, typer.Option(help="Or what one forget took")] = None,
) -> None:
    """Bring forgotten or expired memories back."""
    with shell.memory() as memory:
        restored = memory.restore(ids or None, batch=batch)
    shell.show(restored, output.restored)


@app.command()
@with_shared_options
def status(shell: Shell) -> None:
    """Show what the namespace holds, where the data lies, and what serves it."""
    with shell.memory() as memory:
        found = memory.status()
    shell.show(found, output.status)


app.command()(cli_truth.facts)
app.command()(cli_truth.related)
app.command()(cli_truth.update)
app.command()(cli_truth.inferred)
app.command()(cli_truth.approve)
app.command()(cli_truth.decline)
app.command()(cli_truth.undo)
app.command()(cli_truth.predicates)
app.command("declare_predicate")(cli_truth.declare_predicate)
app.command()(cli_ranking.weights)
app.command("set_weights")(cli_ranking.set_weights)
app.command()(cli_ranking.fit)
app.command()(cli_bench.bench)
app.command()(cli_forgetting.erase)
app.command()(cli_server.doctor)
app.command()(cli_server.migrate)
app.command()(cli_server.schema)
app.add_typer(cli_server.db, name="db")
