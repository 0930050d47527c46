"""Reported failures of callers that race, named by their ids: real connections, gated by locks."""

import asyncio
import os
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import HashEmbedder, Row, Sql, Vector, act_as
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from pgrecall import (
    AsyncMemory,
    Conflict,
    Memory,
    NewMemory,
    ServerError,
    Stored,
    backing,
    embedded,
)

pytestmark = pytest.mark.own_db
PATIENCE = 5.0
KIWI = "Kofi is allergic to kiwi."
CITY: dict[str, Any] = {"subject": "Ana", "predicate": "lives in"}


@contextmanager
def client(dsn: str) -> Iterator[Sql]:
    """Connect as an application; every wait for a lock is bounded."""
    with psycopg.connect(dsn, row_factory=dict_row, options="-c lock_timeout=5s") as conn:
        act_as(conn, "test")
        yield conn


def together(number: int, work: Callable[[int], Any]) -> list[Any]:
    """Run work in as many threads, which begin at once; return the results."""
    gate = threading.Barrier(number, timeout=4 * PATIENCE)

    def begin(place: int) -> Any:
        gate.wait()
        return work(place)

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(begin, range(number), timeout=6 * PATIENCE))


def rows(dsn: str) -> list[Row]:
    """Return every memory of the namespace, by the beginning of its validity."""
    with client(dsn) as sql:
        return sql.execute("select * from pgrecall.memory order by valid_from, version").fetchall()


def blocked(conn: psycopg.Connection[Any]) -> int:
    """Return how many wait for a lock this connection holds."""
    # not pg_stat_activity: a transaction sees it as it was at the first look
    query = (
        "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))"
    )
    return conn.execute(query).rowcount


@contextmanager
def held(dsn: str, number: int = 1) -> Iterator[Callable[[], None]]:
    """Hold the namespace's write lock; call what this yields to know that so many wait for it."""
    with psycopg.connect(dsn) as conn:
        conn.execute(
            "select pgrecall.lock_namespace(id) from pgrecall_data.namespaces where path = 'test'"
        )

        yield lambda: arrived(conn, number)


def arrived(conn: psycopg.Connection[Any], number: int) -> None:
    """Wait until so many wait for a lock of this connection."""
    deadline = time.monotonic() + PATIENCE
    while blocked(conn) < number:
        assert time.monotonic() < deadline, "nobody came to wait"


def contradictions(dsn: str) -> list[str]:
    """Return what the doctor finds wrong with the rows."""
    with client(dsn) as sql:
        found = sql.execute("select detail from pgrecall.consistency() where not is_ok")
        return [row["detail"] for row in found.fetchall()]


# B21: a duplicate check with slow work between the look and the write


class SlowEmbedder(HashEmbedder):
    """Holds everyone up until all are there: each has looked, none has written."""

    def __init__(self, number: int) -> None:
        self.missing = number
        self.all_there = asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.missing -= 1
        if self.missing <= 0:
            self.all_there.set()
        await asyncio.wait_for(self.all_there.wait(), PATIENCE)
        return await super().embed(texts)


def test_b21_fifty_parallel_stores_of_one_fact_leave_one_row_and_one_id(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder=SlowEmbedder(50), namespace="test") as mem:
        stored: list[Stored] = together(50, lambda _: mem.store(KIWI))
    assert len({s.id for s in stored}) == 1
    assert sorted(s.action for s in stored) == ["confirmed"] * 49 + ["created"]
    assert [row["content"] for row in rows(fresh_dsn)] == [KIWI]


@pytest.mark.parametrize("isolation", ["read committed", "serializable"])
def test_b21_fifty_connections_that_store_one_fact_leave_one_row(
    fresh_dsn: str, isolation: str
) -> None:
    def work(_: int) -> UUID:
        while True:
            with client(fresh_dsn) as sql:
                sql.rollback()
                sql.execute(f"set transaction isolation level {isolation}".encode())
                act_as(sql, "test")
                try:
                    row = sql.execute("select id from pgrecall.store(%s)", [KIWI]).fetchone()
                    sql.commit()
                except psycopg.errors.SerializationFailure:
                    continue
            assert row is not None
            return UUID(str(row["id"]))

    number = 50 if isolation == "read committed" else 8
    assert len(set(together(number, work))) == 1
    assert [row["content"] for row in rows(fresh_dsn)] == [KIWI]


