"""Failures people reported in systems like this one, of what is true; each is named by its id."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import permutations
from typing import Any
from uuid import UUID

import cli_shell
import psycopg
import pytest
from cli_shell import Shell
from psycopg.rows import dict_row

from pgrecall import InvalidInput, Memory, MemoryRecord

shell, cli_dsn = cli_shell.shell, cli_shell.cli_dsn
PHONE: dict[str, Any] = {"subject": "on-call phone", "predicate": "is with"}
HOME: dict[str, Any] = {"subject": "Ines", "predicate": "lives in"}


def texts(rows: list[MemoryRecord]) -> list[str]:
    return [row.content for row in rows]


# B03: one live fact among many retired ones


@pytest.mark.parametrize("is_slotted", [True, False], ids=["by slot", "by supersedes"])
def test_b03_retired_rows_take_no_place_from_the_live_one(mem: Memory, is_slotted: bool) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    last: UUID | None = None
    for number in range(60):
        text = f"The on-call phone is with Person{number}."
        given: dict[str, Any] = {"said_at": start + timedelta(days=number)}
        if is_slotted:
            last = mem.store(text, **PHONE, **given).id
        else:
            last = mem.store(text, supersedes=last, subject="on-call phone", **given).id
    live = "The on-call phone is with Person59."
    hits = mem.recall("who has the on-call phone now?", k=10)
    assert [(hit.id, hit.content) for hit in hits] == [(last, live)]
    assert texts(mem.facts("on-call phone")) == texts(mem.timeline()) == [live]
    assert len(mem.recall("who has the on-call phone now?", k=10, history=True)) == 10
    assert len(mem.history(last)) == 60
    then = mem.recall("who has the on-call phone?", as_of=start + timedelta(days=30, hours=1))
    assert [hit.content for hit in then] == ["The on-call phone is with Person30."]


# B06: the order of ingestion does not change the answer


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_b06_what_happened_later_is_current_whenever_it_was_told(
    mem: Memory, order: tuple[int, ...]
) -> None:
    told = [
        ("Ines lives in Gdansk.", datetime(2023, 2, 1, tzinfo=UTC)),
        ("Ines lives in Faro.", datetime(2024, 6, 1, tzinfo=UTC)),
        ("Ines lives in Porto.", datetime(2026, 5, 1, tzinfo=UTC)),
    ]
    for place in order:
        text, said_at = told[place]
        mem.store(text, said_at=said_at, origin="import", **HOME)
    assert [hit.content for hit in mem.recall("where does Ines live?")] == [told[2][0]]
    in_2023 = datetime(2023, 7, 1, tzinfo=UTC)
    past = mem.recall("where did Ines live?", as_of=in_2023)
    assert [hit.content for hit in past] == texts(mem.facts("Ines", as_of=in_2023)) == [told[0][0]]
    ends = [(row.content, row.valid_from, row.valid_until) for row in mem.history(**HOME)]
    starts = [said_at for _, said_at in told]
    assert ends == [
        (text, start, end) for (text, start), end in zip(told, [*starts[1:], None], strict=True)
    ]
    assert mem.recall("where did Ines live?", as_of=datetime(2022, 1, 1, tzinfo=UTC)).hits == ()


# B07: an instant is an instant; a day says whose


def test_b07_both_spellings_of_an_instant_give_the_same_rows(mem: Memory) -> None:
    mem.store("The pump stopped.", said_at=datetime(2026, 3, 25, 1, 30, tzinfo=UTC))
    mem.store("The pump runs.", said_at=datetime(2026, 3, 25, 6, 0, tzinfo=UTC))
    pacific = timezone(timedelta(hours=-7))
    edge = datetime(2026, 3, 25, 6, 0, tzinfo=UTC)
    tick = timedelta(microseconds=1)
    for instant, expected in (
        (edge - tick, ["The pump stopped."]),
        (edge, ["The pump runs.", "The pump stopped."]),
    ):
        for zone in (UTC, pacific):
            at = instant.astimezone(zone)
            assert texts(mem.timeline(as_of=at)) == expected
            found = mem.recall("pump", until=at + tick, as_of=at)
            assert sorted(hit.content for hit in found) == expected
    with pytest.raises(InvalidInput, match="has no time zone"):
        mem.recall("pump", until=datetime(2026, 3, 25, 6))


def test_b07_a_day_at_the_shell_is_a_day_of_the_local_zone(shell: Shell) -> None:
    shell("store", "The pump stopped.", "--said-at", "2026-03-25T01:30Z")
    day = ("recall", "pump", "--since", "2026-03-25", "--until", "2026-03-26")
    for zone, is_found in (("UTC", True), ("Asia/Tokyo", True), ("America/Los_Angeles", False)):
        done = cli_shell.program(*day, env={"TZ": zone})
        assert (zone, b"The pump stopped." in done.stdout) == (zone, is_found)
    assert "Without a zone they are local time" in shell("--help").stdout


# B13: after an update every path shows the new text


def test_b13_every_path_shows_the_new_text_straight_after_an_update(mem: Memory) -> None:
    old = mem.store("Locker code is 4471", subject="locker")
    new = mem.update(old.id, "Locker code is 9028")
    assert (mem.get(new.id).content, mem.get(old.id).superseded_by) == (
        "Locker code is 9028",
        new.id,
    )
    assert not mem.get(old.id).is_latest
    assert texts(mem.timeline()) == texts(mem.facts("locker")) == ["Locker code is 9028"]
    for query in ("9028", "Locker code", "which code opens the locker"):
        assert [hit.id for hit in mem.recall(query)] == [new.id]
    for query in ("4471", "Locker code is 4471"):
        assert "Locker code is 4471" not in [hit.content for hit in mem.recall(query)]
    code = mem.update(mem.store("PIN is 4471").id, "PIN is 9028")
    hits = {hit.id: hit.similarity for hit in mem.recall("PIN is 9028")}
    assert hits[code.id] == pytest.approx(1, abs=0.001)  # the vector is that of the new text
    assert texts(mem.history(old.id)) == ["Locker code is 4471", "Locker code is 9028"]


# B76: whatever a background job does can be seen and taken back. The job itself, its model and the
# cap on what one cycle may take away come later; this is what it has to work with.


def test_b76_no_source_fact_is_lost_to_cycles_of_decay_and_merging(mem: Memory) -> None:
    facts = {mem.store(f"Topic{n % 25} has detail{n} in room{n}.").id: n for n in range(300)}
    before = {id: mem.get(id) for id in facts}
    batches, merged = [], []
    for cycle in range(20):
        live = [row.id for row in mem.timeline(limit=1000) if row.id in facts]
        faded = live[cycle % 10 :: 10]
        batches.append(mem.forget(faded, reason=f"faded in cycle {cycle}").batch)
        pair = [id for id in live if id not in faded][:2]
        merge = mem.store(f"Merged{cycle} says less.", derived_from=pair, origin="inference")
        merged.append(merge.id)
        mem.approve(merge.id) if cycle % 2 else mem.decline(merge.id, reason="says less")
    kept = {id: mem.get(id) for id in facts}
    assert {id: row.content for id, row in kept.items()} == {
        id: row.content for id, row in before.items()
    }
    reasons = {row.forget_reason for row in kept.values()}
    assert reasons == {None, *(f"faded in cycle {cycle}" for cycle in range(20))}
    assert {len(mem.get(id).sources) for id in merged} == {2}
    for batch in batches:
        mem.restore(batch=batch)
    assert {id: mem.get(id) for id in facts} == before
    mem.undo(merged, reason="all of it taken back")
    assert {one.id for one in mem.inferred(limit=100)} == set(merged)


def test_b76_each_decision_is_logged(mem: Memory, fresh_dsn: str) -> None:
    base = mem.store("The kiln is in the shed.")
    drawn = mem.store("Somebody makes pots.", derived_from=base.id)
    mem.approve(drawn.id, reason="cycle 1")
    mem.update(base.id, "The kiln is in the barn.")
    mem.decline(drawn.id, reason="cycle 2")
    mem.undo(drawn.id)
    with psycopg.connect(fresh_dsn, row_factory=dict_row) as conn:
        rows = conn.execute(
            "select memory_id, decision, reason from pgrecall_data.reviews order by id"
        ).fetchall()
    assert [tuple(row.values()) for row in rows] == [
        (drawn.id, "approved", "cycle 1"),
        (drawn.id, "pending", "source was replaced"),
        (drawn.id, "declined", "cycle 2"),
        (drawn.id, "pending", None),
    ]
