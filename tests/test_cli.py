"""The verbs at the shell: what each command answers, and how it fails."""

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cli_shell
import pytest
import typer
from cli_shell import Shell, answer, program

from pgrecall import Hit, MemoryRecord, NewMemory, Stored
from pgrecall.cli import app
from pgrecall.hits import Recalled
from pgrecall.types import Forgotten, Status

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn
UNKNOWN = "0198c0de-0000-7000-8000-000000000000"


def names(row: type[Any]) -> list[str]:
    return [f.name for f in fields(row)]


def test_store_answers_with_the_fields_of_stored(shell: Shell) -> None:
    slot = ("--subject", "Priya", "--predicate", "works at")
    first = answer(shell, "store", "Priya works at Acme.", *slot)
    second = answer(shell, "store", "Priya works at Globex.", *slot)
    assert list(first) == names(Stored)
    assert (first["action"], second["action"]) == ("created", "updated")
    assert second["replaced"] == [first["id"]]


def test_store_passes_every_option_on(shell: Shell) -> None:
    base = answer(shell, "store", "Base.")["id"]
    words = (
        "store", "Priya likes tea.", "--kind", "preference", "--subject", "Priya",
        "--predicate", "likes", "--object", "tea", "--multi", "--extends", base,
        "--derived-from", base, "--importance", "9", "--confidence", "0.5", "--tag", "a",
        "--tag", "b", "--metadata", '{"n": 1}', "--origin", "assistant",
        "--said-at", "2024-05-07T10:00Z", "--event-at", "2024-05",
        "--valid-from", "2024-01-01T00:00Z", "--valid-until", "2099-01-01T00:00Z",
        "--forget-after", "2098-01-01T00:00Z",
        "--session", "s", "--speaker", "Ana", "--idempotency-key", "k",
    )  # fmt: skip
    id = answer(shell, *words)["id"]
    got = answer(shell, "get", id)
    expected = {
        "kind": "preference", "subject": "Priya", "predicate": "likes", "object": "tea",
        "importance": 9, "confidence": 0.5, "tags": ["a", "b"], "metadata": {"n": 1},
        "origin": "assistant", "said_at": "2024-05-07T10:00:00+00:00", "session": "s",
        "speaker": "Ana", "event_precision": "month",
        "valid_from": "2024-01-01T00:00:00+00:00", "valid_until": "2099-01-01T00:00:00+00:00",
        "forget_after": "2098-01-01T00:00:00+00:00",
    }  # fmt: skip
    utc = {name: _as_utc(value) for name, value in got.items()}
    assert {name: utc[name] for name in expected} == expected
    assert answer(shell, *words)["action"] == "confirmed"


def _as_utc(value: Any) -> Any:
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        return datetime.fromisoformat(value).astimezone(UTC).isoformat()
    return value


def test_every_option_of_new_memory_is_an_option_of_store() -> None:
    command = typer.main.get_command(app).commands["store"]  # type: ignore[attr-defined]
    parameters = {parameter.name for parameter in command.params}
    assert {f.name for f in fields(NewMemory)} - {"content"} <= parameters


def test_store_supersedes_what_it_names(shell: Shell) -> None:
    old = answer(shell, "store", "It rains.")["id"]
    new = answer(shell, "store", "It snows.", "--supersedes", old)
    assert (new["action"], new["replaced"]) == ("updated", [old])


def test_a_date_without_a_zone_is_local_time(shell: Shell) -> None:
    words = ("store", "x", "--json", "--said-at", "2024-05-07")
    env = {"TZ": "America/New_York"}
    id = json.loads(program(*words, env=env).stdout)["id"]
    got = answer(shell, "get", id)
    assert _as_utc(got["said_at"]) == "2024-05-07T04:00:00+00:00"


def test_store_reads_standard_input(shell: Shell) -> None:
    shell("store", "-", "--kind", "decision", stdin="Grüße\r\nzwei\n".encode())
    assert answer(shell, "timeline")[0]["content"] == "Grüße\nzwei"


