"""What one call of store keeps, confirms and refuses."""

from datetime import UTC, timedelta
from typing import Any

import pytest
from conftest import Sql, act_as
from verbs import (
    NOBODY,
    call,
    count,
    day,
    declare,
    found,
    get,
    store,
    store_id,
    travel,
    unwritten,
    vector,
)

IMPORTANCE = {
    "correction": 9,
    "preference": 8,
    "decision": 7,
    "pattern": 7,
    "learning": 6,
    "fact": 5,
    "event": 4,
    "conversation": 3,
    "transcript": 1,
}


def test_store_alone_keeps_the_text_with_the_defaults(sql: Sql) -> None:
    travel(sql, day(1))
    stored = store(sql, "The kiln is in the shed.")
    id = stored["id"]
    assert stored == {"id": id, "action": "created", "version": 1, "replaced": [], "notes": []}
    assert get(sql, id) == {
        "id": id,
        "namespace": "test",
        "content": "The kiln is in the shed.",
        "kind": "fact",
        "session": None,
        "speaker": None,
        "position": None,
        "subject": None,
        "predicate": None,
        "object": None,
        "tags": [],
        "metadata": {},
        "importance": 5,
        "confidence": 1.0,
        "origin": "user",
        "is_inference": False,
        "review": "approved",
        "root_id": id,
        "parent_id": None,
        "version": 1,
        "is_latest": True,
        "superseded_by": None,
        "superseded_at": None,
        "recorded_at": day(1),
        "valid_from": day(1),
        "valid_until": None,
        "said_at": day(1),
        "event_at": None,
        "event_precision": None,
        "forget_after": None,
        "forgotten_at": None,
        "forget_reason": None,
        "forget_batch": None,
        "is_embedded": False,
        "sources": [],
        "namespace_id": get(sql, id)["namespace_id"],
    }


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"kind": "decision"}, {"kind": "decision", "importance": 7}),
        ({"subject": " Ravi "}, {"subject": "Ravi"}),
        ({"predicate": " is "}, {"predicate": "is"}),
        ({"object": " tall "}, {"object": "tall"}),
        ({"subject": "  "}, {"subject": None}),
        ({"subject": "cafe\u0301"}, {"subject": "café"}),
        ({"importance": 10}, {"importance": 10}),
        ({"confidence": 0.25}, {"confidence": 0.25}),
        ({"tags": [" b ", "a", "b"]}, {"tags": ["a", "b"]}),
        ({"metadata": {"a": [1, None]}}, {"metadata": {"a": [1, None]}}),
        ({"origin": "import"}, {"origin": "import"}),
        ({"said_at": day(1)}, {"said_at": day(1), "valid_from": day(1), "recorded_at": day(9)}),
        ({"said_at": day(20)}, {"said_at": day(20), "valid_from": day(9), "recorded_at": day(9)}),
        ({"valid_from": day(2)}, {"valid_from": day(2), "said_at": day(9)}),
        ({"valid_from": day(20)}, {"valid_from": day(20), "said_at": day(9)}),
        ({"valid_until": day(12)}, {"valid_until": day(12), "valid_from": day(9)}),
        ({"forget_after": day(12)}, {"forget_after": day(12)}),
        ({"session": "s1", "speaker": " Ana "}, {"session": "s1", "speaker": "Ana", "position": 0}),
    ],
    ids=str,
)
def test_store_keeps_what_it_is_given(sql: Sql, given: dict[str, Any], kept: Any) -> None:
    travel(sql, day(9))
    row = get(sql, store_id(sql, "He is tall.", **given))
    assert {name: row[name] for name in kept} == kept


@pytest.mark.parametrize(("kind", "importance"), IMPORTANCE.items())
def test_the_kind_sets_the_importance(sql: Sql, kind: str, importance: int) -> None:
    assert get(sql, store_id(sql, "x", kind=kind))["importance"] == importance


def test_text_is_kept_whole_in_nfc(sql: Sql) -> None:
    id = store_id(sql, "  cafe\u0301\n\t— 茶 ")
    assert get(sql, id)["content"] == "  café\n\t— 茶 "


def test_a_long_text_is_kept_whole_and_says_how_far_it_is_found(sql: Sql) -> None:
    stored = store(sql, "tea " * 249_999 + "end.")
    assert stored["notes"] == ["found by keyword in the first 100000 of 1000000 characters"]
    assert len(get(sql, stored["id"])["content"]) == 1_000_000


