"""The keyword lane in large namespaces: rare words, filters, typos, and the counts it needs."""

from typing import Any

import pytest
from conftest import Row, Sql, act_as, refused
from erasures import erase
from verbs import call, found, store, store_id, store_many

LANE = """
select m.content, l.raw, l.detail from pgrecall.keyword_lane(
  array[%(n)s]::int[], pgrecall.query_lexemes(%(q)s, array[%(n)s]::int[]),
  pgrecall.new_filter(%(kinds)s, null, null, null, null, null, null, null, false), 200) l
join pgrecall_data.memories m on m.id = l.id order by l.rank
"""


def asked(sql: Sql, query: str, *, kinds: list[str] | None = None) -> list[Row]:
    """Return what the lane finds, as the owner."""
    sql.execute("reset role")
    n = stats(sql)["id"]
    given = {"n": n, "q": query, "kinds": kinds}
    rows = sql.execute(LANE, given).fetchall()
    act_as(sql, "test")
    return rows


def stats(sql: Sql) -> Row:
    """Return what is known of the namespace."""
    sql.execute("reset role")
    row = sql.execute("select * from pgrecall_data.namespaces where path = 'test'").fetchone()
    act_as(sql, "test")
    assert row is not None
    return row


def noted(sql: Sql) -> dict[str, float]:
    """Return the common words of the namespace and their shares."""
    rows = sql.execute("select lexeme, share from pgrecall_data.common_words").fetchall()
    return {row["lexeme"]: row["share"] for row in rows}


def fill(sql: Sql, count: int) -> None:
    """Store turns that share two words, with a number each and one of 50 things."""
    items: list[dict[str, Any]] = [
        {
            "content": f"Common note {n} on thing{n % 50}.",
            "kind": "conversation",
            "session": "s",
            "said_at": f"2026-01-{1 + n % 28:02}T00:00:00Z",
        }
        for n in range(count)
    ]
    for start in range(0, count, 300):
        store_many(sql, items[start : start + 300])


@pytest.fixture
def large(sql: Sql) -> Sql:
    """Twelve hundred turns: enough for some words to be common."""
    fill(sql, 1200)
    return sql


def test_counts_and_common_words_follow_what_is_stored(large: Sql) -> None:
    known = stats(large)
    assert 1000 < known["memory_count"] < 1400
    assert known["languages"] == ["english"]
    assert set(noted(large)) == {"common", "note"}


def test_a_namespace_of_up_to_512_is_counted_exactly_and_erasing_counts_down(sql: Sql) -> None:
    ids = [store_id(sql, f"Tea number {n}.", subject=f"Pot {n}") for n in range(20)]
    assert stats(sql)["memory_count"] == 20
    erase(sql, ids=ids[:5])
    assert (stats(sql)["memory_count"], stats(sql)["word_count"]) == (15, 45)
    erase(sql, everything=True)
    assert (stats(sql)["memory_count"], stats(sql)["languages"]) == (0, [])


def test_common_words_of_an_erased_memory_are_no_longer_noted(large: Sql) -> None:
    (row,) = call(large, "timeline", limit=1)
    erase(large, ids=[row["id"]])
    assert noted(large) == {}


def test_rare_words_find_their_rows_among_common_ones(large: Sql) -> None:
    for query in ("common note 777", "the note on thing7"):
        rows = asked(large, query)
        rare = query.rpartition(" ")[2]
        assert rare in rows[0]["detail"]
        assert len(rows) <= 200
    assert asked(large, "common note 777")[0]["detail"] == ["777", "common", "note"]


def test_common_words_alone_still_find_as_many_as_are_asked_for(large: Sql) -> None:
    for query in ("common", "common note", "note common unheardof"):
        assert len(asked(large, query)) == 200
    store(large, "Note well.", kind="decision")
    assert len(found(large, "note", k=10)) == 10


def test_a_filter_comes_before_the_limit(large: Sql) -> None:
    kept = [store(large, f"A common plan {n}.", kind="decision")["id"] for n in range(3)]
    assert len(kept) == 3
    rows = asked(large, "common note", kinds=["decision"])
    assert sorted(row["content"] for row in rows) == [f"A common plan {n}." for n in range(3)]
    rows = asked(large, "common note 777", kinds=["decision"])
    assert sorted(row["content"] for row in rows) == [f"A common plan {n}." for n in range(3)]


def test_a_word_counts_once_in_whatever_form_it_is_found(sql: Sql) -> None:
    store(sql, "Die Familie Müller wohnt in der Straße am Fluss.")
    store(sql, "The family of Mueller lives by the river.")
    (row, _) = asked(sql, "Müller")
    assert len(row["detail"]) == 1
    assert len(found(sql, "Müller")) == len(found(sql, "mueller")) == 2


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("boilr", "boilr~boiler"),
        ("bolier", "bolier~boiler"),
        ("boilerr", "boilerr~boiler"),
        ("boixer", "boixer~boiler"),
        ("quartz", "quartz~quartzit"),
        ("inv-2026", "inv-2026~inv-2026-00318"),
    ],
)
def test_a_word_nobody_wrote_is_read_as_the_nearest_one(sql: Sql, query: str, read: str) -> None:
    store(sql, "The boiler of INV-2026-00318 stands on quartzite.")
    store(sql, "The kiln is in the shed.")
    (row,) = asked(sql, query)
    assert read in row["detail"]
    assert found(sql, query) == ["The boiler of INV-2026-00318 stands on quartzite."]


def test_a_guess_weighs_half_and_gives_way_to_the_word_itself(sql: Sql) -> None:
    store(sql, "The boiler hums.")
    (guess,) = asked(sql, "boilr")
    (typed,) = asked(sql, "boiler")
    assert guess["raw"] == pytest.approx(typed["raw"] / 2)
    store(sql, "A boilr is no word.")
    assert [row["content"] for row in asked(sql, "boilr")] == ["A boilr is no word."]


@pytest.mark.parametrize("query", ["tea", "qx-7732", "4472", "xyzzy", "the", ""])
def test_short_words_and_numbers_are_never_guessed(sql: Sql, query: str) -> None:
    store(sql, "The teak boiler QX-7731 has pump 4471.")
    assert [row for row in asked(sql, query) if any("~" in w for w in row["detail"])] == []


def test_a_language_can_be_set(sql: Sql) -> None:
    sql.execute("reset role")
    sql.execute("select pgrecall.set_language('test', 'german')")
    act_as(sql, "test")
    store(sql, "Häuser")
    assert found(sql, "Haus") == ["Häuser"]
    sql.execute("reset role")
    with refused("MR003"), sql.transaction():
        sql.execute("select pgrecall.set_language('test', 'klingon')")
