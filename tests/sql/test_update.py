"""Correcting a memory: a new version of it, with what is not given taken over."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from psycopg.types.json import Jsonb
from verbs import (
    NOBODY,
    call,
    count,
    day,
    declare,
    found,
    get,
    listed,
    store,
    store_id,
    travel,
    vector,
)

CITY = {"subject": "Ana", "predicate": "lives in"}
TICK = timedelta(microseconds=1)
FULL: dict[str, Any] = {
    "kind": "preference",
    "subject": "Ana",
    "predicate": "prefers",
    "object": "tea",
    "importance": 3,
    "confidence": 0.6,
    "tags": ["drink"],
    "metadata": {"a": 1},
    "origin": "assistant",
    "said_at": day(2),
    "event_at": "2024-05",
    "valid_from": day(3),
    "valid_until": day(20),
    "forget_after": day(25),
    "speaker": "Bo",
    "idempotency_key": "k",
}
OWN = ("id", "version", "parent_id", "recorded_at", "content")


def update(sql: Sql, id: UUID, content: str | None = None, **arguments: Any) -> dict[str, Any]:
    """Return the one row of `pgrecall.update`."""
    (row,) = call(sql, "update", id=id, content=content, **arguments)
    return row


def test_what_is_not_given_is_taken_over(sql: Sql) -> None:
    travel(sql, day(4))
    base, other = store_id(sql, "Base."), store_id(sql, "Other.")
    old = store_id(sql, "Ana prefers tea.", extends=[other], derived_from=[base], **FULL)
    before = get(sql, old)
    travel(sql, day(5))
    done = update(sql, old, "Ana prefers green tea.")
    assert done == {
        "id": done["id"],
        "action": "updated",
        "version": 2,
        "replaced": [old],
        "notes": [],
    }
    new = get(sql, done["id"])
    assert {n: v for n, v in new.items() if n not in OWN} == {
        n: v for n, v in before.items() if n not in OWN
    }
    assert [new[name] for name in OWN] == [
        done["id"], 2, old, day(5), "Ana prefers green tea.",
    ]  # fmt: skip
    parents = [r for r in call(sql, "related", id=new["id"]) if r["direction"] == "parent"]
    assert {(r["relation"], r["id"]) for r in parents} == {
        ("derives", base),
        ("extends", other),
        ("updates", old),
    }
    assert store(sql, "Another.", idempotency_key="k2")["action"] == "created"
    row = sql.execute(
        "select idempotency_key from pgrecall_data.memories where id = %s", [new["id"]]
    ).fetchone()
    assert row == {"idempotency_key": None}


GIVEN: list[tuple[str, Any, Any]] = [
    ("object", "coffee", "coffee"),
    ("importance", 9, 9),
    ("tags", ["b", "a"], ["a", "b"]),
    ("tags", [], []),
    ("metadata", {"b": 2}, {"b": 2}),
    ("metadata", {}, {}),
    ("said_at", day(1), day(1)),
    ("valid_from", day(2), day(2)),
    ("valid_until", day(22), day(22)),
    ("forget_after", day(26), day(26)),
]


@pytest.mark.parametrize(("name", "value", "kept"), GIVEN)
def test_one_field_may_change_alone(sql: Sql, *, name: str, value: Any, kept: Any) -> None:
    declare(sql)
    travel(sql, day(4))
    old = store_id(sql, "Ana prefers tea.", embedding=vector(1), **FULL)
    before = get(sql, old)
    done = update(sql, old, **{name: value})
    after = get(sql, done["id"])
    assert done["action"] == "updated"
    different = {n for n in after if after[n] != before[n] and n not in OWN}
    assert (different, after[name]) == ({name}, kept)
    assert (after["content"], after["is_embedded"]) == ("Ana prefers tea.", True)


@pytest.mark.parametrize(
    ("event_at", "precision"),
    [
        ("2023", "year"),
        ("2023-04", "month"),
        ("2023-04-05", "day"),
        (day(1).isoformat(), "instant"),
    ],
)
def test_an_event_keeps_its_date_and_precision(sql: Sql, *, event_at: str, precision: str) -> None:
    sql.execute("set local timezone = 'Asia/Tokyo'")
    old = store_id(sql, "Trip.", event_at=event_at)
    new = get(sql, update(sql, old, "A trip.")["id"])
    assert new["event_at"] == get(sql, old)["event_at"]
    assert new["event_precision"] == precision
    newer = get(sql, update(sql, new["id"], event_at="2022-11")["id"])
    assert (newer["event_at"].year, newer["event_precision"]) == (2022, "month")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"content": "Ana prefers tea."},
        {"tags": ["drink"], "metadata": Jsonb({"a": 1}), "confidence": 0.6, "event_at": "2024-05"},
        {"valid_from": day(3), "importance": 3, "object": " tea "},
    ],
    ids=["nothing", "the same text", "the same fields", "more of the same fields"],
)
def test_an_update_without_a_difference_is_confirmed(sql: Sql, given: dict[str, Any]) -> None:
    travel(sql, day(4))
    old = store_id(sql, "Ana prefers tea.", **FULL)
    before = get(sql, old)
    assert update(sql, old, **given) == {
        "id": old,
        "action": "confirmed",
        "version": 1,
        "replaced": [],
        "notes": [],
    }
    assert (get(sql, old), count(sql)) == (before, 1)


def test_the_old_wording_is_found_through_history_only(sql: Sql) -> None:
    declare(sql)
    travel(sql, day(1))
    old = store_id(sql, "Locker code is 4471.", embedding=vector(1), subject="locker")
    travel(sql, day(5))
    new = update(sql, old, "Locker code is 9028.", embedding=vector(0, 1))["id"]
    assert found(sql, "4471") == []
    assert found(sql, "9028") == found(sql, "locker code") == listed(sql) == [
        "Locker code is 9028."
    ]  # fmt: skip
    (hit,) = call(sql, "recall", query="", embedding=vector(0, 1))
    assert (hit["id"], hit["similarity"]) == (new, 1)
    assert found(sql, "locker", as_of=day(2)) == ["Locker code is 9028."]
    assert found(sql, "locker", known_at=day(4)) == ["Locker code is 4471."]
    assert found(sql, "4471", history=True) == ["Locker code is 4471."]
    row = get(sql, old)
    assert (row["is_latest"], row["superseded_by"], row["superseded_at"]) == (False, new, day(5))
    versions = [row["id"] for row in call(sql, "history", id=old)]
    assert versions == [old, new]


def test_with_valid_from_the_world_has_changed_and_the_past_stays(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Ana lives in Oslo.", **CITY)
    travel(sql, day(9))
    update(sql, old, "Ana lives in Rome.", valid_from=day(5))
    assert found(sql, "Ana lives", as_of=day(5) - TICK) == ["Ana lives in Oslo."]
    assert found(sql, "Ana lives", as_of=day(5)) == ["Ana lives in Rome."]


def test_a_correction_stays_in_its_slot(sql: Sql) -> None:
    old = store_id(sql, "Ana lives in Olso.", **CITY)
    new = update(sql, old, "Ana lives in Oslo.")["id"]
    assert store(sql, "Ana lives in Rome.", **CITY)["replaced"] == [new]
    one, two = (
        store_id(sql, f"Ana likes {x}.", subject="Ana", predicate="likes", multi=True) for x in "ab"
    )
    update(sql, one, "Ana likes c.")
    rows = call(sql, "facts", subject="Ana", predicate="likes")
    assert {row["content"] for row in rows} == {"Ana likes b.", "Ana likes c."}
    assert two in [row["id"] for row in rows]


def test_a_correction_of_a_turn_keeps_its_place(sql: Sql) -> None:
    turn = {"kind": "conversation", "session": "s", "speaker": "Bo"}
    ids = [store_id(sql, f"Turn {n}.", **turn) for n in range(3)]
    new = get(sql, update(sql, ids[1], "Turn one.")["id"])
    assert (new["session"], new["speaker"], new["position"]) == ("s", "Bo", 1)
    assert get(sql, store_id(sql, "Turn 3.", **turn))["position"] == 3


def test_an_edit_can_be_taken_back_by_another(sql: Sql) -> None:
    ids = [store_id(sql, "A cat.")]
    for text in ("A dog.", "A cat.", "A dog."):
        done = update(sql, ids[-1], text)
        assert (done["action"], done["replaced"]) == ("updated", [ids[-1]])
        assert listed(sql) == [text]
        ids.append(done["id"])
    assert len(set(ids)) == 4
    assert [row["id"] for row in call(sql, "history", id=ids[0])] == ids


def test_a_text_that_is_there_already_takes_the_place(sql: Sql) -> None:
    one, two = store_id(sql, "A cat."), store_id(sql, "A dog.")
    done = update(sql, one, "A dog.")
    assert (done["id"], done["action"], done["replaced"]) == (two, "updated", [one])
    assert listed(sql) == ["A dog."]
    assert get(sql, one)["superseded_by"] == two


def test_a_reviewed_inference_waits_again_only_when_its_text_changes(sql: Sql) -> None:
    base = store_id(sql, "Ana runs.")
    old = store_id(sql, "Ana is fit.", derived_from=[base])
    call(sql, "approve", ids=[old])
    more = update(sql, old, importance=9)["id"]
    assert get(sql, more)["review"] == "approved"
    rows = sql.execute("select decision, reason from pgrecall_data.reviews order by id").fetchall()
    assert [tuple(row.values()) for row in rows] == [
        ("approved", None),
        ("approved", "taken over from version 1"),
    ]
    new = get(sql, update(sql, more, "Ana is very fit.")["id"])
    assert (new["review"], new["sources"]) == ("pending", [f"memory:{base}"])


def test_an_inference_nobody_has_approved_takes_the_place_of_no_statement(sql: Sql) -> None:
    base = store_id(sql, "Ana runs.")
    drawn = store_id(sql, "Ana is fit.", derived_from=[base])
    said = store_id(sql, "Ana is ill.")
    done = update(sql, said, "Ana is fit.")
    assert done["id"] not in (drawn, said)
    assert get(sql, done["id"])["review"] == "approved"


def test_names_are_linked_anew(sql: Sql) -> None:
    store(sql, "Bo.", subject="Bo")
    old = store_id(sql, "Ana called somebody.")
    update(sql, old, "Ana called Bo.")
    assert "Ana called Bo." in found(sql, "what of Bo")


def test_what_cannot_be_updated_is_refused_and_nothing_is_written(sql: Sql) -> None:
    old = store_id(sql, "A cat.")
    new = update(sql, old, "A dog.")["id"]
    gone = store_id(sql, "A bird.")
    call(sql, "forget", ids=[gone])
    cases: list[tuple[UUID, dict[str, Any], str]] = [
        (NOBODY, {"content": "x"}, "MR001"),
        (old, {"content": "x"}, "MR002"),
        (old, {}, "MR002"),
        (gone, {"importance": 9}, "MR002"),
        (new, {"content": "  "}, "MR003"),
        (new, {"importance": 11}, "MR003"),
        (new, {"valid_until": day(1)}, "MR003"),
        (new, {"embedding": vector(1)}, "MR003"),
    ]
    rows = count(sql)
    for id, given, code in cases:
        with refused(code), sql.transaction():
            update(sql, id, **given)
    assert (count(sql), listed(sql)) == (rows, ["A dog."])
    act_as(sql, "other")
    with refused("MR001"):
        update(sql, new, "x")


def test_a_zero_vector_is_no_vector(sql: Sql) -> None:
    declare(sql)
    old = store_id(sql, "A cat.", embedding=vector(1))
    done = update(sql, old, "A dog.", embedding=vector(0))
    assert done["notes"] == ["stored without a vector: the embedding is all zeros"]
    assert get(sql, done["id"])["is_embedded"] is False
