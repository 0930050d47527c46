"""What a recall returns: filters first, then k rows or all that match."""

from dataclasses import fields
from typing import Any

import pytest
from conftest import Sql, act_as, refused
from verbs import answer, call, day, declare, found, store, store_id, store_many, travel, vector

from pgrecall.hits import Hit


def test_a_hit_is_the_memory_with_its_scores(sql: Sql) -> None:
    travel(sql, day(9))
    declare(sql)
    event_at, source = "2024-05", store_id(sql, "Source text.")
    id = store_id(
        sql,
        "Ana prefers tea.",
        embedding=vector(3, 4),
        kind="preference",
        subject="Ana",
        predicate="prefers",
        object="tea",
        tags=["drink"],
        metadata={"a": 1},
        importance=5,
        confidence=0.5,
        said_at=day(8),
        valid_until=day(12),
        event_at=event_at,
        session="s",
        speaker="Bo",
        derived_from=[source],
    )
    hits = call(sql, "recall", query="tea", embedding=vector(1), kinds=["preference"])
    near = (0.6 / 0.6 + 1) / 2  # by vector and words; its session's best, and what is around it
    score = (0.65 * 0.6 / 0.6 + 0.33 + 0.8 * near) * (0.25 + 0.75 * 0.5) * 0.8
    assert hits == [
        {
            "id": id,
            "content": "Ana prefers tea.",
            "kind": "preference",
            "similarity": pytest.approx(0.6),
            "score": pytest.approx(score),
            "namespace": "test",
            "session": "s",
            "speaker": "Bo",
            "subject": "Ana",
            "predicate": "prefers",
            "object": "tea",
            "tags": ["drink"],
            "metadata": {"a": 1},
            "importance": 5,
            "confidence": 0.5,
            "origin": "user",
            "is_inference": True,
            "version": 1,
            "is_latest": True,
            "valid_from": day(8),
            "valid_until": day(12),
            "said_at": day(8),
            "event_at": day(1).replace(year=2024, month=5, hour=0),
            "event_precision": "month",
            "recorded_at": day(9),
            "sources": [f"memory:{source}"],
            "explain": None,
            "related": None,
            "around": None,
        }
    ]
    assert list(hits[0]) == [field.name for field in fields(Hit)]


@pytest.mark.parametrize("embedding", [None, vector(1)])
def test_dead_copies_take_no_place_from_the_living(sql: Sql, embedding: str | None) -> None:
    travel(sql, day(1))
    declare(sql)
    given: dict[str, Any] = {"embedding": embedding, "subject": "Ana", "predicate": "pays"}
    for number in range(60):
        store(sql, f"Ana pays {number} euros rent.", **given)
    for number in range(10):
        expired = store_id(sql, f"Ana pays rent {number}.", embedding=embedding, multi=True)
        call(sql, "forget", ids=[expired])
        store(sql, f"Ana pays rent, {number}.", embedding=embedding, forget_after=day(2))
        store(sql, f"Ana pays rent; {number}.", embedding=embedding, valid_until=day(2))
    travel(sql, day(3))
    store(sql, "Bo sings.", embedding=embedding and vector(0.1, 1))
    query = {"query": "what rent pays Ana", "embedding": embedding, "k": 10}
    hits = [row["content"] for row in call(sql, "recall", **query)]
    assert hits == ["Ana pays 59 euros rent."] + (["Bo sings."] if embedding else [])


@pytest.mark.parametrize("embedding", [None, vector(1)], ids=["words", "vector"])
def test_recall_returns_k_rows_or_all_that_match(sql: Sql, embedding: str | None) -> None:
    declare(sql)
    items = [{"content": f"Tea {n}.", "tags": ["odd"] if n % 2 else []} for n in range(440)]
    store_many(sql, items, embeddings=[vector(1, n / 100) for n in range(440)])
    for k in (1, 7, 219, 220, 221, 1000):
        hits = call(sql, "recall", query="tea", embedding=embedding, k=k, tags=["odd"])
        assert (k, len({row["id"] for row in hits})) == (k, min(k, 220))
        assert {row["tags"][0] for row in hits} == {"odd"}


