"""Inferences about a slot that holds an approved memory."""

from conftest import Sql
from verbs import call, get, listed, store, store_id, unwritten


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
