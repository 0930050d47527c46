"""Failures people reported in systems like this one: what is current, the same, another's.

Each test is named after its case; the embedder is the real one, there is no language model.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from pgrecall import Conflict, Memory, NotFound


@pytest.fixture
def mem(fresh_dsn: str) -> Iterator[Memory]:
    with Memory(fresh_dsn, embedder="local", namespace="test") as memory:
        yield memory


def contents(memory: Memory) -> list[str]:
    return sorted(row.content for row in memory.timeline(limit=1000))


def recalled(memory: Memory, query: str, *, as_of: datetime | None = None) -> list[str]:
    return [hit.content for hit in memory.recall(query, as_of=as_of)]


def test_b01_a_reversed_taste_replaces_the_old_one_and_a_repeat_changes_nothing(
    mem: Memory,
) -> None:
    first = mem.store("Mara enjoys very spicy food.")
    second = mem.store("Mara cannot stand spicy food any more.")
    assert (second.action, second.replaced) == ("updated", (first.id,))
    assert contents(mem) == ["Mara cannot stand spicy food any more."]
    versions = [row.content for row in mem.history(second.id)]
    assert versions == ["Mara enjoys very spicy food.", "Mara cannot stand spicy food any more."]
    again = mem.store("Mara cannot stand spicy food any more.")
    assert (again.id, again.action) == (second.id, "confirmed")


def test_b02_the_job_of_today_and_the_job_of_then(mem: Memory) -> None:
    march, june = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    mem.store("Ravi works at Alder Labs.", said_at=march)
    mem.store("Ravi now works at Birch Robotics.", said_at=june)
    assert recalled(mem, "Where does Ravi work?") == ["Ravi now works at Birch Robotics."]
    then = recalled(mem, "Where did Ravi work?", as_of=datetime(2026, 4, 1, tzinfo=UTC))
    assert then == ["Ravi works at Alder Labs."]


def test_b04_a_relation_with_many_values_keeps_them_all(mem: Memory) -> None:
    texts = [
        "The load test was run with engine Small.",
        "The load test was run with engine Large.",
        "The load test produces a CSV report.",
    ]
    assert {mem.store(text).action for text in texts} == {"created"}
    assert contents(mem) == sorted(texts)


def test_b09_yesterday_is_the_day_before_it_was_said(mem: Memory) -> None:
    said = datetime(2026, 4, 15, 10, tzinfo=UTC)
    kiln = mem.get(mem.store("Yesterday the kiln cracked.", said_at=said).id)
    assert kiln.content == "Yesterday the kiln cracked."
    assert (kiln.event_at, kiln.event_precision) == (datetime(2026, 4, 14, tzinfo=UTC), "day")
    for text in (
        "Trilobites lived 400 million years ago.",
        "People painted caves 100,000 years ago.",
    ):
        assert mem.get(mem.store(text).id).event_at is None
    assert recalled(mem, "who lived 400 million years ago?")[0].startswith("Trilobites")


def test_b11_a_correction_takes_every_copy_of_the_old_claim_out(mem: Memory) -> None:
    first = mem.store("The admin page of the birch printer is on port 8080.")
    copy = mem.store("The birch printer admin page runs on port 8080.")
    assert copy.action == "created"
    new = mem.store("Birch now answers on 18631.", supersedes=first.id)
    assert set(new.replaced) == {first.id, copy.id}
    assert recalled(mem, "birch printer admin port") == ["Birch now answers on 18631."]
    assert len(mem.history(new.id)) == 3


def test_b11_a_correction_of_narrower_scope_leaves_the_rest_of_the_claim(mem: Memory) -> None:
    claim = mem.store("The printers answer on port 8080.")
    narrow = mem.store("The printer in room 4 answers on port 18631.", extends=claim.id)
    assert narrow.action == "created"
    assert len(recalled(mem, "which port do the printers answer on?")) == 2


def test_b15_texts_of_any_script_are_never_taken_for_each_other(mem: Memory) -> None:
    texts = [
        "倉庫は日曜日に閉まっています。",
        "창고는 일요일에 닫습니다.",
        "Склад закрыт по воскресеньям.",
        "المكتب مغلق يوم الجمعة",
        "赤い model B7 は倉庫にある",
        "青い model B7 は倉庫にある",
        "🎉🎉",
        "?!…",
    ]
    assert [mem.store(text).action for text in texts] == ["created"] * len(texts)
    assert contents(mem) == sorted(texts)


def test_b22_a_slow_consolidation_undoes_nothing_that_happened_meanwhile(mem: Memory) -> None:
    edited, deleted = mem.store("The kiln is blue."), mem.store("The shed is locked.")
    read_before = [edited.id, deleted.id]
    mem.store("A first fact of its own.")
    mem.store("Another one entirely.")
    mem.store("The kiln was painted white.", supersedes=edited.id)
    mem.forget(deleted.id)
    for id in read_before:
        with pytest.raises(Conflict):
            mem.store("Consolidated from what was read before.", supersedes=id)
    assert contents(mem) == [
        "A first fact of its own.",
        "Another one entirely.",
        "The kiln was painted white.",
    ]


def test_b33_ids_work_everywhere_and_a_phrase_only_previews(mem: Memory) -> None:
    note = mem.store("The spare key hangs behind the door.")
    assert recalled(mem, "spare key") == ["The spare key hangs behind the door."]
    assert mem.forget(note.id).ids == (note.id,)
    assert contents(mem) == []
    for where in ("shed", "car", "desk"):
        mem.store(f"A spare key is in the {where}.")
    preview = mem.forget(matching="spare key")
    assert (preview.ids, len(preview.preview), len(contents(mem))) == ((), 3, 3)
    assert len(mem.forget(matching="spare key", confirm=True).ids) == 3
    nothing = mem.forget(matching="no such words", confirm=True)
    assert (nothing.batch, nothing.ids) == (None, ())
    with pytest.raises(NotFound):
        mem.forget("00000000-0000-7000-8000-000000000000")


NAMES = ("sun_flower", "sun-flower", "oak", "oak-north", "%", "back\\slash", "a:b")


def test_b59_special_characters_in_a_namespace_are_themselves(mem: Memory) -> None:
    for name in NAMES:
        mem.scoped(name).store(f"The secret of {name} is here.")
    for name in NAMES:
        space = mem.scoped(name)
        assert contents(space) == [f"The secret of {name} is here."]
        assert recalled(space, "secret") == [f"The secret of {name} is here."]
        assert len(space.history("secret")) == 1
        assert len(space.forget(matching="secret").preview) == 1


def test_b60_no_route_shows_another_users_text_id_or_count(mem: Memory) -> None:
    p, q = mem.scoped("p"), mem.scoped("q")
    mine = p.store("My gate code is 1177.", subject="gate", predicate="code", session="s")
    p.store("My gate code is now 1178.", subject="gate", predicate="code")
    theirs = q.store("My gate code is 8823.", subject="gate", predicate="code", session="s")
    assert theirs.action == "created"
    assert recalled(q, "gate code") == contents(q) == ["My gate code is 8823."]
    assert [row.id for row in q.history(subject="gate", predicate="code")] == [theirs.id]
    assert q.status().memory_count == 1
    assert q.forget(matching="gate code 1178").preview == ()
    for ask in (q.get, q.history, q.forget, q.restore):
        with pytest.raises(NotFound):
            ask(mine.id)
    with pytest.raises(NotFound):
        q.store("Mine now.", supersedes=mine.id)
    with pytest.raises(NotFound):
        q.store("Mine now.", derived_from=mine.id)


APART = {
    "The east gate stays open at night.": "The east gate does not stay open at night.",
    "sensor KD310 is broken": "sensor KD315 is broken",
    "meet at 4 pm": "meet at 5 pm",
    "Kim Park, the plumber, called.": "Kim Park, the teacher, called.",
}
MAY_REPLACE = {"The east gate stays open at night.", "meet at 4 pm"}


@pytest.mark.parametrize("old", APART)
def test_b77_what_differs_in_one_detail_is_never_merged(mem: Memory, old: str) -> None:
    first, second = mem.store(old), mem.store(APART[old])
    assert second.action in ({"created", "updated"} if old in MAY_REPLACE else {"created"})
    assert second.id != first.id
    assert APART[old] in contents(mem)


def test_b77_an_acronym_of_four_sessions_is_one_entity(mem: Memory) -> None:
    for number in range(4):
        mem.store(f"Meeting {number} was about funds.", subject="HDRB", session=f"s{number}")
    assert mem.status().entity_count == 1
