"""Isolation: what a transaction does not name, it neither sees nor changes, by any path."""

from typing import Any
from uuid import UUID

import pytest
from conftest import Row, Sql, act_as, refused
from psycopg.types.json import Jsonb
from verbs import answer, call, declare, found, get, listed, store, store_id, vector

ALIKE = [
    "sun_flower",
    "sun-flower",
    "sunXflower",
    "oak",
    "oak-north",
    "oak/north",
    "%",
    "\\",
    "OAK",
]
TABLES = (
    "events", "memories", "relations", "sources", "entities", "mentions", "usage", "reviews",
    "predicates", "weights",
)  # fmt: skip
ERASED = ("receipts", "tombstones")  # guarded alike; see test_erase


def test_names_that_look_alike_are_kept_apart(sql: Sql) -> None:
    for path in ALIKE:
        act_as(sql, path)
        store(sql, f"Tea of {path}.", subject="Ana", predicate="drinks")
    for path in ALIKE:
        act_as(sql, path)
        assert found(sql, "tea of Ana") == listed(sql) == [f"Tea of {path}."]
        rows = sql.execute("select namespace from pgrecall.memory").fetchall()
        assert rows == [{"namespace": path}]


@pytest.fixture
def twins(sql: Sql) -> dict[str, UUID]:
    """The same words, slots, keys and vectors in two namespaces."""
    declare(sql)
    ids = {}
    for path in ("other", "test"):
        act_as(sql, path)
        given: dict[str, Any] = {"subject": "Ana", "predicate": "drinks", "embedding": vector(1)}
        ids[f"{path} old"] = store_id(sql, "Ana drinks milk.", idempotency_key="k", **given)
        ids[path] = store_id(sql, "Ana drinks tea.", **given)
    return ids


def test_reads_return_rows_of_the_open_namespace_only(sql: Sql, twins: dict[str, UUID]) -> None:
    mine = {twins["test"], twins["test old"]}
    given = {"query": "Ana drinks tea", "embedding": vector(1), "entities": ["Ana"]}
    for rows in (
        call(sql, "recall", **given, history=True),
        call(sql, "history", id=twins["test"]),
        call(sql, "history", subject="Ana", predicate="drinks"),
        call(sql, "history", content="Ana drinks tea."),
    ):
        assert {row["id"] for row in rows} == mine
    assert [row["id"] for row in call(sql, "timeline")] == [twins["test"]]
    assert call(sql, "known_keys", keys=["k"]) == [{"known_keys": "k"}]
    assert call(sql, "status")[0]["memory_count"] == 2


@pytest.mark.parametrize(
    ("verb", "argument"),
    [
        ("get", "ids"),
        ("history", "id"),
        ("timeline", "before"),
        ("forget", "ids"),
        ("restore", "ids"),
        ("erase", "ids"),
    ],
)
def test_a_foreign_id_is_unknown_to_every_verb(
    sql: Sql, twins: dict[str, UUID], *, verb: str, argument: str
) -> None:
    foreign = twins["other"]
    with refused("MR001"), sql.transaction():
        call(sql, verb, **{argument: [foreign] if argument == "ids" else foreign})
    for pointer in ("supersedes", "extends", "derived_from"):
        with refused("MR001"), sql.transaction():
            store(sql, "x", **{pointer: [foreign]})


def everything(sql: Sql, path: str) -> list[Row]:
    """Return every row of a namespace, as its owner sees it."""
    act_as(sql, path)
    query = "select to_jsonb(m) - 'namespace_id' as row from pgrecall_data.memories m order by id"
    return sql.execute(query).fetchall()


def test_writes_leave_the_other_namespace_as_it_was(sql: Sql, twins: dict[str, UUID]) -> None:
    before = everything(sql, "other")
    act_as(sql, "test")
    store(sql, "Ana drinks rum.", subject="Ana", predicate="drinks")
    store(sql, "Ana drinks gin.", supersedes=[call(sql, "timeline")[0]["id"]])
    (gone, *_) = call(sql, "forget", matching="gin", confirm=True)
    call(sql, "restore", batch=gone["batch"])
    call(sql, "forget", ids=[twins["test"]])
    assert call(sql, "record_usage", ids=[twins["other"], twins["test"]]) == [{"record_usage": 1}]
    assert everything(sql, "other") == before
    assert sql.execute("select from pgrecall_data.usage").rowcount == 0


def test_without_a_namespace_reads_are_empty_and_writes_refused(
    sql: Sql, twins: dict[str, UUID]
) -> None:
    act_as(sql)
    assert (found(sql, "tea"), listed(sql)) == ([], [])
    assert answer(sql)["why_empty"] == "nothing has been stored in this namespace"
    assert call(sql, "history", subject="Ana", predicate="drinks") == []
    assert call(sql, "record_usage", ids=[twins["test"]]) == [{"record_usage": 0}]
    writes: dict[str, dict[str, Any]] = {
        "store": {"content": "x"},
        "store_many": {"items": "[]"},
        "forget": {"ids": [twins["test"]]},
        "restore": {"ids": [twins["test"]]},
        "erase": {"ids": [twins["test"]]},
    }
    for verb, given in writes.items():
        with refused("MR004"), sql.transaction():
            call(sql, verb, **given)
    with refused("MR001"):
        get(sql, twins["test"])


