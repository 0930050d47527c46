"""The plans of the hot queries, over 20,000 rows of several namespaces, custom and generic."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from conftest import Sql, act_as, drop_database, new_database
from psycopg.rows import dict_row
from verbs import call, store

pytestmark = pytest.mark.own_db
CITY = {"subject": "Ana", "predicate": "lives in"}

FILL = """
insert into pgrecall_data.namespaces (path) select 'bulk' || n from generate_series(1, 8) n
on conflict do nothing;
insert into pgrecall_data.memories
  (namespace_id, id, content, kind, importance, root_id, recorded_at, valid_from, said_at, subject,
   predicate, is_multi)
select n.id, x.id, 'Note ' || i || ' about topic' || i % 500 || ' and word' || i % 7, 'fact', 5,
  x.id, t, t, t, 'Person ' || i % 200, 'said', true
from generate_series(1, 20000) i
join pgrecall_data.namespaces n
  on n.path = 'bulk' || case when i % 2 = 0 then 1 else 2 + i % 7 end
cross join lateral (
  select pgrecall_data.uuid_v7() as id, now() - make_interval(mins => i) as t
) x;
insert into pgrecall_data.entities (namespace_id, name)
select distinct namespace_id, subject from pgrecall_data.memories
where subject is not null on conflict do nothing;
insert into pgrecall_data.mentions (namespace_id, entity_id, memory_id)
select m.namespace_id, e.id, m.id from pgrecall_data.memories m
join pgrecall_data.entities e on e.namespace_id = m.namespace_id and e.name = m.subject
on conflict do nothing;
update pgrecall_data.namespaces n set memory_count = s.rows, word_count = s.words
from (select namespace_id, count(*) as rows, sum(length(keywords)) as words
      from pgrecall_data.memories group by 1) s where s.namespace_id = n.id;
select pgrecall.note_common_words(id, memory_count) from pgrecall_data.namespaces
where memory_count > 0;
analyze pgrecall_data.memories, pgrecall_data.mentions, pgrecall_data.entities,
  pgrecall_data.namespaces;
