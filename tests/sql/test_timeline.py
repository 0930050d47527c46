"""What is live, newest first, page by page."""

from datetime import timedelta
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from verbs import NOBODY, call, day, listed, store, store_id, travel


def test_pages_show_every_row_once_however_many_share_an_instant(sql: Sql) -> None:
    travel(sql, day(20))
    ids = [store_id(sql, f"Note {n}.", said_at=day(1 + n // 12)) for n in range(50)]
    seen: list[UUID] = []
    before = None
    while page := call(sql, "timeline", before=before, limit=7):
        assert len(page) == 7 or len(seen) == 49
        seen += [row["id"] for row in page]
        before = seen[-1]
    assert seen == ids[::-1]


def test_rows_stored_meanwhile_do_not_move_the_pages(sql: Sql) -> None:
    for number in range(4):
        store(sql, f"Note {number}.", said_at=day(1 + number))
    first = call(sql, "timeline", limit=2)
    store(sql, "Newer.", said_at=day(9))
    assert listed(sql, before=first[-1]["id"], limit=2) == ["Note 1.", "Note 0."]


def test_a_page_goes_on_from_a_row_that_was_forgotten(sql: Sql) -> None:
    ids = [store_id(sql, f"Note {n}.", said_at=day(1 + n)) for n in range(3)]
    call(sql, "forget", ids=[ids[1]])
    assert (listed(sql), listed(sql, before=ids[1])) == (["Note 2.", "Note 0."], ["Note 0."])


def test_the_timeline_shows_the_living_of_the_kinds_asked_for(sql: Sql) -> None:
    travel(sql, day(1))
    store(sql, "fact")
    store(sql, "turn", kind="transcript", session="s")
    store(sql, "old", subject="a", predicate="b")
    store(sql, "new", subject="a", predicate="b")
    store(sql, "gone soon", forget_after=day(2))
    store(sql, "later", valid_from=day(9))
    travel(sql, day(3))
    assert listed(sql) == ["new", "turn", "fact"]
    assert listed(sql, kinds=["transcript"]) == ["turn"]
    assert listed(sql, as_of=day(10)) == ["later", "new", "turn", "fact"]
    assert listed(sql, as_of=day(1) - timedelta(microseconds=1)) == []


def test_several_namespaces_share_one_order(sql: Sql) -> None:
    for path, number in (("test", 1), ("other", 2), ("test", 3), ("other", 4)):
        act_as(sql, path)
        store(sql, f"Note {number}.", said_at=day(number))
    act_as(sql, "test", "other")
    page = call(sql, "timeline", limit=3)
    assert [(row["content"], row["namespace"]) for row in page] == [
        ("Note 4.", "other"),
        ("Note 3.", "test"),
        ("Note 2.", "other"),
    ]
    assert listed(sql, before=page[-1]["id"]) == ["Note 1."]
    assert listed(sql, namespaces=["test"]) == ["Note 3.", "Note 1."]


def test_an_unknown_or_foreign_cursor_is_not_found(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    for id in (NOBODY, foreign):
        with refused("MR001") as info, sql.transaction():
            call(sql, "timeline", before=id)
        assert str(id) in str(info.value)


@pytest.mark.parametrize("limit", [0, -1, 10_001, None])
def test_a_limit_out_of_range_is_refused(sql: Sql, limit: int | None) -> None:
    with refused("MR003") as info:
        call(sql, "timeline", limit=limit)
    assert f"limit {'null' if limit is None else limit} is" in str(info.value)
