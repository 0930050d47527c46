"""What store makes of labelled pairs of statements: the confusion table of the detail guard.

`python bench/pairs.py [FILE]` stores the first text of each pair, then the second, in a namespace
of their own, with the local embedder and no language model. By default the pairs are those of
tests/quality/pairs.jsonl: `same` should be confirmed, `changed` updated, `different` created.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pgrecall import Memory, embedded
from pgrecall.types import Action

PAIRS = Path(__file__).resolve().parent.parent / "tests/quality/pairs.jsonl"
LABELS = ("same", "changed", "different")
ACTIONS: tuple[Action, ...] = ("confirmed", "updated", "created")
Pair = dict[str, str]
Outcomes = list[tuple[Pair, Action]]


def read(path: Path = PAIRS) -> list[Pair]:
    """Return the pairs of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def outcomes(memory: Memory, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Action]]:
    """Store each pair in a namespace of its own and yield what became of the second text."""
    for pair in pairs:
        space = memory.scoped(f"pairs/{pair['id']}")
        space.store(pair["a"])
        yield pair, space.store(pair["b"]).action


def table(found: Sequence[tuple[Pair, Action]]) -> str:
    """Return the confusion table as Markdown, for all pairs and by language."""
    lines = [
        "| label | pairs | confirmed | updated | created | as it should be |",
        "|---|---|---|---|---|---|",
    ]
    for label, right in zip(LABELS, ACTIONS, strict=True):
        count = Counter(action for pair, action in found if pair["label"] == label)
        total = sum(count.values())
        cells = " | ".join(str(count[action]) for action in ACTIONS)
        lines.append(f"| {label} | {total} | {cells} | {count[right] / max(total, 1):.0%} |")
    lines += ["", "| language | pairs | same | changed | different |", "|---|---|---|---|---|"]
    for language, pairs in Counter(pair["language"] for pair, _ in found).most_common():
        shares = []
        for label, right in zip(LABELS, ACTIONS, strict=True):
            of = [a for p, a in found if (p["language"], p["label"]) == (language, label)]
            shares.append(f"{of.count(right)}/{len(of)}")
        lines.append(f"| {language} | {pairs} | {' | '.join(shares)} |")
    return "\n".join(lines)


def main() -> None:
    """Run on a server of its own and print the table, with the pairs that went wrong if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=PAIRS)
    parser.add_argument("--show", action="store_true", help="list what was not as it should be")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pgrecall-bench-"))
    folder.chmod(0o755)
    with (
        embedded.start(folder / "server", fsync=False) as server,
        Memory(server.dsn, embedder="local") as memory,
    ):
        found = list(outcomes(memory, read(given.file)))
    print(table(found))
    right = dict(zip(LABELS, ACTIONS, strict=True))
    for pair, action in found if given.show else ():
        if right[pair["label"]] != action:
            print(f"{pair['id']} {pair['label']} -> {action}\n  {pair['a']}\n  {pair['b']}")


if __name__ == "__main__":
    main()
