"""Installing and upgrading: who may, what is refused, and the schema as one text."""

import asyncio
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from pgrecall import ConfigError, Memory, SchemaError, ServerError, migrate

NUMBERS = count()


@pytest.fixture
def service(server_dsn: str) -> Iterator[str]:
    """A login role that owns nothing; roles belong to the whole server, so it is dropped after."""
    name = f"service_{next(NUMBERS)}"
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(f"create role {name} login")
        yield name
        admin.execute(f"drop role {name}")


@pytest.mark.own_db
def test_a_service_role_works_in_a_database_an_administrator_installed(
    fresh_dsn: str, service: str, server_dsn: str
) -> None:
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(f"grant pgrecall_app to {service}")
    with Memory(make_conninfo(fresh_dsn, user=service), embedder="none") as mem:
        assert mem.store("Stored by a service.").action == "created"
        assert len(mem.recall("service")) == 1
        assert [check for check in mem.doctor() if not check.is_ok] == []


@pytest.mark.own_db
def test_a_role_that_was_not_let_in_is_told_what_to_do(fresh_dsn: str, service: str) -> None:
    with pytest.raises(SchemaError, match=r"may not use pgrecall there.*grant pgrecall_app to"):
        Memory(make_conninfo(fresh_dsn, user=service), embedder="none")


@pytest.mark.own_db
def test_a_role_that_may_not_install_is_told_what_to_do(empty_dsn: str, service: str) -> None:
    with pytest.raises(SchemaError, match=r"may not install .*pgrecall migrate --dsn"):
        Memory(make_conninfo(empty_dsn, user=service), embedder="none")


@pytest.mark.own_db
def test_an_administrator_who_is_no_superuser_can_install(
    empty_dsn: str, service: str, server_dsn: str
) -> None:
    name = psycopg.conninfo.conninfo_to_dict(empty_dsn)["dbname"]
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(f"alter role {service} createrole")
        admin.execute(f'grant create on database "{name}" to {service}')
        admin.execute(f"grant pgrecall_owner, pgrecall_app to {service} with admin option")
    with psycopg.connect(empty_dsn, autocommit=True) as admin:
        admin.execute("create extension vector")  # hosted servers offer it as trusted
    with Memory(make_conninfo(empty_dsn, user=service), embedder="none") as mem:
        assert mem.store("Installed without a superuser.").action == "created"
    with psycopg.connect(empty_dsn, autocommit=True) as admin:
        admin.execute(f"drop owned by {service}")


@pytest.mark.own_db
def test_migrate_says_what_it_did_and_then_has_nothing_to_do(empty_dsn: str) -> None:
    done = asyncio.run(migrate.migrate(empty_dsn))
    assert done == [
        *(f"migration {m.version:04} {m.name}" for m in migrate.migrations()),
        f"functions of pgrecall {migrate.client_version()}",
    ]
    assert asyncio.run(migrate.migrate(empty_dsn)) == []


@pytest.mark.own_db
def test_the_schema_as_one_text_installs_what_migrate_installs(empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn, autocommit=True) as conn:
        conn.execute(migrate.schema(dim=32).encode())
        (width,) = conn.execute(
            "select atttypmod from pg_attribute where attrelid = 'pgrecall_data.memories'::regclass"
            " and attname = 'embedding'"
        ).fetchone() or (None,)
        assert width == 32
    assert asyncio.run(migrate.migrate(empty_dsn)) == []
    with (
        psycopg.connect(empty_dsn, autocommit=True) as conn,
        pytest.raises(psycopg.errors.RaiseException, match="installed here already"),
    ):
        conn.execute(migrate.schema().encode())


@pytest.mark.own_db
def test_the_extension_is_found_in_a_schema_of_its_own(empty_dsn: str) -> None:
    with psycopg.connect(empty_dsn, autocommit=True) as conn:
        conn.execute("create schema extensions")
    with Memory(empty_dsn, embedder="none") as mem:
        mem.store("On a server laid out as Supabase's.")
        assert len(mem.recall("server laid out")) == 1
    with psycopg.connect(empty_dsn) as conn:
        found = conn.execute(
            "select extnamespace::regnamespace::text from pg_extension where extname = 'vector'"
        ).fetchone()
    assert found == ("extensions",)


@pytest.mark.own_db
def test_functions_of_an_older_client_are_replaced_and_those_of_a_newer_one_kept(
    fresh_dsn: str,
) -> None:
    def installed(version: str) -> tuple[str, ...]:
        with psycopg.connect(fresh_dsn, autocommit=True) as conn:
            conn.execute(
                "update pgrecall_data.install set functions_hash = 'other', functions_version = %s",
                [version],
            )
        Memory(fresh_dsn, embedder="none").close()
        with psycopg.connect(fresh_dsn) as conn:
            row = conn.execute(
                "select functions_version, functions_hash from pgrecall_data.install"
            ).fetchone()
        assert row is not None
        return row

    ours = (migrate.client_version(), migrate.functions_hash())
    assert installed("0.0.1") == ours
    assert installed("99.0.0") == ("99.0.0", "other")


@pytest.mark.own_db
def test_what_others_built_on_our_functions_is_not_dropped(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("create view public.mine as select * from pgrecall.memory")
        conn.execute("update pgrecall_data.install set functions_hash = 'other'")
    with pytest.raises(SchemaError, match=r"built on .*view .*mine"):
        Memory(fresh_dsn, embedder="none")


@pytest.mark.own_db
def test_a_newer_schema_that_breaks_nothing_is_worked_with(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute(
            "insert into pgrecall_data.migrations (version, name, hash, is_breaking)"
            " values (9999, 'future', '', false)"
        )
    with Memory(fresh_dsn, embedder="none") as mem:
        assert mem.store("From an older client.").action == "created"


def test_a_width_pgvector_cannot_hold_is_refused() -> None:
    for dim in (0, 4001):
        with pytest.raises(ConfigError, match="not a vector width"):
            migrate.schema(dim=dim)


def test_a_database_in_another_encoding_is_refused(server_dsn: str) -> None:
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute("create database latin template template0 encoding 'SQL_ASCII' locale 'C'")
        try:
            with pytest.raises(SchemaError, match="needs a UTF8 database"):
                asyncio.run(migrate.migrate(make_conninfo(server_dsn, dbname="latin")))
        finally:
            admin.execute("drop database latin with (force)")


def test_a_server_that_does_not_answer_is_said_to_be_unreachable() -> None:
    with pytest.raises(ServerError, match="cannot be reached"):
        asyncio.run(migrate.migrate("host=127.0.0.1 port=9"))