@pytest.fixture
def notes(sql: Sql) -> Sql:
    travel(sql, day(20))
    store(sql, "tea a", kind="fact", tags=["x", "y"], importance=3, said_at=day(1))
    store(sql, "tea b", kind="preference", tags=["y"], said_at=day(5))
    store(sql, "tea c", kind="transcript", session="s", said_at=day(6), importance=9)
    store(sql, "tea d", kind="event", event_at="2026-01-10", said_at=day(12))
    return sql


FILTERS: list[tuple[dict[str, Any], str]] = [
    ({}, "abd"),
    ({"kinds": ["fact", "event"]}, "ad"),
    ({"kinds": ["transcript"]}, "c"),
    ({"kinds": ["transcript", "fact"]}, "ac"),
    ({"kinds": []}, ""),
    ({"tags": ["y"]}, "ab"),
    ({"tags": ["x", "y"]}, "a"),
    ({"tags": ["z"]}, ""),
    ({"tags": []}, "abd"),
    ({"min_importance": 8}, "b"),
    ({"since": day(5)}, "bd"),
    ({"until": day(5)}, "a"),
    ({"since": day(1), "until": day(12)}, "abd"),
    ({"since": day(9), "until": day(10)}, "d"),
    ({"since": day(13)}, ""),
    ({"as_of": day(2)}, "a"),
]


@pytest.mark.parametrize(("given", "names"), FILTERS, ids=str)
def test_filters_let_through_exactly(notes: Sql, given: dict[str, Any], names: str) -> None:
    assert "".join(sorted(text[-1] for text in found(notes, "tea", **given))) == names


def test_a_transcript_is_found_by_meaning_without_being_asked_for(sql: Sql) -> None:
    declare(sql)
    store(sql, "tea time", kind="transcript", session="s", speaker="Ana", embedding=vector(1))
    assert found(sql, "tea Ana") == []
    assert found(sql, "tea Ana", embedding=vector(1)) == ["tea time"]


def test_a_declined_inference_is_not_recalled(sql: Sql) -> None:
    derived = store_id(sql, "Ana is ill.", derived_from=[store_id(sql, "Ana coughs.")])
    sql.execute("reset role")
    sql.execute("update pgrecall_data.memories set review = 'declined' where id = %s", [derived])
    act_as(sql, "test")
    assert found(sql, "ill") == []


def test_several_namespaces_are_read_together_or_one_of_them(sql: Sql) -> None:
    for path in ("test", "other", "third"):
        act_as(sql, path)
        store(sql, f"Tea in {path}.")
    act_as(sql, "test", "other", "empty")
    hits = call(sql, "recall", query="tea")
    assert {row["namespace"]: row["content"] for row in hits} == {
        "test": "Tea in test.",
        "other": "Tea in other.",
    }
    assert found(sql, "tea", namespaces=["other", "empty"]) == ["Tea in other."]
    assert found(sql, "tea", namespaces=["empty"]) == []
    with refused("MR004"):
        found(sql, "tea", namespaces=["test", "third"])


def test_min_similarity_cuts_on_the_cosine(sql: Sql) -> None:
    declare(sql)
    for name, numbers in (("same", (1.0,)), ("near", (4.0, 3.0)), ("far", (0.0, 1.0))):
        store(sql, f"tea {name}", embedding=vector(*numbers))
    store(sql, "tea without")
    given = {"query": "tea", "embedding": vector(1)}
    hits = call(sql, "recall", **given, min_similarity=0.7)
    assert [(r["content"], round(r["similarity"], 3)) for r in hits] == [
        ("tea same", 1.0),
        ("tea near", 0.8),
    ]
    assert call(sql, "recall", query="goat", embedding=vector(0, 0, 1), min_similarity=0.1) == []
    assert answer(sql)["why_empty"] == "no memory is as similar as 0.1"


def test_an_empty_answer_says_why(sql: Sql) -> None:
    def why(query: str, **arguments: Any) -> str:
        assert found(sql, query, **arguments) == []
        row = answer(sql)
        assert row["confidence"] is None
        return str(row["why_empty"])

    assert why("tea") == "nothing has been stored in this namespace"
    store(sql, "The kiln is in the shed.")
    assert why("tea") == "no memory holds a word of the query, and no vector was compared"
    assert why("kiln", kinds=["event"]) == "no live memory passes the filters"
    assert "no word that can be looked up" in why("of the")


