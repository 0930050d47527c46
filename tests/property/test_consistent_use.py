"""Any sequence of calls, refused ones among them: the rows agree with each other.

No model of what should come of it, as in test_state_machine.py: only what holds whatever was done.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import hypothesis
import psycopg
from conftest import Row, Sql, act_as
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = st.sampled_from(["red", "blue", "green", "grey"])
SLOTS = st.sampled_from(["door", "Door ", "roof"])
PLACES = st.lists(st.integers(0, 9), max_size=2)  # of memories stored before, counted from the last
HOURS = st.none() | st.integers(-20, 20)  # from now
LENGTHS = st.none() | st.integers(1, 20)
STEPS = st.integers(-1, 3)
KINDS = st.sampled_from(["fact", "fact", "preference", "conversation"])
KEYS = st.sampled_from([None, "a", "b"])


class Calls(RuleBasedStateMachine):
    """Calls, each of which may be refused by a code of ours and then changes nothing."""

    sql: Sql

    def __init__(self) -> None:
        super().__init__()
        self.sql.execute("savepoint start")
        self.hour = 0
        self.ids: list[UUID] = []
        self.batches: list[UUID] = []

    def teardown(self) -> None:
        self.sql.execute("rollback to savepoint start")

    def call(self, verb: str, **arguments: Any) -> list[Row]:
        act_as(self.sql, "test")
        now = START + timedelta(hours=self.hour)
        self.sql.execute("select set_config('pgrecall.now', %s, true)", [now.isoformat()])
        named = ", ".join(f'"{name}" => %({name})s' for name in arguments)
        try:
            with self.sql.transaction():
                query = f"select * from pgrecall.{verb}({named})"
                return self.sql.execute(query, arguments).fetchall()
        except psycopg.Error as error:
            if not (error.sqlstate or "").startswith("MR"):
                raise
            return []

    def at(self, offset: int | None) -> datetime | None:
        return None if offset is None else START + timedelta(hours=self.hour + offset)

    def chosen(self, places: list[int]) -> list[UUID]:
        return [self.ids[-1 - place % len(self.ids)] for place in places if self.ids]

    def keep(self, *, begins: int | None, lasts: int | None, step: int, **given: Any) -> None:
        self.hour += step  # the clock may stand still, or step back
        end = None if lasts is None else (begins or 0) + lasts
        rows = self.call("store", valid_from=self.at(begins), valid_until=self.at(end), **given)
        self.ids += [row["id"] for row in rows if row["id"] not in self.ids]

    @rule(word=WORDS, subject=SLOTS, begins=HOURS, lasts=LENGTHS, step=STEPS)
    def store_in_a_slot(self, *, word: str, subject: str, **times: Any) -> None:
        self.keep(content=f"it is {word}", subject=subject, predicate="is", **times)

    @rule(word=WORDS, subject=SLOTS, begins=HOURS, lasts=LENGTHS, step=STEPS, places=PLACES)
    def supersede(self, *, word: str, subject: str, places: list[int], **times: Any) -> None:
        slot: dict[str, Any] = {"subject": subject, "predicate": "is"} if len(places) % 2 else {}
        ids = self.chosen(places)
        self.keep(content=f"now it is {word}", supersedes=ids, **slot, **times)

    @rule(word=WORDS, kind=KINDS, begins=HOURS, expires=HOURS, places=PLACES, key=KEYS)
    def store(self, *, word: str, expires: Any, places: list[int], key: Any, **given: Any) -> None:
        links: dict[str, Any] = {
            "extends" if self.hour % 2 else "derived_from": self.chosen(places)
        }
        self.keep(
            content=f"the {given['kind']} is {word}",
            forget_after=self.at(expires),
            session="s" if self.hour % 3 else None,
            subject="door",
            predicate="is",
            multi=self.hour % 4 > 0,
            idempotency_key=key and f"{key} {word}",
            lasts=None,
            step=1,
            **links,
            **given,
        )

    @rule(places=PLACES)
    def forget(self, places: list[int]) -> None:
        rows = self.call("forget", ids=self.chosen(places))
        self.batches += {row["batch"] for row in rows}

    @rule(words=WORDS)
    def forget_matching(self, words: str) -> None:
        rows = self.call("forget", matching=words, confirm=True)
        self.batches += {row["batch"] for row in rows}

    @rule(places=PLACES, step=st.integers(0, 30))
    def restore(self, places: list[int], step: int) -> None:
        self.hour += step
        self.call("restore", ids=self.chosen(places))

    @rule(place=st.integers(0, 9))
    def restore_a_batch(self, place: int) -> None:
        if self.batches:
            self.call("restore", batch=self.batches[place % len(self.batches)])

    @invariant()
    def rows_agree(self) -> None:
        rows = self.sql.execute("select * from pgrecall.consistency()").fetchall()
        assert [(row["name"], row["detail"]) for row in rows if not row["is_ok"]] == []


def test_no_sequence_of_calls_makes_rows_that_contradict_each_other(sql: Sql) -> None:
    machine = type("Bound", (Calls,), {"sql": sql})
    name = hypothesis.settings._current_profile or "default"
    few = settings(max_examples=60, stateful_step_count=20)
    run_state_machine_as_test(
        machine,
        settings=settings(
            few if name == "default" else settings.get_profile(name),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
