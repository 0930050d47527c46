"""A database in which the n-th row write of a call fails: by an error, a cut connection, kill -9.

Triggers of the test's own count the writes, before and after each row of every table; a plan names
the number at which something happens, and what.
"""

import asyncio
import json
import re
import select
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count

import psycopg
from conftest import Row, Sql, act_as, drop_database, new_database
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from pgrecall import migrate

PATIENCE = 10.0  # seconds for a server that recovers
NUMBERS = count()
GATE = 4242  # the advisory lock on which a write waits
KEPT = ("migrations", "install")  # tables no verb writes to
Rows = dict[str, list[str]]

START = [
    ("2026-01-01", "store('Ana lives in Rome.', subject => 'Ana', predicate => 'lives in')"),
    ("2026-01-01", "store('Ana likes tea.', subject => 'Ana', predicate => 'likes')"),
    ("2026-01-02", "forget(array[faults.id('Ana likes tea.')])"),
    ("2026-01-03", "store('Ana likes rain.', subject => 'Ana', predicate => 'likes')"),
    ("2026-01-03", "store('Ana hums.')"),
    ("2026-01-04", "store('Ana sings.', derived_from => array[faults.id('Ana hums.')])"),
    ("2026-01-05", "store('The boat is red.')"),
    ("2026-01-05", "store('The sail is white.')"),
    ("2026-01-06", "store('The mast is low.')"),
    (
        "2026-01-07",
        "store('The mast is high.', supersedes => array[faults.id('The mast is low.')])",
    ),
    ("2026-01-08", "forget(array[faults.id('The mast is high.')])"),
    ("2026-01-10", "store('Ana lives in Bern.', subject => 'Ana', predicate => 'lives in')"),
]

TRIGGERS = """
create schema faults;
grant usage on schema faults to public;
create table faults.plan (at int primary key, how text not null);

create function faults.strike() returns trigger language plpgsql security definer as $$
declare
  v_number int := coalesce(nullif(current_setting('faults.seen', true), ''), '0')::int + 1;
begin
  perform set_config('faults.seen', v_number::text, true);
  case (select p.how from faults.plan p where p.at = v_number)
    when 'error' then raise exception 'struck at write %', v_number;
    when 'terminate' then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(5);
    when 'kill' then
      execute format('copy (select 1) to program %L', 'kill -9 ' || pg_backend_pid());
    when 'wait' then perform pg_advisory_xact_lock(4242);
    else null;
  end case;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create function faults.id(content text) returns uuid language sql security definer stable as
$$ select m.id from pgrecall_data.memories m where m.content = $1 $$;
create function faults.batch(content text) returns uuid language sql security definer stable as
$$ select m.forget_batch from pgrecall_data.memories m where m.content = $1 $$;
create function faults.opened(path text) returns text language sql as
$$ select set_config('pgrecall.namespaces', $1, true) $$;

do $$
declare v_table regclass;
begin
  for v_table in select c.oid from pg_class c
  where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind = 'r' loop
    execute format('create trigger a_before before insert or update or delete on %s'
      ' for each row execute function faults.strike()', v_table);
    execute format('create trigger z_after after insert or update or delete on %s'
      ' for each row execute function faults.strike()', v_table);
  end loop;
end $$;
"""


