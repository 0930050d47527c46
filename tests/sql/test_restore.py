"""What was forgotten or has expired comes back, behind what has taken its place meanwhile."""

from typing import Any

import pytest
from conftest import Sql, act_as, refused
from verbs import NOBODY, call, day, found, get, listed, store, store_id, travel

CITY = {"subject": "Ana", "predicate": "lives in"}


def test_restore_by_id_brings_one_memory_back(sql: Sql) -> None:
    id = store_id(sql, "Tea at four.", subject="Ana")
    before = get(sql, id)
    call(sql, "forget", ids=[id], reason="x")
    assert call(sql, "restore", ids=[id, id]) == [
        {"id": id, "content": "Tea at four.", "kind": "fact", "is_latest": True}
    ]
    assert get(sql, id) == before
    assert (found(sql, "tea"), found(sql, "Ana")) == (["Tea at four."], ["Tea at four."])


def test_restore_by_batch_brings_the_whole_chain_back(sql: Sql) -> None:
    travel(sql, day(1))
    ids = [store_id(sql, f"Version {n}.", **CITY) for n in range(3)]
    other = store_id(sql, "Tea.")
    before = [get(sql, id) for id in ids]
    (row, *_) = call(sql, "forget", ids=[ids[2]])
    call(sql, "forget", ids=[other])
    back = call(sql, "restore", batch=row["batch"])
    assert [(r["id"], r["is_latest"]) for r in back] == [
        (ids[0], False),
        (ids[1], False),
        (ids[2], True),
    ]
    assert [get(sql, id) for id in ids] == before
    assert listed(sql) == ["Version 2."]


def test_restoring_twice_changes_nothing(sql: Sql) -> None:
    id = store_id(sql, "Tea.")
    (row,) = call(sql, "forget", ids=[id])
    call(sql, "restore", ids=[id])
    before = get(sql, id)
    assert call(sql, "restore", ids=[id]) == []
    with refused("MR001"), sql.transaction():
        call(sql, "restore", batch=row["batch"])
    assert get(sql, id) == before


def test_a_memory_whose_slot_was_taken_comes_back_as_history(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Ana lives in Oslo.", **CITY)
    call(sql, "forget", ids=[old])
    travel(sql, day(3))
    new = store_id(sql, "Ana lives in Rome.", **CITY)
    travel(sql, day(5))
    assert call(sql, "restore", ids=[old]) == [
        {"id": old, "content": "Ana lives in Oslo.", "kind": "fact", "is_latest": False}
    ]
    row = get(sql, old)
    assert (row["superseded_by"], row["superseded_at"], row["valid_until"]) == (new, day(5), day(3))
    assert listed(sql) == ["Ana lives in Rome."]
    assert listed(sql, as_of=day(2)) == ["Ana lives in Oslo."]
    assert listed(sql, as_of=day(4)) == ["Ana lives in Rome."]


def test_a_chain_whose_slot_was_taken_comes_back_as_history(sql: Sql) -> None:
    travel(sql, day(9))
    for number, name in ((1, "Oslo"), (4, "Rome")):
        last = store_id(sql, name, valid_from=day(number), **CITY)
    (row, *_) = call(sql, "forget", ids=[last])
    store(sql, "Bonn", valid_from=day(3), **CITY)
    call(sql, "restore", batch=row["batch"])
    live = [listed(sql, as_of=day(number)) for number in range(1, 7)]
    assert live == [["Oslo"], ["Oslo"], ["Bonn"], ["Bonn"], ["Bonn"], ["Bonn"]]
    assert len(listed(sql)) == 1


def test_a_memory_that_was_stored_again_meanwhile_is_not_live_twice(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Tea at four.")
    call(sql, "forget", ids=[old])
    travel(sql, day(2))
    new = store_id(sql, "Tea at four.")
    (row,) = call(sql, "restore", ids=[old])
    assert (row["is_latest"], get(sql, old)["superseded_by"]) == (False, new)
    assert [r["id"] for r in call(sql, "timeline")] == [new]


def test_the_same_text_of_another_slot_or_time_is_no_reason_to_stay_away(sql: Sql) -> None:
    travel(sql, day(9))
    old = store_id(sql, "On leave.", valid_from=day(1), valid_until=day(2))
    yes = store_id(sql, "Yes.", subject="Ana", predicate="is in")
    turn = store_id(sql, "Thanks!", kind="conversation", session="s")
    call(sql, "forget", ids=[old, yes, turn])
    store(sql, "On leave.", valid_from=day(8))
    store(sql, "Yes.", subject="Bo", predicate="is in")
    store(sql, "Thanks!", kind="conversation", session="s")
    back = call(sql, "restore", ids=[old, yes, turn])
    assert [row["is_latest"] for row in back] == [True] * 3


def test_an_expired_memory_comes_back_to_stay(sql: Sql) -> None:
    travel(sql, day(1))
    id = store_id(sql, "Exam tomorrow.", forget_after=day(2), **CITY)
    travel(sql, day(3))
    assert listed(sql) == []
    (row,) = call(sql, "restore", ids=[id])
    assert (row["is_latest"], get(sql, id)["forget_after"]) == (True, None)
    travel(sql, day(30))
    assert listed(sql) == ["Exam tomorrow."]


def test_a_forgotten_memory_keeps_an_expiry_still_to_come(sql: Sql) -> None:
    travel(sql, day(1))
    id = store_id(sql, "Exam soon.", forget_after=day(9))
    call(sql, "forget", ids=[id])
    call(sql, "restore", ids=[id])
    assert (get(sql, id)["forget_after"], listed(sql)) == (day(9), ["Exam soon."])


def test_a_multi_memory_returns_beside_the_others(sql: Sql) -> None:
    first = store_id(sql, "Greek", multi=True, **CITY)
    call(sql, "forget", ids=[first])
    store(sql, "Dutch", multi=True, **CITY)
    store(sql, "Thai", **CITY)
    (row,) = call(sql, "restore", ids=[first])
    assert (row["is_latest"], len(listed(sql))) == (True, 3)


def test_an_unknown_or_foreign_id_restores_nothing_at_all(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    (gone,) = call(sql, "forget", ids=[foreign])
    act_as(sql, "test")
    mine = store_id(sql, "Mine.")
    call(sql, "forget", ids=[mine])
    for id in (NOBODY, foreign):
        with refused("MR001") as info, sql.transaction():
            call(sql, "restore", ids=[mine, id])
        assert str(id) in str(info.value)
    with refused("MR001"), sql.transaction():
        call(sql, "restore", batch=gone["batch"])
    assert listed(sql) == []


@pytest.mark.parametrize("given", [{}, {"ids": [NOBODY], "batch": NOBODY}], ids=str)
def test_restore_takes_ids_or_a_batch(sql: Sql, given: dict[str, Any]) -> None:
    with refused("MR003"):
        call(sql, "restore", **given)
