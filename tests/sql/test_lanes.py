"""The lanes one by one, their fusion, its factors, and what happens when a lane fails."""

import math
from typing import Any

import pytest
from conftest import Row, Sql, act_as
from verbs import answer, call, day, declare, found, store, store_id, travel, vector

# the score of a row that holds all words, without a vector: keyword, its session, before, after
ALONE = pytest.approx(0.33 + (0.5 + 0.2 + 0.1) * 0.5)


def explained(sql: Sql, query: str, **arguments: Any) -> dict[str, Row]:
    """Return what explain says of each hit, by its text."""
    rows = call(sql, "recall", query=query, explain=True, **arguments)
    return {row["content"]: row["explain"] for row in rows}


def share(value: float, weight: float) -> Row:
    """Return what explain says of a feature."""
    return {
        "value": pytest.approx(value, abs=1e-4),
        "weight": weight,
        "share": pytest.approx(value * weight, abs=1e-4),
    }


def test_explain_shows_each_lane_and_each_factor(sql: Sql) -> None:
    travel(sql, day(9))
    declare(sql)
    store(sql, "Ana drinks tea.", embedding=vector(1), subject="Ana")
    store(sql, "Bo drinks milk, he.", embedding=vector(0, 1))
    both = explained(sql, "tea of Ana", embedding=vector(1))
    one, two = both["Ana drinks tea."], both["Bo drinks milk, he."]
    bm25 = one["keyword"]["bm25"]
    near = (1 / 0.6 + 1) / 2  # what it is worth by its vector and its words
    length = -1.0  # of two texts, the shorter is one standard deviation below the mean
    assert one == {
        "vector": {"rank": 1, "similarity": 1},
        "keyword": {"rank": 1, "bm25": bm25, "words": ["tea"]},
        "entity": {"rank": 1, "names": ["Ana"], "counted": True},
        "shares": {
            "vector": share(1 / 0.6, 0.65),
            "keyword": share(1, 0.33),
            "named": share(1, 0.35),
            "length": share(length, 0.05),
            "session": share(near, 0.5),
            "previous": share(near, 0.2),
            "next": share(near, 0.1),
        },
        "fused": pytest.approx(
            0.65 / 0.6 + 0.33 + 0.35 + 0.05 * length + 0.8 * near,
            abs=1e-5,
        ),
        "factors": {"recency": 1, "importance": 1, "usage": 1, "trust": 1},
    }
    assert bm25 == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert two == {
        "vector": {"rank": 2, "similarity": 0},
        "shares": {"length": share(-length, 0.05)},
        "fused": pytest.approx(0.05, abs=1e-5),
        "factors": {"recency": 1, "importance": 1, "usage": 1, "trust": 1},
    }


def test_rare_words_weigh_more_and_long_texts_less(sql: Sql) -> None:
    for number in range(8):
        store(sql, f"Common tea {number}.")
    store(sql, "Rare kiln.")
    store(sql, "Common tea " + " ".join(f"filler{n}" for n in range(40)))
    hits = call(sql, "recall", query="tea kiln", blend=False, explain=True)
    bm25 = {hit["content"][:12]: hit["explain"]["keyword"]["bm25"] for hit in hits}
    assert bm25["Rare kiln."] > bm25["Common tea 0"] > bm25["Common tea f"]


def test_rrf_is_the_sum_of_reciprocal_ranks(sql: Sql) -> None:
    declare(sql)
    store(sql, "Ana drinks tea.", embedding=vector(1, 1), subject="Ana")
    store(sql, "Milk.", embedding=vector(1))
    rows = call(sql, "recall", query="Ana tea", embedding=vector(1), fusion="rrf", blend=False)
    assert [(row["content"], round(row["score"], 6)) for row in rows] == [
        ("Ana drinks tea.", round(1 / 62 + 1 / 61 + 0.5 / 61, 6)),
        ("Milk.", round(1 / 61, 6)),
    ]


def test_without_blend_age_importance_and_use_do_not_count(sql: Sql) -> None:
    travel(sql, day(9))
    store(sql, "Tea old.", importance=1, said_at=day(1).replace(year=2020))
    store(sql, "Tea new.", importance=10)
    scores = {row["content"]: row["score"] for row in call(sql, "recall", query="tea", blend=False)}
    assert scores == {"Tea old.": ALONE, "Tea new.": ALONE}
    blended = call(sql, "recall", query="tea")
    assert [row["content"] for row in blended] == ["Tea new.", "Tea old."]


@pytest.mark.parametrize(
    ("given", "recency"),
    [
        ({}, 1),
        ({"said_at": day(9).replace(year=2025)}, 0.75 + 0.25 * math.exp(-365 / 180)),
        ({"said_at": day(9).replace(year=1990)}, 0.75),
        ({"said_at": day(9).replace(year=1990), "kind": "preference"}, 1),
        ({"said_at": day(9).replace(year=1990), "kind": "correction"}, 1),
        ({"said_at": day(20)}, 1),
        ({"event_at": "2026"}, 1),
        ({"event_at": "2025"}, 0.75 + 0.25 * math.exp(-8.5 / 180)),
        ({"event_at": "2030"}, 1),
    ],
    ids=str,
)
def test_age_takes_a_quarter_at_most(sql: Sql, given: dict[str, Any], recency: float) -> None:
    travel(sql, day(9))
    store(sql, "Tea.", **given)
    factors = explained(sql, "tea")["Tea."]["factors"]
    assert factors["recency"] == pytest.approx(recency, abs=1e-4)


@pytest.mark.parametrize(("importance", "factor"), [(1, 0.84), (5, 1), (10, 1.2)])
def test_importance_weighs(sql: Sql, importance: int, factor: float) -> None:
    store(sql, "Tea.", importance=importance)
    assert explained(sql, "tea")["Tea."]["factors"]["importance"] == factor


