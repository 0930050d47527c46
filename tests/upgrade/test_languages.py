"""A database from before languages: its texts are read anew, each in its own, and found."""

import asyncio

import psycopg
import pytest

from pgrecall import Memory, migrate

pytestmark = pytest.mark.own_db
TEXTS = (
    "The kiln is fired on Mondays.",
    "Mon vélo est au garage depuis mardi.",
    "Die Müllers haben ihre Häuser verkauft.",
    "我明天去北京见我的姐姐。",
)


def test_memories_stored_before_are_found_in_their_language_after_the_upgrade(
    empty_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        before = migrate.migrations()[:3]
        patch.setattr(migrate, "migrations", lambda: before)
        # the functions of today need the tables of today
        patch.setattr(migrate, "_functions_script", lambda: "")
        patch.setattr(migrate, "functions_hash", lambda: "before")
        asyncio.run(migrate.migrate(empty_dsn))
    with psycopg.connect(empty_dsn, autocommit=True) as conn:
        conn.execute("insert into pgrecall_data.namespaces (path) values ('test'), ('empty')")
        conn.execute(
            "insert into pgrecall_data.memories (namespace_id, id, content, kind, importance,"
            " root_id, recorded_at, valid_from, said_at)"
            " select 1, x.id, x.t, 'fact', 5, x.id, now(), now(), now() from unnest(%s::text[]) c"
            " cross join lateral (select pgrecall_data.uuid_v7() as id, c as t) x",
            [list(TEXTS)],
        )
    done = asyncio.run(migrate.migrate(empty_dsn))
    assert f"migration {before[-1].version + 1:04} words" in done
    with Memory(empty_dsn, embedder="none", namespace="test") as mem:
        for text, query in zip(TEXTS, ("kilns", "velo", "Mueller haus", "北京"), strict=True):
            assert [hit.content for hit in mem.recall(query)] == [text]
    with psycopg.connect(empty_dsn) as conn:
        rows = conn.execute(
            "select path, languages, memory_count, word_count > 12"
            " from pgrecall_data.namespaces order by id"
        ).fetchall()
    assert rows == [
        ("test", ["english", "french", "german"], 4, True),
        ("empty", [], 0, False),
    ]
