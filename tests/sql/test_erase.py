"""Gone for good: which memories and events an erasure takes, which rows, and what it leaves."""

from typing import Any
from uuid import UUID

import pytest
from conftest import Sql, act_as, refused
from erasures import contents, dangling, erase, event, held, scoped_tables
from verbs import NOBODY, call, count, day, found, get, listed, store, store_id, travel, unwritten

SLOT = {"subject": "Ana", "predicate": "lives in"}
# tables with a namespace_id that an erasure does not count, and why
NOT_ERASED = {
    "common_words": "words of over 100 rows; those of erased memories go: test_keyword_lane",
    "receipts": "what an erasure leaves: that and when it was, and how much; no text of it",
    "tombstones": "what an erasure leaves: salted hashes that stop a re-import",
}
# tables without one, and why they hold nothing of anybody
OF_NO_NAMESPACE = {
    "migrations": "what is installed",
    "install": "what is installed",
    "models": "names of embedding models",
    "namespaces": "the paths: the receipts need them",
}


def test_erase_counts_what_went_by_table_and_the_rows_are_gone(sql: Sql) -> None:
    travel(sql, day(9))
    other = store_id(sql, "The kiln is hot.")
    source = event(sql, "I drink tea")
    id = store_id(sql, "Ana drinks tea.", subject="Ana", source_event=source, extends=[other])
    call(sql, "record_usage", ids=[id])
    before = held(sql)
    assert before == {
        "entities": 1, "events": 1, "memories": 2, "mentions": 1, "relations": 1, "sources": 1,
        "usage": 1,
    }  # fmt: skip
    receipt = erase(sql, ids=[id, id], reason="asked to")
    assert receipt == {
        "id": receipt["id"],
        "erased_at": day(9),
        "namespace": "test",
        "selector": "ids",
        "selector_hash": receipt["selector_hash"],
        "reason": "asked to",
        "counts": {**before, "memories": 1, "reviews": 0, "predicates": 0, "weights": 0},
        "kept": {"memories": 0, "events": 0, "entities": 0},
        "tombstone_count": 1,
        "is_dry_run": False,
    }
    assert held(sql) == {"memories": 1, "receipts": 1, "tombstones": 1}
    assert (contents(sql), dangling(sql)) == (["The kiln is hot."], [])
    with refused("MR001"):
        get(sql, id)


def test_every_table_with_a_namespace_is_erased_or_has_a_reason_not_to_be(sql: Sql) -> None:
    assert set(erase(sql, everything=True)["counts"]) | set(NOT_ERASED) == set(scoped_tables(sql))
    rows = sql.execute("select tablename from pg_tables where schemaname = 'pgrecall_data'")
    tables = {row["tablename"] for row in rows.fetchall()}
    assert tables - set(scoped_tables(sql)) == set(OF_NO_NAMESPACE)


@pytest.mark.parametrize("which", range(4))
def test_any_version_takes_the_whole_chain(sql: Sql, which: int) -> None:
    ids = [store_id(sql, f"Version {n}.", **SLOT) for n in range(4)]
    assert erase(sql, ids=[ids[which]])["counts"]["memories"] == 4
    assert (contents(sql), dangling(sql)) == ([], [])


@pytest.mark.parametrize("which", ["cat", "dog", "pets", "late", "last"])
def test_chains_that_were_joined_go_together(sql: Sql, which: str) -> None:
    travel(sql, day(9))
    slot = {"subject": "Ana", "predicate": "has"}
    ids = {"cat": store_id(sql, "A cat."), "dog": store_id(sql, "A dog.")}
    both = [ids["cat"], ids["dog"]]
    ids["pets"] = store_id(sql, "Both.", supersedes=both, valid_from=day(5), **slot)
    ids["late"] = store_id(sql, "A hen.", valid_from=day(1), **slot)
    ids["last"] = store_id(sql, "None.", valid_from=day(6), **slot)
    store(sql, "Another statement.")
    assert erase(sql, ids=[ids[which]])["counts"]["memories"] == 5
    assert (contents(sql), dangling(sql)) == (["Another statement."], [])


