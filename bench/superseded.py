"""How often what was superseded, withdrawn or kept out comes back: automemorybench, stored twice.

`python bench/superseded.py --data DIR` asks every question of the set twice, ten hits each: (plain)
of a namespace in which each turn was stored as a turn, and (facts) of one in which the same turns
went through `store` as facts. No language model, and the labels are read after the answers.
"""

import argparse
import asyncio
import gzip
import json
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pgrecall import AsyncMemory, embedded
from pgrecall.types import Failed, NewMemory

K = 10
Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Return the rows of a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def turn(row: Row, kind: Any) -> NewMemory:
    """Return a turn as a memory."""
    return NewMemory(
        content=row["text"],
        kind=kind,
        session=row["session"],
        speaker=row["speaker"],
        origin="assistant" if row["speaker"] == "assistant" else "user",
        said_at=datetime.fromisoformat(row["date"]),
    )


async def answers(
    mem: AsyncMemory, kind: str, *, turns: Sequence[Row], asked: Sequence[Row]
) -> Row:
    """Store one conversation's turns and return what each question finds, by question id."""
    space = mem.scoped(f"{kind}/{turns[0]['conversation']}")
    actions: dict[str, int] = defaultdict(int)
    said: dict[Any, list[str]] = defaultdict(list)  # a turn that was confirmed is its memory too
    for row in turns:
        (stored,) = await space.store_many([turn(row, kind)])
        if isinstance(stored, Failed):
            raise SystemExit(f"{row['turn_id']}: {stored.message}")
        actions[stored.action] += 1
        said[stored.id].append(row["turn_id"])
    found = {}
    for question in asked:
        hits = await space.recall(
            question["question"], k=K, as_of=datetime.fromisoformat(question["date"])
        )
        found[question["qid"]] = [id for hit in hits for id in said[hit.id]]
    return {"found": found, "actions": actions}


def measure(found: Row, asked: Sequence[Row]) -> Row:
    """Return the rates of one pass over all questions."""
    barred = [q for q in asked if q["forbidden_ids"]]
    sought = [q for q in asked if q["gold_ids"]]

    def share(ids: Sequence[str], hits: Sequence[str]) -> float:
        return len(set(ids) & set(hits)) / len(set(ids))

    return {
        "questions": len(asked),
        "forbidden turns in the top 10, mean": statistics.mean(
            len(set(q["forbidden_ids"]) & set(found[q["qid"]])) for q in barred
        ),
        "forbidden turns returned": statistics.mean(
            share(q["forbidden_ids"], found[q["qid"]]) for q in barred
        ),
        "questions with one": statistics.mean(
            bool(set(q["forbidden_ids"]) & set(found[q["qid"]])) for q in barred
        ),
        "gold recall@10": statistics.mean(share(q["gold_ids"], found[q["qid"]]) for q in sought),
    }


async def run(data: Path, dsn: str, out: Path | None) -> None:
    """Store, ask, print both tables."""
    corpus, questions = read(data / "corpus.jsonl.gz"), read(data / "questions.jsonl.gz")
    turns, asked = defaultdict(list), defaultdict(list)
    for row in corpus:
        turns[row["conversation"]].append(row)
    for row in questions:
        asked[row["conversation"]].append(row)
    report: Row = {}
    async with AsyncMemory(dsn, embedder="local") as mem:
        for name, kind in (("plain", "conversation"), ("facts", "fact")):
            start = time.perf_counter()
            found: Row = {}
            actions: dict[str, int] = defaultdict(int)
            for conversation in turns:
                answer = await answers(
                    mem, kind, turns=turns[conversation], asked=asked[conversation]
                )
                found |= answer["found"]
                for action, count in answer["actions"].items():
                    actions[action] += count
            report[name] = measure(found, questions)
            report[name] |= {"seconds": round(time.perf_counter() - start, 1), **actions}
            if out:
                (out / f"{name}.json").write_text(json.dumps(found, indent=1))
    print(json.dumps(report, indent=2))


def main() -> None:
    """Read the arguments and run on a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the two files")
    parser.add_argument("--out", type=Path, help="write what was found here")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pgrecall-bench-"))
    folder.chmod(0o755)
    with embedded.start(folder / "server", fsync=False) as server:
        asyncio.run(run(given.data, server.dsn, given.out))


if __name__ == "__main__":
    main()
