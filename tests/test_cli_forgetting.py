"""Erasing at the shell: a person is asked, a program must mean it, and receipts and scans show."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields

import cli_shell
import pytest
from cli_shell import Shell, answer

from pgrecall import Receipt, Verified

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn


def contents(shell: Shell) -> list[str]:
    return sorted(row["content"] for row in answer(shell, "timeline"))


def test_erase_answers_with_the_receipt(shell: Shell) -> None:
    ids = [answer(shell, "store", text)["id"] for text in ("One.", "Two.", "Three.")]
    receipt = answer(shell, "erase", *ids[:2], "--reason", "request 1", "--yes")
    assert list(receipt) == [f.name for f in fields(Receipt)]
    assert (receipt["selector"], receipt["counts"]["memories"]) == ("ids", 2)
    assert (contents(shell), answer(shell, "erase", "--receipts")) == (["Three."], [receipt])


def test_erase_takes_each_selector(shell: Shell) -> None:
    shell("store", "Pilar paints.", "--subject", "Pilar")
    shell("store", "Noted.", "--metadata", '{"project": "x"}')
    shell("store", "Rest.")
    assert answer(shell, "erase", "--subject", "pilar", "--yes")["counts"]["memories"] == 1
    assert answer(shell, "erase", "--where", '{"project": "x"}', "--yes")["selector"] == "where"
    assert contents(shell) == ["Rest."]
    assert answer(shell, "erase", "--everything", "--yes")["counts"]["memories"] == 1
    unknown = "0198c0de-0000-7000-8000-000000000000"
    said = json.loads(shell("erase", "--document", unknown, "--yes", "--json", code=1).stderr)
    assert said["error"] == "NotFound"


def test_a_dry_run_shows_a_table_and_changes_nothing(shell: Shell) -> None:
    shell("store", "Pilar paints.", "--subject", "Pilar")
    shown = shell("erase", "--everything", "--dry-run").stdout.splitlines()
    assert shown[0].split() == ["table", "would", "be", "erased", "kept,", "needed", "elsewhere"]
    assert [line.split() for line in shown if line.startswith("memories")] == [
        ["memories", "1", "0"]
    ]
    assert shown[-1] == "nothing is erased yet"
    assert answer(shell, "erase", "--everything", "--dry-run")["is_dry_run"] is True
    assert contents(shell) == ["Pilar paints."]


def test_where_nobody_can_be_asked_it_needs_yes(shell: Shell) -> None:
    shell("store", "One.")
    result = shell("erase", "--everything", code=1, stdin="anything\n")
    assert result.stdout == ""
    assert result.stderr.startswith("error: nothing was erased: nobody can be asked here")
    assert contents(shell) == ["One."]


@pytest.mark.parametrize(("typed", "code"), [("right", 0), ("wrong", 1), ("", 1)])
def test_on_a_terminal_the_namespace_has_to_be_typed(shell: Shell, typed: str, code: int) -> None:
    shell("store", "One.")
    words = os.environ["PGRECALL_NAMESPACE"] if typed == "right" else typed
    ours, theirs = pty.openpty()
    try:
        os.write(ours, f"{words}\n".encode())
        done = subprocess.run(
            [sys.executable, "-m", "pgrecall", "erase", "--everything", "--json"],
            stdin=theirs,
            capture_output=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    said = done.stderr.decode()
    assert (done.returncode, "type the namespace" in said) == (code, True), said
    assert bool(done.stdout) is (code == 0)
    assert contents(shell) == ([] if code == 0 else ["One."])


def test_receipts_are_listed_newest_first(shell: Shell) -> None:
    assert shell("erase", "--receipts").stdout == "nothing was erased in this namespace\n"
    for number in range(2):
        shell("store", f"Note {number}.")
        shell("erase", "--everything", "--yes", "--reason", f"request {number}")
    head, *rows = shell("erase", "--receipts").stdout.splitlines()
    assert head.split() == [
        "erased",
        "by",
        "memories",
        "all",
        "rows",
        "hashes",
        "receipt",
        "reason",
    ]
    assert [row.split()[-2:] for row in rows] == [["request", "1"], ["request", "0"]]


def test_verify_says_where_a_word_is_and_what_it_did_not_look_at(shell: Shell) -> None:
    shell("store", "A quibblefrost.", "--subject", "Pilar")
    shown = shell("erase", "--verify", "Quibblefrost", code=1).stdout
    assert "looked at 17 tables" in shown
    assert "pgrecall_data.memories  content   1" in shown
    assert "  write-ahead log: " in shown
    shell("erase", "--subject", "Pilar", "--yes")
    shown = shell("erase", "--verify", "Quibblefrost").stdout
    assert "\nnot found\n\nnot looked at:\n" in shown
    verified = answer(shell, "erase", "--verify", "quibblefrost")
    assert list(verified) == [f.name for f in fields(Verified)]
    assert (verified["is_gone"], verified["found"]) == (True, [])


@pytest.mark.parametrize(
    "words",
    [
        ("--verify", "x", "--everything"),
        ("--verify", "x", "--receipts"),
        ("--receipts", "--yes"),
        ("--where", "[1]", "--yes"),
    ],
)
def test_erasing_and_looking_do_not_mix(shell: Shell, words: Sequence[str]) -> None:
    shell("erase", *words, code=2)


@pytest.mark.parametrize("words", [("--yes",), ("--subject", "a", "--everything", "--yes")])
def test_one_selector_is_needed(shell: Shell, words: Sequence[str]) -> None:
    assert "one of them" in shell("erase", *words, code=1).stderr
