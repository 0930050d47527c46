"""Inferences about a slot that holds an approved memory."""

from conftest import Sql, refused
from verbs import call, day, get, listed, store, store_id, travel, unwritten


def test_an_inference_waits_beside_the_fact_in_its_slot(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "lives in"}
    source = store_id(sql, "Ana's mail comes from Oslo now.")
    fact = store_id(sql, "Ana lives in Rome.", **slot)
    row = store(sql, "Ana lives in Oslo.", derived_from=[source], **slot)
    assert (row["action"], row["replaced"]) == ("created", [])
    assert get(sql, fact)["is_latest"]
    call(sql, "approve", ids=[row["id"]])
    assert listed(sql) == ["Ana lives in Oslo.", "Ana's mail comes from Oslo now."]
    assert [r["content"] for r in call(sql, "history", **slot)] == [
        "Ana lives in Rome.",
        "Ana lives in Oslo.",
    ]
    call(sql, "undo", ids=[row["id"]])
    assert set(listed(sql)) == {
        "Ana lives in Rome.",
        "Ana lives in Oslo.",
        "Ana's mail comes from Oslo now.",
    }
    assert store(sql, "Ana lives in Bergen.", **slot)["replaced"] == [fact]
    call(sql, "approve", ids=[row["id"]])
    assert "Ana lives in Bergen." not in listed(sql)
    call(sql, "decline", ids=[row["id"]])
    assert set(listed(sql)) == {"Ana lives in Bergen.", "Ana's mail comes from Oslo now."}


def test_nothing_is_concluded_from_what_was_forgotten(sql: Sql) -> None:
    source = store_id(sql, "The kiln is hot.")
    call(sql, "forget", ids=[source])
    with unwritten(sql, "MR002", says="is forgotten"):
        store(sql, "Somebody fires clay.", derived_from=[source])


def test_a_proposal_drawn_from_what_holds_the_slot_is_approved_once_and_for_all(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "works at"}
    fact = store_id(sql, "Ana works at Acme.", **slot)
    row = store(sql, "Ana works at Globex.", derived_from=[fact], **slot)
    for _ in range(2):
        call(sql, "approve", ids=[row["id"]])
        assert listed(sql) == ["Ana works at Globex."]
        assert get(sql, row["id"])["review"] == "approved"
    call(sql, "undo", ids=[row["id"]])
    assert set(listed(sql)) == {"Ana works at Acme.", "Ana works at Globex."}


def test_a_slot_is_given_back_once_though_history_arrived_meanwhile(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "works at"}
    travel(sql, day(20))
    source = store_id(sql, "Ana's badge says Globex.")
    store(sql, "Ana works at Acme.", valid_from=day(1), **slot)
    row = store(sql, "Ana works at Globex.", valid_from=day(10), derived_from=[source], **slot)
    call(sql, "approve", ids=[row["id"]])
    store(sql, "Ana works at Hooli.", valid_from=day(5), **slot)
    call(sql, "undo", ids=[row["id"]])
    assert listed(sql, as_of=day(2)) == ["Ana works at Acme."]
    facts = [r["content"] for r in call(sql, "facts", subject="Ana") if not r["is_inference"]]
    assert len(facts) == 1


def test_a_proposal_does_not_push_a_value_of_the_future_aside(sql: Sql) -> None:
    slot = {"subject": "Ana", "predicate": "works at"}
    travel(sql, day(1))
    source = store_id(sql, "Ana's badge says Globex.")
    store(sql, "Ana works at Acme.", valid_from=day(20), **slot)
    row = store(sql, "Ana works at Globex.", derived_from=[source], **slot)
    with refused("MR002"), sql.transaction():
        call(sql, "approve", ids=[row["id"]])
