"""Every verb exists whole: in Python, blocking and not, in SQL, in the shell and in the docs, under
one name, with the same arguments and the same result.

Where a face does without something, the reason stands here.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import gen_sync
import psycopg
import pytest

from pgrecall import Memory, hits, migrate, rows, types

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ROOT / "src/pgrecall/sql/functions"
SQL = "\n".join(text for _, text in migrate.functions())
Catalog = psycopg.Connection[tuple[object, ...]]

# A verb has six faces. What a face does without, and why.
WITHOUT = {
    ("cli", "store_many"): "many memories come to a shell as a file: store --batch",
    ("cli", "receipts"): "what erase wrote: erase --receipts",
    ("cli", "verify_erased"): "asked after an erasure: erase --verify WORD",
}
FUNCTIONS_OF_NO_VERB = {
    "answer": "what the last recall says about itself: part of recall in Python",
    "consistency": "part of doctor",
    "declare_model": "called when a memory is opened",
    "known_keys": "part of store_many: spares embedding what is there",
    "nameless": "part of recall: what is embedded of a query",
    "place_canary": "part of doctor",
    "record_usage": "written in the background after recalls",
    "set_embeddings": "gives vectors to what has none, after an erasure",
    "texts_to_embed": "part of store: what is embedded of a turn",
    "unembedded": "what set_embeddings gives vectors to",
    "scan_rows": "part of verify_erased, which runs as the caller",
}
COMMANDS_OF_NO_VERB = {
    "bench": "measures recall on public sets",
    "fit": "finds weights for set_weights from labelled questions",
    "db": "the embedded server: start, stop, where it lies",
    "migrate": "install or upgrade the schema",
    "schema": "the schema as SQL text",
}
ARGUMENTS_OF_PYTHON_ONLY = {
    ("history", "id_or_text"): "id or content",
    ("recall", "namespaces"): "opened for the transaction: the function reads what is open",
    ("recall", "rerank"): "a second look at the hits that the function returned",
    ("store_many", "memories"): "items",
}
# function files tested together; every other one has a test of its own name
TESTED_WITH = {
    "answer": "recall",
    "asides": "compare",
    "asked_han": "asked",
    "asked_relative": "asked",
    "asked_words": "asked",
    "check_new": "store",
    "chinese": "compare",
    "close_versions": "supersede",
    "changed": "compare",
    "count_memory": "keyword_lane",
    "joined_up": "compare",
    "reading": "compare",
    "spelled": "compare",
    "synonyms_de": "compare",
    "synonyms_en": "compare",
    "synonyms_es": "compare",
    "synonyms_fr": "compare",
    "turned": "compare",
    "words_de": "compare",
    "words_en": "compare",
    "words_es": "compare",
    "words_fr": "compare",
    "words_other": "compare",
    "words_zh": "compare",
    "declare_model": "store",
    "entities": "recall",
    "features": "conversations",
    "erase_rows": "erase",
    "filter": "recall",
    "fuse": "recall",
    "search": "lanes",
    "get": "history",
    "insert_memory": "store",
    "memory": "history",
    "now": "recall",
    "receipts": "erase",
    "record_usage": "recall",
    "status": "doctor",
    "types": "store",
    "write": "store",
}


def async_verbs() -> dict[str, ast.AsyncFunctionDef]:
    return {
        n.name: n
        for twin in gen_sync.twins()
        for n in twin.body
        if isinstance(n, ast.AsyncFunctionDef)
        and not n.name.startswith("_")
        and n.name not in ("open", "close")
    }


@pytest.fixture(scope="module")
def catalog(shared_dsn: str) -> Iterator[Catalog]:
    with psycopg.connect(shared_dsn, autocommit=True) as conn:
        yield conn


def commands() -> set[str]:
    typer = pytest.importorskip("typer")
    from pgrecall import cli

    return set(typer.main.get_command(cli.app).commands)


def sql_calls() -> Iterator[tuple[str, str]]:
    """(function, class of its rows) of every call the Python side makes."""
    for name in (*(p.stem for p in gen_sync.SOURCES), "batch", "backing", "turns"):
        for node in ast.walk(ast.parse((ROOT / f"src/pgrecall/{name}.py").read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("call"):
                continue
            if isinstance(node.args[0], ast.Constant):
                rows = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "row")]
                yield str(node.args[0].value), ast.unparse(rows[0])


def test_every_verb_has_all_its_faces() -> None:
    headings = re.findall(r"^## (\w+)", (ROOT / "docs/verbs.md").read_text("utf-8"), re.MULTILINE)
    installed = set(re.findall(r"^create function pgrecall\.(\w+)", SQL, flags=re.MULTILINE))
    verbs = set(async_verbs())
    faces = {
        "Memory": {name for name in vars(Memory) if not name.startswith("_")},
        "sql": installed,
        "cli": commands(),
        "docs": set(headings),
    }
    missing = {(face, verb) for face, has in faces.items() for verb in verbs - has}
    assert missing == set(WITHOUT)


def test_nothing_is_offered_that_is_no_verb() -> None:
    heads = re.findall(r"^create function pgrecall\.(\w+)([^$]*)", SQL, flags=re.MULTILINE)
    definers = {name for name, head in heads if "security definer" in head}
    verbs = set(async_verbs())
    parts = {"answer"}  # runs as the caller, who asks after a recall
    assert (definers - verbs) | parts == set(FUNCTIONS_OF_NO_VERB)
    assert commands() - verbs == set(COMMANDS_OF_NO_VERB)


def test_arguments_have_one_name_in_python_and_sql(catalog: Catalog) -> None:
    found = []
    for verb, node in async_verbs().items():
        row = catalog.execute(
            "select proargnames[:pronargs] from pg_proc"
            " where proname = %s and pronamespace = 'pgrecall'::regnamespace",
            [verb],
        ).fetchone()
        assert row is not None, verb
        known = set(row[0] or ())  # type: ignore[call-overload]
        for arg in (*node.args.args, *node.args.kwonlyargs):
            known |= {"self", *({"id"} if verb == "get" else ())}
            if arg.arg not in known and (verb, arg.arg) not in ARGUMENTS_OF_PYTHON_ONLY:
                found.append(f"{verb}({arg.arg})")
    assert found == []


def test_dataclasses_are_the_result_columns_of_their_functions(catalog: Catalog) -> None:
    calls = {("answer", "Answer"), *sql_calls()}
    assert len(calls) >= 10
    for verb, row in sorted(calls):
        if row in ("str", "int"):
            continue
        columns = catalog.execute(
            "select coalesce((select array_agg(a.attname::text order by a.attnum)"
            "   from pg_attribute a join pg_type t on t.typrelid = a.attrelid"
            "   where t.oid = p.prorettype and a.attnum > 0 and a.attname <> 'namespace_id'),"
            "  (select array_agg(x.name order by x.place) from"
            "   unnest(p.proargnames, p.proargmodes) with ordinality x (name, mode, place)"
            "   where x.mode = 't')) from pg_proc p"
            " where p.proname = %s and p.pronamespace = 'pgrecall'::regnamespace",
            [verb],
        ).fetchone()
        assert columns is not None, verb
        assert [
            f.name
            for f in fields(next(getattr(m, row) for m in (hits, types, rows) if hasattr(m, row)))
        ] == columns[0], (verb, row)


def test_every_function_file_has_a_test_file() -> None:
    there = {p.stem.removeprefix("test_") for p in (ROOT / "tests/sql").glob("test_*.py")}
    names = {p.stem for p in FUNCTIONS.glob("*.sql")}
    assert names - there == set(TESTED_WITH)
    assert set(TESTED_WITH.values()) <= there