def connect(dsn: str) -> Sql:
    """Connect, once the server takes connections again: at most PATIENCE."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return psycopg.connect(dsn, row_factory=dict_row, autocommit=True)
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise


@contextmanager
def application(dsn: str) -> Iterator[Sql]:
    """A transaction of an application in the namespace `test`; committed unless it fails."""
    with closing(connect(dsn)) as conn, conn.transaction():
        act_as(conn, "test")
        yield conn


@contextmanager
def outlived(dsn: str, *, dies: bool) -> Iterator[None]:
    """When the server dies of what happens here, wait until it has noticed: then it cuts everyone.

    A connection made before that would be cut in the middle of what comes next.
    """
    with closing(connect(dsn)) as sentinel:
        yield
        if dies:
            assert select.select([sentinel.fileno()], [], [], PATIENCE)[0]


def run(sql: Sql, verb: str) -> list[Row]:
    """Run `verb`, a call in SQL, and return its rows."""
    return sql.execute(f"select * from pgrecall.{verb}".encode()).fetchall()


def arm(dsn: str, at: int, how: str) -> None:
    """Have the write of this number struck, in every transaction from now on."""
    with closing(connect(dsn)) as conn, conn.transaction():
        conn.execute("delete from faults.plan")
        conn.execute("insert into faults.plan values (%s, %s)", [at, how])


def disarm(dsn: str) -> None:
    """Have nothing struck."""
    with closing(connect(dsn)) as conn:
        conn.execute("delete from faults.plan")


def seen(sql: Sql) -> int:
    """Return how many writes this transaction has made, counted before and after."""
    row = sql.execute("select current_setting('faults.seen', true) as n").fetchone()
    return int(row["n"] or 0) if row else 0


def dump(sql: Sql) -> Rows:
    """Return every row of every table as JSON, as the administrator sees it."""
    names = sql.execute(
        "select relname as name from pg_class"
        " where relnamespace = 'pgrecall_data'::regnamespace and relkind = 'r' order by 1"
    ).fetchall()
    rows = {}
    for name in (row["name"] for row in names if row["name"] not in KEPT):
        query = f"select to_jsonb(t) as row from pgrecall_data.{name} t"
        found = sql.execute(query.encode()).fetchall()
        rows[name] = sorted(json.dumps(r["row"], sort_keys=True) for r in found)
    return rows


def shape(rows: Rows) -> Rows:
    """Return the rows with what chance and the clock decide taken out: ids become numbers."""
    paths = {n["id"]: n["path"] for n in map(json.loads, rows["namespaces"])}
    shaped: dict[str, list[Row]] = {}
    for table, lines in rows.items():
        for row in map(json.loads, lines):
            row["namespace"] = paths.get(row.pop("namespace_id", None))
            row.pop("content_hash", None)
            row.pop("salt", None)
            if table != "memories":
                row.pop("created_at", None)
            if table in ("namespaces", "models"):
                del row["id"]
            shaped.setdefault(table, []).append(row)
    text = json.dumps(shaped, sort_keys=True)
    ids = sorted(set(re.findall(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", text)))
    for number, id in enumerate(ids):
        text = text.replace(id, f"id {number}")
    return {
        table: sorted(json.dumps(row, sort_keys=True) for row in found)
        for table, found in json.loads(text).items()
    }


def state(dsn: str) -> Rows:
    """Return what is committed."""
    with closing(connect(dsn)) as conn:
        return dump(conn)


def contradictions(sql: Sql) -> list[str]:
    """Return what the doctor's consistency checks find."""
    return [row["detail"] for row in run(sql, "consistency()") if not row["is_ok"]]


def rehearsed(dsn: str, verb: str) -> tuple[Rows, int]:
    """Run a verb and roll it back; return the shape of all rows after it, and how many it wrote.

    The rows must not contradict each other.
    """
    with closing(connect(dsn)) as conn, conn.transaction(force_rollback=True):
        act_as(conn, "test")
        run(conn, verb)
        writes = seen(conn)
        conn.execute("reset role")
        assert contradictions(conn) == []
        return shape(dump(conn)), writes


def prepare(server: str) -> None:
    """Make the database `start`, with the triggers in it and memories of every sort."""
    dsn = new_database(server, "start")
    asyncio.run(migrate.migrate(dsn))
    with closing(connect(dsn)) as conn:
        conn.execute(TRIGGERS)
        for day, verb in START:
            with conn.transaction():
                act_as(conn, "test")
                conn.execute("select set_config('pgrecall.now', %s, true)", [day])
                run(conn, verb)
        conn.execute("checkpoint")


@contextmanager
def copied(server: str) -> Iterator[str]:
    """Yield the DSN of a copy of `start`; over it, it is always the same day."""
    name = f"struck_{next(NUMBERS)}"
    dsn = new_database(server, name, template="start")
    yield make_conninfo(dsn, options="-c pgrecall.now=2026-02-01")
    with closing(connect(server)):  # once it takes connections
        drop_database(server, name)


@contextmanager
def gated(dsn: str, thread: threading.Thread, *, dies: bool = False) -> Iterator[int]:
    """Start a thread that comes to a write which waits; yield the backend's process id.

    The gate opens at the end, unless the server dies of what happens here.
    """
    with closing(connect(dsn)) as holder:
        holder.execute("select pg_advisory_lock(%s)", [GATE])
        thread.start()
        yield blocked(holder)
        if not dies:
            holder.execute("select pg_advisory_unlock(%s)", [GATE])
        thread.join(PATIENCE)


def blocked(sql: Sql) -> int:
    """Return the process id of a backend of this database that waits for this one's lock."""
    # not pg_stat_activity: a transaction sees it as it was at the first look
    query = (
        "select pid from pg_locks where not granted"
        " and pg_backend_pid() = any(pg_blocking_pids(pid))"
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if row := sql.execute(query).fetchone():
            return int(row["pid"])
    raise AssertionError("nobody waits")


def settled(dsn: str) -> None:
    """Wait until nobody else is connected to the database."""
    query = (
        "select from pg_stat_activity where datname = current_database()"
        " and backend_type = 'client backend' and pid <> pg_backend_pid()"
    )
    deadline = time.monotonic() + PATIENCE
    with closing(connect(dsn)) as conn:
        while conn.execute(query).rowcount:
            assert time.monotonic() < deadline, "somebody stays connected"
