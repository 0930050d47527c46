"""Write the sample of LongMemEval that comes with the package, in the set's published form.

`python tools/bench_sample.py DIR`, DIR holding LongMemEval_S as JSON lines (corpus.jsonl.gz,
questions.jsonl.gz). Two questions of each type and one that abstains, each with its gold sessions
and the first ten others of its haystack. LongMemEval is MIT, (c) 2024 Di Wu: see NOTICE.
"""

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src/pgrecall/bench/longmemeval_sample.json.gz"
PER_TYPE, OTHERS = 2, 10
Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """Return the rows of a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def chosen(questions: list[Row]) -> list[Row]:
    """Return the first questions of each type, and the first that abstains."""
    by_type: dict[str, list[Row]] = defaultdict(list)
    for question in questions:
        by_type["abstention" if question["abstention"] else question["category"]].append(question)
    return [
        question
        for name in sorted(by_type)
        for question in by_type[name][: 1 if name == "abstention" else PER_TYPE]
    ]


def published(question: Row, turns: list[Row]) -> Row:
    """Return a question with its cut haystack, as the set is published."""
    sessions: dict[str, list[Row]] = defaultdict(list)
    for turn in turns:
        sessions[turn["session"]].append(turn)
    gold = set(question["gold_sessions"])
    others = [name for name in sessions if name not in gold][:OTHERS]
    kept = [name for name in sessions if name in gold or name in others]
    marked = set(question["gold_ids"])
    return {
        "question_id": question["qid"],
        "question_type": question["category"],
        "question": question["question"],
        "answer": question["answer"],
        "question_date": question["date"],
        "haystack_session_ids": kept,
        "haystack_dates": [sessions[name][0]["date"] for name in kept],
        "haystack_sessions": [
            [
                {"role": turn["speaker"], "content": turn["text"]}
                | ({"has_answer": True} if turn["turn_id"] in marked else {})
                for turn in sessions[name]
            ]
            for name in kept
        ],
        "answer_session_ids": question["gold_sessions"],
    }


def main() -> None:
    """Write the file, the same bytes each time."""
    folder = Path(sys.argv[1])
    turns: dict[str, list[Row]] = defaultdict(list)
    for row in rows(folder / "corpus.jsonl.gz"):
        turns[row["conversation"]].append(row)
    sample = [
        published(question, turns[question["conversation"]])
        for question in chosen(rows(folder / "questions.jsonl.gz"))
    ]
    text = json.dumps(sample, ensure_ascii=False, separators=(",", ":"))
    TARGET.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{TARGET.relative_to(ROOT)}: {len(sample)} questions, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
