"""What tests of erasure need: events, what each table holds, pointers to rows that are gone."""

from typing import Any
from uuid import UUID

from conftest import Row, Sql, act_as
from psycopg.types.json import Jsonb
from verbs import call

# (table, column that points, condition, table pointed at)
POINTERS = (
    ("memories", "root_id", "true", "memories"),
    ("memories", "parent_id", "true", "memories"),
    ("memories", "superseded_by", "true", "memories"),
    ("relations", "from_id", "true", "memories"),
    ("relations", "to_id", "true", "memories"),
    ("sources", "memory_id", "true", "memories"),
    ("sources", "source_id", "kind = 'memory'", "memories"),
    ("sources", "source_id", "kind = 'event'", "events"),
    ("mentions", "memory_id", "true", "memories"),
    ("mentions", "entity_id", "true", "entities"),
    ("usage", "memory_id", "true", "memories"),
    ("tombstones", "receipt_id", "true", "receipts"),
)


def erase(sql: Sql, **arguments: Any) -> Row:
    """Return the one row of `pgrecall.erase`."""
    (row,) = call(sql, "erase", **arguments)
    return row


def event(sql: Sql, text: str) -> UUID:
    """Write an event into the namespace `test`, which must exist; return its id."""
    sql.execute("reset role")
    row = sql.execute(
        "insert into pgrecall_data.events"
        " (namespace_id, session, actor, kind, payload, occurred_at, recorded_at)"
        " select id, 's', 'user', 'message', %s, now(), now()"
        " from pgrecall_data.namespaces where path = 'test' returning id",
        [Jsonb({"text": text})],
    ).fetchone()
    act_as(sql, "test")
    assert row is not None
    id: UUID = row["id"]
    return id


def scoped_tables(sql: Sql) -> list[str]:
    """Return the tables that hold rows of namespaces."""
    rows = sql.execute(
        "select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind in ('r', 'p', 'm')"
        " and a.attname = 'namespace_id' order by 1"
    ).fetchall()
    return [row["name"] for row in rows]


def held(sql: Sql, path: str = "test") -> dict[str, int]:
    """Return how many rows each table holds of a namespace, as its owner sees it."""
    act_as(sql, path)
    counts = {}
    for table in scoped_tables(sql):
        row = sql.execute(f"select count(*) as n from pgrecall_data.{table}").fetchone()
        assert row is not None
        counts[table] = row["n"]
    act_as(sql, "test")
    return {table: n for table, n in counts.items() if n}


def contents(sql: Sql) -> list[str]:
    """Return the texts of all memories, whatever has become of them, in order."""
    rows = sql.execute("select content from pgrecall.memory order by content").fetchall()
    return [row["content"] for row in rows]


def dangling(sql: Sql) -> list[str]:
    """Return the columns that point at a row which is not there."""
    found = []
    for table, column, condition, other in POINTERS:
        rows = sql.execute(
            f"select from pgrecall_data.{table} t where t.{column} is not null and {condition}"
            f" and not exists (select from pgrecall_data.{other} o"
            f" where o.namespace_id = t.namespace_id and o.id = t.{column})"
        )
        if rows.rowcount:
            found.append(f"{table}.{column}")
    return found