def test_a_transaction_that_never_named_one_sees_nothing(sql: Sql) -> None:
    store(sql, "Tea.")
    sql.execute("select set_config('pgrecall.namespaces', null, true)")
    assert (found(sql, "tea"), listed(sql)) == ([], [])
    with refused("MR004"):
        store(sql, "x")


@pytest.mark.parametrize("verb", ["recall", "timeline", "get", "history", "status", "record_usage"])
def test_a_read_cannot_name_what_is_not_open(sql: Sql, twins: dict[str, UUID], verb: str) -> None:
    needed: dict[str, dict[str, Any]] = {
        "recall": {"query": "tea"},
        "get": {"ids": [twins["other"]]},
        "history": {"id": twins["other"]},
        "record_usage": {"ids": [twins["other"]]},
    }
    given = needed.get(verb, {})
    for names in (["other"], ["test", "other"], [None], [""], ["TEST"], ["test "]):
        with refused("MR004") as info, sql.transaction():
            call(sql, verb, namespaces=names, **given)
        assert "is not open to this transaction" in str(info.value)


@pytest.mark.parametrize("verb", ["store", "store_many", "forget", "restore", "erase"])
def test_a_write_goes_to_one_open_namespace(sql: Sql, twins: dict[str, UUID], verb: str) -> None:
    given: dict[str, Any] = {"store": {"content": "x"}, "store_many": {"items": "[]"}}.get(
        verb, {"ids": [twins["test"]]}
    )
    with refused("MR004"), sql.transaction():
        call(sql, verb, namespace="other", **given)
    act_as(sql, "test", "other")
    with refused("MR003"), sql.transaction():
        call(sql, verb, **given)
    call(sql, verb, namespace="test", **given)


@pytest.mark.parametrize("path", ["/a", "a/", "a//b", "a\tb", "a\u0001", "x" * 256, "/"])
def test_a_path_that_cannot_be_one_is_refused(sql: Sql, path: str) -> None:
    act_as(sql, path)
    with refused("MR003"), sql.transaction():
        store(sql, "x")
    with refused("MR003"):
        found(sql, "x")


@pytest.mark.parametrize("path", ["a", "a/b/c", "é/茶", " a b ", "x" * 255, "'; drop table x", "*"])
def test_a_path_may_be_nearly_anything(sql: Sql, path: str) -> None:
    act_as(sql, path)
    assert get(sql, store_id(sql, "Tea."))["namespace"] == path


def test_every_table_is_guarded_against_direct_reads(sql: Sql, twins: dict[str, UUID]) -> None:
    more = store_id(sql, "More.", extends=[twins["test"]], derived_from=[twins["test"]])
    call(sql, "approve", ids=[more])
    call(sql, "declare_predicate", name="likes", multi=True)
    call(sql, "set_weights", changes=Jsonb({"vector": 0.5}))
    call(sql, "record_usage", ids=[twins["test"]])
    namespace = get(sql, twins["test"])["namespace_id"]
    sql.execute("reset role")
    sql.execute(
        "insert into pgrecall_data.events (namespace_id, session, actor, kind, payload,"
        " occurred_at, recorded_at) values (%s, 's', 'user', 'message', '{}', now(), now())",
        [namespace],
    )
    for paths, has_rows in ((("test",), True), (("other", "third"), False), ((), False)):
        act_as(sql, *paths)
        for table in TABLES:
            rows = sql.execute(
                f"select from pgrecall_data.{table} where namespace_id = %s", [namespace]
            )
            assert (table, rows.rowcount > 0) == (table, has_rows)
        seen = sql.execute("select path from pgrecall_data.namespaces order by 1").fetchall()
        assert [row["path"] for row in seen] == sorted(set(paths) - {"third"})


@pytest.mark.parametrize(
    "statement", ["insert into {} default values", "update {} set {} = default", "delete from {}"]
)
def test_no_table_can_be_written_directly(sql: Sql, statement: str) -> None:
    tables = sql.execute(
        "select c.oid::regclass::text as name, a.attname from pg_class c"
        " join pg_attribute a on a.attrelid = c.oid and a.attnum = 1"
        " where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind = 'r'"
    ).fetchall()
    assert len(tables) == len((*TABLES, *ERASED)) + 5  # and common_words
    for row in tables:
        with refused("42501"), sql.transaction():
            sql.execute(statement.format(row["name"], row["attname"]))


def test_a_role_that_is_no_application_can_call_nothing(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute("create role stranger")
    act_as(sql, "test", role="stranger")
    with refused("42501"), sql.transaction():
        found(sql, "tea")
    sql.execute("reset role")
    open_to_all = sql.execute(
        "select p.oid::regproc::text as name from pg_proc p"
        " where p.pronamespace = 'pgrecall'::regnamespace"
        " and has_function_privilege('stranger', p.oid, 'execute')"
    ).fetchall()
    assert open_to_all == []
