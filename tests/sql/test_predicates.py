"""Whether a predicate holds one value or several is declared once."""

from typing import Any
from uuid import UUID

import pytest
from conftest import Row, Sql, act_as, refused
from psycopg.types.json import Jsonb
from verbs import call, day, get, store, store_id, travel, unwritten


def declare_predicate(sql: Sql, name: str, *, multi: bool | None) -> Row:
    """Return the one row of `pgrecall.declare_predicate`."""
    (row,) = call(sql, "declare_predicate", name=name, multi=multi)
    return row


def likes(sql: Sql, what: str, **arguments: Any) -> UUID:
    """Store what Ana likes."""
    return store_id(sql, f"Ana likes {what}.", subject="Ana", predicate="likes", **arguments)


def live(sql: Sql) -> list[str]:
    """Return what Ana likes."""
    rows = call(sql, "facts", subject="Ana", predicate="likes")
    return sorted(row["content"].split()[-1] for row in rows)


def flags(sql: Sql) -> set[bool]:
    """Return is_multi of every row."""
    rows = sql.execute("select is_multi from pgrecall_data.memories").fetchall()
    return {row["is_multi"] for row in rows}


def test_a_declaration_is_kept_under_its_folded_name(sql: Sql) -> None:
    travel(sql, day(1))
    row = declare_predicate(sql, " Likes ", multi=True)
    assert row == {"namespace": "test", "name": "Likes", "is_multi": True, "created_at": day(1)}
    travel(sql, day(2))
    declare_predicate(sql, "lives in", multi=False)
    assert declare_predicate(sql, "LIKES", multi=True) == row
    rows = call(sql, "predicates")
    assert [(r["name"], r["is_multi"]) for r in rows] == [("Likes", True), ("lives in", False)]


def test_a_predicate_declared_multi_holds_several_without_being_told(sql: Sql) -> None:
    declare_predicate(sql, "likes", multi=True)
    likes(sql, "tea")
    likes(sql, "chess")
    assert (live(sql), flags(sql)) == (["chess.", "tea."], {True})


def test_a_predicate_declared_single_holds_one_and_refuses_multi(sql: Sql) -> None:
    declare_predicate(sql, "Likes", multi=False)
    likes(sql, "tea")
    likes(sql, "chess")
    with unwritten(sql, "MR003", says="predicate 'Likes' was declared to hold one value"):
        likes(sql, "go", multi=True)
    assert live(sql) == ["chess."]


def test_an_item_of_a_batch_that_breaks_a_declaration_harms_no_other(sql: Sql) -> None:
    declare_predicate(sql, "likes", multi=False)
    item = {"content": "x", "subject": "Ana", "predicate": "likes"}
    rows = call(sql, "store_many", items=Jsonb([{**item, "multi": True}, item]))
    assert [(row["error"], row["action"]) for row in rows] == [("MR003", None), (None, "created")]


def test_what_was_not_declared_is_what_the_caller_says(sql: Sql) -> None:
    declare_predicate(sql, "eats", multi=False)
    for what in ("tea", "chess"):
        likes(sql, what, multi=True)
    store(sql, "No predicate.", multi=True)
    assert live(sql) == ["chess.", "tea."]


def test_declaring_several_turns_what_is_stored(sql: Sql) -> None:
    likes(sql, "tea")
    likes(sql, "chess")
    gone = likes(sql, "go")
    call(sql, "forget", ids=[gone])
    likes(sql, "golf")
    store(sql, "Bo likes go.", subject="Bo", predicate="LIKES")
    declare_predicate(sql, "likes", multi=True)
    assert flags(sql) == {True}
    likes(sql, "chocolate")
    call(sql, "restore", ids=[gone])
    assert live(sql) == ["chocolate.", "go.", "golf."]


def test_declaring_one_turns_what_is_stored_when_every_subject_has_one(sql: Sql) -> None:
    first = likes(sql, "tea", multi=True)
    gone = likes(sql, "chess", multi=True)
    call(sql, "forget", ids=[gone])
    store(sql, "Bo likes go.", subject="Bo", predicate="likes", multi=True)
    declare_predicate(sql, "likes", multi=False)
    assert flags(sql) == {False}
    likes(sql, "golf")
    assert (live(sql), get(sql, first)["is_latest"]) == (["golf."], False)
    call(sql, "restore", ids=[gone])
    assert live(sql) == ["golf."]


def test_declaring_one_is_refused_while_a_subject_has_several(sql: Sql) -> None:
    for what in ("tea", "chess", "go", "golf"):
        likes(sql, what, multi=True)
    for what in ("tea", "go"):
        store(sql, f"Bo likes {what}.", subject="bo", predicate="Likes", multi=True)
    store(sql, "Cy likes go.", subject="Cy", predicate="Likes", multi=True)
    with refused("MR002") as info, sql.transaction():
        declare_predicate(sql, "likes", multi=False)
    assert str(info.value).startswith(
        "predicate 'likes' cannot hold one value: 2 subjects have several, such as 'Ana' with 4:"
        " Ana likes tea. | Ana likes chess. | Ana likes go. | ..."
    )
    assert (call(sql, "predicates"), flags(sql)) == ([], {True})
    declare_predicate(sql, "likes", multi=True)
    with refused("MR002"), sql.transaction():
        declare_predicate(sql, "likes", multi=False)
    assert [row["is_multi"] for row in call(sql, "predicates")] == [True]


@pytest.mark.parametrize(
    ("name", "multi"), [("", True), ("  ", False), ("x" * 1001, True), ("likes", None)]
)
def test_what_cannot_be_declared_is_refused(sql: Sql, name: str, multi: bool | None) -> None:
    with refused("MR003"):
        declare_predicate(sql, name, multi=multi)


def test_declarations_stay_in_their_namespace(sql: Sql) -> None:
    declare_predicate(sql, "likes", multi=True)
    act_as(sql, "other")
    assert call(sql, "predicates") == []
    likes(sql, "tea")
    likes(sql, "chess")
    assert live(sql) == ["chess."]
    declare_predicate(sql, "likes", multi=False)
    act_as(sql, "test", "other")
    rows = call(sql, "predicates")
    assert [(r["namespace"], r["is_multi"]) for r in rows] == [("other", False), ("test", True)]
    assert call(sql, "predicates", namespaces=["other"]) == rows[:1]
    with refused("MR004"):
        call(sql, "predicates", namespaces=["third"])
