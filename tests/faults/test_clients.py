"""What a Python client does when its connection, its server or the client itself is killed."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from strikes import (
    PATIENCE,
    application,
    arm,
    blocked,
    connect,
    contradictions,
    copied,
    disarm,
    gated,
    outlived,
    prepare,
    rehearsed,
    run,
    settled,
    shape,
    state,
)

from pgrecall import Memory, ServerError, embedded

pytestmark = pytest.mark.own_db
OSLO: dict[str, Any] = {
    "content": "Ana lives in Oslo.",
    "subject": "Ana",
    "predicate": "lives in",
    "idempotency_key": "k",
}
STORE = "store({})".format(", ".join(f"{name} => '{value}'" for name, value in OSLO.items()))
CLIENT = """
import json, sys
from pgrecall import Memory
with Memory(sys.argv[1], embedder="none", namespace="test") as mem:
    mem.store(**json.loads(sys.argv[2]))
    print("stored", flush=True)
    sys.stdin.read()
"""
ENDS = ["terminate", pytest.param("kill", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def server(run_dir: Path) -> Iterator[embedded.Server]:
    """A server of this module's own, whose processes are killed."""
    with embedded.start(run_dir / "clients", fsync=False) as server:
        prepare(server.dsn)
        yield server


@pytest.fixture
def dsn(server: embedded.Server) -> Iterator[str]:
    with copied(server.dsn) as dsn:
        yield dsn


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("at", [1, 4, 8])
def test_a_store_that_is_cut_off_says_so_and_a_repeat_stores_it_once(
    dsn: str, how: str, at: int
) -> None:
    before = state(dsn)
    after, writes = rehearsed(dsn, STORE)
    assert writes >= 8
    with Memory(dsn, embedder="none", namespace="test") as mem:
        arm(dsn, at, how)
        with (
            outlived(dsn, dies=how == "kill"),
            pytest.raises(ServerError, match=r"lost during store .* a repeat is recognised"),
        ):
            mem.store(**OSLO)
        disarm(dsn)
        assert state(dsn) == before
        first = mem.store(**OSLO)
        again = mem.store(**OSLO)
    assert (first.action, again.action, again.id) == ("updated", "confirmed", first.id)
    assert shape(state(dsn)) == after


def recalled_while(dsn: str, mem: Memory, strike: Callable[[int], object]) -> list[str]:
    """Recall; strike the backend that is at it, held up until then; return what is found."""
    with ThreadPoolExecutor(1) as thread:
        with closing(connect(dsn)) as holder:
            holder.execute("begin")
            holder.execute("lock table pgrecall_data.memories in access exclusive mode")
            recall = thread.submit(mem.recall, "boat")
            strike(blocked(holder))
        return [hit.content for hit in recall.result(PATIENCE)]


def test_a_recall_that_is_cut_off_is_asked_again(dsn: str) -> None:
    def terminate(pid: int) -> None:
        with closing(connect(dsn)) as admin:
            admin.execute("select pg_terminate_backend(%s, 5000)", [pid])

    with Memory(dsn, embedder="none", namespace="test") as mem:
        assert recalled_while(dsn, mem, terminate) == ["The boat is red."]


@pytest.mark.slow
def test_a_recall_whose_server_is_killed_is_asked_again_or_says_so(dsn: str) -> None:
    with Memory(dsn, embedder="none", namespace="test") as mem:
        with outlived(dsn, dies=True), suppress(ServerError):  # when recovery takes its time
            found = recalled_while(dsn, mem, lambda pid: os.kill(pid, 9))
            assert found == ["The boat is red."]
        with closing(connect(dsn)):  # once it takes connections
            assert [hit.content for hit in mem.recall("boat")] == ["The boat is red."]


@pytest.mark.slow
def test_a_recall_on_the_embedded_server_outlives_a_kill_of_any_of_its_processes(
    run_dir: Path,
) -> None:
    with Memory(data_dir=run_dir / "own", embedder="none", namespace="test") as mem:
        mem.store("The boat is red.")
        running = embedded.find(run_dir / "own")
        assert running is not None
        found = recalled_while(running.dsn, mem, lambda pid: os.kill(pid, 9))
        assert found == ["The boat is red."]
        found = recalled_while(running.dsn, mem, lambda _: os.kill(running.pid, 9))
        assert found == ["The boat is red."]


@pytest.mark.parametrize("at", [1, 5, 8])
def test_a_store_whose_client_is_killed_is_kept_whole_or_not_at_all(dsn: str, at: int) -> None:
    before = state(dsn)
    after, _ = rehearsed(dsn, STORE)
    arm(dsn, at, "wait")
    command = [sys.executable, "-c", CLIENT, dsn, json.dumps(OSLO)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as client:
        with gated(dsn, threading.Thread(target=client.wait)):
            client.kill()
        assert client.returncode == -9
        assert client.stdout is not None
        assert client.stdout.read() == b""
    settled(dsn)
    disarm(dsn)
    assert shape(state(dsn)) in (shape(before), after)
    with application(dsn) as sql:
        assert contradictions(sql) == []
        run(sql, STORE)
    assert shape(state(dsn)) == after
