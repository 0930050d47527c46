"""Two clocks: what was true at as_of, as far as it was known at known_at."""

from datetime import datetime, timedelta, timezone

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
    facts = call(moves, "facts", subject="Ana", as_of=as_of, known_at=known_at)
    assert facts == rows
    assert call(moves, "history", as_of=as_of, known_at=known_at, **CITY) == rows


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


KNOWN = [
    # known_at, what was believed of each version: its name, its end, whether it was the latest
    (day(1) - TICK, []),
    (day(1), [("Oslo", None, True)]),
    (day(10) - TICK, [("Oslo", None, True)]),
    (day(10), [("Oslo", day(10), False), ("Rome", None, True)]),
    (day(20) - TICK, [("Oslo", day(10), False), ("Rome", None, True)]),
    (day(20), [("Oslo", day(5), False), ("Lima", day(10), False), ("Rome", None, True)]),
]


@pytest.mark.parametrize(("known_at", "expected"), KNOWN, ids=str)
def test_history_shows_ends_as_they_were_known_then(
    moves: Sql, *, known_at: datetime, expected: list[tuple[str, datetime | None, bool]]
) -> None:
    rows = call(moves, "history", known_at=known_at, **CITY)
    assert [(row["content"], row["valid_until"], row["is_latest"]) for row in rows] == [
        (f"Ana lives in {name}.", end, is_latest) for name, end, is_latest in expected
    ]
    for row in rows:
        assert (row["superseded_at"] is None) == (row["superseded_by"] is None) == row["is_latest"]


def test_a_hit_shows_the_end_that_was_known_then(moves: Sql) -> None:
    ends = []
    for known_at in (day(1), day(10), day(20), None):
        (hit,) = call(moves, "recall", query="Ana lives", as_of=day(2), known_at=known_at)
        ends.append((hit["valid_until"], hit["is_latest"]))
    assert ends == [(None, True), (day(10), False), (day(5), False), (day(5), False)]


def test_history_before_it_was_forgotten_does_not_know_of_it(moves: Sql) -> None:
    (row,) = call(moves, "timeline")
    call(moves, "forget", ids=[row["id"]], reason="asked to")
    names = ("forgotten_at", "forget_reason", "forget_batch")
    for known_at, expected in ((day(25) - TICK, [None] * 3), (day(25), [day(25), "asked to"])):
        last = call(moves, "history", id=row["id"], known_at=known_at)[-1]
        assert [last[name] for name in names][: len(expected)] == expected


@pytest.mark.parametrize("verb", ["recall", "timeline", "facts", "history"])
def test_an_instant_is_the_same_however_its_offset_is_written(moves: Sql, verb: str) -> None:
    about: dict[str, dict[str, str]] = {
        "recall": {"query": "Ana lives"},
        "timeline": {},
        "facts": {"subject": "Ana"},
        "history": CITY,
    }
    for instant, name in ((day(5) - TICK, "Oslo"), (day(5), "Lima"), (day(10), "Rome")):
        answers = []
        for zone in (timedelta(0), timedelta(hours=-7), timedelta(hours=5, minutes=45)):
            there = instant.astimezone(timezone(zone))
            answers.append(call(moves, verb, as_of=there, known_at=day(25), **about[verb]))
        assert [row["content"] for row in answers[0]] == [f"Ana lives in {name}."]
        assert answers[1:] == answers[:1] * 2


def test_the_zone_of_the_session_moves_no_instant(moves: Sql) -> None:
    answers = []
    for zone in ("UTC", "America/Los_Angeles", "Asia/Kathmandu"):
        moves.execute("select set_config('timezone', %s, true)", [zone])
        answers.append(call(moves, "facts", subject="Ana", as_of=day(10) - TICK))
    moves.execute("set local timezone to default")
    assert [row["content"] for row in answers[0]] == ["Ana lives in Lima."]
    assert answers[1:] == answers[:1] * 2


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
