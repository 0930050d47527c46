"""The benchmark from end to end: a small set, another system's ranking, a model that answers."""

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import cli_shell
import pytest
from cli_shell import Shell, answer
from serving import serving

pytestmark = pytest.mark.slow
shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two conversations, four questions: two answered first, one second, one not to be answered."""
    said = [
        ("a", "The kiln cracked."),
        ("a", "Bread is in the oven."),
        ("b", "Ana bought a canoe."),
        ("b", "A canoe is a boat."),
    ]
    turns = [
        {"conversation": c, "session": f"s{n}", "turn_id": f"t{n}", "speaker": "Ana", "text": text}
        | {"date": f"2023-05-0{n + 1}T09:00:00"}
        for n, (c, text) in enumerate(said)
    ]
    asked = [
        ("a", "q1", "kiln cracked", "t0", False),
        ("a", "q2", "bread", "t1", False),
        ("b", "q3", "canoe bought", "t3", False),
        ("b", "q4", "zebra", "t2", True),
    ]
    questions = [
        {"conversation": c, "qid": id, "question": text, "category": "x", "gold_ids": [gold]}
        | {"gold_sessions": [f"s{gold[1]}"], "abstention": abstains, "answer": f"It is {gold}."}
        | {"date": "2023-06-01"}
        for c, id, text, gold, abstains in asked
    ]
    for name, rows in (("corpus", turns), ("questions", questions)):
        lines = "\n".join(json.dumps(row) for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    return tmp_path


def test_a_set_is_imported_asked_and_reported(shell: Shell, data: Path, tmp_path: Path) -> None:
    out, words = tmp_path / "out", ("bench", "locomo", "--data", str(data))
    made = answer(shell, *words, "--out", str(out), "--ablate", "keyword,rrf")
    turn = made["passes"]["all"]["turn"]["overall"]
    assert turn["questions"] == 3
    assert turn["hit@1"]["mean"] == pytest.approx(2 / 3)
    assert turn["mrr"]["mean"] == pytest.approx((1 + 1 + 1 / 2) / 3)
    assert made["passes"]["without keyword"]["turn"]["overall"]["hit@1"]["mean"] == 0
    assert set(made["passes"]) == {"all", "without keyword", "rrf"}
    assert (made["turns"], made["embedder"]) == (4, "none")
    saved = json.loads((out / "locomo.json").read_text("utf-8"))
    assert saved["passes"] == made["passes"]
    assert "| overall | 3 | 66.7" in (out / "locomo.md").read_text("utf-8")
    ranking = out / "locomo.ranking.jsonl"
    assert json.loads(ranking.read_text("utf-8").splitlines()[0])["turn_ids"] == ["t0"]
    again = answer(shell, *words, "--score", str(ranking))["passes"]["all"]
    assert again["turn"] == made["passes"]["all"]["turn"]
    assert again["abstention"] == made["passes"]["all"]["abstention"]
    assert "turn level" in shell(*words, "--score", str(ranking)).stdout


def test_what_cannot_be_left_out_or_scored_is_named(
    shell: Shell, data: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"qid": "nobody", "turn_ids": []}', "utf-8")
    for words, message in (
        (("locomo", "--ablate", "luck"), "nothing called 'luck' can be left out"),
        (("locomo", "--score", str(bad)), "line 1 of the ranking cannot be used"),
        (("chess",), "no set is called 'chess'"),
    ):
        assert message in shell("bench", *words, "--data", str(data), code=1).stderr


def test_a_plot_is_drawn_where_there_is_matplotlib(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from pgrecall.bench import plot

    row = {f"{name}@{k}": {"mean": k / 20} for name in ("hit", "recall") for k in (1, 5, 10, 20)}
    passed = {"session": {"overall": row}, "turn": {"overall": row}}
    file = plot.draw({"set": "x", "passes": {"all": passed, "rrf": passed}}, tmp_path / "x.png")
    assert file.read_bytes()[:4] == b"\x89PNG"


def model(answers: list[Any]) -> AbstractContextManager[str]:
    """Serve a chat model that gives these answers in turn; a number is a status without one."""
    left = iter(answers)

    def answered(_path: str, _body: bytes) -> tuple[int, bytes]:
        said = next(left)
        if isinstance(said, int):
            return said, b'{"error": "no"}'
        message = {"role": "assistant", "content": said}
        reply = {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
        }
        return 200, json.dumps(reply).encode()

    return serving(answered)


def test_a_model_answers_and_another_judges(shell: Shell, data: Path) -> None:
    pytest.importorskip("pydantic_ai")
    said = ["It cracked.", "I do not know.", 500, "It is t3.", "I do not know."]
    with model(said) as reader, model(["yes", "No.", "perhaps", "yes"]) as judge:
        words = ("--qa", f"openai:m@{reader}", "--judge", f"openai:j@{judge}")
        made = answer(shell, "bench", "locomo", "--data", str(data), *words)["qa"]
    assert made["accuracy"]["overall"] == {"questions": 4, "right": 0.5, "no verdict": 1}
    assert (made["tokens in"], made["tokens out"]) == (800, 40)
    assert [one["is_right"] for one in made["answers"]] == [True, False, None, True]
    assert made["answers"][2]["answer"] == "It is t3."
