"""The names a namespace knows are taken out of what is embedded of a query."""

import pytest
from conftest import Sql, act_as


def nameless(sql: Sql, query: str) -> str:
    row = sql.execute("select pgrecall.nameless(%s) as rest", [query]).fetchone()
    assert row is not None
    return str(row["rest"])


@pytest.fixture(autouse=True)
def _people(sql: Sql) -> None:
    for name in ("Caroline", "Mary Ann", "C++ (old)", "林教练", "Ann"):
        sql.execute(
            "select pgrecall.store(%s, subject => %s)", [f"{name} is somebody we know.", name]
        )


@pytest.mark.parametrize(
    ("query", "rest"),
    [
        ("When did Caroline paint a boat?", "When did paint a boat?"),
        ("what is caroline’s plan", "what is plan"),
        ("Did Mary  Ann call Ann's doctor?", "Did call doctor?"),
        ("carolines of the world", "carolines of the world"),
        ("Annette and Susann", "Annette and Susann"),
        ("林教练每周四教什么？", "每周四教什么？"),
        ("Caroline", "Caroline"),
        ("", ""),
        ("nobody we know", "nobody we know"),
    ],
)
def test_known_names_are_taken_out_unless_nothing_else_is_left(
    sql: Sql, query: str, rest: str
) -> None:
    assert nameless(sql, query) == rest


def test_names_of_another_namespace_are_not_known(sql: Sql) -> None:
    act_as(sql, "elsewhere")
    assert nameless(sql, "When did Caroline paint?") == "When did Caroline paint?"


def test_the_bearer_of_a_name_in_the_query_comes_first(sql: Sql) -> None:
    sql.execute("select pgrecall.store('I painted a boat.', speaker => 'Caroline')")
    sql.execute("select pgrecall.store('We painted a boat.', speaker => 'Bob')")
    for name, other in (("Caroline", "Bob"), ("Bob", "Caroline")):
        rows = sql.execute(
            "select speaker, explain -> 'entity' ->> 'names' as names"
            " from pgrecall.recall('who painted a boat, ' || %s, explain => true)"
            " where speaker is not null",
            [name],
        ).fetchall()
        assert [row["speaker"] for row in rows] == [name, other]
        assert [row["names"] for row in rows] == [f'["{name}"]', None]
