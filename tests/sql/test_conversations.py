"""How the turns of a conversation lend each other weight."""

from typing import Any

from conftest import Row, Sql, refused
from verbs import call, declare, store, vector


def said(sql: Sql, content: str, **more: Any) -> None:
    given = {"kind": "conversation", "session": "s", "speaker": "Ana", **more}
    store(sql, content, **given)


def shares(sql: Sql, query: str, **more: Any) -> dict[str, Row]:
    """Return the value of each feature of each hit, by its text."""
    hits = call(sql, "recall", query=query, explain=True, **more)
    return {
        hit["content"]: {name: one["value"] for name, one in hit["explain"]["shares"].items()}
        for hit in hits
    }


def test_the_turns_around_a_hit_are_found_with_it(sql: Sql) -> None:
    for text in ("Hello.", "When is the kiln free?", "On Sunday.", "Good."):
        said(sql, text)
    found = shares(sql, "kiln")
    assert set(found) == {"Hello.", "When is the kiln free?", "On Sunday."}
    assert found["On Sunday."]["previous"] == found["Hello."]["next"] == 0.5
    assert found["On Sunday."]["session"] == 0.5


def test_a_filter_keeps_the_turns_around_a_hit_out_too(sql: Sql) -> None:
    said(sql, "When is the kiln free?", tags=["asked"])
    said(sql, "On Sunday.")
    assert set(shares(sql, "kiln", tags=["asked"])) == {"When is the kiln free?"}


def test_a_user_and_an_assistant_lend_nothing_to_the_turn_beside_them(sql: Sql) -> None:
    said(sql, "When is the kiln free?", speaker="user")
    said(sql, "On Sunday.", speaker="assistant")
    found = shares(sql, "kiln")
    assert set(found) == {"When is the kiln free?"}


def test_a_session_is_as_good_as_its_best_turn(sql: Sql) -> None:
    declare(sql)
    said(sql, "The kiln is free.", embedding=vector(1))
    said(sql, "Clay is cheap.", embedding=vector(0.6, 0.8), speaker="user")
    said(sql, "Glaze is dear.", embedding=vector(0.6, 0.8), session="t")
    found = shares(sql, "?", embedding=vector(1))
    assert found["Clay is cheap."]["session"] > found["Glaze is dear."]["session"]
    order = [hit["content"] for hit in call(sql, "recall", query="?", embedding=vector(1))]
    assert order == ["The kiln is free.", "Clay is cheap.", "Glaze is dear."]


def test_a_statement_competes_with_turns_on_equal_terms(sql: Sql) -> None:
    said(sql, "So the kiln, you know.", speaker="user")
    store(sql, "So the kiln, you see.")
    found = shares(sql, "kiln")
    fact, turn = found["So the kiln, you see."], found["So the kiln, you know."]
    assert {name: fact.get(name) for name in ("session", "previous", "next")} == {
        name: turn.get(name) for name in ("session", "previous", "next")
    }


def test_turns_do_not_age(sql: Sql) -> None:
    said(sql, "The kiln is free.", said_at="2001-01-01")
    (hit,) = call(sql, "recall", query="kiln", explain=True)
    assert hit["explain"]["factors"]["recency"] == 1


def around(sql: Sql, query: str, n: int, **more: Any) -> dict[str, Any]:
    """Return what is around each hit, by its text: the offsets and texts."""
    hits = call(sql, "recall", query=query, around=n, **more)
    return {
        hit["content"]: hit["around"] and [(t["offset"], t["content"]) for t in hit["around"]]
        for hit in hits
    }


def test_a_hit_can_bring_the_turns_around_it(sql: Sql) -> None:
    for text in ("One.", "Two kilns.", "Three.", "Four.", "Five."):
        said(sql, text, speaker="user")
    said(sql, "Elsewhere.", session="t")
    store(sql, "A fact about kilns.")
    assert around(sql, "kiln", 2) == {
        "Two kilns.": [(-1, "One."), (1, "Three."), (2, "Four.")],
        "A fact about kilns.": None,
    }
    assert around(sql, "kiln", 0)["Two kilns."] is None
    for n in (-1, 21):
        with refused("MR003"), sql.transaction():
            around(sql, "kiln", n)


def test_what_is_around_a_hit_passes_the_filter_too(sql: Sql) -> None:
    said(sql, "Secret.", speaker="user")
    call(sql, "forget", ids=[call(sql, "timeline")[0]["id"]])
    said(sql, "The kiln.", speaker="user", tags=["a"])
    said(sql, "Untagged.", speaker="user")
    assert around(sql, "kiln", 2, tags=["a"]) == {"The kiln.": None}
