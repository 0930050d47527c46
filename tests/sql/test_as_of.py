"""Two clocks: what was true at as_of, as far as it was known at known_at."""

from datetime import datetime, timedelta

import pytest
from conftest import Sql
from verbs import call, day, found, store, store_id, travel

TICK = timedelta(microseconds=1)
CITY = {"subject": "Ana", "predicate": "lives in"}


@pytest.fixture
def moves(sql: Sql) -> Sql:
    """Oslo since the 1st, Rome since the 10th; told on the 20th: Lima from the 5th to the 10th."""
    for told, name, start in ((1, "Oslo", 1), (10, "Rome", 10), (20, "Lima", 5)):
        travel(sql, day(told))
        store(sql, f"Ana lives in {name}.", valid_from=day(start), **CITY)
    travel(sql, day(25))
    return sql


MATRIX: list[tuple[datetime, datetime, str | None]] = [
    # as_of, known_at, answer
    (day(1) - TICK, day(25), None),
    (day(1), day(1) - TICK, None),
    (day(1), day(1), "Oslo"),
    (day(7), day(1), "Oslo"),
    (day(12), day(10) - TICK, "Oslo"),
    (day(12), day(10), "Rome"),
    (day(7), day(10), "Oslo"),
    (day(10) - TICK, day(10), "Oslo"),
    (day(10), day(10), "Rome"),
    (day(7), day(20) - TICK, "Oslo"),
    (day(7), day(20), "Lima"),
    (day(5) - TICK, day(20), "Oslo"),
    (day(5), day(20), "Lima"),
    (day(10) - TICK, day(20), "Lima"),
    (day(10), day(20), "Rome"),
    (day(28), day(25), "Rome"),
    (day(28), day(5), "Oslo"),
]


@pytest.mark.parametrize(("as_of", "known_at", "name"), MATRIX, ids=str)
def test_recall_and_timeline_answer_for_both_clocks(
    moves: Sql, *, as_of: datetime, known_at: datetime, name: str | None
) -> None:
    expected = [f"Ana lives in {name}."] if name else []
    assert found(moves, "where Ana lives", as_of=as_of, known_at=known_at) == expected
    rows = call(moves, "timeline", as_of=as_of, known_at=known_at)
    assert [row["content"] for row in rows] == expected


def test_both_clocks_default_to_now(moves: Sql) -> None:
    assert found(moves, "Ana lives") == ["Ana lives in Rome."]
    assert found(moves, "Ana lives", as_of=day(7)) == ["Ana lives in Lima."]
    assert found(moves, "Ana lives", known_at=day(5)) == ["Ana lives in Oslo."]


def test_history_shows_every_version_known_by_then(moves: Sql) -> None:
    everything = found(moves, "Ana lives", history=True)
    assert sorted(everything) == [f"Ana lives in {name}." for name in ("Lima", "Oslo", "Rome")]
    early = call(moves, "history", known_at=day(10), **CITY)
    assert [row["content"] for row in early] == ["Ana lives in Oslo.", "Ana lives in Rome."]


def test_an_end_that_was_asserted_is_known_before_a_newer_version_moves_it(sql: Sql) -> None:
    travel(sql, day(1))
    old = store_id(sql, "Badge is red.", valid_until=day(8))
    travel(sql, day(3))
    store(sql, "Badge is blue.", supersedes=[old])
    assert found(sql, "badge", as_of=day(5), known_at=day(2)) == ["Badge is red."]
    assert found(sql, "badge", as_of=day(8), known_at=day(2)) == []
    assert found(sql, "badge", as_of=day(8) - TICK, known_at=day(2)) == ["Badge is red."]
    assert found(sql, "badge", as_of=day(5)) == ["Badge is blue."]


def test_a_memory_stored_by_a_clock_ahead_is_known_at_once(sql: Sql) -> None:
    travel(sql, day(5))
    store(sql, "Badge is red.", valid_from=day(1))
    travel(sql, day(4))
    assert found(sql, "badge") == ["Badge is red."]
    assert found(sql, "badge", known_at=day(4)) == []


def test_what_was_forgotten_is_gone_from_every_clock(moves: Sql) -> None:
    (row,) = call(moves, "timeline")
    call(moves, "forget", ids=[row["id"]])
    for as_of, known_at, _ in MATRIX:
        assert found(moves, "Ana lives", as_of=as_of, known_at=known_at) == []


def test_the_clock_of_tests_is_a_setting(sql: Sql) -> None:
    travel(sql, day(3))
    assert call(sql, "now") == [{"now": day(3)}]
    sql.execute("select set_config('pgrecall.now', '', true)")
    real = sql.execute("select pgrecall.now() between now() and clock_timestamp() as is_real")
    assert real.fetchone() == {"is_real": True}
