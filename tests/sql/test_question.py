"""What is read out of a query besides its times: names, and whose words are meant."""

import pytest
from conftest import Sql
from verbs import call, store


@pytest.mark.parametrize(
    ("query", "own"),
    [
        ("What colour did I pick?", True),
        ("where are my keys", True),
        ("Wo sind meine Schlüssel?", True),
        ("Où est mon vélo ?", True),
        ("¿Dónde dejé mis llaves?", True),
        ("我的护照放在哪里", True),
        ("what did you recommend for my trip?", False),
        ("What was the hostel that you told me about?", False),
        ("remind me of the recipe", False),
        ("Was hast du mir empfohlen?", False),
        ("Where does Ana live?", False),
        ("i18n of the dashboard", False),
        ("", False),
    ],
)
def test_a_query_about_the_users_own_words_is_recognised(sql: Sql, query: str, own: bool) -> None:
    row = sql.execute("reset role").execute("select pgrecall.asks_own(%s) as own", [query])
    assert row.fetchone() == {"own": own}


def test_what_the_user_said_ranks_above_what_was_answered(sql: Sql) -> None:
    common = {"kind": "conversation", "session": "s"}
    store(sql, "The kiln is hot.", speaker="assistant", origin="assistant", **common)
    store(sql, "The kiln is wet.", speaker="user", **common)

    def order(query: str) -> list[str]:
        return [row["content"][-4:-1] for row in call(sql, "recall", query=query, blend=False)]

    assert order("is my kiln") == ["wet", "hot"]
    hits = call(sql, "recall", query="which kiln did you suggest", explain=True)
    assert all("own" not in hit["explain"]["shares"] for hit in hits)


def test_the_words_of_a_name_find_rows_when_nothing_else_does(sql: Sql) -> None:
    store(sql, "Paints the house.", subject="Ana Ruiz")
    store(sql, "Ana swims.")
    rows = call(sql, "recall", query="does Ana Ruiz paint?", explain=True)
    assert [(row["content"], row["explain"]["keyword"]["words"]) for row in rows] == [
        ("Paints the house.", ["paint"]),
        ("Ana swims.", ["ana"]),
    ]
