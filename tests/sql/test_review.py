"""Inferences wait for review, rank below their sources, and live only while a source lives."""

from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import Sql, act_as, refused
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


@pytest.fixture
def drawn(sql: Sql) -> dict[str, UUID]:
    """An inference drawn from two statements on the 2nd, and one drawn from that on the 3rd."""
    travel(sql, day(1))
    ids = {name: store_id(sql, f"Ana {name}.") for name in ("ran a race", "trains daily")}
    travel(sql, day(2))
    ids["athlete"] = store_id(
        sql, "Ana is an athlete.", derived_from=list(ids.values()), subject="Ana", predicate="is"
    )
    travel(sql, day(3))
    ids["strong"] = store_id(sql, "Ana is strong.", derived_from=[ids["athlete"]], confidence=0.5)
    travel(sql, day(4))
    return ids


def reviews(sql: Sql) -> list[tuple[Any, ...]]:
    """Return every decision there is, oldest first."""
    rows = sql.execute(
        "select m.content, r.decision, r.decided_at, r.reason from pgrecall_data.reviews r"
        " join pgrecall_data.memories m on m.namespace_id = r.namespace_id and m.id = r.memory_id"
        " order by r.id"
    )
    return [tuple(row.values()) for row in rows.fetchall()]


def queue(sql: Sql, **arguments: Any) -> list[str]:
    """Return what waits for review, as texts."""
    return [row["content"] for row in call(sql, "inferred", **arguments)]


# the queue


