"""The commands about what is true: what each answers, and what it shows."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import cli_shell
import pytest
from cli_shell import Shell, answer

from pgrecall import Inference, MemoryRecord, Predicate, Related, Reviewed, Stored

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn
CITY = ("--subject", "Ana", "--predicate", "lives in")


def names(row: type[Any]) -> list[str]:
    return [f.name for f in fields(row)]


@pytest.fixture
def moved(shell: Shell) -> dict[str, str]:
    """Ana lived in Oslo from 2024 on, and in Rome from 2025 on; ids by city."""
    ids = {}
    for city, year in (("Oslo", 2024), ("Rome", 2025)):
        start = ("--valid-from", f"{year}-01-01T00:00Z")
        ids[city] = answer(shell, "store", f"Ana lives in {city}.", *CITY, *start)["id"]
    return ids


def test_facts_show_what_is_believed(shell: Shell, moved: dict[str, str]) -> None:
    (row,) = answer(shell, "facts", "ana")
    assert list(row) == names(MemoryRecord)
    assert (row["id"], row["content"]) == (moved["Rome"], "Ana lives in Rome.")
    (line,) = shell("facts", "ana").stdout.splitlines()[1:]
    assert line.split()[:2] == ["lives", "in"]
    assert line.endswith(f"{moved['Rome']}  Ana lives in Rome.")
    assert answer(shell, "facts", "Ana", "--predicate", "eats") == []
    assert shell("facts", "Bo").stdout == "nothing is believed about it\n"


def test_both_clocks_are_options_of_every_reading_command(
    shell: Shell, moved: dict[str, str]
) -> None:
    then = ("--as-of", "2024-06-01T00:00Z")
    for command in (("timeline",), ("facts", "Ana"), ("history", moved["Rome"])):
        (row,) = answer(shell, *command, *then)
        assert row["content"] == "Ana lives in Oslo."
        assert answer(shell, *command, "--known-at", "2024-06-01T00:00Z") == []
    (first, _) = answer(shell, "history", moved["Oslo"])
    known = ("--known-at", first["recorded_at"])
    (row,) = answer(shell, "history", moved["Oslo"], *known)
    assert (row["valid_until"], row["is_latest"]) == (None, True)


def test_the_next_page_of_a_timeline_is_of_the_same_time(
    shell: Shell, moved: dict[str, str]
) -> None:
    page = shell("timeline", "--limit", "1", "--as-of", "2024-06-01T00:00Z")
    assert "--as-of 2024-06-01T00:00:00+00:00" in page.stderr
    assert moved["Oslo"] in page.stdout


def test_related_shows_neighbours(shell: Shell, moved: dict[str, str]) -> None:
    (row,) = answer(shell, "related", moved["Oslo"])
    assert list(row) == names(Related)
    assert (row["relation"], row["direction"], row["id"]) == ("updates", "child", moved["Rome"])
    (line,) = shell("related", moved["Rome"]).stdout.splitlines()[1:]
    assert line.split()[:3] == ["updates", "parent", "superseded"]
    alone = answer(shell, "store", "Bo sings.")["id"]
    assert shell("related", alone).stdout == "nothing is joined to it\n"


def test_recall_shows_neighbours_when_asked(shell: Shell, moved: dict[str, str]) -> None:
    (hit,) = answer(shell, "recall", "Ana lives", "--related")["hits"]
    assert [row["id"] for row in hit["related"]] == [moved["Oslo"]]
    (hit,) = answer(shell, "recall", "Ana lives")["hits"]
    assert hit["related"] == []
    shown = shell("recall", "Ana lives", "--related").stdout
    assert f"parent, updates: {moved['Oslo']} Ana lives in Oslo." in shown


def test_an_inference_is_reviewed_at_the_shell(shell: Shell) -> None:
    base = answer(shell, "store", "Ana runs daily.")["id"]
    id = answer(shell, "store", "Ana is fit.", "--derived-from", base)["id"]
    (row,) = answer(shell, "inferred")
    assert list(row) == names(Inference)
    assert [(s["id"], s["content"]) for s in row["sources"]] == [(base, "Ana runs daily.")]
    shown = shell("inferred", "--limit", "1")
    assert f"from {base} Ana runs daily." in shown.stdout
    assert f"--before {id}" in shown.stderr
    assert answer(shell, "inferred", "--before", id) == []
    (done,) = answer(shell, "approve", id, "--reason", "seen")
    assert list(done) == names(Reviewed)
    assert done["review"] == "approved"
    assert shell("inferred").stdout == "nothing waits for review\n"
    assert shell("decline", id).stdout.splitlines()[1].split()[:2] == ["declined", id]
    assert "declined" in shell("get", id).stdout
    shell("undo", id, "--reason", "in doubt")
    assert "waits again: in doubt" in shell("inferred").stdout
    assert "is no inference" in shell("approve", base, code=1).stderr


def test_recall_says_when_a_hit_was_kept_below_its_sources(shell: Shell) -> None:
    base = answer(shell, "store", "Somebody runs.")["id"]
    answer(shell, "store", "Ana runs far and fast.", "--derived-from", base)
    shown = shell("recall", "Ana runs far and fast", "--explain").stdout
    assert "kept below what it was concluded from" in shown.splitlines()[-1]
    assert shown.index("Somebody runs.") < shown.index("Ana runs far")


def test_update_passes_every_option_on(shell: Shell) -> None:
    old = answer(shell, "store", "Priya likes tea.", "--tag", "a")["id"]
    words = (
        "Priya loves tea.", "--object", "tea", "--importance", "9", "--confidence", "0.5",
        "--tag", "b", "--tag", "c", "--metadata", '{"n": 1}', "--said-at", "2024-05-07T10:00Z",
        "--event-at", "2024-05", "--valid-from", "2024-01-01T00:00Z",
        "--valid-until", "2099-01-01T00:00Z", "--forget-after", "2098-01-01T00:00Z",
    )  # fmt: skip
    done = answer(shell, "update", old, *words)
    assert list(done) == names(Stored)
    assert (done["action"], done["replaced"]) == ("updated", [old])
    got = answer(shell, "get", done["id"])
    assert [got[n] for n in ("content", "object", "importance", "confidence", "tags")] == [
        "Priya loves tea.", "tea", 9, 0.5, ["b", "c"],
    ]  # fmt: skip
    assert [got[n] for n in ("metadata", "event_precision")] == [{"n": 1}, "month"]
    dates = ("said_at", "valid_from", "valid_until", "forget_after")
    assert [datetime.fromisoformat(got[n]) for n in dates] == [
        datetime(2024, 5, 7, 10, tzinfo=UTC),
        datetime(2024, 1, 1, tzinfo=UTC),
        datetime(2099, 1, 1, tzinfo=UTC),
        datetime(2098, 1, 1, tzinfo=UTC),
    ]
    assert shell("update", done["id"]).stdout.startswith("confirmed")
    assert shell("update", done["id"], "-", stdin="Tea.").stdout.startswith("updated")
    assert "meanwhile" in shell("update", old, "x", code=1).stderr


def test_predicates_are_declared_at_the_shell(shell: Shell) -> None:
    assert shell("predicates").stdout == "no predicate was declared\n"
    done = answer(shell, "declare_predicate", "likes", "--multi")
    assert list(done) == names(Predicate)
    assert shell("declare_predicate", "lives in", "--single").stdout == "lives in  one value\n"
    assert answer(shell, "predicates") == [done, *answer(shell, "predicates")[1:]]
    assert shell("predicates").stdout == "likes     several values\nlives in  one value\n"
    for taste in ("tea", "chess"):
        shell("store", f"Ana likes {taste}.", "--subject", "Ana", "--predicate", "likes")
    assert len(answer(shell, "facts", "Ana")) == 2
    assert "'Ana' with 2" in shell("declare_predicate", "likes", "--single", code=1).stderr
    shell("declare_predicate", "likes", code=2)
