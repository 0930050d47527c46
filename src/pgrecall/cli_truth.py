"""The commands about what is true: what is believed, how it is joined, reviewed and corrected."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import typer

from pgrecall import cli_output as output
from pgrecall.cli_input import Shell, date, with_shared_options
from pgrecall.types import MemoryRecord, Related


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
