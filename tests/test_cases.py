"""Failures people reported in systems like this one; each test is one of them, named by its id."""

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from conftest import act_as, refused

from pgrecall import InvalidInput, Memory, ServerError, embedded
from pgrecall.config import data_root
from pgrecall.errors import PgRecallError


def run(script: str, *args: str, cwd: Path) -> dict[str, str]:
    """Run Python in another process and working directory; return the JSON it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script, *args], cwd=cwd, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


# B49: data in a stable, printed place, wherever a program is started from


def test_b49_a_relative_folder_is_the_same_from_every_working_directory(
    run_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = """
import json, sys
from pgrecall import Memory
with Memory(data_dir="notes/mine", embedder="none") as mem:
    if sys.argv[1] == "write":
        mem.store("The spare key hangs behind the clock.")
    hits = mem.recall("spare key")
    print(json.dumps({"data_dir": mem.status().data_dir, "found": hits[0].content}))
"""
    (home := run_dir / "b49").mkdir()
    home.chmod(0o755)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    for folder in ("one", "two"):
        (home / folder).mkdir()
    written = run(script, "write", cwd=home / "one")
    read = run(script, "read", cwd=home / "two")
    assert read == written
    assert Path(read["data_dir"]).is_absolute()
    assert not list((home / "one").iterdir())


def test_b49_a_relative_folder_cannot_climb_out() -> None:
    with pytest.raises(PgRecallError, match="climbs upwards"):
        data_root("../elsewhere")


def test_b49_the_data_survives_a_reinstall_because_it_lies_outside_the_package() -> None:
    package = Path(embedded.__file__).resolve().parents[1]
    assert package not in data_root(None).parents
    assert Path(sys.prefix) not in data_root(None).parents


# B62: row-level security and pooled connections


def test_b62_alternating_tenants_over_a_pool_with_errors_never_see_each_other(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGRECALL_POOL_SIZE", "5")
    tenants = [f"tenant-{n}" for n in range(10)]
    with Memory(fresh_dsn, embedder="none", namespace="tenant-0") as mem:
        memories = {name: mem.scoped(name) for name in tenants}
        for name, memory in memories.items():
            memory.store(f"The gate code of {name} is 1177.")

        def ask(request: int) -> list[str]:
            name = tenants[request % len(tenants)]
            if request % 7 == 3:
                with pytest.raises(InvalidInput):
                    memories[name].recall("gate code", k=0)
            if request % 11 == 5:
                with pytest.raises(InvalidInput):
                    memories[name].store("x", importance=99)
            hits = memories[name].recall("gate code")
            assert [hit.namespace for hit in hits] == [name]
            return [hit.content for hit in hits]

        with ThreadPoolExecutor(12) as threads:
            answers = list(threads.map(ask, range(1000)))
    for request, answer in enumerate(answers):
        assert answer == [f"The gate code of {tenants[request % 10]} is 1177."]


def test_b62_without_a_namespace_nothing_is_seen_and_nothing_written(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="p") as mem:
        mem.store("The gate code is 8823.")
    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn)
        for relation in ("pgrecall_data.memories", "pgrecall_data.namespaces", "pgrecall.memory"):
            assert conn.execute(f"select count(*) from {relation}").fetchone() == (0,)
        assert conn.execute("select * from pgrecall.recall('gate code')").fetchall() == []
        with refused("MR004"):
            conn.execute("select * from pgrecall.store('sneaked in')")


# B63: the service role, the owner, and functions that run with the owner's rights


def test_b63_the_service_runs_as_a_role_that_owns_nothing(mem: Memory) -> None:
    checks = {check.name: check for check in mem.doctor()}
    assert [check for check in checks.values() if not check.is_ok] == []
    assert checks["caller"].detail == "runs as pgrecall_app"
    assert {"canary by table", "canary by view", "canary by verb"} <= checks.keys()


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from pgrecall_data.memories where content like '%8823%'",
        "select count(*) from pgrecall.memory where content like '%8823%'",
        "select count(*) from pgrecall.recall('gate code 8823')",
        "select count(*) from pgrecall.timeline()",
        "select count(*) from pgrecall.history(content => 'gate code 8823')",
        "select sum(memory_count)::int8 from pgrecall.status()",
        "select count(*) from pgrecall_data.entities",
        "select count(*) from pgrecall_data.mentions",
    ],
)
def test_b63_the_restricted_role_reads_its_own_namespace_only(fresh_dsn: str, query: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="q") as mem:
        mem.store("The gate code is 8823.", subject="gate", predicate="code")
    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn, "p")
        assert conn.execute(query).fetchone() == (0,)


@pytest.mark.parametrize("role", ["postgres", "pgrecall_owner"])
def test_b63_even_owner_and_superuser_are_held_to_the_namespaces_by_the_verbs(
    fresh_dsn: str, role: str
) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="q") as mem:
        stored = mem.store("The gate code is 8823.")
    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn, "p", role=role)
        assert conn.execute("select * from pgrecall.recall('gate code')").fetchall() == []
        with refused("MR004"):
            conn.execute("select * from pgrecall.recall('gate code', namespaces => '{q}')")
    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn, "p", role=role)
        with refused("MR001"):
            conn.execute("select * from pgrecall.get(array[%s])", [stored.id])


def test_b63_the_doctor_notices_a_caller_that_bypasses_the_policies(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn, "p", role="postgres")
        failed = conn.execute("select name from pgrecall.doctor() where not is_ok").fetchall()
    assert ("caller",) in failed
    assert ("canary by table",) in failed


# B83: pools


def test_b83_no_connection_stays_out_and_mixed_load_is_served(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGRECALL_POOL_SIZE", "5")
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:

        def work(request: int) -> int:
            if request % 4 == 0:
                mem.store(f"fact number {request}")
            return len(mem.recall("absent entirely"))

        with ThreadPoolExecutor(12) as threads:
            assert sum(threads.map(lambda _: len(mem.recall("no such thing")), range(12))) == 0
            assert sum(threads.map(work, range(200))) == 0
        assert mem.status().live_count == 50
        stats = mem._async._backing._db._pool.get_stats()  # type: ignore[union-attr]
        assert stats["pool_size"] <= 5
        assert stats["pool_available"] == stats["pool_size"]


@pytest.mark.own_db
def test_b83_a_full_pool_is_a_quick_clear_error(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGRECALL_POOL_SIZE", "1")
    monkeypatch.setenv("PGRECALL_POOL_TIMEOUT", "0.3")
    with (
        Memory(fresh_dsn, embedder="none", namespace="test") as mem,
        psycopg.connect(fresh_dsn) as blocker,
    ):
        mem.store("the first memory makes the namespace")
        blocker.execute(
            "select pgrecall.lock_namespace(id) from pgrecall_data.namespaces where path = 'test'"
        )
        waiting = threading.Thread(target=mem.store, args=["waits for the lock"])
        waiting.start()
        while blocker.execute(  # until it holds the only connection and waits
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
            " and datname = current_database()"
        ).fetchone() == (0,):
            pass
        with pytest.raises(ServerError, match=r"all 1 connections stayed busy for 0\.3 s"):
            mem.recall("anything")
        blocker.rollback()
        waiting.join(5)
        assert not waiting.is_alive()
        assert mem.recall("lock")[0].content == "waits for the lock"


@pytest.mark.own_db
def test_b83_reads_recover_from_a_killed_server_by_themselves(run_dir: Path) -> None:
    with Memory(data_dir=run_dir / "b83", embedder="none", namespace="test") as mem:
        stored = mem.store("The lighthouse keeper is called Ines.")
        running = embedded.find(run_dir / "b83")
        assert running is not None
        os.kill(running.pid, 9)
        assert mem.recall("lighthouse keeper")[0].id == stored.id
        assert mem.store("And her dog is called Comet.").action == "created"
        assert mem.status().live_count == 2


@pytest.mark.own_db
def test_b83_connections_cut_by_the_server_are_replaced(mem: Memory, server_dsn: str) -> None:
    mem.store("The lighthouse keeper is called Ines.")
    for _ in range(3):
        with psycopg.connect(server_dsn, autocommit=True) as admin:
            admin.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname like 'fresh_%' and pid <> pg_backend_pid()"
            )
        assert len(mem.recall("lighthouse")) == 1
        assert mem.store("The lighthouse keeper is called Ines.").action == "confirmed"
