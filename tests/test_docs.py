"""What the documents show is true: their code runs, what they name exists, what exists is in them.

Blocks of one page run one after the other; a `text` block right after one is what it prints.
"""

import inspect
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import fields
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pgrecall import Memory
from pgrecall.config import Settings
from pgrecall.embed import PROVIDERS
from pgrecall.errors import BY_SQLSTATE

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "AGENTS.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)(.*)\n([\s\S]*?)^```$", re.MULTILINE)
EXPECTED = re.compile(r"\n\n```text\n([\s\S]*?)^```$", re.MULTILINE)
VERBS = (ROOT / "docs/verbs.md").read_text("utf-8")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> Iterator[tuple[str, str | None]]:
    """(code, what it prints) of a page; a block marked `skip: reason` is not run."""
    text = page.read_text("utf-8")
    for match in BLOCK.finditer(text):
        if match[1] == language and not match[2].strip().startswith("skip:"):
            expected = EXPECTED.match(text, match.end())
            yield match[3], expected[1] if expected else None


def pages(language: str) -> list[Any]:
    return [pytest.param(p, id=name(p)) for p in PAGES if any(blocks(p, language))]


@pytest.fixture
def surroundings(fresh_dsn: str, run_dir: Path) -> dict[str, tuple[str, str]]:
    """The setting a page is run under: README as a newcomer has it, with a server to be made."""
    other = ("PGRECALL_DSN", fresh_dsn)
    newcomer = ("PGRECALL_DATA_DIR", str(run_dir / "readme"))
    return {page.name: newcomer if page.name == "README.md" else other for page in PAGES}


@pytest.mark.parametrize("page", pages("python"))
def test_python_runs(
    page: Path, surroundings: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*surroundings[page.name])
    scope: dict[str, Any] = {"__name__": "documentation"}
    for code, expected in blocks(page, "python"):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, name(page), "exec"), scope)
        assert expected is None or printed.getvalue() == expected


@pytest.mark.parametrize("page", pages("sql"))
def test_sql_runs(page: Path, fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as conn:
        conn.execute("set role pgrecall_app")
        for code, expected in blocks(page, "sql"):
            lines, cursor = [], conn.execute(code.encode())
            while True:
                if cursor.description:
                    lines += [" | ".join(map(str, row)) for row in cursor if row != ("",)]
                if not cursor.nextset():
                    break
            assert expected is None or lines == expected.splitlines(), code


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Every `pgrecall …` in a shell block, in a code span, and in a hint of the program."""
    for page in PAGES:
        text = page.read_text("utf-8")
        shell = "\n".join(code for code, _ in blocks(page, "sh"))
        prose = BLOCK.sub("", text)
        found = re.findall(r"^pgrecall .+$", shell, flags=re.MULTILINE)
        for line in [*found, *re.findall(r"`(pgrecall [a-z][^`]*)`", prose)]:
            yield name(page), shlex.split(line, comments=True)[1:]
    for path in sorted([*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.sql")]):
        for line in re.findall(
            r"pgrecall (db \w+|migrate --\w+|doctor\b)", path.read_text("utf-8")
        ):
            yield name(path), line.split()


def test_every_command_shown_exists() -> None:
    typer = pytest.importorskip("typer")
    from pgrecall import cli

    unknown = []
    for where, words in command_lines():
        command = typer.main.get_command(cli.app)
        options = [o for p in command.params for o in (*p.opts, *p.secondary_opts)]
        for word in words:
            below = getattr(command, "commands", {})
            if word in below:
                command = below[word]
                options += [o for p in command.params for o in (*p.opts, *p.secondary_opts)]
            elif below or (word.startswith("-") and word.partition("=")[0] not in options):
                if word not in (*options, "--help", "…"):
                    unknown.append(f"{where}: {word} in pgrecall {' '.join(words)}")
                break
    assert unknown == []


def test_every_make_target_shown_exists() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    for page in PAGES:
        shown = re.findall(r"(?:^|`)make (\w+)", page.read_text("utf-8"), flags=re.MULTILINE)
        assert set(shown) <= set(targets), name(page)


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def test_links_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        prose = BLOCK.sub("", page.read_text("utf-8"))
        for link in re.findall(r"\]\(([^)\s]+)\)", prose):
            path, _, anchor = link.partition("#")
            if re.match(r"https?://", link):
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{name(page)}: {link}")
    assert broken == []


def test_every_page_of_the_docs_is_linked_from_the_index() -> None:
    index = (ROOT / "docs/index.md").read_text("utf-8")
    assert {p.name for p in (ROOT / "docs").glob("*.md")} - {"index.md"} <= set(
        re.findall(r"\((\w+\.md)\)", index)
    )


def rows(page: str, pattern: str) -> list[tuple[str, ...]]:
    """The cells of the table rows whose first cell is `pattern` in backquotes."""
    text = (ROOT / page).read_text("utf-8")
    lines = re.findall(rf"^\| `?{pattern}`? \|.*\|$", text, flags=re.MULTILINE)
    return [tuple(cell.strip(" `") for cell in line.strip("|").split("|")) for line in lines]


def test_every_setting_is_documented_with_its_default() -> None:
    def shown(value: object) -> str:
        return "" if value is None else str(value).lower() if value is True else str(value)

    defaults = [(f"PGRECALL_{f.name.upper()}", shown(f.default)) for f in fields(Settings)]
    assert [row[:2] for row in rows("docs/operate.md", r"PGRECALL_\w+")] == defaults


def test_no_document_names_a_setting_that_is_none() -> None:
    known = {f"PGRECALL_{f.name.upper()}" for f in fields(Settings)}
    for page in PAGES:
        assert set(re.findall(r"PGRECALL_[A-Z_]*[A-Z]", page.read_text("utf-8"))) <= known


def test_every_error_code_is_documented_with_its_class() -> None:
    table = {row[0]: row[1] for row in rows("docs/sql.md", r"MR\d+")}
    assert table == {code: kind.__name__ for code, kind in BY_SQLSTATE.items()}


def test_every_table_is_documented(shared_dsn: str) -> None:
    with psycopg.connect(shared_dsn) as conn:
        query = "select tablename from pg_tables where schemaname = 'pgrecall_data'"
        there = {table for (table,) in conn.execute(query)}
    section = (ROOT / "docs/sql.md").read_text("utf-8").partition("## Tables")[2]
    named = re.findall(r"^\| (`.+?`) \|", section.partition("\n## ")[0], flags=re.MULTILINE)
    assert {n.strip("`") for line in named for n in line.split(", ")} == there


def test_every_provider_of_embedders_is_documented() -> None:
    text = (ROOT / "docs/operate.md").read_text("utf-8")
    assert [p for p in PROVIDERS if f"`{p}:" not in text] == []


def sections() -> list[tuple[str, str]]:
    return re.findall(r"^## (\w+)\n([\s\S]*?)(?=^## |\Z)", VERBS, flags=re.MULTILINE)


@pytest.mark.parametrize(("verb", "section"), [pytest.param(*s, id=s[0]) for s in sections()])
def test_a_verb_is_shown_in_every_language_with_all_its_arguments(verb: str, section: str) -> None:
    languages = {match[1] for match in BLOCK.finditer(section)} - {"text"}
    assert languages == {"python", "sql"} | ({"sh"} if verb != "store_many" else set())
    arguments = set(inspect.signature(getattr(Memory, verb)).parameters) - {"self"}
    prose = section if verb in ("store", "recall") else ""
    assert not prose or {a for a in arguments if f"`{a}`" not in prose} == set()
