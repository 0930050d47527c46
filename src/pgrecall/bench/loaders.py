"""Read the public sets: LongMemEval and LoCoMo as published, and normalised JSON lines."""

import gzip
import json
import re
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from pgrecall.bench.questions import Conversation, Dataset, Question, Turn
from pgrecall.errors import InvalidInput

Row = dict[str, Any]
SETS = ("longmemeval", "locomo", "lifebench", "automem")
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
EVIDENCE = re.compile(r"D\s*:?\s*(\d+)\s*[:.]\s*0*(\d+)")
FOLDERS = {
    "longmemeval": "longmemeval_s",
    "lifebench": "lifebench_zh",
    "automem": "automemorybench",
}


def load(name: str, path: Path | None) -> Dataset:
    """Return a set read from a file as published, or from a folder of JSON lines.

    Without a path, the sample of LongMemEval that comes with the package.

    Raises:
        InvalidInput: there is no such file, or it is not of this set.
    """
    if path is None:
        if name != "longmemeval":
            raise InvalidInput(
                f"the data of {name} do not come with pgrecall",
                hint="give --data; bench/README.md says where they are",
            )
        sample = files("pgrecall") / "bench" / "longmemeval_sample.json.gz"
        return _longmemeval(json.loads(gzip.decompress(sample.read_bytes())))
    folder = next(
        (f for f in (path, path / name, path / FOLDERS.get(name, name)) if _is_lines(f)), None
    )
    if folder is not None:
        return _lines(name, folder)
    if not path.is_file():
        raise InvalidInput(
            f"nothing to read in {str(path)!r}",
            hint="give the published .json file, or a folder with corpus.jsonl and questions.jsonl",
        )
    try:
        rows = json.loads(_text(path))
        return _longmemeval(rows) if name == "longmemeval" else _locomo(rows)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InvalidInput(
            f"{str(path)!r} is not the published file of {name}: {error!r}"
        ) from error


