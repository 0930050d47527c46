"""A batch: in order, in one transaction, and one item that fails harms no other."""

from typing import Any

import pytest
from conftest import Sql, act_as, refused
from verbs import call, count, day, declare, found, get, store_id, store_many, travel, vector


def failed(place: int, *, message: str, hint: str | None) -> dict[str, Any]:
    """Return the whole row of an item that was not stored."""
    nothing = dict.fromkeys(("id", "action", "version", "replaced", "notes"))
    return {"place": place, **nothing, "error": "MR003", "message": message, "hint": hint}


def test_items_are_stored_in_order_with_every_field(sql: Sql) -> None:
    travel(sql, day(9))
    base = store_id(sql, "Base.")
    full = {
        "content": "Ana lives in Oslo.",
        "kind": "decision",
        "subject": "Ana",
        "predicate": "lives in",
        "object": "Oslo",
        "multi": False,
        "supersedes": [str(base)],
        "extends": [str(base)],
        "derived_from": None,
        "importance": 2,
        "confidence": 0.5,
        "tags": ["b", "a"],
        "metadata": {"n": None},
        "origin": "import",
        "said_at": day(1).isoformat(),
        "event_at": "2024",
        "valid_from": day(2).isoformat(),
        "valid_until": day(20).isoformat(),
        "forget_after": day(21).isoformat(),
        "session": "s",
        "speaker": "Bo",
        "idempotency_key": "k",
    }
    first, second = store_many(sql, [full, {"content": "Second."}])
    assert second == {
        "place": 1,
        "id": second["id"],
        "action": "created",
        "version": 1,
        "replaced": [],
        "notes": [],
        "error": None,
        "message": None,
        "hint": None,
    }
    assert (first["place"], first["action"], first["version"]) == (0, "updated", 2)
    row = get(sql, first["id"])
    kept = {
        **{n: v for n, v in full.items() if n in row},
        "tags": ["a", "b"],
        "said_at": day(1),
        "valid_from": day(2),
        "valid_until": day(20),
        "forget_after": day(21),
        "event_at": day(1).replace(year=2024, hour=0),
    }
    assert {name: row[name] for name in kept} == kept


def test_a_field_left_out_or_null_has_the_default_of_store(sql: Sql) -> None:
    names = ("kind", "multi", "confidence", "tags", "metadata", "origin", "subject", "supersedes")
    left_out, null = store_many(sql, [{"content": "x"}, {"content": "y"} | dict.fromkeys(names)])
    one, two = get(sql, left_out["id"]), get(sql, null["id"])
    same = set(one) - {"id", "root_id", "content", "recorded_at", "valid_from", "said_at"}
    assert {name: one[name] for name in same} == {name: two[name] for name in same}


BAD: list[tuple[Any, str]] = [
    ({"content": ""}, "content '' is empty"),
    ({"content": "x", "kind": "rumour"}, "kind 'rumour' is not known"),
    ({"content": "x", "colour": "red"}, "'colour' is no field of a memory"),
    ({"content": "x", "importance": "high"}, 'invalid input syntax for type integer: "high"'),
    ({"content": "x", "tags": "a"}, 'malformed array literal: "a"'),
    ({"content": "x", "said_at": "soon"}, "invalid input syntax for type timestamp"),
    ({"content": "x", "supersedes": ["nothing"]}, 'invalid input syntax for type uuid: "nothing"'),
    ({"content": "x", "importance": 10**12}, "out of range"),
    ({"content": 5}, '{"content": 5} is not a memory'),
    ({"kind": "fact"}, "content '' is empty"),
    ("x", '"x" is not a memory'),
    (None, "null is not a memory"),
    ([], "[] is not a memory"),
]


@pytest.mark.parametrize(("bad", "says"), BAD, ids=[str(b[0])[:50] for b in BAD])
def test_a_bad_item_in_the_middle_harms_no_other(sql: Sql, bad: Any, says: str) -> None:
    rows = store_many(sql, [{"content": "One."}, bad, {"content": "Two."}])
    assert [row["action"] for row in rows] == ["created", None, "created"]
    assert says in rows[1]["message"]
    assert rows[1] == failed(1, message=rows[1]["message"], hint=rows[1]["hint"])
    assert (count(sql), sorted(found(sql, "one two"))) == (2, ["One.", "Two."])


def test_an_item_that_conflicts_comes_back_with_its_own_code(sql: Sql) -> None:
    rows = store_many(
        sql,
        [
            {"content": "One.", "idempotency_key": "k"},
            {"content": "Two.", "idempotency_key": "k"},
            {"content": "Three.", "extends": ["00000000-0000-7000-8000-000000000000"]},
        ],
    )
    assert [row["error"] for row in rows] == [None, "MR002", "MR001"]
    assert count(sql) == 1


def test_items_see_the_ones_before_them(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "lives in"}
    rows = store_many(sql, [{"content": c, **slot} for c in ("Oslo", "Rome", "Rome")])
    assert [row["action"] for row in rows] == ["created", "updated", "confirmed"]
    assert rows[1]["replaced"] == [rows[0]["id"]]
    assert rows[2]["id"] == rows[1]["id"]


def test_vectors_go_to_their_items_and_bad_ones_fail_alone(sql: Sql) -> None:
    declare(sql)
    items = [{"content": name} for name in ("a", "b", "c", "d")]
    given = [vector(1), None, "[1,2,3]", "nonsense"]
    rows = store_many(sql, items, embeddings=given)
    assert [row["error"] for row in rows] == [None, None, "MR003", "MR003"]
    assert [get(sql, row["id"])["is_embedded"] for row in rows[:2]] == [True, False]


def test_vectors_must_be_as_many_as_items(sql: Sql) -> None:
    with refused("MR003"), sql.transaction():
        store_many(sql, [{"content": "a"}, {"content": "b"}], embeddings=[None])
    assert count(sql) == 0


@pytest.mark.parametrize("items", ["null", "{}", '"x"', "7"])
def test_what_is_no_list_is_refused(sql: Sql, items: str) -> None:
    with refused("MR003"):
        call(sql, "store_many", items=items)


def test_an_empty_list_stores_nothing(sql: Sql) -> None:
    assert store_many(sql, []) == []


def test_a_batch_goes_to_the_namespace_it_names(sql: Sql) -> None:
    act_as(sql, "test", "other")
    with refused("MR003"), sql.transaction():
        store_many(sql, [{"content": "x"}])
    with refused("MR004"), sql.transaction():
        store_many(sql, [{"content": "x"}], namespace="third")
    (row,) = store_many(sql, [{"content": "x"}], namespace="other")
    assert get(sql, row["id"])["namespace"] == "other"


def test_a_failure_of_the_server_ends_the_whole_batch(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute(
        "create function pg_temp.full() returns trigger language plpgsql as"
        " $$ begin raise disk_full; end $$"
    )
    sql.execute(
        "create trigger full_disk before insert on pgrecall_data.memories"
        " for each row when (new.content = 'Two.') execute function pg_temp.full()"
    )
    act_as(sql, "test")
    with refused("53100"), sql.transaction():
        store_many(sql, [{"content": "One."}, {"content": "Two."}])
    assert count(sql) == 0
