"""Bad input gets a clear error that names the value, and nothing is written."""

from datetime import date, datetime
from uuid import uuid4

import pytest

from pgrecall import InvalidInput, Memory, NotFound


@pytest.mark.parametrize("k", [0, 10_001, -1, 10**12, 1.5, True, None, "10"])
def test_a_k_out_of_range_is_refused(mem: Memory, k: object) -> None:
    with pytest.raises(InvalidInput, match="k "):
        mem.recall("anything", k=k)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"content": ""}, "content '' is empty"),
        ({"content": "\0"}, "is empty"),
        ({"content": b"bytes"}, "content is b'bytes', a bytes; it must be text"),
        ({"content": "x" * 1_000_001}, "has 1000001 bytes; a memory holds 1000000 at most"),
        ({"kind": "opinion"}, "kind 'opinion' is not known"),
        ({"importance": 0}, "importance 0 is not between 1 and 10"),
        ({"importance": 11}, "importance 11 is not between 1 and 10"),
        ({"importance": 5.5}, "importance 5.5 is not a whole number"),
        ({"confidence": 1.5}, "confidence 1.5 is not between 0 and 1"),
        ({"confidence": float("nan")}, "confidence nan is not a finite number"),
        ({"said_at": datetime(2024, 1, 1)}, "said_at .* has no time zone"),
        ({"valid_from": date(2024, 1, 1)}, "valid_from .* is not a datetime"),
        ({"event_at": "2024-02-30"}, "event_at '2024-02-30' is no date"),
        ({"supersedes": "not-an-id"}, "supersedes 'not-an-id' is not an id"),
        (
            {"metadata": {"a": {1, 2}}},
            r"metadata\['a'\] is \{1, 2\}, a set, which JSON cannot hold",
        ),
        ({"metadata": {1: "a"}}, "metadata has the key 1; keys are text"),
        ({"metadata": [1]}, r"metadata \[1\] is not an object"),
        ({"metadata": {"a": float("inf")}}, r"metadata\['a'\] inf is not a finite number"),
        ({"metadata": {"a": 10**5000}}, r"metadata\['a'\] is a number of over 3000 digits"),
        ({"tags": "one"}, "tags is 'one'; it must be a list"),
        ({"origin": "nobody"}, "origin 'nobody' is not known"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    mem: Memory, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        mem.store(**{"content": "fine", **arguments})  # type: ignore[arg-type]
    assert mem.status().memory_count == 0


def test_deeply_nested_metadata_is_refused(mem: Memory) -> None:
    nested: dict[str, object] = {}
    for _ in range(5_000):
        nested = {"a": nested}
    with pytest.raises(InvalidInput, match="nested more than 100 deep"):
        mem.store("fine", metadata=nested)


def test_unknown_ids_are_not_found(mem: Memory) -> None:
    for ask in (mem.get, mem.forget, mem.restore, mem.history, mem.timeline):
        with pytest.raises(NotFound):
            ask(uuid4())


@pytest.mark.parametrize(
    "path", ["", "a//b", "/a", "a/", "a\nb", "a\x00b", "a" * 256, "\ud800", " "]
)
def test_a_namespace_that_cannot_be_one_is_refused(mem: Memory, path: str) -> None:
    with pytest.raises(InvalidInput, match="cannot be one"):
        mem.scoped(path)
    with pytest.raises(InvalidInput, match="cannot be one"):
        mem.recall("x", namespaces=[path])
