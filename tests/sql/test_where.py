"""The filter language over metadata; a type that does not fit simply does not match."""

from typing import Any

import pytest
from conftest import Sql, refused
from verbs import call, found, store

ROWS: dict[str, dict[str, Any]] = {
    "a": {"project": "x", "priority": 10, "labels": ["red", "blue"], "owner": None},
    "b": {"project": "y", "priority": 2.5, "labels": [], "done": True},
    "c": {"project": "X", "priority": "10", "labels": "red wine"},
    "d": {},
    "e": {"project": ["x"], "priority": {"x": 1}, "labels": [["red"], 7]},
}


@pytest.fixture
def rows(sql: Sql) -> Sql:
    for name, metadata in ROWS.items():
        store(sql, f"row {name}", metadata=metadata)
    return sql


CASES: list[tuple[dict[str, Any], str]] = [
    ({}, "abcde"),
    ({"project": "x"}, "a"),
    ({"project": "x", "priority": 10}, "a"),
    ({"project": "x", "priority": 11}, ""),
    ({"priority": 10.0}, "a"),
    ({"owner": None}, "a"),
    ({"done": True}, "b"),
    ({"project": ["x"]}, "e"),
    ({"project": {"=": "y"}}, "b"),
    ({"priority": {"=": {"x": 1}}}, "e"),
    ({"project": {"!=": "x"}}, "bcde"),
    ({"priority": {">": 2.5}}, "a"),
    ({"priority": {">=": 2.5}}, "ab"),
    ({"priority": {"<": 10}}, "b"),
    ({"priority": {"<=": 10}}, "ab"),
    ({"priority": {">": 2, "<": 5}}, "b"),
    ({"priority": {">=": "1"}}, "c"),
    ({"priority": {">": None}}, ""),
    ({"priority": {">": [1]}}, ""),
    ({"done": {">": False}}, ""),
    ({"project": {"<": "a"}}, "c"),
    ({"project": {"in": ["x", "y", 3]}}, "ab"),
    ({"project": {"in": []}}, ""),
    ({"owner": {"in": [None]}}, "a"),
    ({"labels": {"contains": "red"}}, "ac"),
    ({"labels": {"contains": 7}}, "e"),
    ({"labels": {"contains": "wine"}}, "c"),
    ({"labels": {"contains": ["red"]}}, "e"),
    ({"priority": {"contains": 1}}, ""),
    ({"project": {"exists": True}}, "abce"),
    ({"project": {"exists": False}}, "d"),
    ({"owner": {"exists": True}}, "a"),
    ({"and": []}, "abcde"),
    ({"or": []}, ""),
    ({"and": [{"project": "x"}, {"priority": 10}]}, "a"),
    ({"or": [{"project": "x"}, {"project": "y"}]}, "ab"),
    ({"not": {"project": "x"}}, "bcde"),
    ({"not": {"not": {"project": "x"}}}, "a"),
    ({"not": {}}, ""),
    ({"or": [{"and": [{"project": "x"}, {"not": {"done": True}}]}, {"done": True}]}, "ab"),
    ({"project": "x", "or": [{"done": True}]}, ""),
]


@pytest.mark.parametrize(("where", "names"), CASES, ids=str)
def test_a_filter_lets_through_exactly(rows: Sql, where: dict[str, Any], names: str) -> None:
    assert "".join(sorted(text[-1] for text in found(rows, "row", where=where))) == names


def test_numbers_compare_as_numbers_whatever_else_the_field_holds(sql: Sql) -> None:
    for value in (2, 9, 10, 100, "n/a", None, {"x": 1}):
        store(sql, f"ticket {value}", metadata={"priority": value})
    hits = found(sql, "ticket", where={"priority": {">=": 10}})
    assert sorted(hits) == ["ticket 10", "ticket 100"]


def test_text_that_looks_like_a_number_is_text(sql: Sql) -> None:
    store(sql, "ticket one", metadata={"id": "2026_0305", "code": "007"})
    store(sql, "ticket two", metadata={"id": 20260305, "code": 7})
    assert found(sql, "ticket", where={"id": "2026_0305"}) == ["ticket one"]
    assert found(sql, "ticket", where={"code": 7}) == ["ticket two"]


def test_a_field_may_have_any_name(sql: Sql) -> None:
    metadata = {"a.b": 1, "a b'\"": 2, "": 3, "キー": 4, "=": 5}
    store(sql, "ticket", metadata=metadata)
    for name, value in metadata.items():
        assert found(sql, "ticket", where={name: value}) == ["ticket"]
        assert found(sql, "ticket", where={name: value + 1}) == []


def nested(depth: int) -> dict[str, Any]:
    """Return a filter nested that deep."""
    return {"not": nested(depth - 1)} if depth else {"a": 1}


BAD: list[tuple[Any, str]] = [
    ("null", "null is not a filter"),
    ("[]", "[] is not a filter"),
    ('"x"', '"x" is not a filter'),
    ({"and": {"a": 1}}, "'and' takes a list of filters"),
    ({"or": "x"}, "'or' takes a list of filters"),
    ({"and": [1]}, "1 is not a filter"),
    ({"not": [{"a": 1}]}, "is not a filter"),
    ({"a": {"~": "x"}}, "'~' is no operator for field 'a'"),
    ({"a": {"=": 1, "$gt": 1}}, "'$gt' is no operator for field 'a'"),
    ({"a": {}}, "'{}' is no operator for field 'a'"),
    ({"a": {"in": "x"}}, "\"in\" for field 'a' takes a list"),
    ({"or": [{"a": {"between": [1, 2]}}]}, "'between' is no operator for field 'a'"),
    (nested(21), "is not a filter"),
]


@pytest.mark.parametrize(("where", "says"), BAD, ids=str)
def test_what_is_no_filter_is_refused_and_named(sql: Sql, where: Any, says: str) -> None:
    with refused("MR003") as info:
        call(sql, "recall", query="x", where=where)
    assert says in str(info.value)


def test_a_filter_may_nest_twenty_deep(rows: Sql) -> None:
    assert found(rows, "row", where=nested(20)) == []
    assert len(found(rows, "row", where=nested(19))) == 5
