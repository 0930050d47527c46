"""A database from before erasure gets its tables, and each of its namespaces a salt of its own."""

import asyncio

import psycopg
import pytest

from pgrecall import Memory, migrate

pytestmark = pytest.mark.own_db


def test_memories_stored_before_can_be_erased_after_the_upgrade(
    empty_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        first = migrate.migrations()[:1]
        patch.setattr(migrate, "migrations", lambda: first)
        # the functions of today need the tables of today
        patch.setattr(migrate, "_functions_script", lambda: "")
        patch.setattr(migrate, "functions_hash", lambda: "before")
        asyncio.run(migrate.migrate(empty_dsn))
    with psycopg.connect(empty_dsn, autocommit=True) as conn:
        conn.execute("insert into pgrecall_data.namespaces (path) values ('test'), ('other')")
        conn.execute(
            "insert into pgrecall_data.memories (namespace_id, id, content, kind, importance,"
            " root_id, recorded_at, valid_from, said_at)"
            " select n.id, x.id, 'Tea at four.', 'fact', 5, x.id, now(), now(), now()"
            " from pgrecall_data.namespaces n"
            " cross join lateral (select pgrecall_data.uuid_v7() as id, n.path) x"
        )
    done = asyncio.run(migrate.migrate(empty_dsn))
    later = [f"migration {m.version:04} {m.name}" for m in migrate.migrations()[1:]]
    assert done[:-1] == later
    with Memory(empty_dsn, embedder="none", namespace="test") as mem:
        assert mem.erase(everything=True).counts["memories"] == 1
        assert [hit.content for hit in mem.scoped("other").recall("tea")] == ["Tea at four."]
    with psycopg.connect(empty_dsn) as conn:
        row = conn.execute(
            "select count(distinct salt), min(length(salt)) from pgrecall_data.namespaces"
        ).fetchone()
    assert row == (2, 16)