def test_what_a_restored_memory_stands_behind_goes_with_it(sql: Sql) -> None:
    old = store_id(sql, "Tea.", **SLOT)
    (gone,) = call(sql, "forget", ids=[old])
    new = store_id(sql, "Milk.", **SLOT)
    call(sql, "restore", batch=gone["batch"])
    assert get(sql, old)["superseded_by"] == new
    assert erase(sql, ids=[old])["counts"]["memories"] == 2
    assert (contents(sql), dangling(sql)) == ([], [])


def test_what_was_forgotten_expired_or_declined_is_erased_too(sql: Sql) -> None:
    travel(sql, day(1))
    store(sql, "Expired.", subject="Ana", forget_after=day(2))
    call(sql, "forget", ids=[store_id(sql, "Forgotten.", subject="ana ")])
    store(sql, "Ended.", subject="ANA", valid_until=day(2))
    store(sql, "Of Bo.", subject="Bo")
    travel(sql, day(3))
    assert erase(sql, subject="Ana")["counts"]["memories"] == 3
    assert contents(sql) == ["Of Bo."]


def test_where_is_the_filter_of_recall(sql: Sql) -> None:
    for number in range(4):
        store(sql, f"Note {number}.", metadata={"n": number, "labels": ["a"] * (number % 2)})
    where = {"and": [{"n": {">=": 1}}, {"not": {"labels": {"contains": "a"}}}]}
    assert erase(sql, where=where)["counts"]["memories"] == 1
    assert contents(sql) == ["Note 0.", "Note 1.", "Note 3."]


def test_everything_takes_every_row_of_the_namespace_and_none_of_another(sql: Sql) -> None:
    act_as(sql, "other")
    store(sql, "Ana drinks tea.", subject="Ana")
    act_as(sql, "test")
    first = store_id(sql, "Ana drinks tea.", subject="Ana")
    event(sql, "that nothing cites")
    store(sql, "Ana is awake.", derived_from=[first], idempotency_key="k")
    others = held(sql, "other")
    rows = held(sql)
    receipt = erase(sql, everything=True)
    assert {table: n for table, n in receipt["counts"].items() if n} == rows
    assert held(sql) == {"receipts": 1, "tombstones": 3}
    assert held(sql, "other") == others


def test_an_inference_goes_with_its_only_source_and_so_on(sql: Sql) -> None:
    base = store_id(sql, "Ana drinks tea at four.")
    first = store_id(sql, "Ana likes tea.", derived_from=[base])
    store(sql, "Ana is British.", derived_from=[first])
    receipt = erase(sql, ids=[base])
    assert (receipt["counts"]["memories"], receipt["kept"]["memories"]) == (3, 0)
    assert (contents(sql), dangling(sql)) == ([], [])


def test_an_inference_with_another_memory_behind_it_stays_and_loses_what_went(sql: Sql) -> None:
    gone, stays = store_id(sql, "Ana drinks tea."), store_id(sql, "Ana has a kettle.")
    id = store_id(sql, "Ana likes tea.", derived_from=[gone, stays])
    receipt = erase(sql, ids=[gone])
    assert (receipt["counts"]["memories"], receipt["kept"]["memories"]) == (1, 1)
    assert get(sql, id)["sources"] == [f"memory:{stays}"]
    edges = sql.execute("select from_id, relation, to_id from pgrecall_data.relations").fetchall()
    assert edges == [{"from_id": id, "relation": "derives", "to_id": stays}]
    assert erase(sql, ids=[stays])["counts"]["memories"] == 2
    assert dangling(sql) == []


def test_an_inference_stays_for_an_event_of_its_own_not_for_one_that_was_erased(sql: Sql) -> None:
    store(sql, "First.")
    shared, own = event(sql, "shared"), event(sql, "own")
    base = store_id(sql, "Ana drinks tea.", source_event=shared)
    store(sql, "Same event.", derived_from=[base], source_event=shared)
    store(sql, "Its own event.", derived_from=[base], source_event=own)
    receipt = erase(sql, ids=[base])
    assert (receipt["counts"]["memories"], receipt["counts"]["events"]) == (2, 1)
    assert (contents(sql), dangling(sql)) == (["First.", "Its own event."], [])


