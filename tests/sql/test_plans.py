"""The plans of the hot queries, over 20,000 rows of several namespaces, custom and generic."""

import re
from collections.abc import Iterator

import psycopg
import pytest
from conftest import Row, Sql, act_as
from psycopg.rows import dict_row
from verbs import call, store

pytestmark = pytest.mark.own_db
MODES = ["force_custom_plan", "force_generic_plan"]

FILL = """
insert into pgrecall_data.namespaces (path) select 'bulk' || n from generate_series(1, 8) n;
insert into pgrecall_data.memories
  (namespace_id, id, content, kind, importance, root_id, recorded_at, valid_from, said_at, subject,
   predicate, is_multi)
select n.id, x.id, 'Note ' || i || ' about topic' || i % 500 || ' and word' || i % 7, 'fact', 5, x.id,
  t, t, t, 'Person ' || i % 200, 'said', true
from generate_series(1, 20000) i
join pgrecall_data.namespaces n
  on n.path = 'bulk' || case when i % 2 = 0 then 1 else 2 + i % 7 end
cross join lateral (
  select pgrecall_data.uuid_v7() as id, now() - make_interval(mins => i) as t
) x;
insert into pgrecall_data.entities (namespace_id, name)
select distinct namespace_id, subject from pgrecall_data.memories;
insert into pgrecall_data.mentions (namespace_id, entity_id, memory_id)
select m.namespace_id, e.id, m.id from pgrecall_data.memories m
join pgrecall_data.entities e on e.namespace_id = m.namespace_id and e.name = m.subject;
analyze pgrecall_data.memories, pgrecall_data.mentions, pgrecall_data.entities,
  pgrecall_data.namespaces;
"""


@pytest.fixture(scope="module")
def filled(server_dsn: str, template_dsn: str) -> Iterator[str]:
    """A database with 20,000 memories in 8 namespaces, 10,000 of them in one."""
    from conftest import drop_database, new_database

    dsn = new_database(server_dsn, "plans", template="pgrecall_template")
    with psycopg.connect(dsn, autocommit=True) as conn:
        conn.execute(FILL)
    yield dsn
    drop_database(server_dsn, "plans")


@pytest.fixture
def big(filled: str) -> Iterator[Sql]:
    """A transaction in the namespace of 10,000."""
    with psycopg.connect(filled, row_factory=dict_row) as conn:
        act_as(conn, "bulk1")
        yield conn
        conn.rollback()


class Plans:
    """The plans of every statement a call ran, from auto_explain."""

    def __init__(self, sql: Sql, mode: str) -> None:
        self.sql = sql
        self.texts: list[str] = []
        sql.execute("reset role")
        sql.execute("load 'auto_explain'")
        sql.execute("set local auto_explain.log_min_duration = 0")
        sql.execute("set local auto_explain.log_nested_statements = on")
        sql.execute("set local auto_explain.log_analyze = on")
        sql.execute("set local auto_explain.log_timing = off")
        sql.execute("set local auto_explain.log_level = notice")
        sql.execute(f"set local plan_cache_mode = {mode}")
        act_as(sql, "bulk1")
        sql.add_notice_handler(self._keep)

    def _keep(self, notice: psycopg.errors.Diagnostic) -> None:
        if "plan:" in (notice.message_primary or ""):
            self.texts.append(notice.message_primary or "")

    def of(self, mark: str) -> str:
        """Return the one plan whose query holds a text."""
        (text,) = [text for text in self.texts if mark in text.partition("Aggregate")[0]]
        return text


def scans(plan: str) -> set[str]:
    """Return the indexes and tables a plan reads."""
    indexes = re.findall(r"(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)", plan)
    tables = re.findall(r"(Seq Scan on \w+)", plan)
    return {*indexes, *tables}


def rows_read(plan: str) -> int:
    """Return the largest number of rows any node of the plan saw."""
    kept = [round(float(n) * int(m)) for n, m in re.findall(r"actual rows=([\d.]+) loops=(\d+)", plan)]
    removed = [int(n) for n in re.findall(r"Rows Removed by \w+: (\d+)", plan)]
    return max([*kept, *removed])


@pytest.fixture(params=MODES)
def plans(big: Sql, request: pytest.FixtureRequest) -> Plans:
    return Plans(big, str(request.param))


def test_probe(plans: Plans) -> None:
    sql = plans.sql
    call(sql, "recall", query="topic42 of Person 17")
    call(sql, "timeline", limit=20)
    call(sql, "forget", matching="topic42 word1")
    store(sql, "x", subject="Person 3", predicate="eats")
    id = sql.execute("select id from pgrecall_data.memories limit 1").fetchone()["id"]
    call(sql, "get", ids=[id])
    call(sql, "history", id=id)
    call(sql, "history", subject="Person 3", predicate="said")
    for t in plans.texts:
        if "Scan" in t and ("memories" in t or "mentions" in t):
            print("=====", t[:6000])
