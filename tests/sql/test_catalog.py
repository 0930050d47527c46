"""The functions as PostgreSQL knows them: explained, pinned, honest about what they do."""

import inspect
import re
from dataclasses import fields
from typing import Any

import pytest
from conftest import Sql

from pgrecall import AsyncMemory, hits, rows, types

OURS = "p.pronamespace = 'pgrecall'::regnamespace"


def names(sql: Sql, condition: str) -> set[str]:
    """Return the names of our functions of which a condition holds."""
    rows = sql.execute(f"select p.proname from pg_proc p where {OURS} and ({condition})")
    return {row["proname"] for row in rows.fetchall()}


def test_every_function_is_explained(sql: Sql) -> None:
    assert names(sql, "obj_description(p.oid, 'pg_proc') is null") == set()
    assert len(names(sql, "true")) > 30


def test_a_definer_pins_its_search_path_and_nobody_else_does(sql: Sql) -> None:
    pinned = "coalesce(array_to_string(p.proconfig, ' '), '') ~ 'search_path=\"?pg_catalog'"
    assert names(sql, f"({pinned}) <> p.prosecdef") == set()
    assert names(sql, "p.prosecdef") >= {"store", "recall", "forget", "restore", "get"}
    assert names(sql, "p.prosecdef and not p.proowner = 'pgrecall_owner'::regrole") == set()


def test_no_name_is_overloaded(sql: Sql) -> None:
    rows = sql.execute(f"select proname from pg_proc p where {OURS} group by 1 having count(*) > 1")
    assert rows.fetchall() == []


def test_no_function_promises_more_than_what_it_calls(sql: Sql) -> None:
    """immutable calls immutable only, stable never volatile; what writes is volatile."""
    rows = sql.execute(
        "select p.proname, n.nspname, p.provolatile, pg_get_functiondef(p.oid) as text"
        " from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
        " where n.nspname in ('pgrecall', 'pgrecall_data')"
    ).fetchall()
    order = {"i": 0, "s": 1, "v": 2}
    loose = {f"{row['nspname']}.{row['proname']}": order[row["provolatile"]] for row in rows}
    loose |= {"clock_timestamp": 2, "random": 2, "set_config": 2, "current_setting": 1}
    writes = re.compile(r"\b(insert into|update pgrecall|delete from|for update)\b|advisory")
    found = []
    for row in rows:
        own = order[row["provolatile"]]
        body = re.sub(r"'(?:[^']|'')*'", "", row["text"].split("AS", 1)[-1])
        calls = re.findall(r"([a-z_]+(?:\.[a-z_]+)?)\(", body)
        called = {name for name in calls if loose.get(name, 0) > own}
        if called or (own < 2 and writes.search(body)):
            found.append((row["proname"], called))
    assert found == []


@pytest.mark.parametrize(
    "verb",
    ["store", "recall", "forget", "restore", "erase", "timeline", "facts", "related", "update"],
)
def test_python_and_sql_name_their_arguments_alike(sql: Sql, verb: str) -> None:
    row = sql.execute(
        f"select proargnames[:pronargs] as names from pg_proc p where {OURS} and proname = %s",
        [verb],
    ).fetchone()
    assert row is not None
    python = set(inspect.signature(getattr(AsyncMemory, verb)).parameters) - {"self"}
    only_sql = {
        "store": {"embedding", "model", "namespace"},
        "recall": {"embedding", "model"},
        "forget": {"namespace"},
        "restore": {"namespace"},
        "erase": {"namespace"},
        "timeline": {"namespaces"},
        "facts": {"namespaces"},
        "related": {"namespaces"},
        "update": {"embedding", "model", "namespace"},
    }
    assert set(row["names"]) - python == only_sql[verb]
    only_python = {"recall": {"rerank"}}  # a second look at what the function returned
    assert python - only_python.get(verb, set()) <= set(row["names"])


def test_a_batch_item_has_the_fields_of_store(sql: Sql) -> None:
    item = columns(sql, "select (null::pgrecall.new_memory).*")
    assert set(item) == {field.name for field in fields(types.NewMemory)}


def columns(sql: Sql, query: str) -> list[str]:
    """Return the column names of a query."""
    return [column.name for column in sql.execute(query).description or ()]


ROWS: list[tuple[Any, str]] = [
    (rows.StoredRow, "store('x')"),
    (rows.BatchRow, "store_many('[]')"),
    (hits.Hit, "recall('x')"),
    (hits.Answer, "answer()"),
    (types.MemoryRecord, "get('{}')"),
    (types.MemoryRecord, "timeline()"),
    (types.MemoryRecord, "history(subject => 'a', predicate => 'b')"),
    (types.MemoryRecord, "memory"),
    (types.ForgottenRow, "forget('{}')"),
    (types.Restored, "restore('{}')"),
    (types.Receipt, "erase('{}')"),
    (types.Receipt, "receipts()"),
    (types.Looked, "verify_erased('x')"),
    (types.StatusRow, "status()"),
    (types.Check, "doctor()"),
]


@pytest.mark.parametrize(("row", "source"), ROWS, ids=[source for _, source in ROWS])
def test_a_dataclass_mirrors_the_columns_of_its_function(sql: Sql, row: Any, source: str) -> None:
    shown = columns(sql, f"select * from pgrecall.{source}")
    assert [c for c in shown if c != "namespace_id"] == [field.name for field in fields(row)]