def test_an_event_stays_while_a_memory_that_stays_cites_it(sql: Sql) -> None:
    store(sql, "First.")
    shared = event(sql, "Tea, and the kiln is hot.")
    tea = store_id(sql, "Tea.", source_event=shared)
    kiln = store_id(sql, "The kiln is hot.", source_event=shared)
    receipt = erase(sql, ids=[tea])
    assert (receipt["counts"]["events"], receipt["kept"]["events"]) == (0, 1)
    assert erase(sql, ids=[kiln])["counts"]["events"] == 1


def test_a_document_takes_what_only_it_supports(sql: Sql) -> None:
    store(sql, "First.")
    document, other = event(sql, "the document"), event(sql, "another")
    store(sql, "Only there.", source_event=document)
    both = store_id(sql, "There and elsewhere.", source_event=document)
    sql.execute("reset role")
    sql.execute(
        "insert into pgrecall_data.sources select namespace_id, id, 'event', %s"
        " from pgrecall_data.memories where id = %s",
        [other, both],
    )
    act_as(sql, "test")
    receipt = erase(sql, document=document)
    assert (receipt["selector"], receipt["kept"]["memories"]) == ("document", 1)
    assert (receipt["counts"]["memories"], receipt["counts"]["events"]) == (1, 1)
    assert contents(sql) == ["First.", "There and elsewhere."]
    assert (get(sql, both)["sources"], dangling(sql)) == ([f"event:{other}"], [])


def test_a_chunk_is_selected_by_the_memories_that_cite_it(sql: Sql) -> None:
    id = store_id(sql, "From a chunk.")
    sql.execute("reset role")
    sql.execute(
        "insert into pgrecall_data.sources select namespace_id, id, 'chunk', %s"
        " from pgrecall_data.memories where id = %s",
        [NOBODY, id],
    )
    act_as(sql, "test")
    assert erase(sql, document=NOBODY)["counts"]["memories"] == 1


def test_a_name_stays_while_a_memory_that_stays_mentions_it(sql: Sql) -> None:
    comet = store_id(sql, "Pilar adopted Comet.", subject="Pilar", speaker="Comet")
    pilar = store_id(sql, "Pilar paints.", subject="Pilar")
    receipt = erase(sql, ids=[comet])
    assert (receipt["counts"]["entities"], receipt["kept"]["entities"]) == (1, 1)
    assert erase(sql, ids=[pilar])["counts"]["entities"] == 1


def test_a_dry_run_counts_the_same_and_writes_nothing(sql: Sql) -> None:
    source = event(sql, "x") if store(sql, "First.") else None
    id = store_id(sql, "Ana drinks tea.", subject="Ana", source_event=source)
    before = held(sql)
    dry = erase(sql, ids=[id], dry_run=True)
    assert (dry["id"], dry["erased_at"], dry["is_dry_run"]) == (None, None, True)
    assert (held(sql), call(sql, "receipts")) == (before, [])
    real = erase(sql, ids=[id])
    own = ("id", "erased_at", "is_dry_run")
    assert {n: v for n, v in dry.items() if n not in own} == {
        n: v for n, v in real.items() if n not in own
    }


def test_a_dry_run_makes_no_namespace(sql: Sql) -> None:
    act_as(sql, "never/written")
    erase(sql, everything=True, dry_run=True)
    assert sql.execute("select from pgrecall_data.namespaces").rowcount == 0


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"everything": False},
        {"subject": " "},
        {"where": {}},
        {"where": {"n": {"~": 1}}},
        {"ids": [NOBODY], "everything": True},
        {"subject": "Ana", "where": {"n": 1}},
        {"subject": "Ana", "reason": "for ANA"},
    ],
    ids=str,
)
def test_erase_takes_exactly_one_selector_that_can_be_used(sql: Sql, given: dict[str, Any]) -> None:
    store(sql, "Tea.", subject="Ana", metadata={"n": 1})
    with unwritten(sql, "MR003", says=""):
        erase(sql, **given)
    assert (contents(sql), call(sql, "receipts")) == (["Tea."], [])


