"""A word that should be gone is looked for in every column; what cannot be looked at is said."""

from typing import Any

import pytest
from conftest import Row, Sql, act_as, refused
from erasures import erase, event, scoped_tables
from verbs import call, declare, store, store_id, vector


def verified(sql: Sql, sentinel: str, **arguments: Any) -> list[Row]:
    """Return the rows of `pgrecall.verify_erased`."""
    return call(sql, "verify_erased", sentinel=sentinel, **arguments)


def places(sql: Sql, sentinel: str) -> dict[str, int]:
    """Return where a word was found, as table.column, and in how many rows."""
    return {
        f"{row['place'].removeprefix('pgrecall_data.')}.{row['part']}": row["found_count"]
        for row in verified(sql, sentinel)
        if row["found_count"]
    }


def test_a_word_is_found_wherever_it_is_kept_and_nowhere_after_it_was_erased(sql: Sql) -> None:
    store(sql, "First.")
    source = event(sql, "a quibblefrost")
    id = store_id(
        sql, "Quibblefrosts are rare.", subject="Quibblefrost", predicate="quibblefrost",
        object="quibblefrost", session="quibblefrost", speaker="Ms Quibblefrost",
        tags=["a", "QuibbleFrost"], metadata={"a": [{"quibblefrost": 1}]}, source_event=source,
        idempotency_key="quibblefrost",
    )  # fmt: skip
    call(sql, "forget", ids=[id], reason="no quibblefrost")
    columns = (
        "content", "session", "speaker", "subject", "predicate", "object", "tags", "metadata",
        "forget_reason", "idempotency_key", "keywords",
    )  # fmt: skip
    assert places(sql, "QUIBBLEFROST") == {
        **{f"memories.{name}": 1 for name in columns},
        "events.payload": 1,
        "entities.name": 2,
        "entities.folded": 2,
    }
    erase(sql, ids=[id])
    assert places(sql, "quibblefrost") == {}


def test_every_column_is_looked_at_or_named_with_the_reason(sql: Sql) -> None:
    declare(sql)
    store(sql, "One.", embedding=vector(1))
    store(sql, "Two.")
    rows = verified(sql, "x")
    there = sql.execute(
        "select format('pgrecall_data.%I', c.relname) as place, a.attname::text as part"
        " from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind in ('r', 'p', 'm')"
        " and a.attnum > 0 and not a.attisdropped"
    ).fetchall()
    assert {(row["place"], row["part"]) for row in rows if row["part"]} == {
        (row["place"], row["part"]) for row in there
    }
    assert {row["scanned_count"] for row in rows if row["place"] == "pgrecall_data.memories"} == {2}
    unseen = {row["place"]: row["note"] for row in rows if row["found_count"] is None}
    assert list(unseen) == [
        "pgrecall_data.memories",
        "pg_stats",
        "dead row versions",
        "indexes",
        "write-ahead log",
        "backups",
        "replicas",
        "server log, pg_stat_statements",
        "outside the database",
    ]
    assert unseen["pgrecall_data.memories"] == "a vector: numbers, no words"
    assert all(
        f"pgrecall_data.{table}" in unseen["dead row versions"] for table in scoped_tables(sql)
    )


@pytest.mark.parametrize(
    ("text", "sentinel", "is_found"),
    [
        ("It is running.", "runs", True),  # the same stem, in the keywords
        ("An unquibblefrosted day.", "quibblefrost", True),
        ("100% of it", "100%", True),
        ("1000 of it", "0%", False),
        ("axb", "a_b", False),
        ('say "hi" \\ there', '"hi" \\', True),
        ("Grüße aus Köln", "GRÜSSE", False),
        ("Grüße aus Köln", "KÖLN", True),
        ("Caf\u00e9", "CAFE\u0301", True),
        ("\uff21\uff22\uff23 wide", "ABC", True),
        ("The tea.", "the", True),  # no lexeme of its own
        ("Milk.", "the", False),
        ("林教练在北京", "教练", True),
    ],
)
def test_words_are_found_in_any_case_form_and_place(
    sql: Sql, text: str, sentinel: str, *, is_found: bool
) -> None:
    store(sql, text)
    assert bool(places(sql, sentinel)) is is_found


