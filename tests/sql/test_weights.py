"""What recall weighs: read, set by namespace, versioned, and what a weight of nothing does."""

from typing import Any

import pytest
from conftest import Row, Sql, act_as, refused
from psycopg.types.json import Jsonb
from verbs import call, declare, found, store, vector

SHIPPED = {
    "vector": 0.65,
    "keyword": 0.33,
    "named": 0.35,
    "mentioned": 0.1,
    "own": 0.3,
    "dated": 0.3,
    "timed": 0.15,
    "time_word": 0.05,
    "length": 0.05,
    "question": -0.1,
    "session": 0.5,
    "session_dated": 0.3,
    "previous": 0.2,
    "next": 0.1,
}


def weights(sql: Sql) -> Row:
    """Return the one row of `pgrecall.weights`."""
    (row,) = call(sql, "weights")
    return row


def set_weights(sql: Sql, changes: Any, **arguments: Any) -> int:
    """Set weights; return the version."""
    given = Jsonb(changes) if changes is not None else None
    (row,) = call(sql, "set_weights", changes=given, **arguments)
    version: int = row["set_weights"]
    return version


def test_a_namespace_begins_with_the_weights_of_the_install(sql: Sql) -> None:
    row = weights(sql)
    assert (row["version"], row["is_own"], row["note"]) == (1, False, "as shipped")
    assert row["weights"] == SHIPPED


def test_each_change_is_a_version_that_keeps_the_rest(sql: Sql) -> None:
    assert set_weights(sql, {"vector": 0.5, "next": 0}, note="tried") == 1
    assert set_weights(sql, {"own": -0.25}) == 2
    row = weights(sql)
    assert (row["version"], row["is_own"], row["note"]) == (2, True, None)
    assert row["weights"] == {**SHIPPED, "vector": 0.5, "next": 0, "own": -0.25}
    assert set_weights(sql, None) == 3
    assert weights(sql)["weights"] == SHIPPED


def test_weights_are_of_one_namespace(sql: Sql) -> None:
    set_weights(sql, {"vector": 0.5})
    act_as(sql, "other")
    assert weights(sql)["is_own"] is False
    act_as(sql, "other", "test")
    assert weights(sql)["weights"]["vector"] == 0.5
    with refused("MR004"), sql.transaction():
        set_weights(sql, {"vector": 0.1}, namespace="third")


@pytest.mark.parametrize(
    "changes",
    [
        {"vectors": 1},
        {"vector": "much"},
        {"vector": None},
        {"vector": 11},
        {"vector": [1]},
        {"version": 7},
        {"namespace_id": 0},
        {"note": 1},
        [1],
        7,
    ],
    ids=str,
)
def test_what_is_no_weight_is_refused_by_name(sql: Sql, changes: Any) -> None:
    with refused("MR003"), sql.transaction():
        set_weights(sql, changes)
    assert weights(sql)["is_own"] is False


def test_a_lane_without_weight_is_not_asked(sql: Sql) -> None:
    declare(sql)
    store(sql, "Tea is in the pot.", embedding=vector(0, 1))
    store(sql, "Milk.", embedding=vector(1))
    assert sorted(found(sql, "tea", embedding=vector(1))) == ["Milk.", "Tea is in the pot."]
    set_weights(sql, {"vector": 0})
    assert found(sql, "tea", embedding=vector(1)) == ["Tea is in the pot."]
    set_weights(sql, {"vector": 1, "keyword": 0})
    (hit, other) = call(sql, "recall", query="tea", embedding=vector(1), explain=True)
    assert (hit["content"], other["content"]) == ("Milk.", "Tea is in the pot.")
    assert "keyword" not in other["explain"]
