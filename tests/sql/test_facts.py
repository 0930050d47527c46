"""What is believed about a subject, on both clocks."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from verbs import call, day, get, store, store_id, travel

TICK = timedelta(microseconds=1)


def believed(sql: Sql, subject: str, **arguments: Any) -> list[str]:
    """Return the facts of a subject, as texts."""
    return [row["content"] for row in call(sql, "facts", subject=subject, **arguments)]


@pytest.fixture
def ana(sql: Sql) -> Sql:
    """Ana moved on the 10th, which we heard on the 12th; she likes two things."""
    travel(sql, day(1))
    store(sql, "Ana lives in Oslo.", subject="Ana", predicate="lives in")
    store(sql, "Ana likes tea.", subject="Ana", predicate="likes", multi=True)
    travel(sql, day(12))
    store(sql, "Ana lives in Rome.", subject="Ana", predicate="lives in", valid_from=day(10))
    store(sql, "Ana likes chess.", subject="Ana", predicate="likes", multi=True)
    store(sql, "Ana is kind.", subject="Ana", kind="learning")
    store(sql, "Bo lives in Oslo.", subject="Bo", predicate="lives in")
    travel(sql, day(20))
    return sql


def test_facts_go_by_predicate_and_then_the_newest_first(ana: Sql) -> None:
    assert believed(ana, " ANA ") == [
        "Ana likes chess.",
        "Ana likes tea.",
        "Ana lives in Rome.",
        "Ana is kind.",
    ]
    assert believed(ana, "Ana", predicate="Lives  in") == ["Ana lives in Rome."]
    assert believed(ana, "Ana", limit=1) == ["Ana likes chess."]
    assert believed(ana, "nobody") == []


def test_facts_are_rows_of_the_view(ana: Sql) -> None:
    (row,) = call(ana, "facts", subject="Bo")
    assert row == get(ana, row["id"])


@pytest.mark.parametrize(
    ("as_of", "known_at", "city"),
    [
        (day(10) - TICK, None, ["Ana lives in Oslo."]),
        (day(10), None, ["Ana lives in Rome."]),
        (day(11), day(12) - TICK, ["Ana lives in Oslo."]),
        (day(11), day(12), ["Ana lives in Rome."]),
        (day(1), None, ["Ana lives in Oslo."]),
        (day(1) - TICK, None, []),
        (day(11), day(1) - TICK, []),
    ],
    ids=str,
)
def test_facts_answer_for_both_clocks(ana: Sql, *, as_of: Any, known_at: Any, city: Any) -> None:
    given = {"predicate": "lives in", "as_of": as_of, "known_at": known_at}
    assert believed(ana, "Ana", **given) == city


def test_facts_show_the_end_that_was_known_then(ana: Sql) -> None:
    city = {"subject": "Ana", "predicate": "lives in", "as_of": day(5)}
    (now,) = call(ana, "facts", **city)
    (then,) = call(ana, "facts", known_at=day(12) - TICK, **city)
    names = ("id", "valid_until", "is_latest", "superseded_at", "superseded_by")
    (rome,) = call(ana, "facts", subject="Ana", predicate="lives in")
    assert [now[name] for name in names] == [now["id"], day(10), False, day(12), rome["id"]]
    assert [then[name] for name in names] == [now["id"], None, True, None, None]


def test_what_was_forgotten_declined_or_has_expired_is_believed_no_more(sql: Sql) -> None:
    travel(sql, day(1))
    ids: list[UUID] = [
        store_id(sql, f"Ana said {n}.", subject="Ana", forget_after=day(3) if n == 1 else None)
        for n in range(3)
    ]
    call(sql, "forget", ids=[ids[0]])
    travel(sql, day(3))
    assert believed(sql, "Ana") == ["Ana said 2."]


def test_an_inference_that_waits_for_review_comes_last_and_is_marked(sql: Sql) -> None:
    base = store_id(sql, "Ana plays every Sunday.", subject="Ana", predicate="plays")
    store(sql, "Ana admires chess.", subject="Ana", predicate="admires", derived_from=[base])
    rows = call(sql, "facts", subject="Ana")
    assert [(row["content"], row["is_inference"], row["review"]) for row in rows] == [
        ("Ana plays every Sunday.", False, "approved"),
        ("Ana admires chess.", True, "pending"),
    ]
    assert believed(sql, "Ana", limit=1) == ["Ana plays every Sunday."]


def test_facts_of_nothing_and_of_too_much_are_refused(sql: Sql) -> None:
    wrong: list[dict[str, Any]] = [{"subject": " "}, {"subject": None}]
    for arguments in (*wrong, {"subject": "Ana", "limit": 0}):
        with refused("MR003"), sql.transaction():
            call(sql, "facts", **arguments)


def test_facts_stay_in_the_namespaces_that_are_open(ana: Sql) -> None:
    act_as(ana, "other")
    assert believed(ana, "Ana") == []
    store(ana, "Ana sings.", subject="Ana")
    act_as(ana, "test", "other")
    assert believed(ana, "Ana", namespaces=["other"]) == ["Ana sings."]
    assert len(believed(ana, "Ana")) == 5
    with refused("MR004"):
        call(ana, "facts", subject="Ana", namespaces=["third"])