def test_an_answer_knows_how_sure_it_is(sql: Sql) -> None:
    assert answer(sql) == {"confidence": None, "skipped_lanes": [], "why_empty": None}
    store(sql, "The kiln is in the shed.")
    found(sql, "kiln shed")
    assert answer(sql) == {
        "confidence": pytest.approx(0.924, abs=1e-3),
        "skipped_lanes": ["vector: no embedding was given"],
        "why_empty": None,
    }
    found(sql, "kiln price in the next auction")
    assert answer(sql)["confidence"] == pytest.approx(0.223, abs=1e-3)


def test_an_answer_about_somebody_else_is_less_sure(sql: Sql) -> None:
    store(sql, "Bo sold the blue boat at the harbour.", subject="Bo")
    store(sql, "Ana likes the harbour.", subject="Ana")
    found(sql, "where did Bo sell the blue boat")
    sure = answer(sql)["confidence"]
    found(sql, "where did Ana sell the blue boat")
    assert answer(sql)["confidence"] < 0.5 < sure


def test_equal_hits_come_newest_first_every_time(sql: Sql) -> None:
    travel(sql, day(1))
    ids = [store_id(sql, f"Tea {number}.") for number in range(30)]
    for fusion in ("convex", "rrf"):
        hits = [row["id"] for row in call(sql, "recall", query="tea", k=10, fusion=fusion)]
        assert hits == ids[:-11:-1]


def test_recall_writes_nothing(sql: Sql) -> None:
    declare(sql)
    for number in range(20):
        store(sql, f"Ana fed cat {number}.", embedding=vector(1, number), subject="Ana")
    sql.execute("set transaction_read_only = on")
    given = {"query": "cats of Ana", "embedding": vector(1), "explain": True}
    assert len(call(sql, "recall", **given)) == 10
    assert answer(sql)["skipped_lanes"] == []
    assert len(call(sql, "timeline")) == 20


BAD: list[tuple[dict[str, Any], str]] = [
    ({"k": 0}, "k 0 is"),
    ({"k": -1}, "k -1 is"),
    ({"k": 10_001}, "k 10001 is"),
    ({"k": None}, "k null is"),
    ({"kinds": ["rumour"]}, "{rumour}"),
    ({"kinds": [None]}, "{NULL}"),
    ({"min_importance": 0}, "min_importance 0"),
    ({"min_similarity": 1.1}, "min_similarity 1.1"),
    ({"min_similarity": float("nan")}, "min_similarity NaN"),
    ({"fusion": "best"}, "'best'"),
    ({"fusion": None}, "NULL"),
    ({"since": day(2), "until": day(2)}, "is not before until"),
    ({"model": "other:model"}, "'other:model'"),
]


@pytest.mark.parametrize(("given", "says"), BAD, ids=str)
def test_an_argument_that_cannot_be_used_is_named(
    sql: Sql, given: dict[str, Any], says: str
) -> None:
    with refused("MR003") as info:
        call(sql, "recall", query="tea", **given)
    assert says in str(info.value)


def test_a_query_of_any_length_is_answered(sql: Sql) -> None:
    store(sql, "The kiln is in the shed.")
    assert found(sql, "kiln " + "word " * 200_000) == ["The kiln is in the shed."]
    assert call(sql, "recall", query=None) == []


def test_usage_counts_what_was_recalled_and_passes_over_the_rest(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    one, two = store_id(sql, "Tea one."), store_id(sql, "Tea two.")
    assert call(sql, "record_usage", ids=[one, one, two, foreign, one]) == [{"record_usage": 2}]
    call(sql, "record_usage", ids=[one])
    usage = sql.execute("select memory_id, recall_count from pgrecall_data.usage").fetchall()
    assert {row["memory_id"]: row["recall_count"] for row in usage} == {one: 4, two: 1}
    assert call(sql, "record_usage", ids=[]) == [{"record_usage": 0}]
    hits = call(sql, "recall", query="tea", explain=True)
    assert [row["id"] for row in hits] == [one, two]
    assert [row["explain"]["factors"]["usage"] for row in hits] == [1.0322, 1.0139]
