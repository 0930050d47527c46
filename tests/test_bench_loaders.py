"""The public sets as published, and the traps in them."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pgrecall import InvalidInput
from pgrecall.bench import loaders
from pgrecall.bench.questions import Dataset


def written(folder: Path, rows: Any) -> Path:
    path = folder / "set.json"
    path.write_text(json.dumps(rows), "utf-8")
    return path


def longmemeval(folder: Path, **changes: Any) -> Dataset:
    turns = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Yes."}]
    row = {
        "question_id": "q1",
        "question_type": "single-session-assistant",
        "question": "What did you say?",
        "answer": "Yes.",
        "question_date": "2023/05/30 (Tue) 22:16",
        "haystack_session_ids": ["late", "early", "early"],
        "haystack_dates": [
            "2023/05/30 (Tue) 23:40",
            "2023/05/20 (Sat) 02:21",
            "2023/05/21 (Sun) 02:21",
        ],
        "haystack_sessions": [
            [turns[0], {**turns[1], "has_answer": True}, {"role": "user", "content": "  "}],
            turns,
            turns,
        ],
        "answer_session_ids": ["late"],
    }
    return loaders.load("longmemeval", written(folder, [row | changes]))


def test_longmemeval_is_read_in_the_order_of_its_dates(tmp_path: Path) -> None:
    data = longmemeval(tmp_path)
    (one,) = data.conversations
    assert [turn.id for turn in one.turns] == [
        "early#0",
        "early#1",
        "early~2#0",
        "early~2#1",
        "late#0",
        "late#1",
    ]
    (question,) = one.questions
    assert (set(question.gold), set(question.gold_sessions)) == ({"late#1"}, {"late"})
    assert data.notes == {
        "second copies of a session": 1,
        "conversations whose sessions were not in order": 1,
        "empty turns left out": 1,
    }


def test_a_question_is_asked_at_the_end_of_its_day(tmp_path: Path) -> None:
    (one,) = longmemeval(tmp_path).conversations
    said_at = one.turns[-1].said_at
    asked_at = one.questions[0].asked_at
    assert said_at
    assert asked_at
    assert asked_at > said_at
    assert asked_at.date() == said_at.date()


def test_a_question_that_abstains_is_known_by_its_id(tmp_path: Path) -> None:
    (one,) = longmemeval(tmp_path, question_id="q1_abs").conversations
    assert one.questions[0].abstains


@pytest.mark.parametrize(
    ("evidence", "gold"),
    [
        (["D1:1"], {"D1:1"}),
        (["D1:1; D2:1"], {"D1:1", "D2:1"}),
        (["D1:01"], {"D1:1"}),
        (["D:2:1"], {"D2:1"}),
        ([" D1:2 "], {"D1:2"}),
        (["D9:9", "D1:2"], {"D1:2"}),
        ([], set()),
    ],
    ids=str,
)
def test_the_evidence_of_locomo_is_repaired(
    tmp_path: Path, evidence: list[str], gold: set[str]
) -> None:
    def said(id: str, text: str, **more: str) -> dict[str, str]:
        return {"speaker": "Ana", "dia_id": id, "text": text, **more}

    row = {
        "sample_id": "c",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [said("D1:1", "Hi."), said("D1:2", "Look!", blip_caption="a kiln")],
            "session_2_date_time": "9:05 am on 9 June, 2023",
            "session_2": [said("D2:1", "Bye.")],
            "session_3_date_time": "9:05 am on 10 June, 2023",
        },
        "qa": [{"question": "?", "answer": 7, "evidence": evidence, "category": 2}],
    }
    data = loaders.load("locomo", written(tmp_path, [row]))
    (one,) = data.conversations
    (question,) = one.questions
    assert question.gold == gold
    assert question.gold_sessions == {f"session_{id[1]}" for id in gold}
    assert (question.category, question.answer) == ("temporal", "7")
    assert one.turns[1].text == "Look! [shares a kiln]"
    assert one.turns[0].said_at == datetime(2023, 5, 8, 13, 56).astimezone()
    assert question.asked_at == datetime(2023, 6, 9, 23, 59, 59).astimezone()


def test_json_lines_are_found_by_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "lifebench_zh"
    folder.mkdir()
    turn = {"conversation": "c", "session": "s", "turn_id": "t", "speaker": "sms", "text": "好"}
    (folder / "corpus.jsonl").write_text(json.dumps(turn | {"date": ""}), "utf-8")
    asked: dict[str, Any] = {"conversation": "c", "qid": "q", "question": "?", "category": "k"}
    asked |= {"date": "2025-02", "gold_sessions": ["s"], "forbidden_ids": ["x"]}
    question = asked | {"gold_ids": ["t", "gone"]}
    (folder / "questions.jsonl").write_text(json.dumps(question), "utf-8")
    for path in (tmp_path, folder):
        data = loaders.load("lifebench", path)
        (one,) = data.conversations
        assert one.turns[0].said_at is None
        assert one.questions[0].asked_at == datetime(2025, 2, 28, 23, 59, 59).astimezone()
        assert one.questions[0].gold == {"t"}
        assert one.questions[0].forbidden == {"x"}
        assert data.notes == {"gold turns that do not exist": 1}


def test_what_is_no_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nothing to read"):
        loaders.load("locomo", tmp_path / "nowhere.json")
    with pytest.raises(InvalidInput, match="not the published file of locomo"):
        loaders.load("locomo", written(tmp_path, {"a": 1}))
    with pytest.raises(InvalidInput, match="do not come with pgrecall"):
        loaders.load("locomo", None)


def test_the_sample_comes_with_the_package() -> None:
    data = loaders.load("longmemeval", None)
    assert data.questions == 13
    assert sum(q.abstains for one in data.conversations for q in one.questions) == 1
    assert data.limited(3).questions == 3
