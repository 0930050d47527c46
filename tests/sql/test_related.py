"""The neighbours of a memory in the graph."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from verbs import NOBODY, call, day, get, store, store_id, travel

TICK = timedelta(microseconds=1)


@pytest.fixture
def graph(sql: Sql) -> dict[str, UUID]:
    """B replaced A, C adds to B, D was concluded from B and C; days 1 to 4."""
    ids: dict[str, UUID] = {}
    given: dict[str, dict[str, Any]] = {"A": {}}
    for number, name in enumerate("ABCD", 1):
        travel(sql, day(number))
        if name == "B":
            given[name] = {"supersedes": [ids["A"]]}
        elif name == "C":
            given[name] = {"extends": [ids["B"]]}
        elif name == "D":
            given[name] = {"derived_from": [ids["B"], ids["C"]]}
        ids[name] = store_id(sql, f"Statement {name}.", **given[name])
    return ids


def edges(rows: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return (direction, relation, letter) of neighbours."""
    return [(r["direction"], r["relation"], r["content"][-2]) for r in rows]


NEIGHBOURS = {
    "A": [("child", "updates", "B")],
    "B": [("parent", "updates", "A"), ("child", "derives", "D"), ("child", "extends", "C")],
    "C": [("parent", "extends", "B"), ("child", "derives", "D")],
    "D": [("parent", "derives", "C"), ("parent", "derives", "B")],
}


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_parents_come_before_children(sql: Sql, graph: dict[str, UUID], name: str) -> None:
    assert edges(call(sql, "related", id=graph[name])) == NEIGHBOURS[name]


def test_a_neighbour_says_what_it_is(sql: Sql, graph: dict[str, UUID]) -> None:
    child = call(sql, "related", id=graph["C"])[1]
    whole = get(sql, graph["D"])
    assert child == {
        "relation": "derives",
        "direction": "child",
        **{name: whole[name] for name in list(child)[2:]},
    }
    assert (child["is_inference"], child["review"], child["is_latest"]) == (True, "pending", True)


def test_what_recall_would_not_show_is_left_out(sql: Sql, graph: dict[str, UUID]) -> None:
    call(sql, "forget", ids=[graph["D"]])
    assert edges(call(sql, "related", id=graph["C"])) == [("parent", "extends", "B")]
    assert edges(call(sql, "related", id=graph["D"])) == NEIGHBOURS["D"]
    store(sql, "Statement E.", extends=[graph["C"]], forget_after=day(6))
    travel(sql, day(5))
    assert edges(call(sql, "related", id=graph["C"]))[1:] == [("child", "extends", "E")]
    travel(sql, day(6))
    assert edges(call(sql, "related", id=graph["C"]))[1:] == []


def test_an_unknown_memory_and_one_of_another_namespace_are_refused(
    sql: Sql, graph: dict[str, UUID]
) -> None:
    act_as(sql, "other")
    for id in (NOBODY, graph["A"]):
        with refused("MR001") as info, sql.transaction():
            call(sql, "related", id=id)
        assert str(id) in str(info.value)


def test_a_hit_carries_its_neighbours_when_asked(sql: Sql, graph: dict[str, UUID]) -> None:
    plain = call(sql, "recall", query="statement")
    assert [row["related"] for row in plain] == [None] * 3
    rows = call(sql, "recall", query="statement", related=True)
    joined = {row["content"][-2]: edges(row["related"]) for row in rows}
    assert joined == {name: NEIGHBOURS[name] for name in "BCD"}
    assert [{**row, "related": None} for row in rows] == plain
    store(sql, "A lone bird.")
    (alone,) = call(sql, "recall", query="bird", related=True)
    assert alone["related"] == []


def test_a_hit_of_the_past_has_the_neighbours_of_the_past(sql: Sql, graph: dict[str, UUID]) -> None:
    seen = []
    for known_at in (day(2) - TICK, day(2), day(3)):
        rows = call(sql, "recall", query="statement", history=True, known_at=known_at, related=True)
        (row,) = [row for row in rows if row["id"] == graph["A"]]
        seen.append([(r["content"], r["is_latest"]) for r in row["related"]])
    assert seen == [[], [("Statement B.", True)], [("Statement B.", True)]]


def test_a_hit_carries_a_hundred_neighbours_at_most(sql: Sql) -> None:
    hub = store_id(sql, "The hub.")
    for number in range(105):
        store(sql, f"Spoke {number}.", extends=[hub])
    (row,) = call(sql, "recall", query="hub", related=True)
    assert len(row["related"]) == 100
    assert len(call(sql, "related", id=hub)) == 105
