"""Dates a text counts from the day it was said."""

from datetime import UTC, datetime

import pytest
from conftest import Sql
from verbs import get, store

WEDNESDAY = datetime(2026, 4, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("content", "event_at"),
    [
        ("Yesterday the kiln cracked.", "2026-04-14"),
        ("The kiln cracked the day before yesterday.", "2026-04-13"),
        ("The plumber comes tomorrow.", "2026-04-16"),
        ("Gestern ist der Ofen gesprungen.", "2026-04-14"),
        ("Hier, le four a cassé.", "2026-04-14"),
        ("Ayer se rompió el horno.", "2026-04-14"),
        ("昨天窑裂了。", "2026-04-14"),
        ("She moved in 3 days ago.", "2026-04-12"),
        ("She moved in 2 months ago.", "2026-02"),
        ("Vor 5 Jahren zog sie ein.", "2021"),
        ("Trilobites lived 400 million years ago.", None),
        ("People painted caves 100,000 years ago.", None),
        ("Yesterday it rained, today it is dry.", None),
        ("Her favourite song is Penny Lane.", None),
    ],
)
def test_a_date_told_relative_to_the_day_is_kept_as_a_date(
    sql: Sql, content: str, event_at: str | None
) -> None:
    row = sql.execute(
        "select pgrecall.event_said(%s, %s) as event_at", [content, WEDNESDAY]
    ).fetchone()
    assert row == {"event_at": event_at}


def test_the_date_is_stored_beside_the_words(sql: Sql) -> None:
    row = get(sql, store(sql, "Yesterday the kiln cracked.", said_at=WEDNESDAY)["id"])
    assert (row["content"], row["event_at"], row["event_precision"]) == (
        "Yesterday the kiln cracked.",
        datetime(2026, 4, 14, tzinfo=UTC),
        "day",
    )


def test_the_caller_knows_better(sql: Sql) -> None:
    row = get(sql, store(sql, "Yesterday it broke.", said_at=WEDNESDAY, event_at="2020")["id"])
    assert (row["event_at"], row["event_precision"]) == (datetime(2020, 1, 1, tzinfo=UTC), "year")


def test_the_same_words_on_another_day_tell_of_another_event(sql: Sql) -> None:
    first = store(sql, "Yesterday the kiln cracked.", said_at=WEDNESDAY)
    again = store(sql, "Yesterday the kiln cracked.", said_at=WEDNESDAY.replace(day=20))
    assert (first["action"], again["action"]) == ("created", "created")