def test_turns_of_a_session_are_numbered_and_never_merged(sql: Sql) -> None:
    given = {"kind": "conversation", "session": "s1", "speaker": "Ana"}
    turns = [store(sql, "Thanks!", **given) for _ in range(3)]
    assert [turn["action"] for turn in turns] == ["created"] * 3
    assert [get(sql, turn["id"])["position"] for turn in turns] == [0, 1, 2]
    assert get(sql, store_id(sql, "Hi.", **given | {"session": "s2"}))["position"] == 0


def test_the_same_text_again_is_confirmed(sql: Sql) -> None:
    first = store(sql, "Tea at four.")
    again = store(sql, "Tea at four.", importance=9, tags=["x"], said_at=day(1))
    assert again == first | {"action": "confirmed"}
    assert (count(sql), get(sql, first["id"])["importance"]) == (1, 5)


def test_the_same_text_without_its_slot_is_confirmed(sql: Sql) -> None:
    first = store(sql, "Ravi is tall.", subject="Ravi", predicate="is", object="tall")
    assert store(sql, "Ravi is tall.") == first | {"action": "confirmed"}


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "preference"},
        {"subject": "Ravi"},
        {"subject": "Mia", "predicate": "is"},
        {"subject": "Ana", "predicate": "was"},
        {"subject": "Ana", "predicate": "is", "object": "small"},
    ],
    ids=str,
)
def test_the_same_text_of_another_kind_or_slot_is_another_memory(
    sql: Sql, other: dict[str, str]
) -> None:
    store(sql, "Yes.", subject="Ana", predicate="is", object="tall", multi=True)
    assert store(sql, "Yes.", multi=True, **other)["action"] == "created"


def test_the_same_text_in_another_namespace_is_another_memory(sql: Sql) -> None:
    act_as(sql, "test", "other")
    ids = {store_id(sql, "Yes.", namespace=path) for path in ("test", "other", "test")}
    assert len(ids) == 2


def test_the_same_text_of_another_time_is_another_memory(sql: Sql) -> None:
    first = store(sql, "On leave.", valid_from=day(1), valid_until=day(3))
    later = store(sql, "On leave.", valid_from=day(3), valid_until=day(5))
    within = store(sql, "On leave.", valid_from=day(2), valid_until=day(9))
    assert (first["action"], later["action"]) == ("created", "created")
    assert within == first | {"action": "confirmed"}


def test_a_text_that_is_scheduled_is_not_yet_there(sql: Sql) -> None:
    travel(sql, day(1))
    later = store(sql, "Shop is open.", valid_from=day(9))
    assert found(sql, "shop") == []
    now = store(sql, "Shop is open.")
    assert (later["action"], now["action"]) == ("created", "created")
    assert found(sql, "shop") == ["Shop is open."]


def test_a_forgotten_or_expired_text_is_stored_anew(sql: Sql) -> None:
    travel(sql, day(1))
    forgotten = store_id(sql, "Tea at four.")
    call(sql, "forget", ids=[forgotten])
    expiring = store(sql, "Tea at four.", forget_after=day(2))
    assert expiring["action"] == "created"
    travel(sql, day(2))
    assert store(sql, "Tea at four.")["action"] == "created"


def test_an_import_repeated_changes_nothing_even_what_was_replaced_meanwhile(sql: Sql) -> None:
    lines = [("Lives in Oslo.", day(1)), ("Lives in Rome.", day(3)), ("Lives in Bonn.", day(2))]
    for _ in range(2):
        for text, said_at in lines:
            store(sql, text, said_at=said_at, subject="Ana", predicate="lives in")
    assert count(sql) == 3
    assert found(sql, "lives") == ["Lives in Rome."]


def test_a_key_makes_a_repeat_harmless_and_another_text_a_conflict(sql: Sql) -> None:
    first = store(sql, "Tea at four.", idempotency_key="k1")
    assert store(sql, "Tea at four.", idempotency_key="k1") == first | {"action": "confirmed"}
    with unwritten(sql, "MR002", says="k1"):
        store(sql, "Tea at five.", idempotency_key="k1")
    with unwritten(sql, "MR002", says="k1"):
        store(sql, "Tea at four.", kind="preference", idempotency_key="k1")


