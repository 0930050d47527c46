"""What the install says of itself: doctor, status, declare_model."""

from typing import Any

import pytest
from conftest import Row, Sql, act_as, refused
from test_consistency import CHECKS as CONSISTENCY
from verbs import call, count, day, declare, found, listed, store, store_id, travel, vector

from pgrecall import migrate

CHECKS = [
    "caller",
    "canary by table",
    "canary by view",
    "canary by verb",
    "unset namespace",
    "row-level security",
    "letter case",
    "dead rows",
    *CONSISTENCY,
]


def checked(sql: Sql) -> dict[str, Row]:
    """Return what doctor finds, by the name of the check."""
    return {row["name"]: row for row in call(sql, "doctor")}


def ailing(sql: Sql) -> set[str]:
    """Return the names of the checks that failed."""
    return {name for name, row in checked(sql).items() if not row["is_ok"]}


def test_a_fresh_install_is_well_for_an_application(sql: Sql) -> None:
    for _ in range(2):
        rows = call(sql, "doctor")
        assert [row["name"] for row in rows] == CHECKS
        assert {row["name"] for row in rows if not row["is_ok"]} == set()
    assert rows[0]["detail"] == "runs as pgrecall_app"
    assert all(row["detail"] and row["advice"] for row in rows)


def test_doctor_leaves_the_open_namespaces_as_they_were_and_nothing_in_them(sql: Sql) -> None:
    act_as(sql, "test", "other")
    store(sql, "Tea.", namespace="other")
    call(sql, "doctor")
    setting = sql.execute("select current_setting('pgrecall.namespaces') as paths").fetchone()
    assert setting == {"paths": "test\nother"}
    assert (count(sql), listed(sql), found(sql, "canary")) == (1, ["Tea."], [])


def test_doctor_finds_a_table_whose_row_level_security_is_off(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute("alter table pgrecall_data.mentions disable row level security")
    act_as(sql, "test")
    row = checked(sql)["row-level security"]
    assert (row["is_ok"], row["detail"]) == (False, "off for mentions")
    sql.execute("reset role")
    sql.execute("alter table pgrecall_data.memories disable row level security")
    act_as(sql, "test")
    assert ailing(sql) == {"canary by table", "unset namespace", "row-level security"}


def test_doctor_finds_a_policy_that_lets_all_through(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute("create policy leak on pgrecall_data.memories using (true)")
    act_as(sql, "test")
    assert ailing(sql) >= {"canary by table", "unset namespace"}


def test_doctor_finds_a_verb_that_leaks(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute(
        "create or replace function pgrecall.readable(namespaces text[]) returns int[]"
        " language sql stable parallel safe"
        " as 'select array(select id from pgrecall_data.namespaces)'"
    )
    act_as(sql, "test")
    assert ailing(sql) == {"canary by verb"}


def test_doctor_tells_a_superuser_and_the_owner_that_they_see_too_much(sql: Sql) -> None:
    for role in ("postgres", "pgrecall_owner"):
        act_as(sql, "test", role=role)
        assert {"caller", "canary by table", "unset namespace"} <= ailing(sql)
        assert checked(sql)["caller"]["detail"] == f"runs as {role}"


def test_status_counts_what_the_open_namespaces_hold(sql: Sql) -> None:
    act_as(sql, "other")
    store(sql, "Foreign.", subject="Bo", session="o")
    act_as(sql, "test")
    travel(sql, day(1))
    declare(sql)
    store(sql, "a", subject="Ana", predicate="is", said_at=day(1))
    store(sql, "b", subject="Ana", predicate="is", embedding=vector(1), said_at=day(2))
    store(sql, "c", kind="conversation", session="s", said_at=day(3))
    call(sql, "forget", ids=[store_id(sql, "d", session="t", said_at=day(9))])
    store(sql, "e", forget_after=day(4), said_at=day(8))
    travel(sql, day(5))
    (row,) = call(sql, "status")
    held = {
        "paths": ["test"],
        "memory_count": 5,
        "live_count": 2,
        "superseded_count": 1,
        "forgotten_count": 1,
        "unembedded_count": 1,
        "entity_count": 1,
        "session_count": 2,
        "by_kind": {"fact": 1, "conversation": 1},
        "oldest_said_at": day(2),
        "newest_said_at": day(3),
        "schema_version": len(migrate.migrations()),
        "dim": 512,
        "model": "test:hand",
    }
    assert {name: row[name] for name in held} == held
    assert row["database_bytes"] > 1_000_000
    assert row["functions_version"][0].isdigit()
    assert row["server_version"][:2].isdigit()
    assert row["vector_version"] >= "0.7"


@pytest.mark.parametrize("namespaces", [(), ("empty",)])
def test_status_of_nothing_is_one_row_of_zeros(sql: Sql, namespaces: tuple[str, ...]) -> None:
    act_as(sql, *namespaces)
    (row,) = call(sql, "status")
    assert row["paths"] == list(namespaces)
    assert {value for name, value in row.items() if name.endswith("_count")} == {0}
    assert (row["by_kind"], row["oldest_said_at"], row["model"]) == ({}, None, None)


def test_the_first_model_declared_is_the_one_and_only(sql: Sql) -> None:
    assert declare(sql) == declare(sql)
    with refused("MR002") as info:
        declare(sql, "other:model")
    assert "'test:hand'" in str(info.value)
    assert "'other:model'" in str(info.value)


BAD: list[tuple[Any, Any]] = [
    ("m", 384),
    ("m", 0),
    ("m", None),
    ("", 512),
    (" ", 512),
    (None, 512),
]


@pytest.mark.parametrize(("name", "dim"), BAD)
def test_a_model_of_another_width_or_no_name_is_refused(sql: Sql, name: Any, dim: Any) -> None:
    with refused("MR003"), sql.transaction():
        declare(sql, name, dim)
    assert sql.execute("select from pgrecall_data.models").rowcount == 0


def test_a_known_model_of_another_width_is_refused(sql: Sql) -> None:
    declare(sql)
    with refused("MR003"):
        declare(sql, dim=384)
