"""The doctor's checks that rows agree: silent in ordinary use, and each one speaks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from conftest import Row, Sql, act_as
from verbs import NOBODY, call, day, declare, store, store_id, store_many, travel, vector

from pgrecall import Memory

CITY = {"subject": "Ana", "predicate": "lives in"}
CHECKS = [
    "latest or superseded",
    "one latest version",
    "version numbers",
    "version pointers",
    "version edges",
    "closed versions",
    "validity",
    "earlier ends",
    "slots",
    "turns",
    "forgetting",
    "inferences",
    "vectors",
    "relations",
    "sources",
    "mentions",
    "usage",
    "names",
]


def ailing(sql: Sql) -> dict[str, str]:
    """Return the consistency checks that fail, with what they say."""
    rows = [row for row in call(sql, "doctor") if row["name"] in CHECKS]
    assert [row["name"] for row in rows] == CHECKS
    return {row["name"]: row["detail"] for row in rows if not row["is_ok"]}


@contextmanager
def owner(sql: Sql) -> Iterator[None]:
    """Work as a superuser whose statements no foreign key watches, as a careless repair would."""
    sql.execute("reset role")
    sql.execute("set local session_replication_role = replica")
    yield
    sql.execute("set local session_replication_role = origin")
    act_as(sql, "test")


def use(sql: Sql) -> dict[str, Any]:
    """Use every verb that writes; return the ids of memories of each sort."""
    act_as(sql, "test")
    declare(sql)
    travel(sql, day(1))
    ids = {"plain": store_id(sql, "Ana has a boat.", embedding=vector(1))}
    ids["v1"] = store_id(sql, "Ana lives in Bern.", **CITY)
    travel(sql, day(5))
    ids["v2"] = store_id(sql, "Ana lives in Rome.", **CITY)
    store(sql, "Ana lives in Oslo.", **CITY, valid_from=day(3))
    ids["old"] = store_id(sql, "The mast is low.")
    store(sql, "The mast is high.", supersedes=[ids["old"]])
    ids["note"] = store_id(sql, "The boat is red.", extends=[ids["plain"]])
    ids["guess"] = store_id(sql, "Ana likes water.", derived_from=[ids["plain"]])
    for text in ("Hello.", "Good day."):
        ids[text] = store_id(sql, text, kind="conversation", session="s", speaker="Bo")
    ids["gone"] = store_id(sql, "Bo is tired.")
    ids["batch"] = call(sql, "forget", ids=[ids["gone"]])[0]["batch"]
    back = store_id(sql, "Ana sings.")
    call(sql, "restore", batch=call(sql, "forget", ids=[back])[0]["batch"])
    call(sql, "restore", ids=[store_id(sql, "Rain soon.", forget_after=day(2))])
    store_many(sql, [{"content": "One."}, {"content": ""}, {"content": "Two."}])
    call(sql, "record_usage", ids=[ids["plain"], ids["v2"]])
    return ids


# What is done to the rows, and what the doctor says of it.
DAMAGES: list[tuple[str, dict[str, str]]] = [
    (
        "update memories set is_latest = true where id = %(old)s",
        {
            "latest or superseded": "1 memories are both latest and superseded, or neither",
            "one latest version": "1 chains have more than one latest version",
        },
    ),
    (
        "update memories set is_latest = false where id = %(plain)s",
        {"latest or superseded": "1 memories are both latest and superseded, or neither"},
    ),
    (
        "update memories set version = 2 where root_id = %(v1)s",
        {"version numbers": "1 version numbers occur twice in a chain"},
    ),
    (
        "update memories set root_id = %(nobody)s where id = %(plain)s",
        {"version pointers": "1 memories have a root, parent or successor that is missing"},
    ),
    (
        "update memories set root_id = %(v2)s where id = %(plain)s",
        {"version pointers": "1 memories have a root, parent or successor that is missing"},
    ),
    (
        "update memories set parent_id = %(nobody)s where id in (%(plain)s, %(v2)s)",
        {"version pointers": "2 memories have a root, parent or successor that is missing"},
    ),
    (
        "update memories set superseded_by = %(nobody)s where id = %(v1)s",
        {
            "version pointers": "1 memories have a root, parent or successor that is missing",
            "version edges": "1 superseded memories have no edge from their successor:"
            " forgetting it would leave them",
        },
    ),
    (
        "update memories set valid_until = null where id = %(v1)s",
        {
            "closed versions": "1 superseded memories have no end of validity",
            "slots": "2 memories share a slot with another at one instant",
        },
    ),
    (
        "update memories set valid_until = valid_from - interval '1 s' where id = %(plain)s",
        {"validity": "1 memories end before they begin"},
    ),
    (
        "update memories set valid_until = valid_from + interval '3 d' where id = %(v1)s",
        {"slots": "1 memories share a slot with another at one instant"},
    ),
    (
        "update memories set position = 0 where session = 's'",
        {"turns": "1 places of a session are taken twice or missing"},
    ),
    (
        "update memories set forget_batch = null where id = %(gone)s",
        {"forgetting": "1 memories are forgotten without a batch, or the reverse"},
    ),
    (
        "update memories set forgotten_at = null where id = %(gone)s",
        {"forgetting": "1 memories are forgotten without a batch, or the reverse"},
    ),
    (
        "delete from sources where memory_id = %(guess)s",
        {"inferences": "1 memories are inferred from nothing"},
    ),
    (
        "update models set dim = 384",
        {"vectors": "1 vectors come from a model of another width"},
    ),
    (
        "insert into relations (namespace_id, from_id, relation, to_id)"
        " select namespace_id, id, 'extends', %(nobody)s from memories where id = %(note)s",
        {"relations": "1 relations point at a missing memory"},
    ),
    (
        "insert into sources select namespace_id, id, 'memory', %(nobody)s"
        " from memories where id = %(note)s",
        {"sources": "1 sources point at a missing memory or event"},
    ),
    (
        "insert into sources select namespace_id, id, 'event', %(nobody)s"
        " from memories where id in (%(note)s, %(v1)s, %(gone)s)",
        {"sources": "1 sources point at a missing memory or event"},
    ),
    (
        "delete from memories where id = %(plain)s",
        {
            "relations": "2 relations point at a missing memory",
            "sources": "1 sources point at a missing memory or event",
            "mentions": "1 mentions point at a missing memory or name",
            "usage": "1 counts of use belong to a missing memory",
        },
    ),
    (
        "delete from entities where folded = 'bo'",
        {"mentions": "3 mentions point at a missing memory or name"},
    ),
    *(
        (
            f"update memories set earlier_ends = {ends} where id = %(v1)s",
            {"earlier ends": "1 memories have earlier_ends that are no pairs of instants"},
        )
        for ends in ("'{}'", "'{infinity}'", "'{now, null}'", "'{{now}, {now}}'")
    ),
]


def test_doctor_finds_nothing_after_ordinary_use(sql: Sql) -> None:
    use(sql)
    assert ailing(sql) == {}


@pytest.mark.parametrize(("damage", "said"), DAMAGES, ids=[damage[:60] for damage, _ in DAMAGES])
def test_doctor_names_the_damage_whoever_asks(sql: Sql, damage: str, said: dict[str, str]) -> None:
    ids = use(sql) | {"nobody": NOBODY}
    with owner(sql):
        sql.execute("set local search_path = pgrecall_data")
        sql.execute(damage.encode(), ids)
        sql.execute("reset search_path")
    assert ailing(sql) == said
    act_as(sql, "elsewhere")
    assert ailing(sql) == said


def test_every_check_is_seen_to_fail_but_for_the_one_that_only_counts(sql: Sql) -> None:
    assert {name for _, said in DAMAGES for name in said} == set(CHECKS) - {"names"}
    use(sql)
    with owner(sql):
        sql.execute("delete from pgrecall_data.mentions")
    (row,) = [row for row in call(sql, "consistency") if row["name"] == "names"]
    assert (row["is_ok"], row["detail"]) == (True, "2 names occur in no memory")


def test_what_doctor_advises_is_never_empty(sql: Sql) -> None:
    assert all(row["detail"] and row["advice"] for row in call(sql, "consistency"))


@pytest.mark.own_db
def test_checks_that_take_too_long_leave_the_others_standing(fresh_dsn: str, mem: Memory) -> None:
    mem.store("Tea at four.")
    mem.doctor()
    with psycopg.connect(fresh_dsn) as blocker, psycopg.connect(fresh_dsn) as conn:
        blocker.execute("lock table pgrecall_data.events in access exclusive mode")
        act_as(conn, "test")
        conn.execute("set local statement_timeout = '300ms'")
        rows = conn.execute("select name, is_ok, detail from pgrecall.doctor()").fetchall()
    assert [row[0] for row in rows if not row[1]] == ["consistency"]
    assert rows[-1] == ("consistency", False, "not finished in the time allowed")
    assert len(rows) > 5


def counts(rows: list[Row]) -> dict[str, int]:
    """Return the number each check begins with."""
    return {row["name"]: int(row["detail"].split()[0]) for row in rows}


def test_the_checks_count_in_all_namespaces(sql: Sql) -> None:
    for path in ("one", "two"):
        act_as(sql, path)
        store(sql, "Tea.")
    with owner(sql):
        sql.execute("update pgrecall_data.memories set is_latest = false")
    assert counts(call(sql, "consistency"))["latest or superseded"] == 2
