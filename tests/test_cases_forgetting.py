"""Reported failures to forget; each test is one of them, named by its id.

Documents and chunks are a later part: B32 (a) is shown with memories and an event as their source.
"""

import secrets
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from pgrecall import Memory, NewMemory, Stored


def rows_of(dsn: str, path: str) -> dict[str, int]:
    """Return how many rows of a namespace each table holds, seen by a superuser."""
    with psycopg.connect(dsn) as conn:
        tables = conn.execute(
            "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid"
            " where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind = 'r'"
            " and a.attname = 'namespace_id' order by 1"
        ).fetchall()
        counts = {}
        for (table,) in tables:
            query = sql.SQL(
                "select count(*) from pgrecall_data.{} t join pgrecall_data.namespaces n"
                " on n.id = t.namespace_id where n.path = %s"
            ).format(sql.Identifier(table))
            (counts[table],) = conn.execute(query, [path]).fetchone() or (0,)
    return {table: count for table, count in counts.items() if count}


def add_event(dsn: str, path: str, text: str) -> str:
    """Write an event, which no verb does yet, and return its id."""
    with psycopg.connect(dsn) as conn:
        row = conn.execute(
            "insert into pgrecall_data.events"
            " (namespace_id, session, actor, kind, payload, occurred_at, recorded_at)"
            " select id, 's', 'user', 'message', jsonb_build_object('text', %s::text), now(), now()"
            " from pgrecall_data.namespaces where path = %s returning id::text",
            [text, path],
        ).fetchone()
    assert row is not None
    return str(row[0])


# B27: more rows than a page


def test_b27_erasing_251_memories_leaves_none_and_says_how_many(
    mem: Memory, fresh_dsn: str
) -> None:
    batch = [NewMemory(content=f"Pilar kept note {n}.", subject="Pilar") for n in range(251)]
    person, other = mem.scoped("acme/pilar"), mem.scoped("acme/ravi")
    for memory in (person, other):
        assert {type(result) for result in memory.store_many(batch)} == {Stored}
    others = rows_of(fresh_dsn, "acme/ravi")
    receipt = person.erase(everything=True)
    assert {table: n for table, n in receipt.counts.items() if n} == {
        "memories": 251,
        "mentions": 251,
        "entities": 1,
    }
    assert person.timeline(limit=10_000) == []
    assert len(person.recall("note that Pilar kept", k=1000)) == 0
    assert rows_of(fresh_dsn, "acme/pilar") == {"receipts": 1, "tombstones": 251}
    assert person.receipts() == [receipt]
    assert rows_of(fresh_dsn, "acme/ravi") == others
    assert len(other.recall("note that Pilar kept", k=1000)) == 251


# B29: entities and links


def test_b29_nothing_known_from_the_erased_memory_alone_is_found_by_name(
    mem: Memory, fresh_dsn: str
) -> None:
    mem.store("Pilar paints boats.", subject="Pilar")
    adopted = mem.store("Pilar adopted a greyhound named Comet.", subject="Comet", speaker="Pilar")
    mem.store("Pilar has a pet.", derived_from=adopted.id)
    mem.store("Pilar is an artist.", derived_from=[mem.recall("paints")[0].id, adopted.id])
    assert mem.status().entity_count == 2
    receipt = mem.erase(adopted.id)
    assert receipt.counts == {
        "reviews": 0,
        "predicates": 0,
        "weights": 0,
        "memories": 2, "entities": 1, "mentions": 3, "relations": 2, "sources": 2, "events": 0,
        "usage": 0,
    }  # fmt: skip
    assert receipt.kept == {"memories": 1, "events": 0, "entities": 1}
    hits = mem.recall("Comet, the greyhound of Pilar", entities=["Comet", "Pilar"], explain=True)
    assert {hit.content for hit in hits} == {"Pilar paints boats.", "Pilar is an artist."}
    lanes = [(hit.explain or {}).get("entity", {}) for hit in hits]
    named = [name for lane in lanes for name in lane.get("names", [])]
    assert set(named) == {"Pilar"}
    paints = mem.recall("paints boats")[0].id
    assert [hit.sources for hit in hits if hit.is_inference] == [[f"memory:{paints}"]]
    assert mem.status().entity_count == 1


# B30: history, replay log, shadow tables, dumps, files


