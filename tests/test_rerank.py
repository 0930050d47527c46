"""A second look at the hits: what it changes, and what it leaves when it is late or fails."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from serving import serving

from pgrecall import ConfigError, Memory
from pgrecall.rerank import load

TEXTS = ["Kiln one.", "Kiln two.", "Kiln three.", "Kiln four."]


class ByLength:
    """Prefers the longest text; scores two at a time."""

    name = "by length"
    portion = 2

    def __init__(self, *, late: int = 10**9, wrong: Any = None) -> None:
        self.late, self.wrong, self.calls = late, wrong, 0

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.calls += 1
        if self.calls > self.late:
            await asyncio.Event().wait()
        if self.wrong is not None:
            return list(self.wrong)
        return [len(text) for text in texts]


@pytest.fixture
def kilns(mem: Memory) -> Memory:
    for text in TEXTS:
        mem.store(text)
    return mem


def order(mem: Memory, **more: Any) -> list[str]:
    return [hit.content[5:-1] for hit in mem.recall("kiln", **more)]


def test_a_reranker_orders_the_hits_and_explains_it(kilns: Memory) -> None:
    fused = order(kilns)
    found = kilns.recall("kiln", rerank=ByLength(), explain=True)
    assert found[0].content == "Kiln three."
    assert found.skipped_lanes == ()
    first = found[0].explain
    assert first is not None
    assert first["rerank"] == {"score": 11.0, "rank": 1, "fused_rank": fused.index("three") + 1}
    assert order(kilns, rerank=ByLength(), k=1) == ["three"]


def test_what_is_not_reached_in_time_keeps_its_order(
    kilns: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    fused = order(kilns)
    monkeypatch.setenv("PGRECALL_RERANK_BUDGET", "0.3")
    with Memory(kilns._async._backing.dsn, embedder="none", namespace="test") as quick:
        fused = order(quick)
        found = quick.recall("kiln", rerank=ByLength(late=1))
        names = [hit.content[5:-1] for hit in found]
        assert names == [*sorted(fused[:2], key=len, reverse=True), *fused[2:]]
        assert found.skipped_lanes[-1] == "rerank: 2 of 4 hits within 0.3 s"
        found = quick.recall("kiln", rerank=ByLength(late=0))
        assert [hit.content[5:-1] for hit in found] == fused
        assert found.skipped_lanes[-1] == "rerank: 0 of 4 hits within 0.3 s"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ([1.0], "the reranker gave 1 scores for 2 texts"),
        ([1.0, float("nan")], "the reranker gave a score that is not a number"),
        (["a", "b"], "could not convert string to float: 'a'"),
    ],
    ids=str,
)
def test_scores_that_cannot_be_used_change_nothing(kilns: Memory, wrong: Any, reason: str) -> None:
    found = kilns.recall("kiln", rerank=ByLength(wrong=wrong))
    assert [hit.content[5:-1] for hit in found] == order(kilns)
    assert found.skipped_lanes == (f"rerank: {reason}",)


def test_an_inference_is_not_lifted_above_its_source(mem: Memory) -> None:
    source = mem.store("Kiln one.")
    mem.store("A kiln, it would seem, is what she owns.", derived_from=source.id)
    assert [hit.is_inference for hit in mem.recall("kiln")] == [False, True]
    assert [hit.is_inference for hit in mem.recall("kiln", rerank=ByLength())] == [False, True]


def test_nothing_found_is_not_reranked(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        reranker = ByLength()
        assert list(mem.recall("kiln", rerank=reranker)) == []
        assert reranker.calls == 0


def test_the_local_reranker_finds_the_passage(fresh_dsn: str) -> None:
    filler = "The weather was fine and nothing happened at all. " * 30
    with Memory(fresh_dsn, embedder="local", namespace="test") as mem:
        mem.store(filler + "Where she keeps the keys: under the blue pot. " + filler)
        mem.store("She keeps things. " + filler)
        mem.recall("warm", rerank="local")
        found = mem.recall("where does she keep the keys?", rerank="local", explain=True)
        assert "blue pot" in found[0].content


@pytest.mark.parametrize(
    "spec", ["", "nothing", "cohere:", "server:m", "server:@http://x/v1", "openai:m", "local:x"]
)
def test_a_spec_that_is_not_understood_names_the_choices(kilns: Memory, spec: str) -> None:
    with pytest.raises(ConfigError, match="not understood") as refused:
        kilns.recall("kiln", rerank=spec)
    assert "sentence-transformers:MODEL" in str(refused.value.hint)


def test_a_missing_key_or_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CO_API_KEY", raising=False)
    with pytest.raises(ConfigError) as refused:
        load("cohere:rerank-v3.5")
    assert refused.value.hint == "set CO_API_KEY in the environment"
    with pytest.raises(ConfigError) as refused:
        load("sentence-transformers:x/y")
    assert refused.value.hint == "pip install 'pgrecall[sentence-transformers]'"


@contextmanager
def served(answer: Any, *, status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve the rerank API on this machine; yield its address and what it was sent."""
    seen: list[dict[str, Any]] = []

    def answered(path: str, body: bytes) -> tuple[int, bytes]:
        sent = json.loads(body)
        seen.append({"path": path, **sent})
        made = answer(sent["documents"]) if callable(answer) else answer
        return status, made if isinstance(made, bytes) else json.dumps(made).encode()

    with serving(answered) as url:
        yield url, seen


def by_length(documents: list[str]) -> dict[str, Any]:
    rows = [{"index": n, "relevance_score": len(d)} for n, d in enumerate(documents)]
    return {"results": rows[::-1]}


def test_a_server_of_ones_own_is_asked_once(kilns: Memory) -> None:
    with served(by_length) as (url, seen):
        assert order(kilns, rerank=f"server:m@{url}")[0] == "three"
    (sent,) = seen
    assert (sent["path"], sent["model"], sent["query"]) == ("/v1/rerank", "m", "kiln")
    assert sorted(sent["documents"]) == sorted(TEXTS)


def test_voyage_names_its_rows_otherwise(kilns: Memory) -> None:
    with served(lambda d: {"data": by_length(d)["results"]}) as (url, _):
        assert order(kilns, rerank=f"server:m@{url}")[0] == "three"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (({"error": "no"}, 500), "rerank: server:m answered 500"),
        (({"error": "slow down"}, 429), "rerank: server:m answered 429"),
        ((b"<html>", 200), "rerank: server:m gave an answer that cannot be used"),
        (({"results": []}, 200), "rerank: server:m gave an answer that cannot be used"),
        (([1, 2], 200), "rerank: server:m gave an answer that cannot be used"),
        (
            ({"results": [{"index": 9, "relevance_score": 1}]}, 200),
            "rerank: server:m gave 1 scores for 4 texts",
        ),
    ],
    ids=str,
)
def test_a_server_that_fails_leaves_the_order(
    kilns: Memory, answer: tuple[Any, int], reason: str
) -> None:
    with served(answer[0], status=answer[1]) as (url, _):
        found = kilns.recall("kiln", rerank=f"server:m@{url}")
    assert [hit.content[5:-1] for hit in found] == order(kilns)
    assert found.skipped_lanes == (reason,)


def test_a_server_that_is_not_there_leaves_the_order(kilns: Memory) -> None:
    with served({}) as (url, _):
        pass
    found = kilns.recall("kiln", rerank=f"server:m@{url}")
    assert found.skipped_lanes[0].startswith("rerank: server:m cannot be reached")
    assert len(found) == 4
