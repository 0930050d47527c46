"""Calling the SQL functions from tests: one line a call, whole rows back."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from conftest import Row, Sql, refused
from psycopg.types.json import Jsonb

NOBODY = UUID("00000000-0000-7000-8000-000000000000")


def call(sql: Sql, verb: str, **arguments: Any) -> list[Row]:
    """Return the rows of `pgrecall.verb(name => value, …)`."""
    named = ", ".join(f'"{name}" => %({name})s' for name in arguments)
    values = {n: Jsonb(v) if isinstance(v, dict) else v for n, v in arguments.items()}
    return sql.execute(f"select * from pgrecall.{verb}({named})", values).fetchall()


def store(sql: Sql, content: str, **arguments: Any) -> Row:
    """Return the one row of `pgrecall.store`."""
    (row,) = call(sql, "store", content=content, **arguments)
    return row


def store_id(sql: Sql, content: str, **arguments: Any) -> UUID:
    """Store and return the id."""
    id: UUID = store(sql, content, **arguments)["id"]
    return id


def store_many(sql: Sql, items: list[Any], **arguments: Any) -> list[Row]:
    """Return the rows of `pgrecall.store_many`."""
    return call(sql, "store_many", items=Jsonb(items), **arguments)


def get(sql: Sql, id: UUID) -> Row:
    """Return everything known about one memory."""
    (row,) = call(sql, "get", ids=[id])
    return row


def found(sql: Sql, query: str, **arguments: Any) -> list[str]:
    """Return what a recall finds, as texts, best first."""
    return [row["content"] for row in call(sql, "recall", query=query, **arguments)]


def listed(sql: Sql, **arguments: Any) -> list[str]:
    """Return what the timeline lists, as texts, newest first."""
    return [row["content"] for row in call(sql, "timeline", **arguments)]


def answer(sql: Sql) -> Row:
    """Return what the last recall says about itself."""
    (row,) = call(sql, "answer")
    return row


def count(sql: Sql) -> int:
    """Return how many memories the open namespaces hold, dead ones included."""
    row = sql.execute("select count(*) as n from pgrecall_data.memories").fetchone()
    assert row is not None
    return int(row["n"])


def travel(sql: Sql, to: datetime) -> None:
    """Make it that time, to the end of the transaction."""
    sql.execute("select set_config('pgrecall.now', %s, true)", [to.isoformat()])


def day(number: int, *, microsecond: int = 0) -> datetime:
    """Return noon of a day of January 2026, UTC."""
    return datetime(2026, 1, number, 12, microsecond=microsecond, tzinfo=UTC)


def vector(*numbers: float) -> str:
    """Return a vector of the install's width that begins with these numbers, as text."""
    return str([*numbers, *[0.0] * (512 - len(numbers))])


@contextmanager
def unwritten(sql: Sql, sqlstate: str, *, says: str) -> Iterator[None]:
    """Expect a refusal that names the value, and that it left no memory behind."""
    before = count(sql)
    with refused(sqlstate) as info, sql.transaction():
        yield
    assert says in str(info.value)
    assert count(sql) == before


def declare(sql: psycopg.Connection[Any], name: str = "test:hand", dim: int = 512) -> int:
    """Make a model current, so that vectors can be stored."""
    row = sql.execute("select pgrecall.declare_model(%s, %s) as id", [name, dim]).fetchone()
    assert row is not None
    return int(row["id"])