def test_bytes_that_are_no_utf8_are_replaced_and_noted(shell: Shell) -> None:
    result = shell("store", "-", stdin=b"a \xff b")
    assert "replaced by U+FFFD" in result.stderr
    assert answer(shell, "timeline")[0]["content"] == "a \ufffd b"


BATCH_LINES = (
    '{"content": "One.", "said_at": "2024-05-07", "event_at": "2024"}\n'
    "not json\n"
    "\n"
    '{"content": ""}\n'
    '{"content": "Two.", "kind": "decision"}\n'
    '{"content": "Three.", "colour": "red"}\n'
    '{"content": "Four.", "said_at": "yesterday"}\n'
    '["content"]\n'
)


def test_a_batch_stores_what_it_can_and_names_the_lines_that_failed(
    shell: Shell, tmp_path: Path
) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_text(BATCH_LINES, "utf-8")
    result = shell("store", "--batch", str(file), "--tag", "all", code=1)
    assert re.findall(r"^line (\d+)", result.stderr, flags=re.MULTILINE) == list("24678")
    assert "2 created, 5 failed" in result.stdout
    got = {row["content"]: (row["kind"], row["tags"]) for row in answer(shell, "timeline")}
    assert got == {"One.": ("fact", ["all"]), "Two.": ("decision", ["all"])}


def test_a_batch_in_json_is_a_list_by_line(shell: Shell) -> None:
    result = shell("store", "--batch", "-", "--json", stdin=BATCH_LINES, code=1)
    rows = json.loads(result.stdout)
    assert [(row["line"], row.get("error")) for row in rows] == [
        (1, None),
        *((line, "InvalidInput") for line in (2, 4)),
        (5, None),
        *((line, "InvalidInput") for line in (6, 7, 8)),
    ]
    assert list(rows[0]) == ["line", *names(Stored)]
    assert list(rows[1]) == ["line", "error", "message", "hint"]


def test_a_batch_without_failures_ends_well(shell: Shell) -> None:
    lines = "".join(f'{{"content": "Number {n}."}}\n' for n in range(120))
    assert "120 created" in shell("store", "--batch", "-", stdin=lines).stdout


def test_recall_answers_with_hits_and_what_the_answer_says_of_itself(shell: Shell) -> None:
    shell("store", "Priya drinks tea.", "--tag", "a", "--metadata", '{"n": 3}')
    shell("store", "Priya drinks coffee.", "--kind", "decision")
    words = ("recall", "tea", "-k", "1", "--where", '{"n": {">=": 3}}', "--tag", "a", "--explain")
    found = answer(shell, *words, "--kind", "fact", "--no-blend", "--fusion", "rrf")
    assert list(found) == names(Recalled)
    assert [hit["content"] for hit in found["hits"]] == ["Priya drinks tea."]
    assert list(found["hits"][0]) == names(Hit)
    assert found["hits"][0]["explain"]["keyword"]["words"] == ["tea"]
    assert found["skipped_lanes"] == ["vector: no embedder is configured"]
    assert found["why_empty"] is None


def test_recall_shows_why_when_asked_to_explain(shell: Shell) -> None:
    shell("store", "Priya drinks tea.", "--subject", "Priya")
    result = shell("recall", "Does Priya drink tea?", "--explain")
    assert "keyword: rank 1, BM25" in result.stdout
    assert "entity: rank 1, named Priya" in result.stdout
    assert re.search(r"score [\d.]+ = [\d.]+ × recency 1 × importance 1", result.stdout)
    assert result.stderr == "lane skipped: vector: no embedder is configured\n"


def test_an_empty_recall_says_why_and_is_no_error(shell: Shell) -> None:
    why = "nothing has been stored in this namespace"
    assert shell("recall", "tea").stdout == f"nothing recalled: {why}\n"
    assert answer(shell, "recall", "tea")["why_empty"] == why


