"""Storing what says the same as a live memory, or another value of the same thing."""

from datetime import timedelta
from typing import Any

import pytest
from conftest import Sql
from verbs import call, day, declare, found, get, listed, store, store_id, travel, vector

NEAR = {"embedding": vector(1)}
OLD, NEW = "The rent of the flat is 900 euros.", "The rent of the flat is 950 euros."


@pytest.fixture(autouse=True)
def _model(sql: Sql) -> None:
    declare(sql)


def test_a_paraphrase_is_confirmed_and_keeps_the_first_wording(sql: Sql) -> None:
    id = store_id(sql, "The meeting is at 4 pm.", **NEAR)
    row = store(sql, "Remember that the meeting is at 16:00.", **NEAR)
    assert (row["id"], row["action"], row["replaced"]) == (id, "confirmed", [])
    assert listed(sql) == ["The meeting is at 4 pm."]


def test_a_changed_value_is_a_new_version(sql: Sql) -> None:
    id = store_id(sql, OLD, **NEAR)
    row = store(sql, NEW, **NEAR)
    assert (row["action"], row["version"], row["replaced"]) == ("updated", 2, [id])
    assert listed(sql) == [NEW]
    assert found(sql, "rent of the flat") == [NEW]
    assert found(sql, "rent of the flat", history=True) == [NEW, OLD]
    assert [r["content"] for r in call(sql, "history", id=row["id"])] == [OLD, NEW]


def test_words_are_enough_without_a_vector(sql: Sql) -> None:
    id = store_id(sql, OLD)
    assert store(sql, NEW)["replaced"] == [id]


def test_what_is_far_away_is_not_compared(sql: Sql) -> None:
    store(sql, OLD, embedding=vector(1))
    assert store(sql, NEW, embedding=vector(0, 1))["action"] == "created"


def test_all_copies_of_the_old_value_go_with_it(sql: Sql) -> None:
    first = store_id(sql, "The admin page of the birch printer is on port 8080.", **NEAR)
    copy = store_id(sql, "On port 8080 runs the birch printer admin page.", **NEAR)
    other = store_id(sql, "The admin page of the birch scanner is on port 8080.", **NEAR)
    row = store(sql, "Birch now answers on 18631.", supersedes=[first], **NEAR)
    assert row["replaced"] == [first, copy]
    assert set(listed(sql)) == {
        "Birch now answers on 18631.",
        "The admin page of the birch scanner is on port 8080.",
    }
    assert get(sql, other)["is_latest"]


@pytest.mark.parametrize(
    "other", ["Ana works in Rome.", "Ana's brother lives in Rome.", "Rome lives in Ana."]
)
def test_what_only_shares_words_with_the_old_value_stays(sql: Sql, other: str) -> None:
    old = store_id(sql, "Ana lives in Rome.", **NEAR)
    store(sql, other, **NEAR)
    assert store(sql, "Ana moved to Bonn.", supersedes=[old], **NEAR)["replaced"] == [old]


def test_a_value_from_before_becomes_history(sql: Sql) -> None:
    travel(sql, day(20))
    live = store_id(sql, NEW, valid_from=day(10), **NEAR)
    row = store(sql, OLD, valid_from=day(1), **NEAR)
    assert (row["action"], row["replaced"]) == ("history", [])
    assert listed(sql) == [NEW]
    assert listed(sql, as_of=day(5)) == [OLD]
    old = get(sql, row["id"])
    assert (old["valid_until"], old["superseded_by"], old["is_latest"]) == (day(10), live, False)


