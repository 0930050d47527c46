"""Any text can be stored and any text asked; what was stored is found by each of its words."""

import re
import unicodedata

import hypothesis
from conftest import Sql, act_as
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "aàâçéèêëîïôûùüÿœeimnrst",
    "aäöüßeimnrst",
    "aåæøeiklmnrst",
    "aąćęłńóśźżeiklmt",
    "aıişğüçöeklmnr",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "αάβγδεέζηήθικλμνξοόπρσςτυύφχψωώ",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآىة",
    "一二三山水火木金土日月北京東西南明天",
)
WORD = st.sampled_from(ALPHABETS).flatmap(
    lambda letters: st.text(alphabet=letters, min_size=4, max_size=12)
)
TEXT = st.lists(WORD, min_size=1, max_size=6)
ANY = st.text(max_size=200)
PLENTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def store(sql: Sql, content: str) -> None:
    """Store a fact."""
    sql.execute("select * from pgrecall.store(%s)", [content])


def found(sql: Sql, query: str) -> list[str]:
    """Return what a recall finds, as texts."""
    rows = sql.execute("select content from pgrecall.recall(%s)", [query]).fetchall()
    return [row["content"] for row in rows]


def undone(sql: Sql) -> None:
    """Forget what an example stored."""
    sql.rollback()
    act_as(sql, "test")


def is_informative(sql: Sql, word: str) -> bool:
    """Return whether the lane looks the word up at all: no stop word."""
    row = sql.execute(
        "select cardinality(pgrecall.query_lexemes(%s, '{}')) > 0 as looked_up", [word]
    ).fetchone()
    assert row is not None
    return bool(row["looked_up"])


@PLENTY
@hypothesis.given(words=TEXT)
def test_a_text_is_found_by_each_word_in_any_case_and_without_accents(
    sql: Sql, words: list[str]
) -> None:
    undone(sql)
    text = " ".join(words)
    store(sql, text)
    for word in words:
        # й is a letter of its own, not и with a mark
        bare = re.sub("[\u0300-\u0305\u0307-\u036f]", "", unicodedata.normalize("NFD", word))
        for query in (word, word.upper(), word.lower(), bare):
            sql.execute("reset role")
            is_word = is_informative(sql, query)
            act_as(sql, "test")
            assert not is_word or found(sql, query) == [text], (query, text)


@PLENTY
@hypothesis.given(text=ANY, query=ANY)
def test_no_text_and_no_query_is_ever_refused_for_its_characters(
    sql: Sql, text: str, query: str
) -> None:
    undone(sql)
    content = "tea " + text.replace("\0", "")
    store(sql, content)
    assert len(found(sql, query.replace("\0", ""))) <= 1
    assert len(found(sql, "tea")) == 1