def test_escapes_of_json_and_arrays_hide_nothing(sql: Sql) -> None:
    store(sql, "x", tags=['a "quoted" tag'], metadata={"k": 'a "quoted" \\ value\n'})
    assert places(sql, '"quoted"') == {"memories.tags": 1, "memories.metadata": 1}
    assert places(sql, '" \\ value\n') == {"memories.metadata": 1}


def test_only_the_open_namespaces_are_looked_at(sql: Sql) -> None:
    for path in ("quibblefrost", "other"):
        act_as(sql, path)
        store(sql, "A quibblefrost.", subject="Quibblefrost")
    act_as(sql, "test")
    store(sql, "Mine.")
    assert places(sql, "quibblefrost") == {}
    act_as(sql, "test", "quibblefrost")
    assert places(sql, "quibblefrost")["namespaces.path"] == 1
    rows = verified(sql, "quibblefrost", namespaces=["test"])
    assert [row for row in rows if row["found_count"]] == []
    act_as(sql, "test", role="postgres")
    assert places(sql, "quibblefrost") == {}
    with refused("MR004"):
        verified(sql, "quibblefrost", namespaces=["other"])


def test_tables_of_any_kind_are_looked_at_and_those_without_a_namespace_named(sql: Sql) -> None:
    id = store_id(sql, "Tea.")
    sql.execute("reset role")
    sql.execute("create schema pgrecall_more authorization pgrecall_owner")
    sql.execute("set local role pgrecall_owner")
    sql.execute(
        "create table pgrecall_more.odd as select namespace_id, 'Quibblefrost'::bytea as raw,"
        """ '{"a": "quibble\\u0066rost"}'::json as plain, 'quibblefrost'::varchar as short,"""
        " 'quibblefrost'::name as name, '{quibblefrost}'::varchar[] as list,"
        " row('quibblefrost', 1) is not null as flag"
        " from pgrecall_data.memories where id = %s",
        [id],
    )
    sql.execute("create materialized view pgrecall_more.copy as select * from pgrecall_more.odd")
    sql.execute("create table pgrecall_more.bare as select 'quibblefrost' as word")
    act_as(sql, "test")
    found = {"raw": 1, "plain": 1, "short": 1, "name": 1, "list": 1}
    assert places(sql, "quibblefrost") == {
        f"pgrecall_more.{table}.{column}": n
        for table in ("copy", "odd")
        for column, n in found.items()
    }
    (bare,) = [r for r in verified(sql, "quibblefrost") if r["place"] == "pgrecall_more.bare"]
    assert (bare["found_count"], bare["note"].partition(",")[0]) == (None, "has no namespace_id")


def test_a_superuser_looks_at_the_statistics_of_the_planner_too(sql: Sql) -> None:
    for number in range(5):
        store(sql, f"Note {number}.", subject="Quibblefrost", multi=True)
    sql.execute("reset role")
    sql.execute("analyze pgrecall_data.memories")
    act_as(sql, "test", role="postgres")
    assert places(sql, "quibblefrost")["pg_stats.None"] >= 1
    erase(sql, subject="Quibblefrost")
    assert places(sql, "quibblefrost") == {}
    (stats,) = [row for row in verified(sql, "quibblefrost") if row["place"] == "pg_stats"]
    assert (stats["scanned_count"] > 10, stats["found_count"]) == (True, 0)


@pytest.mark.parametrize("sentinel", ["", " \n", None])
def test_a_word_to_look_for_is_needed(sql: Sql, sentinel: Any) -> None:
    with refused("MR003"):
        verified(sql, sentinel)