def test_recall_reads_other_namespaces_and_other_times(shell: Shell) -> None:
    slot = ("--subject", "Priya", "--predicate", "works at", "--namespace", "read/a")
    shell("store", "Priya works at Acme.", *slot, "--valid-from", "2024-01-01")
    shell("store", "Priya works at Globex.", *slot, "--valid-from", "2024-03-01")
    shell("store", "Priya works a lot.", "--namespace", "read/b")

    def contents(*words: str) -> set[str]:
        return {hit["content"] for hit in answer(shell, "recall", "Priya works", *words)["hits"]}

    both = ("--in", "read/a", "--in", "read/b")
    assert contents() == set()
    assert contents(*both) == {"Priya works at Globex.", "Priya works a lot."}
    assert contents("--in", "read/a", "--as-of", "2024-02-01") == {"Priya works at Acme."}
    assert len(contents("--in", "read/a", "--history")) == 2
    assert contents(*both, "--known-at", "2001-01-01") == set()


def test_options_stand_before_the_command_or_after_it(shell: Shell) -> None:
    shell("--namespace", "order/a", "store", "tea")
    assert len(json.loads(shell("--json", "--namespace", "order/a", "timeline").stdout)) == 1
    assert (
        answer(shell, "--namespace", "order/b", "timeline", "--namespace", "order/a")[0][
            "namespace"
        ]
        == "order/a"
    )
    assert answer(shell, "--namespace", "order/a", "timeline", "--namespace", "order/b") == []


def test_timeline_pages_and_says_how_to_go_on(shell: Shell) -> None:
    for day in (1, 2, 3):
        shell("store", f"Day {day}.", "--said-at", f"2024-05-0{day}")
    page = answer(shell, "timeline", "--limit", "2")
    assert [row["content"] for row in page] == ["Day 3.", "Day 2."]
    assert list(page[0]) == names(MemoryRecord)
    result = shell("timeline", "--limit", "2")
    assert result.stderr == f"older: pgrecall timeline --before {page[1]['id']}\n"
    older = answer(shell, "timeline", "--before", page[1]["id"], "--kind", "fact")
    assert [row["content"] for row in older] == ["Day 1."]


def test_history_draws_every_version_with_its_state(shell: Shell) -> None:
    slot = ("--subject", "Priya", "--predicate", "works at")
    shell("store", "Priya works at Acme.", *slot, "--valid-from", "2024-01-01")
    last = answer(shell, "store", "Priya works at Globex.", *slot, "--valid-from", "2024-03-01")
    lines = shell("history", *slot).stdout.splitlines()
    assert re.match(r"├○ 1 +2024-01-01 00:00 – 2024-03-01 00:00 +superseded ", lines[1])
    assert re.match(r"└● 2 +2024-03-01 00:00 – now +live ", lines[2])
    shell("forget", last["id"], "--reason", "wrong person")
    assert "× 2" in shell("history", last["id"]).stdout
    assert "forgotten: wrong person" in shell("history", "Priya works at Globex.").stdout
    assert [row["version"] for row in answer(shell, "history", last["id"])] == [1, 2]


def test_forget_matching_previews_then_forgets_then_is_undone(shell: Shell) -> None:
    stored = answer(shell, "store", "Figures in GBP.")
    preview = answer(shell, "forget", "--matching", "figures gbp")
    assert list(preview) == names(Forgotten)
    assert [row["id"] for row in preview["preview"]] == [stored["id"]]
    assert "nothing was forgotten yet" in shell("forget", "--matching", "figures gbp").stderr
    assert len(answer(shell, "timeline")) == 1

    done = shell("forget", "--matching", "figures gbp", "--confirm", "--reason", "why")
    undo = re.search(r"undo: pgrecall (restore --batch \S+)", done.stderr)
    assert undo is not None
    assert answer(shell, "timeline") == []
    back = answer(shell, *undo[1].split())
    assert [(row["id"], row["is_latest"]) for row in back] == [(stored["id"], True)]
    assert len(answer(shell, "timeline")) == 1