def test_use_weighs_a_tenth_at_most(sql: Sql) -> None:
    id = store_id(sql, "Tea.")
    call(sql, "record_usage", ids=[id] * 100_000)
    assert explained(sql, "tea")["Tea."]["factors"]["usage"] == 1.1


def test_names_known_to_the_namespace_are_found_in_texts_and_queries(sql: Sql) -> None:
    store(sql, "Ana Ruiz's boat leaks.")
    store(sql, "Paints the house.", subject="Ana Ruiz")
    store(sql, "Sings well.", session="s", speaker="ana  RUIZ", kind="conversation")
    store(sql, "Ana swims.")
    names = {c: e.get("entity") for c, e in explained(sql, "does ANA RUIZ paint, sing").items()}
    assert {c: e and e["names"] for c, e in names.items()} == {
        "Ana Ruiz's boat leaks.": ["Ana Ruiz"],
        "Paints the house.": ["Ana Ruiz"],
        "Sings well.": ["Ana Ruiz"],
        "Ana swims.": None,
    }


def test_names_can_be_given_beside_the_query(sql: Sql) -> None:
    store(sql, "Paints the house.", subject="Ana Ruiz")
    assert found(sql, "goat") == []
    assert found(sql, "goat", entities=["ana ruiz", "nobody"]) == ["Paints the house."]


def test_general_roles_are_no_names(sql: Sql) -> None:
    store(sql, "Paints.", subject="User", speaker="assistant")
    rows = sql.execute("select name from pgrecall_data.entities").fetchall()
    assert (rows, found(sql, "user")) == ([], [])


def test_a_name_alone_outranks_nothing_relevant(sql: Sql) -> None:
    declare(sql)
    store(sql, "Paints the house.", subject="Ana", embedding=vector(0.1, 1))
    store(sql, "Dinner is at eight.", embedding=vector(1))
    rows = call(sql, "recall", query="when does Ana eat", embedding=vector(1), explain=True)
    assert [row["content"] for row in rows] == ["Dinner is at eight.", "Paints the house."]
    assert rows[1]["explain"]["entity"]["counted"] is False


def test_vectors_of_two_models_are_never_compared(sql: Sql) -> None:
    declare(sql)
    store(sql, "Tea.", embedding=vector(1))
    sql.execute("reset role")
    sql.execute("update pgrecall_data.models set is_current = false")
    declare(sql, "test:new")
    act_as(sql, "test")
    store(sql, "Milk.", embedding=vector(1))
    rows = call(sql, "recall", query="tea", embedding=vector(1))
    assert [(row["content"], row["similarity"]) for row in rows] == [("Milk.", 1), ("Tea.", None)]
    old = call(sql, "recall", query="x", embedding=vector(1), model="test:hand")
    assert [row["content"] for row in old] == ["Tea."]


def spoil(sql: Sql, lane: str) -> None:
    """Make a lane raise, to the end of the transaction."""
    sql.execute("reset role")
    names = {
        "vector": "namespaces int[], embedding halfvec, model_id int",
        "keyword": "namespaces int[], lexemes text[]",
        "entity": "namespaces int[], names text[]",
    }
    sql.execute(
        f"create or replace function pgrecall.{lane}_lane({names[lane]},"
        " filter pgrecall.filter, n int)"
        " returns setof pgrecall.candidate language plpgsql as"
        " $$ begin raise exception 'the index is broken'; end $$"
    )
    act_as(sql, "test")


@pytest.mark.parametrize("lane", ["vector", "keyword", "entity"])
def test_a_lane_that_fails_is_skipped_and_named(sql: Sql, lane: str) -> None:
    declare(sql)
    store(sql, "Ana drinks tea.", embedding=vector(1), subject="Ana")
    spoil(sql, lane)
    ((text, explain),) = explained(sql, "Ana tea", embedding=vector(1)).items()
    assert text == "Ana drinks tea."
    assert set(explain) == {"vector", "keyword", "entity", "shares", "fused", "factors"} - {lane}
    assert answer(sql)["skipped_lanes"] == [f"{lane}: the index is broken"]


def test_with_every_lane_broken_the_answer_is_empty_and_says_so(sql: Sql) -> None:
    store(sql, "Ana drinks tea.")
    spoil(sql, "keyword")
    spoil(sql, "entity")
    assert found(sql, "tea") == []
    skipped = [lane.partition(":")[0] for lane in answer(sql)["skipped_lanes"]]
    assert skipped == ["vector", "keyword", "entity"]


@pytest.mark.parametrize(
    ("embedding", "reason"),
    [
        ("[1,2,3]", "vector: different halfvec dimensions 512 and 3"),
        (vector(0), "vector: the embedding is all zeros"),
        (None, "vector: no embedding was given"),
    ],
    ids=["width", "zeros", "none"],
)
def test_a_vector_that_cannot_be_compared_leaves_the_other_lanes(
    sql: Sql, embedding: str | None, reason: str
) -> None:
    declare(sql)
    store(sql, "Tea.", embedding=vector(1))
    (hit,) = call(sql, "recall", query="tea", embedding=embedding)
    assert (hit["content"], hit["similarity"], hit["score"]) == ("Tea.", None, ALONE)
    assert answer(sql)["skipped_lanes"] == [reason]


def test_a_vector_without_any_model_is_not_compared(sql: Sql) -> None:
    store(sql, "Tea.")
    assert found(sql, "tea", embedding=vector(1)) == ["Tea."]
    assert answer(sql)["skipped_lanes"] == ["vector: no model was declared"]
