"""Random stores, updates, late arrivals, forgets, restores and erasures, against a plain model.

The model is a list of statements for each namespace. A slot's statement ends where the next one
begins; a price takes the place of the last one; what is forgotten does not count; what comes back
yields to what is there; what is erased takes all its versions along.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import hypothesis
from conftest import Row, Sql, act_as
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMESPACES = st.sampled_from(["test", "other"])
WORDS = st.sampled_from(["red", "blue", "green"])
SLOTS = st.sampled_from(["door", "roof"])
THINGS = st.sampled_from(["lamp", "rug"])
PAST = st.integers(-30, -1)
FUTURE = st.integers(1, 30)


def at(hour: int) -> datetime:
    """Return an instant by its hour."""
    return START + timedelta(hours=hour)


@dataclass(eq=False)
class Statement:
    """One memory of the model; times are hours, an end of None is open."""

    content: str
    slot: str | None
    begins: int
    ends: int | None
    price_of: str | None = None
    is_latest: bool = True
    replaced: tuple["Statement", ...] = ()
    batch: UUID | None = None
    id: UUID | None = None

    def is_live(self, hour: int) -> bool:
        return (
            self.batch is None and self.begins <= hour and (self.ends is None or hour < self.ends)
        )

    def with_replaced(self) -> list["Statement"]:
        return [self, *(x for old in self.replaced for x in old.with_replaced())]

    def end_by(self, hour: int) -> None:
        self.ends = max(self.begins, hour if self.ends is None else min(self.ends, hour))


class Model:
    """One namespace."""

    def __init__(self) -> None:
        self.all: list[Statement] = []

    def live(self, hour: int) -> list[str]:
        return sorted(s.content for s in self.all if s.is_live(hour))

    def of_slot(self, slot: str | None) -> list[Statement]:
        return [s for s in self.all if slot and s.slot == slot and s.batch is None]

    def holder(self, slot: str | None) -> Statement | None:
        return next((s for s in self.of_slot(slot) if s.is_latest), None)

    def same(self, new: Statement, now: int, *, is_dated: bool) -> Statement | None:
        for s in sorted(self.all, key=lambda s: not s.is_latest):
            if s.content != new.content or s.batch or (new.slot and s.slot != new.slot):
                continue
            if not s.is_latest:
                if is_dated and s.begins == new.begins:
                    return s
            elif (is_dated and (s.ends is None or s.ends > new.begins)) or s.is_live(now):
                return s
        return None

    def add(self, new: Statement, now: int, *, is_dated: bool) -> str:
        if found := self.same(new, now, is_dated=is_dated):
            new.id = found.id
            return "confirmed"
        if new.price_of:
            return self.reprice(new, now)
        holder = self.holder(new.slot)
        if holder and new.begins < holder.begins:
            new.is_latest = False
            self.yield_to_later(new)
            cut = self.cut(new)
            holder.replaced = (*holder.replaced, new)
            self.all.append(new)
            if not new.is_live(now):
                return "history"
            new.replaced = tuple(cut)
            return "updated" if cut else "created"
        if holder:
            holder.is_latest = False
            holder.end_by(new.begins)
            new.replaced = (holder,)
        self.cut(new)
        self.all.append(new)
        return "updated" if holder else "created"

    def reprice(self, new: Statement, now: int) -> str:
        """Put a price in the place of those that hold."""
        old = [s for s in self.all if s.price_of == new.price_of and s.is_latest and s.is_live(now)]
        for s in old:
            s.is_latest = False
            s.end_by(new.begins)
        new.replaced = tuple(old)
        self.all.append(new)
        return "updated" if old else "created"

    def erase(self, chosen: Statement) -> set[UUID | None]:
        """Drop a statement with every other version of it."""
        gone = {chosen}
        while True:
            more = {s for s in self.all if s not in gone and gone & set(s.replaced)}
            more |= {old for s in gone for old in s.replaced} - gone
            if not more:
                break
            gone |= more
        self.all = [s for s in self.all if s not in gone]
        return {s.id for s in gone}

    def yield_to_later(self, new: Statement) -> None:
        for s in self.of_slot(new.slot):
            if s is not new and s.begins > new.begins and s.ends != s.begins:
                new.end_by(s.begins)

    def cut(self, new: Statement) -> list[Statement]:
        """End what overlaps a statement, but for the slot's holder."""
        cut = [
            s
            for s in self.of_slot(new.slot)
            if s is not new
            and not s.is_latest
            and s.ends is not None
            and max(s.begins, new.begins) < s.ends
            and (new.ends is None or s.begins < new.ends)
        ]
        for s in cut:
            s.end_by(new.begins)
        return cut

    def restore(self, batch: UUID) -> None:
        back = sorted((s for s in self.all if s.batch == batch), key=lambda s: str(s.id))
        for old in back:
            taken = self.holder(old.slot)
            if taken is None and old.is_latest:
                taken = next((s for s in self.all if self.says_the_same(s, old)), None)
            old.batch = None
            if taken:
                old.end_by(taken.begins)
            if old.slot and (taken or not old.is_latest) and old.ends != old.begins:
                self.yield_to_later(old)
            if old.slot and old.ends != old.begins:
                self.cut(old)
            if taken and old.is_latest:
                old.is_latest = False
                taken.replaced = (*taken.replaced, old)

    def says_the_same(self, s: Statement, old: Statement) -> bool:
        overlaps = (old.ends is None or s.begins < old.ends) and (
            s.ends is None or old.begins < s.ends
        )
        is_same = (s.content, s.slot) == (old.content, old.slot)
        return is_same and s is not old and s.is_latest and s.batch is None and overlaps


