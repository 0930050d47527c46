"""What is believed, how it is joined, reviewed and corrected: the Python surface."""

from datetime import UTC, datetime, timedelta

import pytest

from pgrecall import (
    Conflict,
    Inference,
    InvalidInput,
    Memory,
    NotFound,
    Predicate,
    Related,
    Reviewed,
    Stored,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_facts_are_read_by_subject_and_clock(mem: Memory) -> None:
    for city, days in (("Oslo", 0), ("Rome", 30)):
        mem.store(
            f"Ana lives in {city}.",
            subject="Ana",
            predicate="lives in",
            valid_from=NOW + timedelta(days=days),
        )
    assert [fact.content for fact in mem.facts("Ana")] == ["Ana lives in Rome."]
    then = NOW + timedelta(days=29)
    for rows in (
        mem.facts("Ana", as_of=then),
        mem.timeline(as_of=then),
        mem.history(subject="Ana", predicate="lives in", as_of=then),
    ):
        assert [row.content for row in rows] == ["Ana lives in Oslo."]
    assert mem.facts("Ana", known_at=NOW) == mem.timeline(known_at=NOW) == []
    with pytest.raises(InvalidInput, match="has no time zone"):
        mem.facts("Ana", as_of=datetime(2026, 1, 1))
    with pytest.raises(InvalidInput, match="subject ' ' is empty"):
        mem.facts(" ")


def test_a_hit_has_the_neighbours_that_related_returns(mem: Memory) -> None:
    base = mem.store("The kiln is in the shed.", said_at=NOW)
    child = mem.store("The kiln runs on gas.", extends=base.id)
    assert mem.related(child.id) == [
        Related(
            relation="extends",
            direction="parent",
            id=base.id,
            content="The kiln is in the shed.",
            kind="fact",
            is_latest=True,
            valid_from=NOW,
            valid_until=None,
            is_inference=False,
            review="approved",
            said_at=NOW,
        )
    ]
    hits = {hit.id: hit.related for hit in mem.recall("kiln", related=True)}
    assert hits == {id: tuple(mem.related(id)) for id in (base.id, child.id)}
    assert [hit.related for hit in mem.recall("kiln")] == [(), ()]
    with pytest.raises(NotFound):
        mem.scoped("other").related(base.id)


def test_an_inference_is_reviewed(mem: Memory) -> None:
    base = mem.store("Ana runs daily.", said_at=NOW)
    drawn = mem.store("Ana is fit.", derived_from=base.id, confidence=0.5, said_at=NOW)
    (one,) = mem.inferred()
    assert one == Inference(
        id=drawn.id,
        content="Ana is fit.",
        kind="fact",
        subject=None,
        predicate=None,
        object=None,
        confidence=0.5,
        origin="user",
        said_at=NOW,
        recorded_at=one.recorded_at,
        reason=None,
        sources=tuple(mem.related(drawn.id)),
    )
    assert [source.id for source in one.sources] == [base.id]
    assert mem.approve(drawn.id) == [Reviewed(drawn.id, "Ana is fit.", "approved")]
    assert mem.inferred() == []
    assert mem.decline([str(drawn.id)], reason="no") == [
        Reviewed(drawn.id, "Ana is fit.", "declined")
    ]
    assert [hit.id for hit in mem.recall("Ana")] == [base.id]
    assert mem.undo(drawn.id) == [Reviewed(drawn.id, "Ana is fit.", "pending")]
    assert mem.inferred(limit=1, before=drawn.id) == []
    with pytest.raises(InvalidInput, match="is no inference"):
        mem.approve(base.id)
    with pytest.raises(NotFound):
        mem.scoped("other").undo(drawn.id)


def test_a_memory_is_corrected(mem: Memory) -> None:
    old = mem.store("User prefers figures in GPB.", kind="preference", tags=["money"])
    done = mem.update(old.id, "User prefers figures in G\0BP.", confidence=0.5)
    assert done == Stored(done.id, "updated", 2, (old.id,), ("content: 1 NUL characters removed",))
    record = mem.get(done.id)
    assert (record.content, record.tags, record.confidence, record.is_embedded) == (
        "User prefers figures in GBP.",
        ["money"],
        0.5,
        True,
    )
    (hit,) = mem.recall("figures GBP")
    assert (hit.id, hit.similarity is not None and hit.similarity > 0.5) == (done.id, True)
    assert mem.update(done.id) == Stored(done.id, "confirmed", 2)
    plain = mem.update(str(done.id), tags=(), metadata={})
    assert mem.get(plain.id).tags == []
    with pytest.raises(Conflict, match=f"replaced by {done.id} meanwhile"):
        mem.update(old.id, "User prefers EUR.")
    with pytest.raises(InvalidInput, match="is empty"):
        mem.update(plain.id, " ")
    with pytest.raises(NotFound):
        mem.scoped("other").update(plain.id, "x")


def test_the_cardinality_of_a_predicate_is_declared_once(mem: Memory) -> None:
    likes = mem.declare_predicate("likes", multi=True)
    assert likes == Predicate("test", "likes", True, likes.created_at)
    home = mem.declare_predicate("lives in", multi=False)
    assert mem.predicates() == [likes, home]
    assert mem.scoped("other").predicates() == []
    for taste in ("tea", "chess"):
        mem.store(f"Ana likes {taste}.", subject="Ana", predicate="LIKES")
    assert len(mem.facts("Ana")) == 2
    with pytest.raises(InvalidInput, match="'lives in' was declared to hold one value"):
        mem.store("Ana lives in Rome.", subject="Ana", predicate="lives in", multi=True)
    with pytest.raises(Conflict, match="'Ana' with 2"):
        mem.declare_predicate("likes", multi=False)