def _is_lines(folder: Path) -> bool:
    return any((folder / f"corpus.jsonl{end}").is_file() for end in ("", ".gz"))


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def _rows(folder: Path, name: str) -> Iterator[Row]:
    path = next(p for p in (folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz") if p.is_file())
    for line in _text(path).split("\n"):  # not splitlines: texts hold U+2028
        if line.strip():
            yield json.loads(line)


def moment(text: str | None) -> datetime | None:
    """Return a date as it is written in the sets, in the zone of this machine; None for none."""
    text = (text or "").strip().replace("Z", "+00:00")
    for shape in ("", "%Y/%m/%d (%a) %H:%M", "%I:%M %p on %d %B, %Y", "%Y-%m"):
        try:
            read = datetime.strptime(text, shape) if shape else datetime.fromisoformat(text)
        except ValueError:
            continue
        return read.astimezone() if read.tzinfo is None else read
    return None


def end_of(text: str | None) -> datetime | None:
    """Return the end of the day, or of the month if that is all, on which a question is asked."""
    at = moment(text)
    if at is None:
        return None
    if len((text or "").strip()) == len("2025-01"):
        at = at.replace(day=monthrange(at.year, at.month)[1])
    return at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1, seconds=-1)


def _dataset(name: str, conversations: list[Conversation], notes: Counter[str]) -> Dataset:
    """Put the turns in order, drop empty ones and gold that is not there."""
    for one in conversations:
        far = datetime.max.replace(tzinfo=None)
        dates = [turn.said_at for turn in one.turns]
        if any(a and b and a > b for a, b in pairwise(dates)):
            notes["conversations whose sessions were not in order"] += 1
        notes["empty turns left out"] += sum(not turn.text.strip() for turn in one.turns)
        one.turns = sorted(
            (turn for turn in one.turns if turn.text.strip()),
            key=lambda turn: turn.said_at.replace(tzinfo=None) if turn.said_at else far,
        )
        there = {turn.id for turn in one.turns}
        sessions = {turn.session for turn in one.turns}
        for place, question in enumerate(one.questions):
            notes["gold turns that do not exist"] += len(question.gold - there)
            notes["questions with a gold session and no gold turn"] += bool(
                question.gold_sessions and not question.gold & there
            )
            one.questions[place] = Question(
                id=question.id,
                text=question.text,
                category=question.category,
                gold=question.gold & there,
                gold_sessions=question.gold_sessions & sessions,
                answer=question.answer,
                asked_at=question.asked_at,
                abstains=question.abstains,
                forbidden=question.forbidden,
            )
    return Dataset(name, conversations, {note: n for note, n in notes.items() if n})


def _lines(name: str, folder: Path) -> Dataset:
    found: dict[str, Conversation] = {}
    for row in _rows(folder, "corpus"):
        one = found.setdefault(row["conversation"], Conversation(row["conversation"]))
        said_at = moment(row["date"])
        one.turns.append(Turn(row["turn_id"], row["session"], row["speaker"], row["text"], said_at))
    for row in _rows(folder, "questions"):
        if row["conversation"] in found:
            found[row["conversation"]].questions.append(
                Question(
                    id=row["qid"],
                    text=row["question"],
                    category=row["category"],
                    gold=frozenset(row["gold_ids"]),
                    gold_sessions=frozenset(row["gold_sessions"]),
                    answer=str(row.get("answer") or ""),
                    asked_at=end_of(row.get("date")),
                    abstains=bool(row.get("abstention") or row.get("should_refuse")),
                    forbidden=frozenset(row.get("forbidden_ids") or ()),
                )
            )
    return _dataset(name, list(found.values()), Counter())


def _longmemeval(rows: list[Row]) -> Dataset:
    notes: Counter[str] = Counter()
    conversations = []
    for row in rows:
        one = Conversation(row["question_id"])
        gold: set[str] = set()
        seen: Counter[str] = Counter()
        haystack = zip(
            row["haystack_session_ids"],
            row["haystack_dates"],
            row["haystack_sessions"],
            strict=True,
        )
        for name, date, turns in haystack:
            seen[name] += 1
            session = name if seen[name] == 1 else f"{name}~{seen[name]}"
            notes["second copies of a session"] += seen[name] > 1
            for place, turn in enumerate(turns):
                id = f"{session}#{place}"
                one.turns.append(Turn(id, session, turn["role"], turn["content"], moment(date)))
                if turn.get("has_answer"):
                    gold.add(id)
        one.questions.append(
            Question(
                id=row["question_id"],
                text=row["question"],
                category=row["question_type"],
                gold=frozenset(gold),
                gold_sessions=frozenset(row["answer_session_ids"]),
                answer=str(row["answer"]),
                asked_at=end_of(row["question_date"]),
                abstains=row["question_id"].endswith("_abs"),
            )
        )
        conversations.append(one)
    return _dataset("longmemeval", conversations, notes)


def _locomo(rows: list[Row]) -> Dataset:
    notes: Counter[str] = Counter()
    conversations = []
    for row in rows:
        one, talk = Conversation(row["sample_id"]), row["conversation"]
        names = [key for key in talk if re.fullmatch(r"session_\d+", key)]
        for session in sorted(names, key=lambda key: int(key.split("_")[1])):
            said_at = moment(talk.get(f"{session}_date_time"))
            for turn in talk[session]:
                shown = turn.get("blip_caption")
                text = turn["text"] + (f" [shares {shown}]" if shown else "")
                one.turns.append(Turn(turn["dia_id"], session, turn["speaker"], text, said_at))
        last = max((turn.said_at for turn in one.turns if turn.said_at), default=None)
        session_of = {turn.id: turn.session for turn in one.turns}
        for place, asked in enumerate(row["qa"]):
            given = " ".join(asked.get("evidence") or ())
            gold = frozenset(f"D{day}:{turn}" for day, turn in EVIDENCE.findall(given))
            notes["questions whose evidence was repaired"] += gold != set(given.split())
            category = CATEGORIES[asked["category"]]
            one.questions.append(
                Question(
                    id=f"{one.id}_q{place}",
                    text=asked["question"],
                    category=category,
                    gold=gold,
                    gold_sessions=frozenset(session_of[id] for id in gold if id in session_of),
                    answer=str(asked.get("answer", "")),
                    asked_at=end_of(last.isoformat()) if last else None,
                    abstains=category == "adversarial",
                )
            )
        conversations.append(one)
    return _dataset("locomo", conversations, notes)
