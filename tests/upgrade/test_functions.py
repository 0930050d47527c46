"""Upgrades under way: many migrate at once, and readers go on while functions are replaced."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from conftest import act_as
from psycopg.rows import dict_row

from pgrecall import Memory, migrate
from pgrecall.errors import SchemaError

pytestmark = pytest.mark.own_db
PATIENCE = 30.0


@contextmanager
def admin(dsn: str) -> Iterator[psycopg.Connection[dict[str, Any]]]:
    """Connect as the administrator, committing each statement."""
    with psycopg.connect(dsn, autocommit=True, row_factory=dict_row) as conn:
        yield conn


def install(dsn: str) -> dict[str, Any]:
    """Return what the database says of its own install."""
    with admin(dsn) as conn:
        row = conn.execute(
            "select i.*, (select array_agg(version order by version) from pgrecall_data.migrations)"
            " as versions from pgrecall_data.install i"
        ).fetchone()
    assert row is not None
    return row


def outdate(dsn: str, version: str) -> None:
    """Make the installed functions look like those of another release."""
    with admin(dsn) as conn:
        conn.execute(
            "update pgrecall_data.install set functions_hash = 'other', functions_version = %s",
            [version],
        )


def test_four_who_migrate_an_empty_database_at_once_install_it_once(empty_dsn: str) -> None:
    gate = threading.Barrier(4, timeout=PATIENCE)

    def run() -> list[str]:
        gate.wait()
        return asyncio.run(migrate.migrate(empty_dsn))

    with ThreadPoolExecutor(4) as pool:
        done = [future.result(PATIENCE) for future in [pool.submit(run) for _ in range(4)]]
    steps = sorted(step.partition(" ")[0] for parts in done for step in parts)
    assert steps == ["functions", *["migration"] * len(migrate.migrations())]
    row = install(empty_dsn)
    assert row["versions"] == [m.version for m in migrate.migrations()]
    assert row["functions_hash"] == migrate.functions_hash()


def test_a_newer_schema_that_breaks_this_client_is_refused(fresh_dsn: str) -> None:
    before = install(fresh_dsn)
    with admin(fresh_dsn) as conn:
        conn.execute("insert into pgrecall_data.migrations values (900, 'future', 'x', true)")
    with pytest.raises(SchemaError, match="schema 900") as info:
        asyncio.run(migrate.migrate(fresh_dsn))
    assert info.value.hint == "pip install --upgrade pgrecall"
    assert install(fresh_dsn) == before | {"versions": [*before["versions"], 900]}


def test_a_newer_schema_that_breaks_nothing_is_left_as_it_is(fresh_dsn: str) -> None:
    with admin(fresh_dsn) as conn:
        conn.execute("insert into pgrecall_data.migrations values (900, 'future', 'x', false)")
    outdate(fresh_dsn, "0.0.1")
    assert asyncio.run(migrate.migrate(fresh_dsn)) == []
    assert install(fresh_dsn)["functions_hash"] == "other"


@pytest.mark.parametrize(("version", "is_replaced"), [("0.0.1", True), ("999.0", False)])
def test_older_functions_are_replaced_and_newer_ones_kept(
    fresh_dsn: str, version: str, is_replaced: bool
) -> None:
    outdate(fresh_dsn, version)
    with admin(fresh_dsn) as conn:
        conn.execute(
            "create function pgrecall.gone_by_now() returns int language sql as 'select 1'"
        )
        conn.execute("create view pgrecall.old_view as select 1 as one")
    done = asyncio.run(migrate.migrate(fresh_dsn))
    assert bool(done) is is_replaced
    with admin(fresh_dsn) as conn:
        row = conn.execute(
            "select to_regproc('pgrecall.gone_by_now') is null"
            " and to_regclass('pgrecall.old_view') is null as is_gone"
        ).fetchone()
    assert row == {"is_gone": is_replaced}
    assert (install(fresh_dsn)["functions_hash"] == migrate.functions_hash()) is is_replaced


def test_what_others_built_on_a_function_is_never_dropped(fresh_dsn: str) -> None:
    with admin(fresh_dsn) as conn:
        conn.execute("create view public.mine as select content from pgrecall.memory")
    outdate(fresh_dsn, "0.0.1")
    with pytest.raises((SchemaError, psycopg.errors.DependentObjectsStillExist)):
        asyncio.run(migrate.migrate(fresh_dsn))
    with admin(fresh_dsn) as conn:
        assert conn.execute("select count(*) from public.mine").fetchone() == {"count": 0}
    assert install(fresh_dsn)["functions_hash"] == "other"


def test_memories_outlive_their_functions(fresh_dsn: str) -> None:
    def ask() -> list[dict[str, Any]]:
        with psycopg.connect(fresh_dsn, row_factory=dict_row) as conn:
            act_as(conn, "test")
            return conn.execute("select * from pgrecall.recall('tea')").fetchall()

    with psycopg.connect(fresh_dsn) as conn:
        act_as(conn, "test")
        conn.execute("select pgrecall.store('Tea at four.')")
    before = ask()
    outdate(fresh_dsn, "0.0.1")
    asyncio.run(migrate.migrate(fresh_dsn))
    assert [row["id"] for row in ask()] == [row["id"] for row in before]


@pytest.mark.parametrize("prepare", ["true", "false"])
def test_readers_go_on_while_functions_are_replaced(
    fresh_dsn: str, prepare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call under way may lose the functions it runs; it is tried again, prepared or not."""
    monkeypatch.setenv("PGRECALL_PREPARE", prepare)
    is_over = threading.Event()
    begun = threading.Semaphore(0)

    def read(mem: Memory) -> list[list[str]]:
        answers = []
        while not is_over.is_set():
            answers.append([hit.content for hit in mem.recall("tea of Ana")])
            begun.release()
        return answers

    with (
        Memory(fresh_dsn, embedder="none", namespace="test") as mem,
        ThreadPoolExecutor(2) as threads,
    ):
        mem.store("Tea at four.", subject="Ana")
        readers = [threads.submit(read, mem) for _ in range(2)]
        try:
            for _ in range(5):
                for _ in range(20):
                    assert begun.acquire(timeout=PATIENCE)
                outdate(fresh_dsn, "0.0.1")
                asyncio.run(migrate.migrate(fresh_dsn))
        finally:
            is_over.set()
        answers = [answer for reader in readers for answer in reader.result(PATIENCE)]
    assert len(answers) >= 100
    assert all(answer == ["Tea at four."] for answer in answers)
