"""What was erased does not come back by an import; what is said anew does."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import Sql, act_as, refused
from erasures import contents, erase, held
from test_races import client, waiting
from verbs import call, day, store, store_id, store_many, travel, unwritten

TEA = "Ana drinks tea."


@pytest.fixture
def erased(sql: Sql) -> Sql:
    """A namespace from which a text and the wording before it were erased on 2 January."""
    travel(sql, day(2))
    slot = {"subject": "Ana", "predicate": "drinks"}
    store(sql, "Ana drinks milk.", **slot)
    erase(sql, ids=[store_id(sql, TEA, idempotency_key="turn-1", **slot)])
    return sql


@pytest.mark.parametrize("origin", ["import", "inference"])
@pytest.mark.parametrize("content", [TEA, "Ana drinks milk."])
@pytest.mark.parametrize("kind", ["fact", "preference"])
def test_an_import_of_what_was_erased_is_refused_with_the_date_and_the_way_out(
    erased: Sql, origin: str, content: str, *, kind: str
) -> None:
    with refused("MR002") as info, erased.transaction():
        store(erased, content, origin=origin, kind=kind)
    assert "erased on 2026-01-02" in str(info.value)
    assert "origin user, assistant or tool" in str(info.value)
    assert content not in str(info.value)
    assert contents(erased) == []


@pytest.mark.parametrize("origin", ["user", "assistant", "tool"])
def test_people_and_agents_may_say_it_again_and_then_it_may_be_imported(
    erased: Sql, origin: str
) -> None:
    id = store_id(erased, TEA, origin=origin)
    again = store(erased, TEA, origin="import")
    assert (again["id"], again["action"]) == (id, "confirmed")
    call(erased, "forget", ids=[id])
    with unwritten(erased, "MR002", says="this text was erased"):
        store(erased, TEA, origin="import")


@pytest.mark.parametrize("content", [TEA, "Ana drinks tea, mostly."])
def test_an_erased_key_is_refused_whatever_comes_under_it(erased: Sql, content: str) -> None:
    with unwritten(erased, "MR002", says="this idempotency key was erased on 2026-01-02"):
        store(erased, content, idempotency_key="turn-1")
    assert store(erased, content, idempotency_key="turn-2")["action"] == "created"


def test_a_batch_loses_what_was_erased_and_nothing_else(erased: Sql) -> None:
    rows = store_many(
        erased,
        [
            {"content": TEA, "origin": "import"},
            {"content": "Bo drinks rum.", "origin": "import"},
            {"content": "New words.", "idempotency_key": "turn-1"},
            {"content": TEA},
        ],
    )
    assert [(row["action"], row["error"]) for row in rows] == [
        (None, "MR002"),
        ("created", None),
        (None, "MR002"),
        ("created", None),
    ]


def test_another_namespace_may_import_it(erased: Sql) -> None:
    act_as(erased, "other")
    assert store(erased, TEA, origin="import", idempotency_key="turn-1")["action"] == "created"


def test_a_tombstone_is_a_hash_that_no_dictionary_has_and_that_differs_by_namespace(
    erased: Sql,
) -> None:
    act_as(erased, "other")
    erase(erased, ids=[store_id(erased, TEA, idempotency_key="turn-1")])
    act_as(erased, "test", "other")
    rows = erased.execute("select kind, hash from pgrecall_data.tombstones").fetchall()
    assert sorted(row["kind"] for row in rows) == ["content"] * 3 + ["key"] * 2
    hashes = {row["hash"] for row in rows}
    assert len(hashes) == 5
    assert {len(one) for one in hashes} == {32}
    plain = {hashlib.sha256(text.encode()).digest() for text in (TEA, "turn-1")}
    assert hashes & plain == set()


def test_erasing_it_again_renews_the_date(erased: Sql) -> None:
    travel(erased, day(5))
    receipt = erase(erased, ids=[store_id(erased, TEA)])
    assert receipt["tombstone_count"] == 1
    with unwritten(erased, "MR002", says="erased on 2026-01-05"):
        store(erased, TEA, origin="import")


@pytest.mark.own_db
def test_an_import_that_waits_for_an_erasure_is_refused_when_it_commits(fresh_dsn: str) -> None:
    with client(fresh_dsn) as eraser, client(fresh_dsn) as importer:
        id = store_id(eraser, TEA)
        eraser.commit()
        act_as(eraser, "test")
        erase(eraser, ids=[id])
        with ThreadPoolExecutor(1) as pool:
            late = pool.submit(store, importer, TEA, origin="import", derived_from=[id])
            assert waiting(fresh_dsn, importer.info.backend_pid)
            eraser.commit()
            with refused("MR002"):
                late.result(5)
    with client(fresh_dsn) as sql:
        assert contents(sql) == []


@pytest.mark.own_db
def test_what_is_recalled_while_it_is_erased_leaves_no_trace(fresh_dsn: str) -> None:
    with client(fresh_dsn) as eraser, client(fresh_dsn) as reader:
        id = store_id(eraser, TEA)
        eraser.commit()
        act_as(eraser, "test")
        erase(eraser, ids=[id])
        with ThreadPoolExecutor(1) as pool:
            late = pool.submit(call, reader, "record_usage", ids=[id])
            assert waiting(fresh_dsn, reader.info.backend_pid)
            eraser.commit()
            with refused("23503"):
                late.result(5)
    with client(fresh_dsn) as sql:
        assert held(sql) == {"receipts": 1, "tombstones": 1}
