"""Many writers at once: real connections, gated by barriers and locks, never by sleep."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import Sql, act_as, refused
from psycopg.rows import dict_row
from verbs import call, count, declare, found, listed, store, store_id

pytestmark = pytest.mark.own_db
PATIENCE = 5.0
CITY = {"subject": "Ana", "predicate": "lives in"}


@contextmanager
def client(dsn: str) -> Iterator[Sql]:
    """Connect as an application; every wait for a lock is bounded."""
    with psycopg.connect(dsn, row_factory=dict_row, options="-c lock_timeout=5s") as conn:
        act_as(conn, "test")
        yield conn


def together(dsn: str, number: int, work: Callable[[Sql, int], Any]) -> list[Any]:
    """Run work in as many clients at once; return their results, or raise the first error."""
    gate = threading.Barrier(number, timeout=PATIENCE)
    results: list[Any] = [None] * number

    def run(place: int) -> None:
        try:
            with client(dsn) as sql:
                gate.wait()
                results[place] = work(sql, place)
        except BaseException as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=6 * PATIENCE)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


def waiting(dsn: str, pid: int) -> bool:
    """Return whether a backend waits for a lock, once it does or it is in vain."""
    with psycopg.connect(dsn, autocommit=True) as conn:
        for _ in range(100_000):
            row = conn.execute("select cardinality(pg_blocking_pids(%s)) > 0", [pid]).fetchone()
            if row and row[0]:
                return True
    return False


def test_clients_that_store_the_same_facts_share_their_rows(fresh_dsn: str) -> None:
    facts = [f"Fact number {number}." for number in range(30)]

    def work(sql: Sql, place: int) -> dict[str, UUID]:
        ids = {}
        for text in facts[place:] + facts[:place]:
            act_as(sql, "test")
            ids[text] = store_id(sql, text)
            sql.commit()
        return ids

    results = together(fresh_dsn, 8, work)
    assert all(ids == results[0] for ids in results)
    with client(fresh_dsn) as sql:
        assert count(sql) == 30


def test_updates_of_one_slot_form_one_chain(fresh_dsn: str) -> None:
    def work(sql: Sql, place: int) -> list[str]:
        actions = []
        for number in range(10):
            act_as(sql, "test")
            actions.append(store(sql, f"City {place}-{number}.", **CITY)["action"])
            sql.commit()
        return actions

    results = together(fresh_dsn, 6, work)
    assert sorted(action for actions in results for action in actions) == (
        ["created"] + ["updated"] * 59
    )
    with client(fresh_dsn) as sql:
        chain = call(sql, "history", **CITY)
        assert [row["version"] for row in chain] == list(range(1, 61))
        assert [row["is_latest"] for row in chain] == [False] * 59 + [True]
        assert [row["superseded_by"] for row in chain] == [row["id"] for row in chain[1:]] + [None]
        assert [row["parent_id"] for row in chain] == [None] + [row["id"] for row in chain[:-1]]
        assert [row["valid_until"] for row in chain[:-1]] == [r["valid_from"] for r in chain[1:]]
        assert len({row["root_id"] for row in chain}) == 1


def test_turns_stored_at_once_get_places_of_their_own(fresh_dsn: str) -> None:
    def work(sql: Sql, place: int) -> None:
        for number in range(10):
            act_as(sql, "test")
            store(sql, f"Turn {place}-{number}.", kind="conversation", session="s")
            sql.commit()

    together(fresh_dsn, 4, work)
    with client(fresh_dsn) as sql:
        rows = sql.execute("select position from pgrecall.memory order by 1").fetchall()
        assert [row["position"] for row in rows] == list(range(40))


def test_of_two_who_supersede_the_same_memory_one_is_told(fresh_dsn: str) -> None:
    with client(fresh_dsn) as sql:
        old = store_id(sql, "Badge is red.")

    def work(sql: Sql, place: int) -> str:
        try:
            return str(store(sql, f"Badge is {place}.", supersedes=[old])["action"])
        except psycopg.Error as error:
            return error.sqlstate or ""

    assert sorted(together(fresh_dsn, 4, work)) == ["MR002"] * 3 + ["updated"]


def test_of_two_who_update_the_same_memory_one_is_told(fresh_dsn: str) -> None:
    with client(fresh_dsn) as sql:
        old = store_id(sql, "Badge is red.")

    def work(sql: Sql, place: int) -> str:
        try:
            (row,) = call(sql, "update", id=old, content=f"Badge is {place}.")
        except psycopg.Error as error:
            return error.sqlstate or ""
        return str(row["action"])

    assert sorted(together(fresh_dsn, 4, work)) == ["MR002"] * 3 + ["updated"]
    with client(fresh_dsn) as sql:
        (live,) = listed(sql)
        assert found(sql, "badge") == [live] != ["Badge is red."]


def test_of_two_models_declared_first_one_wins(fresh_dsn: str) -> None:
    def work(sql: Sql, place: int) -> str:
        try:
            declare(sql, f"test:{place % 2}")
        except psycopg.Error as error:
            return error.sqlstate or ""
        return "declared"

    assert sorted(together(fresh_dsn, 4, work)) == ["MR002"] * 2 + ["declared"] * 2


def test_a_store_that_waited_sees_what_the_other_committed(fresh_dsn: str) -> None:
    results: list[Any] = []
    with client(fresh_dsn) as first, client(fresh_dsn) as second:
        stored = store(first, "Tea at four.", **CITY)
        thread = threading.Thread(
            target=lambda: results.append(store(second, "Tea at four.", **CITY))
        )
        thread.start()
        assert waiting(fresh_dsn, second.info.backend_pid)
        assert results == []
        first.commit()
        thread.join(PATIENCE)
        assert results == [stored | {"action": "confirmed"}]


def test_a_store_that_waited_for_one_rolled_back_goes_ahead(fresh_dsn: str) -> None:
    results: list[Any] = []
    with client(fresh_dsn) as first, client(fresh_dsn) as second:
        store(first, "Tea at four.")
        thread = threading.Thread(target=lambda: results.append(store(second, "Tea at four.")))
        thread.start()
        assert waiting(fresh_dsn, second.info.backend_pid)
        first.rollback()
        thread.join(PATIENCE)
        assert [row["action"] for row in results] == ["created"]


def test_namespaces_and_readers_do_not_wait_for_a_writer(fresh_dsn: str) -> None:
    with client(fresh_dsn) as writer, client(fresh_dsn) as other:
        store(other, "Milk.")
        other.commit()
        store(writer, "Tea.")
        act_as(other, "test")
        assert (listed(other), found(other, "milk")) == (["Milk."], ["Milk."])
        act_as(other, "elsewhere")
        assert store(other, "Tea.")["action"] == "created"


def test_forget_and_store_of_the_same_text_leave_it_once_or_not_at_all(fresh_dsn: str) -> None:
    with client(fresh_dsn) as sql:
        id = store_id(sql, "Tea at four.")

    def work(sql: Sql, place: int) -> Any:
        if place:
            return store(sql, "Tea at four.")["action"]
        return len(call(sql, "forget", ids=[id]))

    forgotten, action = together(fresh_dsn, 2, work)
    with client(fresh_dsn) as sql:
        assert forgotten == 1
        assert len(listed(sql)) == {"confirmed": 0, "created": 1}[action]


def test_a_write_under_repeatable_read_is_refused(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as conn:
        conn.execute("set transaction isolation level repeatable read")
        act_as(conn, "test")
        with refused("MR003") as info:
            conn.execute("select * from pgrecall.store('Tea.')")
    assert "repeatable read" in str(info.value)
