"""A memory that names what it replaces."""

import pytest
from conftest import Sql, act_as
from verbs import NOBODY, call, day, found, get, store, store_id, travel, unwritten


def test_supersedes_replaces_one(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Badge is red.")
    travel(sql, day(2))
    new = store(sql, "Badge is blue.", supersedes=[old])
    assert new == {
        "id": new["id"],
        "action": "updated",
        "version": 2,
        "replaced": [old],
        "notes": [],
    }
    row = get(sql, old)
    assert (row["is_latest"], row["superseded_by"], row["valid_until"]) == (
        False,
        new["id"],
        day(2),
    )
    assert found(sql, "badge") == ["Badge is blue."]


def test_supersedes_replaces_many_and_continues_the_longest_chain(sql: Sql) -> None:
    short = store_id(sql, "Ana has a cat.")
    first = store_id(sql, "Ana has a dog.")
    long = store_id(sql, "Ana has an old dog.", supersedes=[first])
    new = store(sql, "Ana has a cat and an old dog.", supersedes=[short, long, short])
    assert (new["action"], new["version"]) == ("updated", 3)
    assert new["replaced"] == [short, long]
    row = get(sql, new["id"])
    assert (row["parent_id"], row["root_id"]) == (long, first)
    history = [r["id"] for r in call(sql, "history", id=first)]
    assert sorted(history) == sorted([short, first, long, new["id"]])


def test_supersedes_takes_the_slots_memory_along(sql: Sql) -> None:
    plain = store_id(sql, "Ana moved.")
    slot = store_id(sql, "Ana lives in Oslo.", subject="Ana", predicate="lives in")
    new = store(sql, "Ana is in Rome.", subject="Ana", predicate="lives in", supersedes=[plain])
    assert new["replaced"] == [plain, slot]


def test_what_was_replaced_meanwhile_is_a_conflict_that_names_its_successor(sql: Sql) -> None:
    old = store_id(sql, "Badge is red.")
    newer = store_id(sql, "Badge is blue.", supersedes=[old])
    with unwritten(sql, "MR002", says=f"replaced by {newer}"):
        store(sql, "Badge is green.", supersedes=[old])
    assert get(sql, newer)["is_latest"] is True


def test_what_was_forgotten_meanwhile_is_a_conflict(sql: Sql) -> None:
    old = store_id(sql, "Badge is red.")
    call(sql, "forget", ids=[old])
    with unwritten(sql, "MR002", says=str(old)):
        store(sql, "Badge is green.", supersedes=[old])


def test_an_unknown_or_foreign_id_is_not_found_and_the_others_stay(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    mine = store_id(sql, "Mine.")
    for id in (NOBODY, foreign):
        with unwritten(sql, "MR001", says=str(id)):
            store(sql, "New.", supersedes=[mine, id])
    assert get(sql, mine)["is_latest"] is True
    act_as(sql, "other")
    assert get(sql, foreign)["is_latest"] is True


@pytest.mark.parametrize("key", [None, "k1"])
def test_a_repeated_call_is_confirmed_not_a_conflict(sql: Sql, key: str | None) -> None:
    old = store_id(sql, "Badge is red.")
    first = store(sql, "Badge is blue.", supersedes=[old], idempotency_key=key)
    again = store(sql, "Badge is blue.", supersedes=[old], idempotency_key=key)
    assert again == first | {"action": "confirmed", "replaced": []}


def test_a_text_that_is_there_can_replace_others(sql: Sql) -> None:
    red, blue = store_id(sql, "Badge is red."), store_id(sql, "Badge is blue.")
    again = store(sql, "Badge is blue.", supersedes=[red, blue])
    assert (again["id"], again["action"], again["replaced"]) == (blue, "updated", [red])
    assert found(sql, "badge") == ["Badge is blue."]
    assert [row["id"] for row in call(sql, "history", id=blue)] == [red, blue]


def test_a_version_ends_no_later_than_it_was_said_to(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Badge is red.", valid_until=day(3))
    travel(sql, day(5))
    store(sql, "Badge is blue.", supersedes=[old])
    assert get(sql, old)["valid_until"] == day(3)


def test_no_version_ends_before_it_begins(sql: Sql) -> None:
    travel(sql, day(9))
    old = store_id(sql, "Badge is red.", valid_from=day(5))
    store(sql, "Badge is blue.", supersedes=[old], valid_from=day(2))
    row = get(sql, old)
    assert (row["valid_from"], row["valid_until"]) == (day(5), day(5))