def test_a_key_holds_in_its_own_namespace_only(sql: Sql) -> None:
    store(sql, "Tea at four.", idempotency_key="k1")
    act_as(sql, "other")
    assert store(sql, "Tea at five.", idempotency_key="k1")["action"] == "created"


def test_a_key_keeps_a_forgotten_memory_forgotten(sql: Sql) -> None:
    first = store(sql, "Tea at four.", idempotency_key="k1")
    call(sql, "forget", ids=[first["id"]])
    assert store(sql, "Tea at four.", idempotency_key="k1") == first | {"action": "confirmed"}
    assert found(sql, "tea") == []


def test_a_key_given_with_a_text_that_is_there_is_remembered(sql: Sql) -> None:
    first = store(sql, "Tea at four.")
    assert store(sql, "Tea at four.", idempotency_key="k1")["id"] == first["id"]
    with unwritten(sql, "MR002", says="k1"):
        store(sql, "Tea at five.", idempotency_key="k1")
    assert call(sql, "known_keys", keys=["k1", "k2"]) == [{"known_keys": "k1"}]


def test_an_empty_key_is_none(sql: Sql) -> None:
    assert store(sql, "One.", idempotency_key="")["action"] == "created"
    assert store(sql, "Two.", idempotency_key="")["action"] == "created"


@pytest.mark.parametrize(
    ("event_at", "start", "precision"),
    [
        ("2024", "2024-01-01T00:00:00+00:00", "year"),
        ("2024-2", "2024-02-01T00:00:00+00:00", "month"),
        (" 2024-05-07 ", "2024-05-07T00:00:00+00:00", "day"),
        ("2024-05-07T10:00:00+02:00", "2024-05-07T08:00:00+00:00", "instant"),
        ("2024-05-07 10:00", "2024-05-07T10:00:00+00:00", "instant"),
    ],
)
def test_an_event_keeps_the_precision_of_its_date(
    sql: Sql, *, event_at: str, start: str, precision: str
) -> None:
    sql.execute("set local timezone = 'Asia/Tokyo'")
    row = get(sql, store_id(sql, "x", event_at=event_at))
    kept = (row["event_at"].astimezone(UTC).isoformat(), row["event_precision"])
    assert kept == (start, precision)


def test_a_window_finds_an_event_by_any_part_of_its_date(sql: Sql) -> None:
    store(sql, "Trip in May.", event_at="2024-05", said_at=day(1))
    window = {"since": day(1).replace(year=2024, month=5, day=30), "until": day(1)}
    assert found(sql, "trip", **window) == ["Trip in May."]
    window["since"] += timedelta(days=2)
    assert found(sql, "trip", **window) == []


def test_an_expired_memory_is_gone_to_the_microsecond(sql: Sql) -> None:
    travel(sql, day(1))
    store(sql, "Exam tomorrow.", forget_after=day(2))
    travel(sql, day(2) - timedelta(microseconds=1))
    assert found(sql, "exam") == ["Exam tomorrow."]
    travel(sql, day(2))
    assert found(sql, "exam") == []


def test_an_inference_waits_for_review_and_counts_less(sql: Sql) -> None:
    said = [store_id(sql, "Ana runs daily."), store_id(sql, "Ana ran a race.")]
    derived = store_id(sql, "Ana is an athlete.", derived_from=[*said, said[0]])
    row = get(sql, derived)
    assert (row["is_inference"], row["review"]) == (True, "pending")
    assert row["sources"] == sorted(f"memory:{id}" for id in said)
    (hit,) = call(sql, "recall", query="athlete", explain=True)
    assert hit["explain"]["factors"]["trust"] == 0.8
    assert hit["sources"] == row["sources"]


def test_relations_point_to_what_is_extended_and_derived_from(sql: Sql) -> None:
    base = store_id(sql, "Ana runs.")
    more = store_id(sql, "She runs at dawn.", extends=[base, base])
    derived = store_id(sql, "Ana is an early riser.", derived_from=[more])
    edges = sql.execute("select from_id, relation, to_id from pgrecall_data.relations").fetchall()
    assert edges == [
        {"from_id": more, "relation": "extends", "to_id": base},
        {"from_id": derived, "relation": "derives", "to_id": more},
    ]


@pytest.mark.parametrize("argument", ["extends", "derived_from"])
def test_a_pointer_to_nothing_is_refused(sql: Sql, argument: str) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    for id in (foreign, NOBODY):
        with unwritten(sql, "MR001", says=str(id)):
            store(sql, "x", **{argument: [id]})


