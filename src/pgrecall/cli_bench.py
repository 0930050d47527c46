"""The command that measures recall on public sets, or scores another system's ranking."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import Progress

from pgrecall import cli_output as output
from pgrecall.cli_input import Shell, with_shared_options
from pgrecall.errors import ConfigError, InvalidInput

if TYPE_CHECKING:
    from pgrecall.bench.questions import Dataset
    from pgrecall.bench.run import Progress as Told
    from pgrecall.bench.run import Ran

SETS = ("longmemeval", "locomo", "lifebench", "automem")


@with_shared_options
def bench(
    shell: Shell,
    name: Annotated[str, typer.Argument(help=f"One of {', '.join(SETS)}")],
    *,
    data: Annotated[
        Path | None, typer.Option(help="The published file, or a folder of JSON lines")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep the JSON, the page and the plot here")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Ask the first so many questions", min=1)
    ] = None,
    k: Annotated[int, typer.Option("-k", "--k", help="Hits of the recall that is timed")] = 10,
    depth: Annotated[int, typer.Option(help="Hits that a ranking is made of")] = 100,
    ablate: Annotated[
        str, typer.Option(help="Leave each of these out in turn, such as vector,time; or all")
    ] = "",
    rerank: Annotated[str | None, typer.Option(help="Look again with this model")] = None,
    cache: Annotated[Path | None, typer.Option(help="Keep vectors in this file")] = None,
    keep: Annotated[Path | None, typer.Option(help="Keep the server's data in this folder")] = None,
    score: Annotated[
        Path | None, typer.Option(help="Score this ranking of another system instead", exists=True)
    ] = None,
    reader: Annotated[str | None, typer.Option("--qa", help="Answer with this model")] = None,
    judge: Annotated[
        str | None, typer.Option(help="Judge with this one; default: the same")
    ] = None,
) -> None:
    """Measure recall on a public set: import it, ask its questions, print the tables."""
    from pgrecall.bench import loaders, report, run

    if name not in SETS:
        raise InvalidInput(f"no set is called {name!r}", hint=f"one of {', '.join(SETS)}")
    dataset = loaders.load(name, data).limited(limit)
    if score is not None:
        lines = score.read_text("utf-8").strip().split("\n")
        made = {"set": name, "passes": {"all": report.figures(run.scored(dataset, lines))}}
        shell.show(made, _shown)
        return
    plan = run.Plan(
        embedder=shell.settings().embedder,
        cache=cache,
        keep=keep,
        depth=max(depth, k),
        k=k,
        rerank=rerank,
        ablate=_left_out(ablate),
    )
    with _progress() as progress:
        ran = asyncio.run(run.run(dataset, plan, progress=progress))
        made = report.report(ran) | {"notes": dataset.notes}
        if reader:
            made["qa"] = _answers(dataset, ran, models=(reader, judge or reader), progress=progress)
    files = _saved(made, ran, out) if out is not None else []
    shell.show(made, _shown)
    for file in files:
        output.note(f"wrote {file}")


def _left_out(names: str) -> tuple[str, ...]:
    from pgrecall.bench import run

    if names == "all":
        return (*run.PLAIN, "blend", "rrf")
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _answers(
    data: "Dataset", ran: "Ran", *, models: tuple[str, str], progress: "Told"
) -> dict[str, Any]:
    from pgrecall.bench import qa

    reader, judge = qa.Model(models[0], prompt="reader"), qa.Model(models[1], prompt="judge")
    answered = asyncio.run(
        qa.answer(data, ran.passes["all"], reader=reader, judge=judge, progress=progress)
    )
    return {**qa.summary(answered), "answers": [asdict(one) for one in answered]}


def _saved(made: dict[str, Any], ran: "Ran", folder: Path) -> list[Path]:
    from pgrecall.bench import plot, report

    files = report.save(made, ran, folder)
    try:
        files.append(plot.draw(made, folder / f"{made['set']}.png"))
    except ConfigError as error:
        output.note(f"no plot: {error.message} ({error.hint})")
    return files


def _shown(made: dict[str, Any]) -> None:
    from pgrecall.bench import report

    console = Console(highlight=False, emoji=False)
    text = report.page(made)
    if made.get("notes"):
        text += "\n" + "".join(f"- {note}: {count}\n" for note, count in made["notes"].items())
    if "qa" in made:
        rows = made["qa"]["accuracy"].items()
        text += "\n| answers | questions | right |\n|---|---|---|\n" + "".join(
            f"| {name} | {row['questions']} | {100 * row['right']:.1f} |\n" for name, row in rows
        )
    if not console.is_terminal:
        output.write(text.rstrip())
        return
    with console.capture() as captured:
        console.print(Markdown(text))
    output.write(captured.get().rstrip())


@contextmanager
def _progress() -> "Iterator[Told]":
    """Show each step's progress on standard error."""
    with Progress(console=Console(stderr=True), transient=True) as shown:
        tasks: dict[str, Any] = {}

        def progress(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = shown.add_task(step, total=total)
            shown.update(tasks[step], completed=done, total=total)

        yield progress