def scanned(conn: psycopg.Connection[Any]) -> list[str]:
    """Return each row of each table of the database as text: a dump, and the catalogs with it."""
    tables = conn.execute(
        "select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
        " where c.relkind in ('r', 'm') order by 1, 2"
    ).fetchall()
    rows = []
    for schema, table in tables:
        query = sql.SQL("select t::text from {}.{} t").format(
            sql.Identifier(schema), sql.Identifier(table)
        )
        rows += [f"{schema}.{table} {row}" for (row,) in conn.execute(query)]
    return rows


@pytest.mark.slow
def test_b30_after_update_and_erase_the_word_is_in_no_table_and_no_data_file(
    mem: Memory, fresh_dsn: str
) -> None:
    """The files are those of the database; the write-ahead log is not ours to empty."""
    word = f"zq{secrets.token_hex(6)}x"
    mem.store("The studio closes at six.")
    source = add_event(fresh_dsn, "test", f"My code is {word}")
    slot: dict[str, Any] = {"subject": f"Pilar {word}", "predicate": "code"}
    mem.store(f"The code is {word}.", source_event=source, tags=[word], speaker=word, **slot)
    mem.store(f"The code is {word} no more.", metadata={word: [word]}, **slot)
    for n in range(5):
        mem.store(f"Note {n} of {word}", kind="conversation", session=word, subject=slot["subject"])
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("analyze")
        assert len([row for row in scanned(conn) if word in row.lower()]) > 10
    assert not mem.verify_erased(word.upper()).is_gone
    mem.erase(subject=slot["subject"], reason="request 30")
    verified = mem.verify_erased(word.upper())
    assert (verified.is_gone, verified.found) == (True, ())
    assert {"write-ahead log", "backups"} <= {place.place for place in verified.not_looked}
    assert [hit for hit in mem.recall(word, k=100, history=True) if word in hit.content] == []
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        assert [row for row in scanned(conn) if word in row.lower()] == []
        conn.execute("vacuum full")
        conn.execute("checkpoint")
        row = conn.execute(
            "select current_setting('data_directory'), oid from pg_database where datname = %s",
            [conninfo_to_dict(fresh_dsn)["dbname"]],
        ).fetchone()
    assert row is not None
    files = [path for path in Path(row[0], "base", str(row[1])).iterdir() if path.is_file()]
    assert len(files) > 100
    assert [path.name for path in files if word.encode() in path.read_bytes()] == []


def test_b30_forget_keeps_what_erase_takes(mem: Memory) -> None:
    one, two = mem.store("The code is zorblatt."), mem.store("The spare is zorblatt.")
    mem.forget(one.id)
    assert not mem.verify_erased("zorblatt").is_gone
    assert [row.id for row in mem.restore(one.id)] == [one.id]
    mem.erase([one.id, two.id])
    assert mem.verify_erased("zorblatt").is_gone


# B32: derived memories


def test_b32a_nothing_derived_from_an_erased_document_alone_is_left(
    mem: Memory, fresh_dsn: str
) -> None:
    """The document is an event here; documents and their chunks are a later part."""
    mem.store("Ravi is a dentist.", subject="Ravi")
    document = add_event(fresh_dsn, "test", "Comet is a greyhound. Ravi treats Comet.")
    chunks = [
        mem.store("Comet is a greyhound.", subject="Comet", source_event=document),
        mem.store("Ravi treats Comet.", subject="Ravi", source_event=document),
    ]
    alone = mem.store("Comet is a dog.", derived_from=chunks[0].id)
    mem.store("Comet runs fast.", derived_from=alone.id)
    dentist = mem.recall("dentist")[0].id
    mem.store("Ravi treats dogs.", derived_from=[alone.id, dentist])
    receipt = mem.erase(document=document)
    assert (receipt.counts["memories"], receipt.counts["events"]) == (4, 1)
    assert (receipt.kept["memories"], receipt.counts["entities"]) == (1, 1)
    left = {record.content: record.sources for record in mem.timeline(limit=100)}
    assert left == {"Ravi is a dentist.": [], "Ravi treats dogs.": [f"memory:{dentist}"]}
    assert rows_of(fresh_dsn, "test") == {
        "entities": 1, "memories": 2, "mentions": 2, "receipts": 1, "relations": 1, "sources": 1,
        "tombstones": 4,
    }  # fmt: skip
