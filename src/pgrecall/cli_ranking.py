"""The commands about ranking: what recall weighs, how it is changed, how it is fitted."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pgrecall import cli_input as given
from pgrecall import cli_output as output
from pgrecall import fitting, values
from pgrecall.cli_input import Shell, with_shared_options
from pgrecall.errors import InvalidInput
from pgrecall.types import Weights


@with_shared_options
def weights(shell: Shell) -> None:
    """Show what recall weighs in this namespace, and how much."""
    with shell.memory() as memory:
        found = memory.weights()
    shell.show(found, _weights)


@with_shared_options
def set_weights(
    shell: Shell,
    changes: Annotated[
        list[str] | None, typer.Argument(help="NAME=NUMBER, any number of them", show_default=False)
    ] = None,
    *,
    reset: Annotated[bool, typer.Option("--reset", help="Go back to the install's")] = False,
    note: Annotated[str | None, typer.Option(help="Kept with the version")] = None,
) -> None:
    """Change what recall weighs here: vector=0 switches the vector lane off."""
    if bool(changes) == reset:
        raise typer.BadParameter("give NAME=NUMBER, or --reset")
    asked = None if reset else {name: number for name, number in map(given.weight, changes or ())}
    with shell.memory() as memory:
        memory.set_weights(asked, note=note)
        found = memory.weights()
    shell.show(found, _weights)


def _weights(found: Weights) -> None:
    whose = "this namespace's" if found.is_own else "the install's"
    output.write(f"{whose}, version {found.version}" + (f": {found.note}" if found.note else ""))
    output.pairs({name: f"{number:g}" for name, number in found.weights.items()})


@with_shared_options
def fit(
    shell: Shell,
    file: Annotated[
        Path, typer.Argument(help="JSON lines: query, ids; namespace, as_of, group", exists=True)
    ],
    *,
    apply: Annotated[bool, typer.Option("--apply", help="Set what was found, if it pays")] = False,
) -> None:
    """Fit the weights to questions whose answers are known, and check them on the other half."""
    questions = list(_questions(file))
    with shell.memory() as memory, _progress() as progress:
        fitted = fitting.fit(memory, questions, progress=progress)
        applied = apply and fitted.pays
        if applied:
            memory.set_weights(fitted.weights, note=f"fitted on {len(questions)} questions")
    shell.show({"fitted": fitted, "pays": fitted.pays, "applied": applied}, _fitted)


def _questions(file: Path) -> Iterator[fitting.Question]:
    for number, line in enumerate(file.read_text("utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            as_of = row.get("as_of")
            yield fitting.Question(
                query=row["query"],
                ids=frozenset(values.uuids(row["ids"], name="ids") or ()),
                namespace=row.get("namespace"),
                as_of=datetime.fromisoformat(as_of) if as_of else None,
                group=row.get("group"),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidInput(
                f"line {number} of {str(file)!r} is no question: {error}",
                hint='write {"query": "...", "ids": ["<id of a memory that answers it>"]}',
            ) from error


def _fitted(found: dict[str, Any]) -> None:
    fitted: fitting.Fitted = found["fitted"]
    rows = [("all", "as it was", fitted.before), ("all", "fitted on them", fitted.after)]
    for number, half in enumerate(fitted.halves, 1):
        name = f"half {number} ({half.questions})"
        rows += [
            (name, "as it was", half.before),
            (name, "fitted on it", half.fitted_here),
            (name, "fitted on the other", half.fitted_elsewhere),
        ]
    _grid(
        ("questions", "weights", "recall@1", "@5", "@10"),
        [
            (name, what, *(f"{100 * n:.1f}" for n in (one.at_1, one.at_5, one.at_10)))
            for name, what, one in rows
        ],
    )
    if fitted.unreachable:
        output.write(
            f"{fitted.unreachable} answers were not among the candidates of their question"
        )
    output.pairs({name: f"{weight:g}" for name, weight in fitted.weights.items()})
    if found["applied"]:
        output.write("set as this namespace's weights")
    elif not fitted.pays:
        output.write("not better on the questions they were not fitted on: nothing to set")
    else:
        output.write("nothing was changed; --apply sets them")


@contextmanager
def _progress() -> Iterator[fitting.Progress]:
    """Show how many of the questions were asked, on standard error."""
    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("asking", total=None)

        def progress(done: int, total: int) -> None:
            shown.update(task, completed=done, total=total)

        yield progress


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    drawn = Table(*columns, box=box.SIMPLE_HEAD)
    for row in rows:
        drawn.add_row(*row)
    console = Console(markup=False, highlight=False, emoji=False)
    with console.capture() as captured:
        console.print(drawn)
    output.write(captured.get().rstrip())
