"""A slot (subject and predicate) holds one memory at a time; what arrives late finds its place."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from conftest import Sql
from verbs import call, count, day, found, get, listed, store, store_id, travel

TICK = timedelta(microseconds=1)
CITY = {"subject": "Ana", "predicate": "lives in"}


def city(sql: Sql, name: str, **arguments: Any) -> Any:
    """Say that Ana lives somewhere."""
    return store(sql, f"Ana lives in {name}.", object=name, **CITY, **arguments)


def cities(sql: Sql, as_of: datetime | None = None, known_at: datetime | None = None) -> list[str]:
    """Return where Ana lived, as texts without the sentence around."""
    rows = call(sql, "timeline", as_of=as_of, known_at=known_at)
    return [row["object"] for row in rows if row["object"]]


def windows(sql: Sql) -> list[tuple[str, datetime, datetime | None]]:
    """Return the validity of everything ever said of the slot, in the order of history."""
    rows = call(sql, "history", **CITY)
    return [(row["object"], row["valid_from"], row["valid_until"]) for row in rows]


def test_a_new_value_closes_the_old_one(sql: Sql) -> None:
    travel(sql, day(1))
    old = city(sql, "Oslo")
    travel(sql, day(2))
    new = city(sql, "Rome")
    assert (new["action"], new["version"], new["replaced"]) == ("updated", 2, [old["id"]])
    first, second = get(sql, old["id"]), get(sql, new["id"])
    closed = {
        "is_latest": False,
        "superseded_by": new["id"],
        "superseded_at": day(2),
        "valid_from": day(1),
        "valid_until": day(2),
        "root_id": old["id"],
    }
    assert {name: first[name] for name in closed} == closed
    fresh = {
        "is_latest": True,
        "superseded_by": None,
        "root_id": old["id"],
        "parent_id": old["id"],
        "version": 2,
        "valid_from": day(2),
        "valid_until": None,
    }
    assert {name: second[name] for name in fresh} == fresh
    edges = sql.execute("select from_id, relation, to_id from pgrecall_data.relations").fetchall()
    assert edges == [{"from_id": new["id"], "relation": "updates", "to_id": old["id"]}]
    assert found(sql, "Ana lives") == ["Ana lives in Rome."]


def test_a_slot_knows_its_name_in_any_case_and_spacing(sql: Sql) -> None:
    store(sql, "a", subject="Ana  Ruiz", predicate="Lives in")
    new = store(sql, "b", subject=" ANA RUIZ", predicate="lives  IN")
    assert (new["action"], new["version"]) == ("updated", 2)
    assert listed(sql) == ["b"]


def test_values_of_a_multi_slot_stand_side_by_side(sql: Sql) -> None:
    given = {"subject": "Ana", "predicate": "speaks", "multi": True}
    actions = [store(sql, text, **given)["action"] for text in ("Greek", "Dutch", "Greek")]
    assert actions == ["created", "created", "confirmed"]
    single = store(sql, "Only Thai now", subject="Ana", predicate="speaks")
    assert (single["action"], len(listed(sql))) == ("created", 3)


def test_a_former_value_that_returns_is_a_version_of_its_own(sql: Sql) -> None:
    actions = [city(sql, name)["action"] for name in ("Oslo", "Rome", "Oslo")]
    assert actions == ["created", "updated", "updated"]
    assert ([row[0] for row in windows(sql)], cities(sql)) == (["Oslo", "Rome", "Oslo"], ["Oslo"])


def test_a_superseded_value_in_another_kind_still_leaves_the_slot(sql: Sql) -> None:
    city(sql, "Oslo")
    assert city(sql, "Rome", kind="correction")["action"] == "updated"
    assert cities(sql) == ["Rome"]


def test_an_older_statement_arrives_as_history_and_retires_nothing(sql: Sql) -> None:
    travel(sql, day(9))
    live = city(sql, "Rome", valid_from=day(5))
    late = city(sql, "Oslo", valid_from=day(1))
    assert (late["action"], late["version"], late["replaced"]) == ("history", 2, [])
    row = get(sql, late["id"])
    assert (row["is_latest"], row["superseded_by"], row["root_id"]) == (
        False,
        live["id"],
        live["id"],
    )
    assert windows(sql) == [("Oslo", day(1), day(5)), ("Rome", day(5), None)]
    assert cities(sql) == ["Rome"]


def test_a_statement_between_two_others_ends_the_one_before_it(sql: Sql) -> None:
    travel(sql, day(9))
    for name, start in (("Oslo", 1), ("Rome", 5), ("Bonn", 7), ("Lima", 3)):
        city(sql, name, valid_from=day(start))
    assert windows(sql) == [
        ("Oslo", day(1), day(3)),
        ("Lima", day(3), day(5)),
        ("Rome", day(5), day(7)),
        ("Bonn", day(7), None),
    ]


def test_a_late_statement_keeps_its_own_end_when_that_is_earlier(sql: Sql) -> None:
    travel(sql, day(9))
    city(sql, "Rome", valid_from=day(5))
    city(sql, "Oslo", valid_from=day(1), valid_until=day(2))
    city(sql, "Lima", valid_from=day(3), valid_until=day(30))
    assert windows(sql) == [
        ("Oslo", day(1), day(2)),
        ("Lima", day(3), day(5)),
        ("Rome", day(5), None),
    ]
    assert cities(sql, as_of=day(2)) == []


def test_a_second_statement_from_the_same_instant_takes_its_place(sql: Sql) -> None:
    travel(sql, day(9))
    for name, start in (("Oslo", 1), ("Rome", 5), ("Lima", 1)):
        city(sql, name, valid_from=day(start))
    assert cities(sql, as_of=day(1)) == ["Lima"]
    city(sql, "Bonn", valid_from=day(5))
    assert (cities(sql, as_of=day(5)), cities(sql)) == (["Bonn"], ["Bonn"])


def test_disjoint_validities_coexist(sql: Sql) -> None:
    travel(sql, day(9))
    city(sql, "Oslo", valid_from=day(1), valid_until=day(2))
    city(sql, "Rome", valid_from=day(5))
    assert windows(sql) == [("Oslo", day(1), day(2)), ("Rome", day(5), None)]


def test_a_late_statement_ignores_forgotten_versions(sql: Sql) -> None:
    travel(sql, day(9))
    city(sql, "Oslo", valid_from=day(1))
    middle = city(sql, "Rome", valid_from=day(3))
    city(sql, "Bonn", valid_from=day(7))
    call(sql, "forget", ids=[middle["id"]])
    city(sql, "Lima", valid_from=day(2))
    assert cities(sql, as_of=day(6)) == ["Lima"]
    assert cities(sql, as_of=day(1)) == []


def test_forgotten_versions_that_return_overlap_nothing(sql: Sql) -> None:
    travel(sql, day(9))
    city(sql, "Oslo", valid_from=day(1))
    middle = city(sql, "Rome", valid_from=day(3))
    city(sql, "Bonn", valid_from=day(7))
    (gone, *_) = call(sql, "forget", ids=[middle["id"]])
    city(sql, "Lima", valid_from=day(2))
    call(sql, "restore", batch=gone["batch"])
    live = [cities(sql, as_of=day(number)) for number in range(1, 9)]
    expected = ["Oslo", "Lima", "Rome", "Rome", "Rome", "Rome", "Bonn", "Bonn"]
    assert live == [[name] for name in expected]


def test_the_future_waits_and_the_present_stays_until_then(sql: Sql) -> None:
    travel(sql, day(1))
    city(sql, "Oslo")
    travel(sql, day(2))
    assert city(sql, "Rome", valid_from=day(5))["action"] == "updated"
    for moment, name in ((day(2), "Oslo"), (day(5) - TICK, "Oslo"), (day(5), "Rome")):
        travel(sql, moment)
        assert (cities(sql), found(sql, "Ana lives")) == ([name], [f"Ana lives in {name}."])


def test_a_statement_about_now_precedes_one_about_the_future(sql: Sql) -> None:
    travel(sql, day(1))
    old = city(sql, "Oslo")
    travel(sql, day(2))
    city(sql, "Rome", valid_from=day(5))
    travel(sql, day(3))
    now = city(sql, "Lima")
    assert (now["action"], now["replaced"]) == ("updated", [old["id"]])
    assert windows(sql) == [
        ("Oslo", day(1), day(3)),
        ("Lima", day(3), day(5)),
        ("Rome", day(5), None),
    ]
    assert cities(sql) == ["Lima"]


def test_a_statement_about_now_before_any_about_the_future_is_created(sql: Sql) -> None:
    travel(sql, day(1))
    city(sql, "Rome", valid_from=day(5))
    assert (city(sql, "Oslo")["action"], cities(sql)) == ("created", ["Oslo"])


def test_a_clock_that_steps_back_makes_no_history_of_the_newest_statement(sql: Sql) -> None:
    travel(sql, day(5))
    city(sql, "Oslo")
    travel(sql, day(4))
    assert city(sql, "Rome")["action"] == "updated"
    travel(sql, day(5))
    assert cities(sql) == ["Rome"]


def test_a_late_statement_with_supersedes_replaces_what_it_names(sql: Sql) -> None:
    travel(sql, day(9))
    other = store_id(sql, "Ana is somewhere up north.", valid_from=day(1))
    city(sql, "Rome", valid_from=day(5))
    late = city(sql, "Oslo", valid_from=day(2), supersedes=[other])
    assert (late["action"], late["replaced"]) == ("history", [other])
    assert get(sql, other)["valid_until"] == day(2)


def test_superseding_the_slots_memory_from_an_earlier_time_retires_it_whole(sql: Sql) -> None:
    travel(sql, day(9))
    wrong = city(sql, "Rome", valid_from=day(5))
    right = city(sql, "Oslo", valid_from=day(2), supersedes=[wrong["id"]])
    assert (right["action"], right["replaced"]) == ("updated", [wrong["id"]])
    assert windows(sql) == [("Oslo", day(2), None), ("Rome", day(5), day(5))]
    assert (cities(sql, as_of=day(6)), cities(sql)) == (["Oslo"], ["Oslo"])


def test_cancelling_the_future_leaves_nothing_of_the_past_beside_the_present(sql: Sql) -> None:
    travel(sql, day(1))
    city(sql, "Oslo")
    planned = city(sql, "Rome", valid_from=day(9))
    travel(sql, day(2))
    city(sql, "Lima", supersedes=[planned["id"]])
    assert (cities(sql), cities(sql, as_of=day(10))) == (["Lima"], ["Lima"])


def test_an_expired_memory_gives_its_slot_away(sql: Sql) -> None:
    travel(sql, day(1))
    old = city(sql, "Oslo", forget_after=day(2))
    travel(sql, day(3))
    assert (cities(sql), city(sql, "Rome")["replaced"]) == ([], [old["id"]])
    assert cities(sql) == ["Rome"]


def test_a_forgotten_memory_gives_its_slot_away(sql: Sql) -> None:
    call(sql, "forget", ids=[city(sql, "Oslo")["id"]])
    fresh = city(sql, "Rome")
    assert (fresh["action"], fresh["version"], cities(sql)) == ("created", 1, ["Rome"])


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1), (3, 1, 4, 2), (2, 4, 1, 3)], ids=str)
def test_a_history_is_the_same_in_whatever_order_it_arrives(
    sql: Sql, order: tuple[int, ...]
) -> None:
    travel(sql, day(9))
    for number in order:
        city(sql, f"City{number}", valid_from=day(number))
    assert windows(sql) == [
        (f"City{n}", day(n), day(n + 1) if n < 4 else None) for n in (1, 2, 3, 4)
    ]
    assert count(sql) == 4
    versions = [row["version"] for row in call(sql, "history", **CITY)]
    assert sorted(versions) == [1, 2, 3, 4]
    latest = [row["object"] for row in call(sql, "history", **CITY) if row["is_latest"]]
    assert latest == ["City4"]
