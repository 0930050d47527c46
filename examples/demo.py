"""Import sessions of LongMemEval, a public benchmark, then ask it its own questions.

`make demo`, or `python examples/demo.py`. Without options it uses the embedded server and the
namespace `demo`. A second run imports nothing again. README.md beside this file says where the
conversation comes from.
"""

import argparse
import gzip
import json
import shutil
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from datetime import time as clock
from pathlib import Path
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from pgrecall import Hit, Memory, NewMemory, PgRecallError, Stored
from pgrecall.cli_output import excerpt, visible

HERE = Path(__file__).resolve().parent
BATCH = 50  # turns embedded and stored together
K = 5
console = Console(highlight=False, markup=False, emoji=False)

Turn = dict[str, str]
Question = dict[str, Any]


@dataclass
class Tally:
    """How the questions went."""

    asked: int = 0
    first: int = 0  # gold evidence is the first hit
    among: int = 0  # gold evidence is among the first K
    milliseconds: list[float] = field(default_factory=list)


def main() -> None:
    """Run the demo."""
    options = parse_options()
    with gzip.open(HERE / "conversation.jsonl.gz") as lines:
        turns = [json.loads(line) for line in lines]
    with (HERE / "questions.jsonl").open(encoding="utf-8") as lines:
        questions = [json.loads(line) for line in lines]
    console.print("opening PostgreSQL …")
    with Memory(options.dsn, namespace=options.namespace, data_dir=options.data_dir) as memory:
        ids = ingest(memory, turns)
        tally = Tally()
        for question in questions[: options.questions]:
            ask(memory, question, ids=ids, tally=tally)
        summarise(memory, tally, options=options)


def parse_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dsn", help="a PostgreSQL of your own instead of the embedded one")
    parser.add_argument("--data-dir", help="the folder of the embedded server's data")
    parser.add_argument("--namespace", default="demo")
    parser.add_argument("--questions", type=int, metavar="N", help="ask only the first N")
    return parser.parse_args()


def ingest(memory: Memory, turns: Sequence[Turn]) -> dict[UUID, str]:
    """Store the turns that are not there yet; return the turn of each memory."""
    spoken = [turn for turn in turns if turn["text"].strip()]
    sessions = len({turn["session"] for turn in turns})
    empty = f"; {len(turns) - len(spoken)} empty ones skipped" if len(spoken) < len(turns) else ""
    console.print(f"{len(turns)} turns in {sessions} sessions{empty}")
    ids: dict[UUID, str] = {}
    new_count = 0
    started = time.perf_counter()
    with Progress(
        TextColumn("storing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    ) as progress:
        task = progress.add_task("storing", total=len(spoken))
        for start in range(0, len(spoken), BATCH):
            part = spoken[start : start + BATCH]
            results = memory.store_many([as_memory(turn) for turn in part])
            for turn, result in zip(part, results, strict=True):
                if not isinstance(result, Stored):
                    raise PgRecallError(f"turn {turn['turn_id']}: {result.message}")
                ids[result.id] = turn["turn_id"]
                new_count += result.action != "confirmed"
            progress.advance(task, len(part))
    seconds = time.perf_counter() - started
    if new_count == 0:
        console.print(f"already there: nothing was imported again ({seconds:.1f} s)")
    else:
        rate = f"{new_count / seconds:.0f} turns a second, the loading of the model included"
        console.print(f"stored {new_count} turns in {seconds:.1f} s: {rate}")
    return ids


def as_memory(turn: Turn) -> NewMemory:
    """Return a turn as a memory; its key makes a second import harmless."""
    return NewMemory(
        content=turn["text"],
        kind="conversation",
        session=turn["session"],
        speaker=turn["speaker"],
        said_at=datetime.fromisoformat(turn["date"]).replace(tzinfo=UTC),
        origin="assistant" if turn["speaker"] == "assistant" else "user",
        idempotency_key=turn["turn_id"],
    )


def ask(memory: Memory, question: Question, *, ids: dict[UUID, str], tally: Tally) -> None:
    """Ask one question as of the day it was asked, and show what comes back."""
    # The end of that day: in this data evidence may be hours younger than the question.
    day = datetime.fromisoformat(question["date"]).date()
    as_of = datetime.combine(day, clock.max, tzinfo=UTC)
    started = time.perf_counter()
    hits = memory.recall(question["question"], k=K, as_of=as_of, explain=True)
    tally.milliseconds.append((time.perf_counter() - started) * 1000)
    gold = [ids.get(hit.id) in question["gold_ids"] for hit in hits]
    tally.asked += 1
    tally.first += any(gold[:1])
    tally.among += any(gold)
    console.print()
    console.print(Text(question["question"], "bold"))
    expected = f"expected: {question['answer']}"
    console.print(Text(f"{expected}   ({question['category']}, asked on {day})", "dim"))
    console.print(hit_table(hits, gold=gold, query=question["question"]))


def hit_table(hits: Sequence[Hit], *, gold: Sequence[bool], query: str) -> Table:
    """Return the hits as a table; ✓ marks those that hold the evidence."""
    table = Table(box=None, padding=(0, 1), expand=False, header_style="dim")
    for name in ("", "#", "similarity", "said", "found by", "text"):
        table.add_column(name)
    for rank, (hit, is_gold) in enumerate(zip(hits, gold, strict=True), 1):
        lanes = [lane for lane in ("vector", "keyword", "entity") if lane in (hit.explain or {})]
        similarity = "-" if hit.similarity is None else f"{hit.similarity:.2f}"
        text = excerpt(f"{hit.speaker}: {visible(hit.content)}", query, 150)
        table.add_row(
            Text("✓" if is_gold else "", "green"),
            str(rank),
            similarity,
            f"{hit.said_at.astimezone(UTC):%Y-%m-%d}",
            "\n".join(lanes),
            Text(text, "green" if is_gold else ""),
        )
    return table


def summarise(memory: Memory, tally: Tally, *, options: argparse.Namespace) -> None:
    """Say how it went, where the data lies and what to try next."""
    status = memory.status()
    console.print()
    if tally.asked:
        console.print(
            f"{tally.asked} questions: evidence first for {tally.first},"
            f" among the first {K} for {tally.among}"
        )
        middle = statistics.median(tally.milliseconds)
        console.print(f"a recall took {middle:.0f} ms (median, the query's embedding included)")
    where = status.data_dir or status.dsn
    console.print(f"{status.live_count} memories in namespace {memory.namespace!r}, in {where}")
    console.print("\nTry next:")
    place = f"--namespace {options.namespace}"
    place += f" --data-dir {options.data_dir}" if options.data_dir else ""
    place += f" --dsn '{status.dsn}'" if options.dsn else ""
    for words in (
        'recall "Which birds did I see?" --explain',
        "timeline --limit 5",
        "status",
    ):
        verb, _, rest = words.partition(" ")
        console.print(f"  {command()} {verb} {place} {rest}".rstrip(), soft_wrap=True)


def command() -> str:
    """Return how to call `pgrecall` from here."""
    beside = Path(sys.executable).with_name("pgrecall")
    if shutil.which("pgrecall") or not beside.exists():
        return "pgrecall"
    return str(beside.relative_to(Path.cwd()) if beside.is_relative_to(Path.cwd()) else beside)


if __name__ == "__main__":
    try:
        main()
    except PgRecallError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
