"""`Memory` is `AsyncMemory`, blocking: one object for any number of tasks or threads."""

import asyncio
import inspect
import os
import subprocess
import sys
import threading
from pathlib import Path
from uuid import UUID

import pytest
from conftest import HashEmbedder

from pgrecall import AsyncMemory, Memory, PgRecallError


def test_async_and_blocking_have_the_same_methods_and_signatures() -> None:
    def public(kind: type) -> dict[str, inspect.Signature]:
        return {
            name: inspect.signature(member)
            for name, member in inspect.getmembers(kind, inspect.isfunction)
            if not name.startswith("_") and name != "open"
        }

    assert public(AsyncMemory) == public(Memory)


def test_async_tasks_share_one_memory(fresh_dsn: str) -> None:
    async def main() -> list[str]:
        async with AsyncMemory(fresh_dsn, embedder=HashEmbedder(), namespace="test") as mem:
            stored = await asyncio.gather(*(mem.store(f"fact {n % 10}") for n in range(40)))
            assert len({s.id for s in stored}) == 10
            answers = await asyncio.gather(*(mem.recall(f"fact {n}", k=1) for n in range(10)))
            return [answer[0].content for answer in answers]

    assert asyncio.run(main()) == [f"fact {n}" for n in range(10)]


def test_an_async_memory_opens_on_first_use(fresh_dsn: str) -> None:
    async def main() -> str:
        mem = AsyncMemory(fresh_dsn, embedder="none", namespace="test")
        stored = await mem.store("opened by a store")
        await mem.close()
        await mem.close()
        return stored.action

    assert asyncio.run(main()) == "created"


def test_threads_share_one_memory(mem: Memory) -> None:
    ids: list[UUID] = []
    threads = [
        threading.Thread(target=lambda: ids.append(mem.store("the same fact").id)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert len(ids) == 8
    assert len(set(ids)) == 1


def test_a_closed_memory_says_so(fresh_dsn: str) -> None:
    mem = Memory(fresh_dsn, embedder="none")
    mem.close()
    mem.close()
    with pytest.raises(PgRecallError, match="was closed"):
        mem.recall("anything")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_is_told_to_open_its_own(fresh_dsn: str) -> None:
    script = """
import os, sys, warnings
warnings.simplefilter("ignore")
from pgrecall import Memory, PgRecallError
mem = Memory(sys.argv[1], embedder="none")
child = os.fork()
if child == 0:
    try:
        mem.recall("x")
    except PgRecallError as error:
        os._exit(0 if "parent process" in str(error) else 2)
    os._exit(3)
assert os.waitpid(child, 0)[1] == 0
mem.store("the parent goes on")
mem.close()
print("whole")
"""
    done = subprocess.run(
        [sys.executable, "-c", script, fresh_dsn], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.returncode) == ("whole\n", 0), done.stderr


def test_a_memory_left_open_ends_with_the_program(fresh_dsn: str) -> None:
    script = """
import sys
from pgrecall import Memory
mem = Memory(sys.argv[1], embedder="none")
print(mem.store("left open").action)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, fresh_dsn],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("created\n", "", 0)


def test_a_memory_never_closed_leaves_without_a_word(run_dir: Path) -> None:
    script = (
        "import sys\nfrom pgrecall import Memory\n"
        "memory = Memory(data_dir=sys.argv[1], embedder='none')\nmemory.status()\n"
    )
    folder = run_dir / "unclosed"
    folder.mkdir()
    folder.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
