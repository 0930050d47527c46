"""Reported failures of writes that were lost between the reply and the disk, named by their ids."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from conftest import HashEmbedder, Vector

from pgrecall import Memory, NewMemory, ProviderError, Stored, embedded

pytestmark = pytest.mark.own_db
CODE = "The gate code of team A is 7741."


class ModelOfErrors(HashEmbedder):
    """Fails for every list of several texts, and for one text that is named."""

    def __init__(self, *, refuses: str) -> None:
        self.refuses = refuses
        self.asked: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked.append(list(texts))
        if len(texts) > 1 or self.refuses in texts:
            raise ProviderError("503 from the model", retryable=True)
        return await super().embed(texts)


# B51: durable before the reply

CLIENT = f"""
import sys
from pgrecall import Memory
with Memory(data_dir=sys.argv[1], embedder="none", namespace="team-a") as mem:
    print(mem.store({CODE!r}).id, flush=True)
    sys.stdin.read()
"""


def test_b51_what_was_answered_outlives_a_kill_of_client_and_server(run_dir: Path) -> None:
    folder = run_dir / "b51"
    with Memory(data_dir=folder, embedder="none", namespace="team-a") as mem:
        mem.store("The first memory makes the namespace.")
        running = embedded.find(folder)
        assert running is not None
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", CLIENT, str(folder)]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, env=environment
        ) as client:
            assert client.stdout is not None
            id = client.stdout.readline().strip()
            psutil.Process(running.pid).kill()
            client.kill()
        record = mem.get(id)
        assert (record.content, record.namespace, record.is_embedded) == (CODE, "team-a", False)
        assert [hit.content for hit in mem.recall("gate code")] == [CODE]
        after = embedded.find(folder)
        assert after is not None
        assert after.pid != running.pid


def test_b51_a_memory_is_kept_while_the_model_fails_and_its_state_can_be_read(
    fresh_dsn: str,
) -> None:
    with Memory(fresh_dsn, embedder=ModelOfErrors(refuses=CODE), namespace="team-a") as mem:
        stored = mem.store(CODE)
        assert (stored.action, len(stored.notes)) == ("created", 1)
        assert "stored without a vector: 503 from the model" in stored.notes[0]
        assert mem.get(stored.id).is_embedded is False
        assert mem.status().unembedded_count == 1
        assert [hit.id for hit in mem.recall("gate code")] == [stored.id]
        fine = mem.store("The model is back.")
        assert (fine.notes, mem.get(fine.id).is_embedded) == ((), True)
        assert mem.status().unembedded_count == 1


# B52: the embedder fails for some

FACTS = [f"Fact number {number} about the harbour." for number in range(6)]


def test_b52_of_a_batch_the_embedder_refused_every_text_is_stored_and_says_so(
    fresh_dsn: str,
) -> None:
    with Memory(fresh_dsn, embedder=ModelOfErrors(refuses=FACTS[3]), namespace="test") as mem:
        results = mem.store_many([NewMemory(content=text) for text in FACTS])
        stored = [result for result in results if isinstance(result, Stored)]
        assert [s.action for s in stored] == ["created"] * 6
        pending = [s for s in stored if any("stored without a vector" in n for n in s.notes)]
        assert len(pending) == mem.status().unembedded_count > 0
        assert FACTS[3] in {mem.get(s.id).content for s in pending}
        assert {hit.content for hit in mem.recall("harbour")} == set(FACTS)


def test_b52_of_six_single_calls_the_one_that_failed_is_pending(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder=ModelOfErrors(refuses=FACTS[3]), namespace="test") as mem:
        stored = [mem.store(text) for text in FACTS]
        assert [bool(s.notes) for s in stored] == [text == FACTS[3] for text in FACTS]
        assert mem.status().unembedded_count == 1
        assert {hit.content for hit in mem.recall("harbour")} == set(FACTS)