def test_b21_of_two_parallel_updates_one_is_the_latest_and_the_other_is_told(
    fresh_dsn: str, mem: Memory
) -> None:
    old = mem.store("Badge is red.")

    def update(color: str) -> Stored | Conflict:
        try:
            return mem.store(f"Badge is {color}.", supersedes=old.id)
        except Conflict as conflict:
            return conflict

    with ThreadPoolExecutor(2) as threads:
        with held(fresh_dsn, 2) as both_wait:
            updates = [threads.submit(update, color) for color in ("blue", "green")]
            both_wait()
        done = [update.result(PATIENCE) for update in updates]
    (won,) = [d for d in done if isinstance(d, Stored)]
    (lost,) = [d for d in done if isinstance(d, Conflict)]
    assert won.replaced == (old.id,)
    assert str(won.id) in str(lost)
    assert [(row["version"], row["is_latest"]) for row in rows(fresh_dsn)] == [
        (1, False),
        (2, True),
    ]


def test_b21_of_two_parallel_stores_in_one_slot_both_are_kept_and_one_lives(
    fresh_dsn: str, mem: Memory
) -> None:
    mem.store("Ana lives in Bern.", **CITY)
    with ThreadPoolExecutor(2) as threads:
        with held(fresh_dsn, 2) as both_wait:
            texts = ["Ana lives in Oslo.", "Ana lives in Rome."]
            stores = [threads.submit(mem.store, text, **CITY) for text in texts]
            both_wait()
        done = [store.result(PATIENCE) for store in stores]
    assert [d.action for d in done] == ["updated", "updated"]
    kept = rows(fresh_dsn)
    assert [row["version"] for row in kept] == [1, 2, 3]
    assert {row["content"] for row in kept} == {"Ana lives in Bern.", *texts}
    assert [row["is_latest"] for row in kept] == [False, False, True]
    assert len([hit for hit in mem.recall("Ana lives in", k=10)]) == 1
    assert contradictions(fresh_dsn) == []


def test_b21_a_database_of_a_stricter_isolation_gets_no_duplicates_either(fresh_dsn: str) -> None:
    strict = make_conninfo(fresh_dsn, options=r"-c default_transaction_isolation=repeatable\ read")
    with Memory(strict, embedder="none", namespace="test") as mem:
        mem.store("Milk.")
        with ThreadPoolExecutor(4) as threads:
            with held(fresh_dsn, 4) as all_wait:
                stores = [threads.submit(mem.store, KIWI) for _ in range(4)]
                all_wait()
            assert len({store.result(PATIENCE).id for store in stores}) == 1
    assert [row["content"] for row in rows(fresh_dsn)] == ["Milk.", KIWI]


# Statistics of use are written while others write


def test_recalls_that_are_counted_while_others_write_neither_fail_nor_miscount(
    fresh_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backing, "USAGE_BATCH", 5)
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        boats = [mem.store(f"Boat number {number}.").id for number in range(8)]

        def work(place: int) -> int:
            if place % 2:
                return sum(len(mem.recall("boat", k=5)) for _ in range(30))
            for number in range(10):
                mem.store(f"Crew {place}-{number}.", subject=f"Crew {place}", predicate="is")
                mem.forget([boats[place], boats[(place + 1) % 8]])
                mem.restore([boats[(place + 1) % 8], boats[place]])
            return 0

        returned = sum(together(8, work))
    with client(fresh_dsn) as sql:
        counted = sql.execute("select sum(recall_count)::int as n from pgrecall_data.usage")
        assert counted.fetchone() == {"n": returned}
    assert returned > 4 * 30
    assert contradictions(fresh_dsn) == []


# B23: the same entities by many writers, in any order


def test_b23_forty_writers_of_the_same_thirty_names_lose_nothing(fresh_dsn: str) -> None:
    names = [f"Person {number}" for number in range(30)]
    writers_are_done = threading.Event()
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        seed = [mem.store(f"{name} was here.", subject=name).id for name in names[:10]]

        def write(place: int) -> list[str]:
            mine = random.Random(place).sample(names, 30)
            results = mem.store_many(
                [
                    NewMemory(
                        content=f"{name} met.",
                        kind="conversation",
                        session=str(place),
                        speaker=name,
                    )
                    for name in mine
                ]
            )
            return [r.action for r in results if isinstance(r, Stored)]

        def come_and_go() -> int:
            turns = 0
            while not writers_are_done.is_set() or not turns:
                batch = mem.forget(random.Random(turns).sample(seed, 10)).batch
                assert batch is not None
                mem.restore(batch=batch)
                turns += 1
            return turns

        with ThreadPoolExecutor(1) as other:
            turns = other.submit(come_and_go)
            try:
                assert together(40, write) == [["created"] * 30] * 40
            finally:
                writers_are_done.set()
            assert turns.result(PATIENCE) > 0
        status = mem.status()
        assert (status.live_count, status.entity_count) == (40 * 30 + 10, 30)
        assert mem.store("The queue goes on.").action == "created"
    with client(fresh_dsn) as sql:
        mentions = sql.execute("select count(*) as n from pgrecall_data.mentions").fetchone()
    assert mentions == {"n": 40 * 30 + 10}
    assert contradictions(fresh_dsn) == []