def test_statements_of_disjoint_times_stand_side_by_side(sql: Sql) -> None:
    travel(sql, day(20))
    store(sql, OLD, valid_from=day(1), valid_until=day(5), **NEAR)
    assert store(sql, NEW, valid_from=day(10), **NEAR)["action"] == "created"
    assert listed(sql, as_of=day(2)) == [OLD]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"speaker": "Ana"}, {"speaker": "Ben"}),
        ({"speaker": "Ana"}, {}),
        ({"metadata": {"project": "x"}}, {"metadata": {"project": "y"}}),
        ({"subject": "flat 1"}, {"subject": "flat 2"}),
        ({"kind": "fact"}, {"kind": "learning"}),
        ({"event_at": "2026-01-01"}, {"event_at": "2026-01-02"}),
        ({"multi": True}, {}),
        ({}, {"multi": True}),
        ({"kind": "event"}, {"kind": "event"}),
        ({"kind": "preference"}, {"kind": "preference"}),
        ({"kind": "conversation", "session": "s"}, {"kind": "conversation", "session": "s"}),
    ],
)
def test_statements_of_different_things_stay_apart(
    sql: Sql, first: dict[str, Any], second: dict[str, Any]
) -> None:
    store(sql, OLD, **first, **NEAR)
    row = store(sql, NEW, **second, **NEAR)
    assert (row["action"], row["replaced"]) == ("created", [])


def test_news_of_a_preference_replaces_it(sql: Sql) -> None:
    given: dict[str, Any] = {"kind": "preference", **NEAR}
    id = store_id(sql, "Ana enjoys spicy food.", **given)
    assert store(sql, "Ana does not enjoy spicy food any more.", **given)["replaced"] == [id]


def test_words_like_tomorrow_mean_another_day_each_day(sql: Sql) -> None:
    travel(sql, day(1))
    store(sql, "The plumber comes tomorrow at 9 am.", **NEAR)
    travel(sql, day(2))
    row = store(sql, "Note that the plumber comes tomorrow at 9:00.", **NEAR)
    assert row["action"] == "created"


def test_a_snapshot_replaces_the_one_of_the_last_sixty_days(sql: Sql) -> None:
    text = "Status of Delta: {} of 20 tasks are done, the budget is {} euros and 3 bugs are open."
    travel(sql, day(1))
    first = store_id(sql, text.format(4, 900), **NEAR)
    travel(sql, day(1) + timedelta(days=60))
    second = store(sql, text.format(9, 800), **NEAR)
    assert second["replaced"] == [first]
    travel(sql, day(1) + timedelta(days=121))
    assert store(sql, text.format(15, 300), **NEAR)["action"] == "created"


def test_an_inference_neither_merges_nor_replaces(sql: Sql) -> None:
    source = store_id(sql, OLD, **NEAR)
    row = store(sql, NEW, derived_from=[source], **NEAR)
    assert (row["action"], row["replaced"]) == ("created", [])
    assert store(sql, "The rent of the flat is 950 €.", **NEAR)["replaced"] == [source]


def test_hearsay_replaces_nothing_and_counts_for_less(sql: Sql) -> None:
    store(sql, OLD, **NEAR)
    row = store(sql, "I heard: the rent of the flat is now 950 euros.", **NEAR)
    assert (row["action"], row["replaced"]) == ("created", [])
    assert row["notes"] == ["confidence 0.4: the text says that it is not to be relied on"]
    assert found(sql, "rent of the flat", **NEAR)[0] == OLD
    assert get(sql, row["id"])["confidence"] == pytest.approx(0.4)


def test_many_identical_stores_leave_one_row(sql: Sql) -> None:
    rows = [store(sql, "Kofi is allergic to kiwi.", **NEAR) for _ in range(5)]
    rows += [store(sql, "Note that Kofi is allergic to kiwi!", **NEAR)]
    assert {row["id"] for row in rows} == {rows[0]["id"]}


def test_a_confirmed_paraphrase_takes_the_key_and_what_it_supersedes(sql: Sql) -> None:
    old = store_id(sql, "The meeting is at 3 pm in the hall.", **NEAR)
    id = store_id(sql, "The gathering is at 4 pm.", **NEAR)
    again = store(sql, "The gathering is at 16:00.", idempotency_key="k", supersedes=[old], **NEAR)
    assert (again["id"], again["action"], again["replaced"]) == (id, "updated", [old])
    assert listed(sql) == ["The gathering is at 4 pm."]
