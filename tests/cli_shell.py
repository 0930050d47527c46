"""Fixtures of the tests of the command line: `pgrecall …` in this process, and in its own.

A test module takes them over by name: `shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import typer.testing
from conftest import new_database

from pgrecall.cli import app

Result = typer.testing.Result
Shell = Callable[..., Result]
NUMBERS = count()


@pytest.fixture(scope="module")
def cli_dsn(server_dsn: str, template_dsn: str) -> str:
    """A database per module; each test has a namespace of its own in it."""
    return new_database(server_dsn, f"cli_{next(NUMBERS)}", template="pgrecall_template")


@pytest.fixture
def shell(cli_dsn: str, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Runs a command in this process, without an embedder, and checks its exit code."""
    monkeypatch.setenv("PGRECALL_DSN", cli_dsn)
    monkeypatch.setenv("PGRECALL_EMBEDDER", "none")
    monkeypatch.setenv("PGRECALL_NAMESPACE", f"cli/{next(NUMBERS)}")
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # it loses what a closed pipe refuses
    runner = typer.testing.CliRunner()

    def run(*words: str, stdin: str | bytes | None = None, code: int = 0) -> Result:
        result = runner.invoke(app, list(words), input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, (words, result.output)
        return result

    return run


def answer(shell: Shell, *words: str, code: int = 0) -> Any:
    """Return what a command answers in JSON."""
    return json.loads(shell(*words, "--json", code=code).stdout)


def program(
    *words: str, env: dict[str, str] | None = None, stdin: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    """Run the program in a process of its own, in the place that `shell` has set."""
    return subprocess.run(
        [sys.executable, "-m", "pgrecall", *words],
        env={**os.environ, **(env or {})},
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )
