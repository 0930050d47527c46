"""Stored text on a terminal, in a pipe and in JSON: readable, exact, and without power."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence

import cli_shell
import pytest
from cli_shell import Shell, answer, program

from pgrecall.cli_output import as_json, excerpt

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn
NASTY = "tea \x1b[31mred\x1b[0m [bold]not bold[/bold] \x9b2J \u202eabc :smile: end"


@pytest.mark.parametrize(
    "words",
    [("recall", "tea"), ("timeline",), ("history", NASTY), ("forget", "--matching", "tea")],
)
def test_stored_text_cannot_command_the_terminal(shell: Shell, words: Sequence[str]) -> None:
    shell("store", NASTY)
    shown = shell(*words).stdout
    assert r"\x1b[31mred\x1b[0m [bold]not bold[/bold] \x9b2J \u202eabc :smile: end" in shown
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)


def test_on_a_terminal_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    id = answer(shell, "store", NASTY, "--speaker", "\x1b[2J")["id"]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for words in (("recall", "tea", "--explain"), ("timeline",), ("history", id), ("get", id)):
        shown = shell(*words).stdout
        assert "[bold]" in shown
        assert r"\x9b2J" in shown
        bare = re.sub("\x1b\\[[012]m", "", shown)  # plain, bold, dim: the table's own
        assert "\x1b" not in bare
        if words[0] != "get":
            assert max(map(len, bare.splitlines())) <= 80
            assert id in bare


def test_json_is_exact_and_safe(shell: Shell) -> None:
    shell("store", NASTY)
    shown = shell("timeline", "--json").stdout
    assert json.loads(shown)[0]["content"] == NASTY
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    assert json.loads(as_json({"a": "日本 \u2028 \x7f"})) == {"a": "日本 \u2028 \x7f"}
    assert "日本" in as_json("日本")


def test_errors_cannot_command_the_terminal(shell: Shell) -> None:
    result = shell("forget", "--matching", "\x1b[2J unicorn", code=1)
    assert "\x1b" not in result.stderr


def test_text_is_utf8_under_any_locale(shell: Shell) -> None:
    env = {
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    text = "Grüße 日本 \U0001f600"
    program("store", text, env=env)
    for words in (("recall", "Grüße"), ("timeline", "--json")):
        done = program(*words, env=env)
        assert done.returncode == 0, done.stderr
        assert text in done.stdout.decode("utf-8")


def test_a_reader_that_leaves_ends_it_quietly(shell: Shell) -> None:
    lines = "".join(f'{{"content": "{n} {"word " * 500}"}}\n' for n in range(100))
    shell("store", "--batch", "-", stdin=lines)
    for words in (("timeline", "--limit", "100"), ("timeline", "--limit", "100", "--json")):
        with subprocess.Popen(
            [sys.executable, "-m", "pgrecall", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.read(10)
            process.stdout.close()
            complaint = process.stderr.read().decode()
            assert process.wait(timeout=30) == 141
        assert "Traceback" not in complaint
        assert "Exception" not in complaint
        assert "BrokenPipe" not in complaint


def test_an_excerpt_shows_where_the_query_words_are() -> None:
    text = "nothing " * 100 + "the kiln stands in the shed " + "nothing " * 100
    shown = excerpt(text, "Where is the kiln, in the shed?", 80)
    assert "the kiln stands in the shed" in shown
    assert len(shown) <= 84
    assert excerpt("short", "kiln") == "short"