class Memories(RuleBasedStateMachine):
    """The same calls to PostgreSQL and to the model."""

    sql: Sql

    def __init__(self) -> None:
        super().__init__()
        self.sql.execute("savepoint start")
        self.models = {"test": Model(), "other": Model()}
        self.hour = 0

    def teardown(self) -> None:
        self.sql.execute("select set_config('role', 'none', true)")
        broken = self.sql.execute("select * from pgrecall.consistency() where not is_ok").fetchall()
        assert broken == []
        self.sql.execute("rollback to savepoint start")

    def call(self, path: str, verb: str, **arguments: Any) -> list[Row]:
        act_as(self.sql, path)
        self.sql.execute("select set_config('pgrecall.now', %s, true)", [at(self.hour).isoformat()])
        named = ", ".join(f'"{name}" => %({name})s' for name in arguments)
        return self.sql.execute(f"select * from pgrecall.{verb}({named})", arguments).fetchall()

    def store(self, path: str, new: Statement, **arguments: Any) -> None:
        self.hour += 1
        is_dated = "valid_from" in arguments
        if not is_dated:
            new.begins = self.hour
        (row,) = self.call(path, "store", content=new.content, **arguments)
        action = self.models[path].add(new, self.hour, is_dated=is_dated)
        assert row["action"] == action
        assert new.id in (None, row["id"])
        new.id = row["id"]

    @rule(path=NAMESPACES, word=WORDS)
    def store_plain(self, path: str, word: str) -> None:
        self.store(path, Statement(f"it is {word}", None, 0, None))

    @rule(path=NAMESPACES, word=WORDS, slot=SLOTS)
    def store_in_a_slot(self, path: str, word: str, slot: str) -> None:
        new = Statement(f"the {slot} is {word}", slot, 0, None)
        self.store(path, new, subject=slot, predicate="is")

    @rule(path=NAMESPACES, word=WORDS, slot=SLOTS, offset=PAST | FUTURE)
    def store_for_another_time(self, path: str, *, word: str, slot: str, offset: int) -> None:
        begins = self.hour + 1 + offset
        new = Statement(f"the {slot} is {word}", slot, begins, None)
        self.store(path, new, subject=slot, predicate="is", valid_from=at(begins))

    @rule(path=NAMESPACES, thing=THINGS, price=st.integers(2, 4))
    def store_a_price(self, path: str, thing: str, price: int) -> None:
        new = Statement(f"the {thing} costs {price} euros", None, 0, None, price_of=thing)
        self.store(path, new)

    @rule(path=NAMESPACES, data=st.data())
    def erase(self, path: str, data: st.DataObject) -> None:
        model = self.models[path]
        if not model.all:
            return
        chosen = data.draw(st.sampled_from(model.all))
        gone = model.erase(chosen)
        (receipt,) = self.call(path, "erase", ids=[chosen.id])
        assert receipt["counts"]["memories"] == len(gone)
        left = self.sql.execute(
            "select count(*) as n from pgrecall.memory where id = any (%s)", [list(gone)]
        ).fetchone()
        assert left == {"n": 0}

    @rule(path=NAMESPACES, data=st.data())
    def forget(self, path: str, data: st.DataObject) -> None:
        model = self.models[path]
        if not model.all:
            return
        chosen = data.draw(st.sampled_from(model.all))
        gone = {s for s in chosen.with_replaced() if s.batch is None}
        rows = self.call(path, "forget", ids=[chosen.id])
        assert {row["id"] for row in rows} == {s.id for s in gone}
        for s in gone:
            s.batch = rows[0]["batch"]

    @rule(path=NAMESPACES, data=st.data())
    def restore(self, path: str, data: st.DataObject) -> None:
        model = self.models[path]
        batches = sorted({s.batch for s in model.all if s.batch}, key=str)
        if not batches:
            return
        batch = data.draw(st.sampled_from(batches))
        ids = {s.id for s in model.all if s.batch == batch}
        rows = self.call(path, "restore", batch=batch)
        assert {row["id"] for row in rows} == ids
        model.restore(batch)
        latest = {s.id: s.is_latest for s in model.all}
        assert all(row["is_latest"] == latest[row["id"]] for row in rows)

    @rule(path=NAMESPACES, offset=st.integers(-60, 60))
    def recall_as_of_another_time(self, path: str, offset: int) -> None:
        hour = self.hour + offset
        query = "it the door roof is red blue green lamp rug costs 2 3 4 euros"
        hits = self.call(path, "recall", query=query, as_of=at(hour), k=1000)
        assert sorted(row["content"] for row in hits) == self.models[path].live(hour)

    @invariant()
    def what_is_live_agrees(self) -> None:
        for path, model in self.models.items():
            for hour in (self.hour, self.hour + self.hour % 40 - 30):
                rows = self.call(path, "timeline", as_of=at(hour), limit=1000)
                assert sorted(row["content"] for row in rows) == model.live(hour)
                slots = [row["subject"] for row in rows if row["subject"]]
                assert len(slots) == len(set(slots))


def test_any_sequence_of_calls_agrees_with_the_model(sql: Sql) -> None:
    machine = type("Bound", (Memories,), {"sql": sql})
    name = hypothesis.settings._current_profile or "default"
    run_state_machine_as_test(
        machine,
        settings=settings(
            settings.get_profile(name),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