def test_the_queue_shows_what_was_inferred_with_its_sources(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    strong, athlete = call(sql, "inferred")
    assert strong == {
        "id": drawn["strong"],
        "content": "Ana is strong.",
        "kind": "fact",
        "subject": None,
        "predicate": None,
        "object": None,
        "confidence": 0.5,
        "origin": "user",
        "said_at": day(3),
        "recorded_at": day(3),
        "reason": None,
        "sources": strong["sources"],
    }
    assert [(s["content"], s["review"]) for s in strong["sources"]] == [
        ("Ana is an athlete.", "pending")
    ]
    assert [s["content"] for s in athlete["sources"]] == ["Ana trains daily.", "Ana ran a race."]


def test_the_queue_is_read_page_by_page(sql: Sql) -> None:
    base = store_id(sql, "Base.")
    texts = []
    for number in range(7):
        texts.append(store(sql, f"Conclusion {number}.", derived_from=[base]) and f"{number}")
    seen: list[str] = []
    before = None
    while page := call(sql, "inferred", limit=3, before=before):
        seen += [row["content"][-2] for row in page]
        before = page[-1]["id"]
    assert seen == texts[::-1]
    with refused("MR001"), sql.transaction():
        queue(sql, before=NOBODY)
    with refused("MR003"):
        queue(sql, limit=0)


def test_the_queue_holds_only_what_lives_in_the_open_namespaces(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    old = store_id(sql, "Ana may be tall.", derived_from=[drawn["athlete"]])
    store(sql, "Ana is tall.", supersedes=[old])
    store(sql, "Ana may be ill.", derived_from=[drawn["athlete"]], forget_after=day(4))
    call(sql, "forget", ids=[drawn["strong"]])
    assert queue(sql) == ["Ana is an athlete."]
    act_as(sql, "other")
    assert queue(sql) == []


# decisions


def test_approving_takes_an_inference_out_of_the_queue_and_lifts_it(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    done = call(sql, "approve", ids=[drawn["strong"], drawn["athlete"]], reason="seen it")
    assert done == [
        {"id": drawn["strong"], "content": "Ana is strong.", "review": "approved"},
        {"id": drawn["athlete"], "content": "Ana is an athlete.", "review": "approved"},
    ]
    assert queue(sql) == []
    row = get(sql, drawn["strong"])
    assert (row["review"], row["is_inference"]) == ("approved", True)
    (hit,) = call(sql, "recall", query="strong", explain=True)
    assert hit["explain"]["factors"]["trust"] == 0.625
    assert reviews(sql) == [
        ("Ana is strong.", "approved", day(4), "seen it"),
        ("Ana is an athlete.", "approved", day(4), "seen it"),
    ]


def test_declining_takes_an_inference_out_of_every_read_and_keeps_the_row(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    rows = count(sql)
    (done,) = call(sql, "decline", ids=[drawn["athlete"]])
    assert done["review"] == "declined"
    assert "Ana is an athlete." not in queue(sql) + found(sql, "Ana athlete") + listed(sql)
    assert call(sql, "facts", subject="Ana") == []
    assert found(sql, "athlete", history=True) == []
    assert [row["relation"] for row in call(sql, "related", id=drawn["strong"])] == []
    assert (count(sql), get(sql, drawn["athlete"])["review"]) == (rows, "declined")


def test_every_decision_is_recorded_and_can_be_undone(sql: Sql, drawn: dict[str, UUID]) -> None:
    id = drawn["strong"]
    before = [found(sql, "strong"), listed(sql), queue(sql)]
    travel(sql, day(5))
    call(sql, "decline", ids=[id], reason="no")
    travel(sql, day(6))
    assert call(sql, "undo", ids=[id]) == [
        {"id": id, "content": "Ana is strong.", "review": "pending"}
    ]
    assert [found(sql, "strong"), listed(sql), queue(sql)] == before
    call(sql, "approve", ids=[id])
    call(sql, "undo", ids=[id], reason="too soon")
    assert [found(sql, "strong"), listed(sql), queue(sql)] == before
    assert reviews(sql) == [
        ("Ana is strong.", "declined", day(5), "no"),
        ("Ana is strong.", "pending", day(6), None),
        ("Ana is strong.", "approved", day(6), None),
        ("Ana is strong.", "pending", day(6), "too soon"),
    ]
    assert call(sql, "inferred")[0]["reason"] == "too soon"


def test_a_decision_that_stands_is_not_recorded_twice(sql: Sql, drawn: dict[str, UUID]) -> None:
    call(sql, "undo", ids=[drawn["strong"]])
    assert reviews(sql) == []
    (one, two) = call(sql, "approve", ids=[drawn["strong"]] * 2)
    assert (one, len(reviews(sql))) == (two, 1)
    assert call(sql, "approve", ids=[]) == []


@pytest.mark.parametrize("verb", ["approve", "decline", "undo"])
def test_what_cannot_be_decided_is_refused_and_nothing_is(
    sql: Sql, drawn: dict[str, UUID], verb: str
) -> None:
    call(sql, "approve", ids=[drawn["athlete"]])
    states = [get(sql, id)["review"] for id in drawn.values()]
    for wrong, code in ((NOBODY, "MR001"), (drawn["ran a race"], "MR003")):
        ids = [drawn["strong"], drawn["athlete"], wrong]
        with refused(code) as info, sql.transaction():
            call(sql, verb, ids=ids)
        assert str(wrong) in str(info.value)
    assert [get(sql, id)["review"] for id in drawn.values()] == states
    assert len(reviews(sql)) == 1
    act_as(sql, "other")
    with refused("MR001"):
        call(sql, verb, ids=[drawn["strong"]])


def test_decisions_are_appended_and_cannot_be_rewritten(sql: Sql, drawn: dict[str, UUID]) -> None:
    call(sql, "approve", ids=[drawn["strong"]])
    for statement in (
        "update pgrecall_data.reviews set reason = ''",
        "delete from pgrecall_data.reviews",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), sql.transaction():
            sql.execute(statement)


def test_what_was_declined_may_be_said_outright_later(sql: Sql, drawn: dict[str, UUID]) -> None:
    call(sql, "decline", ids=[drawn["strong"]])
    said = store(sql, "Ana is strong.")
    assert said["action"] == "created"
    (hit,) = call(sql, "recall", query="strong")
    assert (hit["id"], hit["is_inference"]) == (said["id"], False)


# ranking


QUERY = "how strong and tall is Ana"


@pytest.mark.parametrize("fusion", ["convex", "rrf"])
@pytest.mark.parametrize("blend", [True, False])
def test_a_pending_inference_ranks_below_its_sources_whatever_the_scores(
    sql: Sql, *, fusion: str, blend: bool
) -> None:
    base = store_id(sql, "Somebody lifts weights, strong.", importance=1)
    store(sql, "The tall tower.")
    first = store_id(
        sql, "Ana: how strong and tall.", derived_from=[base], importance=10, subject="Ana"
    )
    second = store_id(
        sql, "Ana is strong, and how tall!", derived_from=[first], importance=10, subject="Ana"
    )
    given = {"query": QUERY, "fusion": fusion, "blend": blend, "explain": True}
    rows = call(sql, "recall", **given)
    order = [row["id"] for row in rows]
    assert order.index(base) < order.index(first) < order.index(second)
    assert [row["score"] for row in rows] == sorted((r["score"] for r in rows), reverse=True)
    assert {row["id"] for row in rows if row["explain"].get("capped")} == {first, second}
    assert [row["id"] for row in call(sql, "recall", k=1, **given)] == order[:1]
    call(sql, "approve", ids=[first, second])
    order = [row["id"] for row in call(sql, "recall", **given)]
    assert order.index(first) < order.index(base) > order.index(second)


def test_a_pending_inference_ranks_below_what_has_replaced_its_source(sql: Sql) -> None:
    base = store_id(sql, "Ana lifts weights.")
    drawn = store_id(sql, "Ana is strong, Ana lifts.", derived_from=[base], importance=10)
    new = store_id(sql, "Ana lifts heavy weights at the gym on Sundays.", supersedes=[base])
    rows = call(sql, "recall", query="Ana strong lifts")
    assert [row["id"] for row in rows] == [new, drawn]


def test_however_often_its_source_was_replaced(sql: Sql) -> None:
    last = store_id(sql, "Ana lifts weights.")
    drawn = store_id(sql, "Ana is strong, Ana lifts.", derived_from=[last], importance=10)
    for number in range(12):
        last = store_id(sql, f"Ana lifts {number} heavy weights at a gym.", supersedes=[last])
    rows = call(sql, "recall", query="Ana strong lifts")
    assert [row["id"] for row in rows] == [last, drawn]


def test_without_its_sources_among_the_hits_an_inference_is_not_capped(sql: Sql) -> None:
    base = store_id(sql, "The kiln is hot.")
    store(sql, "Bo is strong.")
    drawn = store_id(sql, "Ana is strong and tall.", derived_from=[base])
    rows = call(sql, "recall", query="Ana strong tall", explain=True)
    assert rows[0]["id"] == drawn
    assert "capped" not in rows[0]["explain"]


def test_an_inference_that_scores_nothing_like_its_source_still_comes_after_it(sql: Sql) -> None:
    declare(sql)
    base = store_id(sql, "A cat.", embedding=vector(-1))
    drawn = store_id(sql, "A dog.", embedding=vector(-1), derived_from=[base])
    rows = call(sql, "recall", query="zeppelin", embedding=vector(1))
    assert [(row["id"], row["score"]) for row in rows] == [(base, 0), (drawn, 0)]


# an inference lives only while a source lives


def test_forgetting_every_source_forgets_the_inference_and_restore_brings_all_back(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    call(sql, "approve", ids=[drawn["athlete"]])
    before = [get(sql, id) for id in drawn.values()]
    call(sql, "forget", ids=[drawn["ran a race"]])
    assert len(listed(sql)) == 3
    gone = call(sql, "forget", ids=[drawn["trains daily"]], reason="asked to")
    names = ("trains daily", "athlete", "strong")
    assert {row["id"] for row in gone} == {drawn[name] for name in names}
    assert {get(sql, drawn[name])["forget_reason"] for name in names} == {"asked to"}
    assert (listed(sql), queue(sql), found(sql, "Ana strong athlete")) == ([], [], [])
    assert call(sql, "facts", subject="Ana") == []
    back = call(sql, "restore", batch=gone[0]["batch"])
    assert {row["id"] for row in back} == {drawn[name] for name in names}
    call(sql, "restore", ids=[drawn["ran a race"]])
    assert [get(sql, id) for id in drawn.values()] == before


def test_the_preview_of_a_forget_shows_what_goes_with_it(sql: Sql, drawn: dict[str, UUID]) -> None:
    rows = call(sql, "forget", matching="athlete")
    assert {row["content"] for row in rows} == {"Ana is an athlete.", "Ana is strong."}
    assert len(listed(sql)) == 4


def test_an_inference_that_also_cites_an_event_outlives_its_other_sources(sql: Sql) -> None:
    base = store_id(sql, "Ana ran.")
    namespace = get(sql, base)["namespace_id"]
    sql.execute("reset role")
    row = sql.execute(
        "insert into pgrecall_data.events (namespace_id, session, actor, kind, payload,"
        " occurred_at, recorded_at) values (%s, 's', 'user', 'message', '{}', now(), now())"
        " returning id",
        [namespace],
    ).fetchone()
    assert row is not None
    act_as(sql, "test")
    store(sql, "Ana is fit.", derived_from=[base], source_event=row["id"])
    call(sql, "forget", ids=[base])
    assert listed(sql) == ["Ana is fit."]


def test_an_expired_source_supports_nothing(sql: Sql) -> None:
    travel(sql, day(1))
    brief = store_id(sql, "Ana trains this week.", forget_after=day(3))
    base = store_id(sql, "Ana ran.")
    drawn = store_id(sql, "Ana is fit.", derived_from=[brief, base])
    travel(sql, day(4))
    assert {r["id"] for r in call(sql, "forget", ids=[base])} == {base, drawn}


def test_an_inference_is_not_restored_without_a_source(sql: Sql, drawn: dict[str, UUID]) -> None:
    call(sql, "forget", ids=[drawn["ran a race"], drawn["trains daily"]])
    with refused("MR002") as info, sql.transaction():
        call(sql, "restore", ids=[drawn["athlete"]])
    assert str(drawn["athlete"]) in str(info.value)
    assert listed(sql) == []
    call(sql, "restore", ids=[drawn["athlete"], drawn["trains daily"]])
    assert listed(sql) == ["Ana is an athlete.", "Ana trains daily."]


def test_a_source_that_is_replaced_sends_the_inference_back_to_review(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    call(sql, "approve", ids=[drawn["athlete"], drawn["strong"]])
    travel(sql, day(5))
    store(sql, "Ana ran two races.", supersedes=[drawn["ran a race"]])
    assert [(row["content"], row["reason"]) for row in call(sql, "inferred")] == [
        ("Ana is an athlete.", "source was replaced")
    ]
    assert reviews(sql)[2:] == [("Ana is an athlete.", "pending", day(5), "source was replaced")]
    assert "Ana is an athlete." in listed(sql)


def test_only_an_approval_is_taken_back_by_a_source_that_is_replaced(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    other = store_id(sql, "Ana is quick.", derived_from=[drawn["ran a race"]])
    call(sql, "decline", ids=[other])
    store(sql, "Ana ran two races.", supersedes=[drawn["ran a race"]])
    assert [get(sql, id)["review"] for id in (other, drawn["athlete"])] == ["declined", "pending"]
    assert len(reviews(sql)) == 1


def test_declining_a_source_sends_what_was_concluded_from_it_back_to_review(
    sql: Sql, drawn: dict[str, UUID]
) -> None:
    call(sql, "approve", ids=[drawn["strong"]])
    call(sql, "decline", ids=[drawn["athlete"]])
    (row,) = call(sql, "inferred")
    assert (row["content"], row["reason"], row["sources"]) == (
        "Ana is strong.",
        "source was declined",
        [],
    )
