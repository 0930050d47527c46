"""Out of every recall, kept with reason and batch; by id, or by words after a preview."""

from typing import Any

import pytest
from conftest import Sql, act_as, refused
from verbs import (
    NOBODY,
    answer,
    call,
    count,
    day,
    found,
    get,
    listed,
    store,
    store_id,
    travel,
    unwritten,
)


def test_forget_takes_a_memory_out_and_keeps_the_row_with_its_reason(sql: Sql) -> None:
    travel(sql, day(1))
    id = store_id(sql, "Tea at four.", subject="Ana", said_at=day(1))
    travel(sql, day(2))
    (row,) = call(sql, "forget", ids=[id, id], reason="asked to")
    assert row == {
        "batch": row["batch"],
        "id": id,
        "content": "Tea at four.",
        "kind": "fact",
        "said_at": day(1),
        "is_preview": False,
    }
    kept = get(sql, id)
    assert (kept["forgotten_at"], kept["forget_reason"], kept["forget_batch"]) == (
        day(2),
        "asked to",
        row["batch"],
    )
    assert (found(sql, "tea Ana"), found(sql, "tea", history=True), listed(sql)) == ([], [], [])
    assert found(sql, "tea", as_of=day(1), known_at=day(1)) == []
    assert answer(sql)["why_empty"] == "no live memory passes the filters"


def test_forget_takes_earlier_versions_along_and_leaves_later_ones(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "lives in"}
    ids = [store_id(sql, f"Version {n}.", **slot) for n in range(4)]
    gone = call(sql, "forget", ids=[ids[2]])
    assert sorted(row["id"] for row in gone) == ids[:3]
    assert len({row["batch"] for row in gone}) == 1
    assert listed(sql) == ["Version 3."]


def test_forget_takes_every_version_that_was_replaced(sql: Sql) -> None:
    travel(sql, day(9))
    cat, dog = store_id(sql, "A cat."), store_id(sql, "A dog.")
    slot = {"subject": "Ana", "predicate": "has"}
    pets = store_id(sql, "A cat and a dog.", supersedes=[cat, dog], valid_from=day(5), **slot)
    late = store_id(sql, "A hen.", valid_from=day(1), **slot)
    gone = call(sql, "forget", ids=[pets])
    assert {row["id"] for row in gone} == {cat, dog, pets, late}


def test_forgetting_twice_changes_nothing(sql: Sql) -> None:
    id = store_id(sql, "Tea at four.")
    (row,) = call(sql, "forget", ids=[id], reason="first")
    assert call(sql, "forget", ids=[id], reason="second") == []
    kept = get(sql, id)
    assert (kept["forget_batch"], kept["forget_reason"]) == (row["batch"], "first")


def test_matching_is_a_preview_until_confirmed(sql: Sql) -> None:
    travel(sql, day(1))
    slot = {"subject": "Ana", "predicate": "drinks"}
    store(sql, "Ana drinks milk.", **slot)
    for number, text in enumerate(("Ana drinks green tea.", "Green tea is bitter.", "Tea.")):
        store(sql, text, said_at=day(2 + number), **(slot if number == 0 else {}))
    preview = call(sql, "forget", matching="green TEA")
    assert [(row["content"], row["batch"], row["is_preview"]) for row in preview] == [
        ("Green tea is bitter.", None, True),
        ("Ana drinks green tea.", None, True),
        ("Ana drinks milk.", None, True),
    ]
    travel(sql, day(9))
    assert len(listed(sql)) == 3
    gone = call(sql, "forget", matching="green TEA", confirm=True)
    assert [row["id"] for row in gone] == [row["id"] for row in preview]
    assert {row["is_preview"] for row in gone} == {False}
    assert listed(sql) == ["Tea."]


@pytest.mark.parametrize("matching", ["goat", "the of", "tea goat", "!?"])
@pytest.mark.parametrize("confirm", [False, True])
def test_matching_nothing_forgets_nothing(sql: Sql, matching: str, confirm: bool) -> None:
    store(sql, "Tea at four.")
    assert call(sql, "forget", matching=matching, confirm=confirm) == []
    assert listed(sql) == ["Tea at four."]


def test_matching_looks_at_the_living_only(sql: Sql) -> None:
    travel(sql, day(1))
    store(sql, "Tea a.", forget_after=day(2))
    store(sql, "Tea b.", valid_until=day(2))
    call(sql, "forget", ids=[store_id(sql, "Tea c.")])
    travel(sql, day(3))
    assert call(sql, "forget", matching="tea") == []


def test_matching_takes_words_as_words(sql: Sql) -> None:
    for text in ("100% of it", "1000 of it", "a_b", "axb"):
        store(sql, text)
    assert [row["content"] for row in call(sql, "forget", matching="100%")] == ["100% of it"]
    assert [row["content"] for row in call(sql, "forget", matching="a_b")] == ["a_b"]


def test_an_unknown_or_foreign_id_forgets_nothing_at_all(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    mine = store_id(sql, "Mine.")
    for id in (NOBODY, foreign):
        with unwritten(sql, "MR001", says=str(id)):
            call(sql, "forget", ids=[mine, id])
    assert listed(sql) == ["Mine."]
    act_as(sql, "other")
    assert listed(sql) == ["Foreign."]


@pytest.mark.parametrize(
    "given", [{}, {"matching": " "}, {"ids": [NOBODY], "matching": "tea"}], ids=str
)
def test_forget_takes_ids_or_matching(sql: Sql, given: dict[str, Any]) -> None:
    with refused("MR003"):
        call(sql, "forget", **given)


def test_forgetting_no_ids_forgets_nothing(sql: Sql) -> None:
    store(sql, "Tea.")
    assert (call(sql, "forget", ids=[]), count(sql), listed(sql)) == ([], 1, ["Tea."])