"""


@pytest.fixture(scope="module")
def filled(server_dsn: str, template_dsn: str) -> Iterator[str]:
    """A database with 20,000 memories in 8 namespaces, 10,000 of them in one."""
    with own_database(server_dsn, "plans") as dsn:
        with psycopg.connect(dsn, autocommit=True) as conn:
            conn.execute(FILL)
        yield dsn


@contextmanager
def own_database(server_dsn: str, name: str) -> Iterator[str]:
    """Make a copy of the template for a while."""
    yield new_database(server_dsn, name, template="pgrecall_template")
    drop_database(server_dsn, name)


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
        try:
            sql.execute("load 'auto_explain'")
        except psycopg.errors.UndefinedFile:
            pytest.skip("this server comes without auto_explain")
        for setting in ("min_duration = 0", "nested_statements = on", "analyze = on"):
            sql.execute(f"set local auto_explain.log_{setting}")
        sql.execute("set local auto_explain.log_timing = off")
        sql.execute("set local auto_explain.log_level = notice")
        sql.execute(f"set local plan_cache_mode = {mode}")
        act_as(sql, "bulk1")
        sql.add_notice_handler(self._keep)

    def _keep(self, notice: psycopg.errors.Diagnostic) -> None:
        if "plan:" in (notice.message_primary or ""):
            self.texts.append(notice.message_primary or "")

    def of(self, mark: str, **call_of: Any) -> str:
        """Return the plan of the statement that holds a text, run by one call of a verb."""
        ((verb, arguments),) = call_of.items()
        self.texts.clear()
        call(self.sql, verb, **arguments)
        (text,) = {text for text in self.texts if mark in text and "Scan" in text}
        return text


def scans(plan: str) -> set[str]:
    """Return the indexes, and the tables without one, through which memories and mentions go."""
    index = r"(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) (m\w+)"
    return {*re.findall(index, plan), *re.findall(r"Seq Scan on (m\w+)", plan)}


def rows_read(plan: str) -> int:
    """Return the largest number of rows any node of the plan saw."""
    seen = re.findall(r"actual rows=([\d.]+) loops=(\d+)", plan)
    kept = [round(float(rows) * int(loops)) for rows, loops in seen]
    return max([*kept, *(int(n) for n in re.findall(r"Rows Removed by \w+: (\d+)", plan))])


def heap_rows(plan: str) -> int:
    """Return the largest number of rows the plan took from a table."""
    taken = re.findall(r"Heap Scan on .*?actual rows=([\d.]+) loops=(\d+)", plan)
    return max([0, *(round(float(rows) * int(loops)) for rows, loops in taken)])


@pytest.fixture(params=["force_custom_plan", "force_generic_plan"])
def plans(big: Sql, request: pytest.FixtureRequest) -> Plans:
    return Plans(big, str(request.param))


def test_the_keyword_lane_reads_the_rows_that_hold_a_word(plans: Plans) -> None:
    plan = plans.of("with terms as materialized", recall={"query": "topic42 please"})
    assert scans(plan) <= {"memories_keywords", "memories_pkey"}
    assert rows_read(plan) <= 100


def test_a_word_of_every_row_is_read_up_to_a_limit(plans: Plans) -> None:
    for query in ("note", "note and word3", "the note about topic42"):
        plans.texts.clear()
        call(plans.sql, "recall", query=query)
        read = [plan for plan in plans.texts if "with terms as materialized" in plan]
        assert {scan for plan in read for scan in scans(plan)} <= {
            "memories_keywords",
            "memories_pkey",
        }
        assert max(heap_rows(plan) for plan in read) <= 1_500  # of 10,000


def test_the_entity_lane_reads_the_newest_mentions_of_a_name(plans: Plans) -> None:
    plan = plans.of("with mentioned as", recall={"query": "what said Person 18"})
    assert scans(plan) == {"mentions_pkey", "memories_pkey"}
    assert rows_read(plan) <= 40


def test_the_fusion_reads_candidates_by_their_key(plans: Plans) -> None:
    plan = plans.of("with pool as (", recall={"query": "topic42 of Person 18"})
    assert scans(plan) <= {
        "memories_pkey",
        "mentions_pkey",
        "mentions_memory",
        "usage_pkey",
        "entities_namespace_id_folded_key",
    }
    assert rows_read(plan) <= 500


def test_a_page_of_the_timeline_reads_a_page_of_its_index(plans: Plans) -> None:
    plan = plans.of("with page as", timeline={"limit": 20})
    assert scans(plan) == {"memories_timeline", "memories_pkey"}
    assert rows_read(plan) <= 21


def test_facts_read_their_subject(plans: Plans) -> None:
    plan = plans.of("with believed as", facts={"subject": "Person 4"})
    assert scans(plan) == {"memories_subject", "memories_pkey"}
    assert rows_read(plan) <= 100  # what there is about this person, of 10,000
    given = {"subject": "Person 4", "predicate": "shouted"}
    plan = plans.of("with believed as", facts=given)
    assert "memories_subject" in scans(plan)
    assert rows_read(plan) == 0


def test_neighbours_are_read_by_key(plans: Plans) -> None:
    (row,) = call(plans.sql, "timeline", limit=1)
    store(plans.sql, "An addition.", extends=[row["id"]])
    plan = plans.of("'parent' as direction", related={"id": row["id"]})
    assert (scans(plan), rows_read(plan)) == ({"memories_pkey"}, 1)
    assert "Seq Scan" not in plan


def test_the_caps_of_many_inferences_are_found_by_key_and_once(plans: Plans) -> None:
    (row,) = call(plans.sql, "timeline", limit=1)
    for number in range(60):
        store(plans.sql, f"Conclusion {number} of topic42.", derived_from=[row["id"]])
    plan = plans.of("with recursive line", recall={"query": "topic42 conclusion"})
    assert scans(plan) <= {"memories_pkey", "memories_root"}
    assert rows_read(plan) <= 20_000  # 60 inferences against some 100 candidates
    plan = plans.of("with weighed as", recall={"query": "topic42 conclusion"})
    assert rows_read(plan) <= 20_000
    assert "Function Scan on caps" in plan


def test_the_review_queue_reads_what_waits(plans: Plans) -> None:
    (row,) = call(plans.sql, "timeline", limit=1)
    store(plans.sql, "A conclusion.", derived_from=[row["id"]])
    plan = plans.of("with waiting as", inferred={})
    assert scans(plan) == {"memories_pending"}
    assert rows_read(plan) <= 1


def test_get_reads_by_key(plans: Plans) -> None:
    (row,) = call(plans.sql, "timeline", limit=1)
    plan = plans.of("with ordinality asked", get={"ids": [row["id"]] * 3})
    assert (scans(plan), rows_read(plan)) == ({"memories_pkey"}, 3)


def test_matching_words_to_forget_reads_the_rows_that_hold_them(plans: Plans) -> None:
    plan = plans.of("passes(m, v_filter)", forget={"matching": "topic42 word0"})
    assert scans(plan) == {"memories_keywords"}
    assert rows_read(plan) <= 20


def test_history_reads_the_chain(plans: Plans) -> None:
    (row,) = call(plans.sql, "timeline", limit=1)
    plan = plans.of("with recursive chain", history={"id": row["id"]})
    assert scans(plan) <= {"memories_pkey", "memories_root"}
    assert rows_read(plan) <= 10


@pytest.mark.parametrize(
    ("mark", "index", "rows"),
    [
        ("m.content_hash =", "memories_hash", 0),
        ("m.is_latest and m.forgotten_at is null and not m.is_multi", "memories_slot", 0),
        ("set valid_until = greatest", "memories_subject", 1),
    ],
)
def test_store_looks_for_its_like_by_index(
    plans: Plans, *, mark: str, index: str, rows: int
) -> None:
    given = {"content": "Person 4 eats.", "subject": "Person 4", "predicate": "eats"}
    plan = plans.of(mark, store=given)
    assert (scans(plan), rows_read(plan)) == ({index}, rows)


def test_a_plan_kept_from_an_empty_table_is_not_used_on_a_full_one(
    server_dsn: str, template_dsn: str
) -> None:
    with (
        own_database(server_dsn, "small") as dsn,
        psycopg.connect(dsn, row_factory=dict_row) as sql,
    ):
        sql.execute("alter table pgrecall_data.memories set (autovacuum_enabled = off)")
        sql.commit()
        turn = {"kind": "conversation", "session": "s", "speaker": "Bo"}
        for number in range(8):
            act_as(sql, "bulk1")
            store(sql, f"Early {number}.")
            store(sql, f"Early turn {number}.", **turn)
            store(sql, f"City {number}.", subject="Ana", predicate="lives in")
            sql.commit()
        sql.execute(FILL.partition("analyze")[0].replace("20000", "4000"))
        sql.commit()
        plans = Plans(sql, "auto")
        for given in ({"content": "A."}, {"content": "B."} | turn, {"content": "C.", **CITY}):
            plans.texts.clear()
            store(sql, **given)
            read = {text: rows_read(text) for text in plans.texts if "actual rows" in text}
            assert {text: rows for text, rows in read.items() if rows > 50} == {}
