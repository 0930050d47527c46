"""What is left when the n-th write of a call fails: all of it or nothing, whatever struck.

Each verb is one line of VERBS; every write of it is struck in turn.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import psycopg
import pytest
from conftest import refused
from strikes import (
    Rows,
    application,
    arm,
    connect,
    contradictions,
    copied,
    disarm,
    gated,
    outlived,
    prepare,
    rehearsed,
    run,
    shape,
    state,
)

from pgrecall import embedded

pytestmark = pytest.mark.own_db
CITY = "subject => 'Ana', predicate => 'lives in'"
VERBS = {
    "store": "store('Rain is near.', idempotency_key => 'k')",
    "store in a slot": f"store('Ana lives in Oslo.', {CITY}, idempotency_key => 'k')",
    "late arrival": f"store('Ana in Rome.', {CITY}, valid_from => '2026-01-04', tags => '{{a}}')",
    "supersedes": "store('The boat is blue.', supersedes => array[faults.id('The boat is red.'),"
    " faults.id('The sail is white.')], idempotency_key => 'k')",
    "extends": "store('It leaks.', extends => array[faults.id('The boat is red.')])",
    "derived": "store('Ana sails.', derived_from => array[faults.id('The boat is red.')])",
    "new names": "store('Rain?', kind => 'conversation', session => 's', subject => 'Boat',"
    " speaker => 'Cy', idempotency_key => 'k')",
    "confirmed": "store('The boat is red.', supersedes => array[faults.id('The sail is white.')],"
    " idempotency_key => 'k')",
    "first in a namespace": "store('Tea.', namespace => faults.opened('new'))",
    "store_many": 'store_many(\'[{"content": "One."}, {"content": ""}, {"content":'
    ' "Ana lives in Oslo.", "subject": "Ana", "predicate": "lives in"}]\')',
    "forget": "forget(array[faults.id('Ana lives in Bern.')], reason => 'moved')",
    "forget matching": "forget(matching => 'boat', confirm => true)",
    "restore": "restore(batch => faults.batch('The mast is high.'))",
    "restore into a taken slot": "restore(array[faults.id('Ana likes tea.')])",
    "update": "update(faults.id('The boat is red.'), content => 'The boat is green.')",
    "changed value": "store('The boat is not red.', idempotency_key => 'k')",
    "request to forget": "store('Forget that the boat is red and the boat.')",
    "approve": "approve(array[faults.id('Ana sings.')])",
    "decline": "decline(array[faults.id('Ana sings.')])",
    "declare_predicate": "declare_predicate('owns', multi => true)",
    "erase": "erase(array[faults.id('Ana lives in Bern.')])",
    "erase everything": "erase(everything => true)",
    "record_usage": "record_usage(array[faults.id('The boat is red.'), faults.id('Ana hums.')])",
}


# a batch that is restored is none any more; an old version is not updated; what is gone is unknown
REFUSED_AGAIN = {"restore": "MR003", "update": "MR002", "erase": "MR001"}
# each call leaves a row of its own: a count, a receipt
COUNTED = {"record_usage", "erase everything"}


@pytest.fixture(scope="module")
def server(run_dir: Path) -> Iterator[embedded.Server]:
    """A server of this module's own, whose processes are killed."""
    with embedded.start(run_dir / "faults", fsync=False) as server:
        prepare(server.dsn)
        yield server


@pytest.fixture(scope="module")
def dsn(server: embedded.Server) -> Iterator[str]:
    """The DSN of a database with the triggers in it and memories of every sort.

    Shared: every test here leaves it as it was, and says so.
    """
    with copied(server.dsn) as dsn:
        yield dsn


def strike(dsn: str, verb: str, at: int, *, how: str) -> None:
    """Run a verb whose write of this number is struck; it must fail."""
    arm(dsn, at, how)
    with (
        outlived(dsn, dies=how == "kill"),
        pytest.raises(psycopg.Error) as info,
        application(dsn) as sql,
    ):
        run(sql, verb)
    if how == "error":
        assert f"struck at write {at}" in str(info.value)
    else:
        assert isinstance(info.value, psycopg.OperationalError), info.value
    disarm(dsn)


def is_whole(dsn: str, verb: str, before: Rows, *, after: Rows) -> None:
    """Check that nothing of a call is left, and that the same call now does all of it."""
    assert state(dsn) == before
    with closing(connect(dsn)) as conn:
        assert contradictions(conn) == []
    assert rehearsed(dsn, verb)[0] == after


@pytest.mark.parametrize(
    "how", ["error", "terminate", pytest.param("kill", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", VERBS)
def test_a_call_whose_nth_write_is_struck_leaves_nothing(dsn: str, name: str, how: str) -> None:
    verb = VERBS[name]
    before = state(dsn)
    after, writes = rehearsed(dsn, verb)
    assert writes > 0
    assert after != shape(before)
    # a killed process takes all others with it, and recovery takes a while: the ends and the middle
    places = range(1, writes + 1) if how != "kill" else sorted({1, writes // 2 + 1, writes})
    for at in places:
        strike(dsn, verb, at, how=how)
        assert state(dsn) == before
    is_whole(dsn, verb, before, after=after)


@pytest.mark.parametrize("name", VERBS)
def test_a_call_that_was_not_struck_is_kept_and_repeating_it_does_no_harm(
    server: embedded.Server, name: str
) -> None:
    with copied(server.dsn) as dsn:
        after, _ = rehearsed(dsn, VERBS[name])
        with application(dsn) as sql:
            run(sql, VERBS[name])
        kept = state(dsn)
        assert shape(kept) == after
        refusal = REFUSED_AGAIN.get(name)
        with refused(refusal) if refusal else nullcontext(), application(dsn) as sql:
            run(sql, VERBS[name])
        if name not in COUNTED:
            assert state(dsn) == kept


@pytest.mark.slow
def test_a_server_killed_within_a_call_comes_back_with_all_that_was_committed(
    run_dir: Path,
) -> None:
    with embedded.start(run_dir / "durable") as server:  # with fsync, as people run it
        prepare(server.dsn)
        with copied(server.dsn) as dsn:
            killed_within(server, dsn, "store in a slot", at=1)
            killed_within(server, dsn, "store_many", at=5)
            killed_within(server, dsn, "forget", at=4)
            killed_within(server, dsn, "restore into a taken slot", at=3)


def killed_within(server: embedded.Server, dsn: str, name: str, *, at: int) -> None:
    """Kill the postmaster while a write of the call waits; start it again on the same data."""
    before = state(dsn)
    after, writes = rehearsed(dsn, VERBS[name])
    assert at <= writes
    errors: list[psycopg.Error] = []

    def call() -> None:
        try:
            with application(dsn) as sql:
                run(sql, VERBS[name])
        except psycopg.Error as error:
            errors.append(error)

    arm(dsn, at, "wait")
    with gated(dsn, thread := threading.Thread(target=call), dies=True):
        os.kill(server.pid, 9)
    assert not thread.is_alive()
    assert [isinstance(error, psycopg.OperationalError) for error in errors] == [True]
    server.ensure_running()
    disarm(dsn)
    is_whole(dsn, VERBS[name], before, after=after)
