"""The commands about what is true: what is believed, how it is joined, reviewed and corrected."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import typer

from pgrecall import cli_input as given
from pgrecall import cli_output as output
from pgrecall.cli_input import Shell, date, with_shared_options
from pgrecall.types import Inference, MemoryRecord, Predicate, Related, Reviewed

Ids = Annotated[list[str], typer.Argument(help="The inferences it is about")]
Reason = Annotated[str | None, typer.Option(help="Kept with the decision")]


@with_shared_options
def facts(
    shell: Shell,
    subject: Annotated[str, typer.Argument(help="Whom or what it is about")],
    *,
    predicate: Annotated[str | None, typer.Option(help="Only what says this of it")] = None,
    limit: Annotated[int, typer.Option(help="How many at most")] = 100,
    as_of: Annotated[datetime | None, date("What was true then; by default now")] = None,
    known_at: Annotated[datetime | None, date("What was known then; by default now")] = None,
) -> None:
    """Show what is believed about a subject, by predicate, the newest first."""
    with shell.memory() as memory:
        records = memory.facts(
            subject, predicate=predicate, as_of=as_of, known_at=known_at, limit=limit
        )
    shell.show(records, _facts)


@with_shared_options
def related(shell: Shell, id: Annotated[str, typer.Argument(help="Its id")]) -> None:
    """Show a memory's neighbours in the graph: what it came from, what came from it."""
    with shell.memory() as memory:
        found = memory.related(id)
    shell.show(found, _related)


def _related(found: Sequence[Related]) -> None:
    rows = []
    for one in found:
        state = "live" if one.is_latest else "superseded"
        cells = (one.relation, one.direction, "pending review" if _is_pending(one) else state)
        rows.append(output.Row(cells, one.id, one.content, is_faded=not one.is_latest))
    if rows:
        output.table(("relation", "direction", "state"), rows)
    else:
        output.write("nothing is joined to it")


def _is_pending(one: MemoryRecord | Related) -> bool:
    return one.is_inference and one.review == "pending"


def _facts(records: Sequence[MemoryRecord]) -> None:
    rows = []
    for one in records:
        end = f" – {output.local(one.valid_until)}" if one.valid_until else ""
        cells = (one.predicate or "", f"{output.local(one.valid_from)}{end}", output.state(one))
        rows.append(output.Row(cells, one.id, one.content, is_faded=_is_pending(one)))
    if rows:
        output.table(("predicate", "valid", "state"), rows)
    else:
        output.write("nothing is believed about it")


@with_shared_options
def update(
    shell: Shell,
    id: Annotated[str, typer.Argument(help="The version to correct")],
    text: Annotated[str | None, typer.Argument(help="The new statement; - for stdin")] = None,
    *,
    object: Annotated[str | None, typer.Option(help="What is said of the subject")] = None,
    importance: Annotated[int | None, typer.Option(help="1 to 10")] = None,
    confidence: Annotated[float | None, typer.Option(help="0 to 1")] = None,
    tags: Annotated[
        list[str] | None, typer.Option("--tag", help="Instead of those it has; may be repeated")
    ] = None,
    metadata: Annotated[
        dict[str, Any] | None,
        typer.Option(parser=given.json_object, metavar="JSON", help="Instead of what it has"),
    ] = None,
    said_at: Annotated[datetime | None, date("When it was said")] = None,
    event_at: Annotated[
        str | None, date("When it happened; 2024 and 2024-05 will do", is_coarse=True)
    ] = None,
    valid_from: Annotated[datetime | None, date("From when the new version is true")] = None,
    valid_until: Annotated[datetime | None, date("When it ceases to be true")] = None,
    forget_after: Annotated[datetime | None, date("When it drops out of recall")] = None,
) -> None:
    """Correct a memory: a new version of it. What is left out is taken over from the old one."""
    content = given.read_stdin() if text == "-" else text
    with shell.memory() as memory:
        stored = memory.update(
            id,
            content,
            object=object,
            importance=importance,
            confidence=confidence,
            tags=tags or None,
            metadata=metadata,
            said_at=said_at,
            event_at=event_at,
            valid_from=valid_from,
            valid_until=valid_until,
            forget_after=forget_after,
        )
    shell.show(stored, output.stored)


@with_shared_options
def inferred(
    shell: Shell,
    *,
    limit: Annotated[int, typer.Option(help="How many at most")] = 20,
    before: Annotated[str | None, typer.Option(help="The id of the last row seen")] = None,
) -> None:
    """Show the inferences that wait for review, the newest first, with their sources."""
    with shell.memory() as memory:
        found = memory.inferred(limit=limit, before=before)
    is_full = len(found) == limit
    older = shell.again("inferred", "--before", str(found[-1].id)) if is_full else None
    shell.show(found, lambda _: _inferred(found, older=older))


def _inferred(found: Sequence[Inference], *, older: str | None) -> None:
    rows = []
    for one in found:
        details = [f"from {source.id} {source.content}" for source in one.sources]
        details += [f"waits again: {one.reason}"] if one.reason else []
        cells = (output.local(one.said_at), one.kind, f"{one.confidence:g}")
        rows.append(output.Row(cells, one.id, one.content, details=tuple(details)))
    if rows:
        output.table(("said", "kind", "confidence"), rows)
    else:
        output.write("nothing waits for review")
    if older:
        output.note(f"older: {older}")


@with_shared_options
def approve(shell: Shell, ids: Ids, *, reason: Reason = None) -> None:
    """Approve inferences: they rank and read like what was said outright."""
    with shell.memory() as memory:
        done = memory.approve(ids, reason=reason)
    shell.show(done, _reviewed)


@with_shared_options
def decline(shell: Shell, ids: Ids, *, reason: Reason = None) -> None:
    """Decline inferences: they drop out of recall. The rows stay, and undo brings them back."""
    with shell.memory() as memory:
        done = memory.decline(ids, reason=reason)
    shell.show(done, _reviewed)


@with_shared_options
def undo(shell: Shell, ids: Ids, *, reason: Reason = None) -> None:
    """Take decisions back: the inferences wait for review again."""
    with shell.memory() as memory:
        done = memory.undo(ids, reason=reason)
    shell.show(done, _reviewed)


def _reviewed(done: Sequence[Reviewed]) -> None:
    output.table(("review",), [output.Row((one.review,), one.id, one.content) for one in done])


@with_shared_options
def predicates(shell: Shell) -> None:
    """Show the predicates that were declared to hold one value or several."""
    with shell.memory() as memory:
        found = memory.predicates()
    shell.show(found, _predicates)


@with_shared_options
def declare_predicate(
    shell: Shell,
    name: Annotated[str, typer.Argument(help="The predicate, such as likes")],
    *,
    multi: Annotated[
        bool, typer.Option("--multi/--single", help="A subject may have several values, or one")
    ],
) -> None:
    """Declare whether a subject may have several values of a predicate."""
    with shell.memory() as memory:
        declared = memory.declare_predicate(name, multi=multi)
    shell.show(declared, lambda one: _predicates([one]))


def _predicates(found: Sequence[Predicate]) -> None:
    if found:
        output.pairs({one.name: "several values" if one.is_multi else "one value" for one in found})
    else:
        output.write("no predicate was declared")