def test_forgetting_what_nothing_matches_is_an_error(shell: Shell) -> None:
    result = shell("forget", "--matching", "unicorn", code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("error: nothing matched")
    shell("forget", "--matching", "unicorn", "--confirm", code=1)


def test_forget_and_restore_by_id(shell: Shell) -> None:
    one, two = (answer(shell, "store", text)["id"] for text in ("One.", "Two."))
    done = answer(shell, "forget", one, two)
    assert set(done["ids"]) == {one, two}
    assert "forgotten already" in shell("forget", one).stdout
    assert [row["id"] for row in answer(shell, "restore", one)] == [one]
    assert "nothing to restore" in shell("restore", one).stdout


def test_get_shows_the_whole_memory(shell: Shell) -> None:
    text = "word " * 500 + "end"
    id = answer(shell, "store", text)["id"]
    assert list(answer(shell, "get", id)) == names(MemoryRecord)
    assert text in shell("get", id).stdout


def test_status_says_what_there_is_and_where(shell: Shell, cli_dsn: str) -> None:
    shell("store", "tea")
    found = answer(shell, "status")
    assert list(found) == names(Status)
    assert (found["live_count"], found["by_kind"], found["dsn"]) == (1, {"fact": 1}, cli_dsn)
    assert "1 live, 0 superseded, 0 forgotten" in shell("status").stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("get", UNKNOWN), "NotFound"),
        (("get", "nonsense"), "InvalidInput"),
        (("store", " "), "InvalidInput"),
        (("recall", "x", "-k", "0"), "InvalidInput"),
        (("forget",), "InvalidInput"),
        (("history",), "InvalidInput"),
        (("status", "--namespace", ""), "InvalidInput"),
        (("status", "--dsn", "host=/nowhere dbname=x"), "ServerError"),
        (("status", "--embedder", "nonsense"), "ConfigError"),
        (("status", "--data-dir", "/x"), "ConfigError"),
        (("schema", "--dim", "0"), "ConfigError"),
        (("db", "stop", "--dsn", "host=/nowhere"), "ServerError"),
    ],
)
def test_an_error_in_json_is_an_object_on_standard_error(
    shell: Shell, words: Sequence[str], error: str
) -> None:
    result = shell(*words, "--json", code=1)
    said = json.loads(result.stderr)
    assert result.stdout == ""
    assert (list(said), said["error"]) == (["error", "message", "hint"], error)


def test_an_error_is_a_sentence_and_a_hint(shell: Shell) -> None:
    result = shell("get", UNKNOWN, code=1)
    assert result.stdout == ""
    assert result.stderr == (
        f"error: no memory '{UNKNOWN}' in this namespace\n"
        "hint: ids come back from store, recall and timeline\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("store",),
        ("store", "x", "--batch", "x.jsonl"),
        ("store", "--batch", "no-such-file.jsonl"),
        ("store", "x", "--kind", "nonsense"),
        ("store", "x", "--said-at", "2024-13-01"),
        ("store", "x", "--event-at", "soon"),
        ("store", "x", "--metadata", "[1]"),
        ("store", "x", "--metadata", "{"),
        ("recall",),
        ("recall", "x", "--fusion", "cold"),
        ("recall", "x", "-k", "many"),
        ("nonsense",),
    ],
)
def test_a_wrong_command_line_ends_with_2(shell: Shell, words: Sequence[str]) -> None:
    result = shell(*words, code=2)
    assert (result.stdout, "Traceback" in result.stderr) == ("", False)


def test_the_version_is_shown(shell: Shell) -> None:
    assert re.fullmatch(r"pgrecall \d+\.\d+\.\d+\S*\n", shell("--version").stdout)