def test_an_unknown_or_foreign_id_or_document_erases_nothing_at_all(sql: Sql) -> None:
    act_as(sql, "other")
    foreign = store_id(sql, "Foreign.")
    act_as(sql, "test")
    mine = store_id(sql, "Mine.")
    cases: list[tuple[UUID, dict[str, Any]]] = [
        *((id, {"ids": [mine, id]}) for id in (NOBODY, foreign)),
        *((id, {"document": id}) for id in (NOBODY, foreign, mine)),
    ]
    for id, given in cases:
        with unwritten(sql, "MR001", says=str(id)):
            erase(sql, **given)
    assert (listed(sql), call(sql, "receipts")) == (["Mine."], [])
    act_as(sql, "other")
    assert listed(sql) == ["Foreign."]


def test_nothing_to_erase_is_a_receipt_of_nothing(sql: Sql) -> None:
    store(sql, "Tea.")
    selectors: list[dict[str, Any]] = [{"ids": []}, {"subject": "Nobody"}, {"where": {"n": 1}}]
    for given in selectors:
        assert set(erase(sql, **given)["counts"].values()) == {0}
    assert count(sql) == 1


def test_receipts_are_read_again_and_outlive_the_namespace(sql: Sql) -> None:
    store(sql, "Ana drinks tea.", subject="Ana")
    first = erase(sql, subject="Ana", reason="request 1")
    second = erase(sql, everything=True)
    assert call(sql, "receipts") == [second, first]
    act_as(sql, "other")
    assert call(sql, "receipts") == []


def test_a_receipt_says_of_the_selector_only_a_hash_that_differs_by_namespace(sql: Sql) -> None:
    hashes = set()
    for path in ("test", "other"):
        act_as(sql, path)
        for subject in ("Ana", " ANA"):
            hashes.add(erase(sql, subject=subject)["selector_hash"])
        assert erase(sql, everything=True)["selector_hash"] is None
        rows = sql.execute("select to_jsonb(r)::text as row from pgrecall_data.receipts r")
        assert [row for row in rows.fetchall() if "Ana" in row["row"]] == []
    assert len(hashes) == 2


def test_what_was_erased_can_be_said_again_and_found(sql: Sql) -> None:
    erase(sql, ids=[store_id(sql, "Ana drinks tea.", **SLOT)])
    assert store(sql, "Ana drinks tea.", **SLOT)["action"] == "created"
    assert found(sql, "tea of Ana") == ["Ana drinks tea."]


def quoted(sql: Sql, word: str) -> int:
    """Return how many columns have the word among their statistics."""
    sql.execute("reset role")
    rows = sql.execute(
        "select from pg_stats where schemaname = 'pgrecall_data' and concat_ws(' ',"
        " most_common_vals, histogram_bounds, most_common_elems) ilike %s",
        [f"%{word}%"],
    )
    act_as(sql, "test")
    return rows.rowcount


@pytest.mark.parametrize("others", [{}, {"session": "s"}, {"subject": "Bo"}], ids=str)
def test_the_planner_quotes_no_erased_text(sql: Sql, others: dict[str, str]) -> None:
    for number in range(5):
        store(sql, f"Quibblefrost {number} is tea.", subject="Quibblefrost", predicate=str(number))
        if others:
            store(sql, f"Milk {number}.", **others)
    source = event(sql, "Quibblefrost")
    event(sql, "quibblefrost")
    store(sql, "Quibblefrost.", subject="Quibblefrost", source_event=source)
    sql.execute("reset role")
    sql.execute("delete from pgrecall_data.events where payload ->> 'text' = 'quibblefrost'")
    sql.execute("analyze pgrecall_data.memories, pgrecall_data.entities, pgrecall_data.events")
    act_as(sql, "test")
    assert quoted(sql, "quibblefrost") >= 4
    erase(sql, subject="Quibblefrost")
    assert quoted(sql, "quibblefrost") == 0
    assert len(contents(sql)) == (5 if others else 0)
    assert dangling(sql) == []