def test_a_source_event_must_be_one_of_the_namespace(sql: Sql) -> None:
    with unwritten(sql, "MR001", says=str(NOBODY)):
        store(sql, "x", source_event=NOBODY)
    namespace = get(sql, store_id(sql, "y"))["namespace_id"]
    sql.execute("reset role")
    sql.execute(
        "insert into pgrecall_data.events values"
        " (%s, %s, 's', 'user', 'message', '{}', now(), now())",
        [namespace, NOBODY],
    )
    act_as(sql, "test")
    assert get(sql, store_id(sql, "x", source_event=NOBODY))["sources"] == [f"event:{NOBODY}"]


def test_a_vector_is_kept_with_its_model(sql: Sql) -> None:
    with unwritten(sql, "MR003", says="no model was declared"):
        store(sql, "x", embedding=vector(1))
    declare(sql)
    assert get(sql, store_id(sql, "x", embedding=vector(1)))["is_embedded"] is True
    with unwritten(sql, "MR003", says="3 dimensions"):
        store(sql, "y", embedding="[1,2,3]")
    with unwritten(sql, "MR003", says="other:model"):
        store(sql, "y", embedding=vector(1), model="other:model")
    stored = store(sql, "z", embedding=vector(0))
    assert stored["notes"] == ["stored without a vector: the embedding is all zeros"]
    assert get(sql, stored["id"])["is_embedded"] is False


LONG = "x" * 1001
BAD: list[tuple[str, dict[str, Any]]] = [
    ("''", {"content": ""}),
    ("is empty", {"content": " \n\t"}),
    ("is empty", {"content": None}),
    ("1000001 bytes", {"content": "x" * 1_000_001}),
    ("'rumour'", {"kind": "rumour"}),
    ("kind NULL", {"kind": None}),
    ("importance 0", {"importance": 0}),
    ("importance 11", {"importance": 11}),
    ("confidence 1.5", {"confidence": 1.5}),
    ("confidence NaN", {"confidence": float("nan")}),
    ("confidence null", {"confidence": None}),
    ("'gossip'", {"origin": "gossip"}),
    ("metadata [1]", {"metadata": "[1]"}),
    ('{""}', {"tags": [" "]}),
    ("{NULL}", {"tags": [None]}),
    ("a tag is", {"tags": ["x" * 201]}),
    ("subject 'x", {"subject": LONG}),
    ("predicate 'x", {"predicate": LONG}),
    ("speaker 'x", {"speaker": LONG}),
    ("session 'x", {"session": LONG}),
    ("idempotency_key 'x", {"idempotency_key": LONG}),
    ("subject '\ufdfa", {"subject": "\ufdfa" * 100}),
    ("said_at 'infinity'", {"said_at": "infinity"}),
    ("valid_from '-infinity'", {"valid_from": "-infinity"}),
    ("valid_until 'infinity'", {"valid_until": "infinity"}),
    ("forget_after", {"forget_after": "20000-01-01"}),
    ("is not before valid_until", {"valid_from": day(2), "valid_until": day(1)}),
    ("is not before valid_until", {"valid_from": day(2), "valid_until": day(2)}),
    ("give valid_from too", {"valid_until": day(1).replace(year=2020)}),
    *(
        (f"event_at '{text}'", {"event_at": text})
        for text in (
            "",
            "soon",
            "tomorrow",
            "infinity",
            "05/07/2024",
            "May 2024",
            "2024-13",
            "2024-02-30",
            "2024-05-07T25:00",
            "0000",
            "20240",
        )
    ),
]


@pytest.mark.parametrize(("says", "given"), BAD, ids=[str(b)[:60] for b in BAD])
def test_a_value_that_cannot_be_used_is_named_and_nothing_written(
    sql: Sql, says: str, given: dict[str, Any]
) -> None:
    with unwritten(sql, "MR003", says=says):
        call(sql, "store", **{"content": "A fine text."} | given)


def test_names_as_long_as_may_be_fit_their_indexes(sql: Sql) -> None:
    rng = "".join(chr(0x4E00 + (i * 7919) % 20000) for i in range(333))
    names = {"subject": rng, "predicate": rng[::-1], "session": rng, "idempotency_key": rng}
    assert store(sql, "x", speaker=rng, **names)["action"] == "created"