# B25: a client that gives up and asks again


@pytest.mark.parametrize("given", [{"idempotency_key": "k"}, {}], ids=["a key", "no key"])
def test_b25_a_store_that_timed_out_and_is_repeated_is_one_memory(
    run_dir: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any]
) -> None:
    monkeypatch.setenv("PGRECALL_STATEMENT_TIMEOUT", "0.3")
    folder = run_dir / f"b25-{len(given)}"
    with Memory(data_dir=folder, embedder="none", namespace="test") as mem:
        mem.store("The first memory makes the namespace.")
        running = embedded.find(folder)
        assert running is not None
        with held(running.dsn):
            for _ in range(2):
                with pytest.raises(ServerError, match="took too long"):
                    mem.store(KIWI, **given)
        first, second = (mem.store(KIWI, **given) for _ in range(2))
        os.kill(running.pid, 9)
        mem.recall("kiwi")  # a read brings the server back
        third = mem.store(KIWI, **given)
        assert [first.action, second.action, third.action] == ["created", "confirmed", "confirmed"]
        assert {first.id, second.id, third.id} == {first.id}
        assert mem.status().live_count == 2


def test_b25_a_store_that_was_cancelled_and_is_repeated_is_one_memory(fresh_dsn: str) -> None:
    async def cancel_and_repeat() -> None:
        async with AsyncMemory(fresh_dsn, embedder="none", namespace="test") as mem:
            await mem.store("The first memory makes the namespace.")
            with held(fresh_dsn) as it_waits:
                task = asyncio.create_task(mem.store(KIWI, idempotency_key="k"))
                await asyncio.to_thread(it_waits)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asyncio.wait_for(task, PATIENCE)
            stored = [await mem.store(KIWI, idempotency_key="k") for _ in range(3)]
            assert len({s.id for s in stored}) == 1
            assert [s.action for s in stored[1:]] == ["confirmed"] * 2
            assert (await mem.status()).live_count == 2

    asyncio.run(cancel_and_repeat())


# What the database undoes through no fault of the call is tried again


def test_a_call_that_was_the_victim_of_a_deadlock_is_tried_again(fresh_dsn: str) -> None:
    quick = make_conninfo(fresh_dsn, options="-c deadlock_timeout=1s")
    patient = make_conninfo(fresh_dsn, options="-c deadlock_timeout=60s")
    with Memory(quick, embedder="none", namespace="test") as mem:
        stored = mem.store(KIWI)
        with ThreadPoolExecutor(1) as thread, psycopg.connect(patient) as other:
            other.execute(
                "select from pgrecall_data.memories where id = %s for update", [stored.id]
            )
            gone = thread.submit(mem.forget, stored.id)  # has the lock, waits for the row
            arrived(other, 1)
            act_as(other, "test")
            other.execute("select from pgrecall.store('Milk.')")  # has the row, waits for the lock
            other.commit()
            assert gone.result(PATIENCE).ids == (stored.id,)
        assert [(row["content"], row["forgotten_at"] is None) for row in rows(fresh_dsn)] == [
            (KIWI, False),
            ("Milk.", True),
        ]


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_a_call_that_was_undone_is_tried_again_and_stores_once(fresh_dsn: str, code: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as admin:
        admin.execute("create sequence undone; grant all on undone to public")
        admin.execute(  # a sequence is not rolled back: only the first two tries fail
            "create function undo() returns trigger language plpgsql as $$ begin"
            " if nextval('public.undone') < 3 then"
            f" raise exception using errcode = '{code}'; end if; return new; end $$".encode()
        )
        admin.execute(
            "create trigger undo after insert on pgrecall_data.memories"
            " for each row execute function undo()"
        )
        with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
            assert mem.store(KIWI).action == "created"
        tries = admin.execute("select last_value from undone").fetchone()
    assert tries == (3,)
    assert [row["content"] for row in rows(fresh_dsn)] == [KIWI]
