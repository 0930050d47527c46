"""Every version of a memory, by id, slot or text; and one memory with everything known about it."""

from typing import Any
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from verbs import NOBODY, call, day, declare, get, store, store_id, travel, vector

CITY = {"subject": "Ana", "predicate": "lives in"}


@pytest.fixture
def chain(sql: Sql) -> list[UUID]:
    """Three versions in one slot."""
    ids = []
    for number, name in enumerate(("Oslo", "Rome", "Bonn"), 1):
        travel(sql, day(number))
        ids.append(store_id(sql, f"Ana lives in {name}.", **CITY))
    return ids


def versions(sql: Sql, **arguments: Any) -> list[UUID]:
    """Return the ids of a history, oldest first."""
    return [row["id"] for row in call(sql, "history", **arguments)]


def test_history_is_the_same_from_every_version(sql: Sql, chain: list[UUID]) -> None:
    store(sql, "Bo lives in Oslo.")
    for id in chain:
        assert versions(sql, id=id) == chain
    assert versions(sql, subject=" ANA", predicate="Lives  in") == chain


def test_history_by_text_takes_the_exact_one_or_else_the_nearest(
    sql: Sql, chain: list[UUID]
) -> None:
    other = store_id(sql, "The kiln is in the shed.")
    assert versions(sql, content="Ana lives in Oslo.") == chain
    assert versions(sql, content="where did Ana live, Rome?") == chain
    assert versions(sql, content="which shed") == [other]
    assert versions(sql, content="nothing like it") == []


def test_history_by_text_can_use_a_vector(sql: Sql) -> None:
    declare(sql)
    id = store_id(sql, "The kiln is in the shed.", embedding=vector(1))
    store(sql, "Ana sings.", embedding=vector(0, 1))
    assert versions(sql, content="pottery oven", embedding=vector(1)) == [id]


def test_history_shows_forgotten_versions_with_their_reason(sql: Sql, chain: list[UUID]) -> None:
    call(sql, "forget", ids=[chain[1]], reason="wrong")
    rows = call(sql, "history", id=chain[2])
    assert [(row["id"], row["forget_reason"]) for row in rows] == [
        (chain[0], "wrong"),
        (chain[1], "wrong"),
        (chain[2], None),
    ]
    assert versions(sql, content="Ana lives in Rome.") == chain


def test_history_crosses_chains_that_were_joined(sql: Sql) -> None:
    cat, dog = store_id(sql, "A cat."), store_id(sql, "A dog.")
    pets = store_id(sql, "A cat and a dog.", supersedes=[cat, dog])
    for id in (cat, dog, pets):
        assert sorted(versions(sql, id=id)) == sorted([cat, dog, pets])


def test_history_crosses_chains_that_restore_has_joined(sql: Sql) -> None:
    old = store_id(sql, "Ana lives in Oslo.", **CITY)
    call(sql, "forget", ids=[old])
    new = store_id(sql, "Ana lives in Rome.", **CITY)
    call(sql, "restore", ids=[old])
    assert versions(sql, id=new) == versions(sql, id=old) == [old, new]


@pytest.mark.parametrize("given", [{}, {"subject": "Ana"}, {"predicate": "x"}, {"content": " "}])
def test_history_of_nothing_is_refused(sql: Sql, given: dict[str, str]) -> None:
    with refused("MR003"):
        call(sql, "history", **given)


def test_history_and_get_find_nothing_of_another_namespace(sql: Sql, chain: list[UUID]) -> None:
    act_as(sql, "other")
    for id in (chain[0], NOBODY):
        with refused("MR001") as info, sql.transaction():
            call(sql, "history", id=id)
        assert str(id) in str(info.value)
        with refused("MR001") as info, sql.transaction():
            get(sql, id)
        assert str(id) in str(info.value)
    assert versions(sql, **CITY) == versions(sql, content="Ana lives in Oslo.") == []


def test_get_returns_rows_in_the_order_asked_whatever_became_of_them(
    sql: Sql, chain: list[UUID]
) -> None:
    call(sql, "forget", ids=[chain[0]])
    asked = [chain[2], chain[0], chain[1], chain[2]]
    assert [row["id"] for row in call(sql, "get", ids=asked)] == asked
    assert call(sql, "get", ids=[]) == []
    with refused("MR001"):
        call(sql, "get", ids=[chain[0], NOBODY])


def test_the_view_shows_what_the_verbs_show(sql: Sql, chain: list[UUID]) -> None:
    rows = sql.execute("select * from pgrecall.memory order by valid_from").fetchall()
    assert rows == call(sql, "history", id=chain[0])
    act_as(sql, "other")
    assert sql.execute("select * from pgrecall.memory").fetchall() == []
