"""What is embedded of a turn, and what loses its vector when the turn before it goes."""

from typing import Any
from uuid import UUID

from conftest import Row, Sql, act_as
from erasures import erase
from psycopg.types.json import Jsonb
from verbs import call, declare, store, store_id, vector


def turn(content: str, *, session: str | None = "s", speaker: str = "Ana") -> Row:
    return {"content": content, "kind": "conversation", "session": session, "speaker": speaker}


def texts(sql: Sql, *items: Row) -> list[str]:
    """Return what would be embedded of each item."""
    rows = call(sql, "texts_to_embed", items=Jsonb(list(items)))
    return [row["texts_to_embed"] for row in rows]


def said(sql: Sql, content: str, **more: Any) -> UUID:
    """Store a turn with a vector."""
    return store_id(sql, **{**turn(content), "embedding": vector(1), **more})


def missing(sql: Sql) -> list[str]:
    """Return the texts of what has no vector, the newest first."""
    return [row["text"] for row in call(sql, "unembedded")]


def test_a_turn_is_embedded_with_the_end_of_the_turn_before_it(sql: Sql) -> None:
    long = "x" * 300 + " end"
    assert texts(sql, turn("One."), turn("Two.", speaker="Bo"), turn(long), turn("Four.")) == [
        "One.",
        "One.\nTwo.",
        f"Two.\n{long}",
        long[-200:] + "\nFour.",
    ]
    store(sql, **turn("Stored before."))
    assert texts(sql, turn("Now.")) == ["Stored before.\nNow."]


def test_what_stands_alone_is_embedded_alone(sql: Sql) -> None:
    store(sql, **turn("Stored before."))
    alone = [
        {"content": "A fact.", "session": "s", "kind": "fact"},
        {"content": "A note."},
        turn("No session.", session=None),
        turn("Another session.", session="t"),
        turn("Asked.", speaker="user"),
        turn("Answered.", speaker="Assistant"),
    ]
    assert texts(sql, *alone) == [item["content"] for item in alone]
    act_as(sql, "other")
    assert texts(sql, turn("Elsewhere.")) == ["Elsewhere."]


def test_a_forgotten_turn_is_embedded_with_no_other(sql: Sql) -> None:
    declare(sql)
    first = said(sql, "Secret.")
    call(sql, "forget", ids=[first])
    assert texts(sql, turn("Next.")) == ["Next."]


def test_an_erased_turn_leaves_nothing_in_the_vector_of_the_next(sql: Sql) -> None:
    declare(sql)
    ids = [said(sql, text) for text in ("One.", "Two.", "Three.", "Four.", "Five.")]
    erase(sql, ids=ids[1:3])
    assert missing(sql) == ["Four."]
    rows = call(sql, "set_embeddings", ids=[ids[3], ids[4]], embeddings=[vector(0, 1)] * 2)
    assert rows == [{"set_embeddings": 1}]
    assert missing(sql) == []
    hits = call(sql, "recall", query="?", embedding=vector(0, 1), blend=False)
    assert {hit["content"]: hit["similarity"] for hit in hits} == {
        "One.": 0,
        "Four.": 1,
        "Five.": 0,
    }


def test_vectors_are_given_in_namespaces_that_are_open(sql: Sql) -> None:
    declare(sql)
    id = store_id(sql, "Tea.")
    act_as(sql, "other")
    rows = call(sql, "set_embeddings", ids=[id], embeddings=[vector(1)])
    assert rows == [{"set_embeddings": 0}]
    assert missing(sql) == []


def test_the_turn_after_a_refused_one_is_stored_without_a_vector(sql: Sql) -> None:
    declare(sql)
    items = [turn("One."), turn(""), turn("Three."), turn("Four.")]
    rows = call(sql, "store_many", items=Jsonb(items), embeddings=[vector(1)] * 4)
    assert [row["error"] for row in rows] == [None, "MR003", None, None]
    assert missing(sql) == ["One.\nThree."]
