"""The windows of time that a query names, and whether it asks for a time.

Asked at noon on Thursday, 15 June 2023, UTC, unless said."""

from datetime import UTC, datetime

import hypothesis.strategies as st
import pytest
from conftest import Sql
from hypothesis import HealthCheck, given, settings
from verbs import call, store

NOW = datetime(2023, 6, 15, 12, tzinfo=UTC)


def windows(sql: Sql, query: str, asked_at: datetime = NOW) -> list[str]:
    """Return the windows as text: the first day .. the day after the last."""
    rows = sql.execute(
        "select concat(case when starts > '-infinity' then to_char(starts, 'YYYY-MM-DD') end,"
        " '..', to_char(ends, 'YYYY-MM-DD')) as days from pgrecall.asked_windows(%s, %s)",
        [query, asked_at],
    ).fetchall()
    return [row["days"] for row in rows]


@pytest.fixture
def owner(sql: Sql) -> Sql:
    """The connection as one who may call the parts of recall, at Greenwich."""
    sql.execute("reset role")
    sql.execute("set local timezone = 'UTC'")
    return sql


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("what did we do yesterday", "2023-06-14..2023-06-15"),
        ("Was haben wir gestern gemacht?", "2023-06-14..2023-06-15"),
        ("la couleur choisie hier", "2023-06-14..2023-06-15"),
        ("lo que dijo ayer", "2023-06-14..2023-06-15"),
        ("ieri", "2023-06-14..2023-06-15"),
        ("ontem", "2023-06-14..2023-06-15"),
        ("昨天选的颜色", "2023-06-14..2023-06-15"),
        ("昨日決めた色", "2023-06-14..2023-06-15"),
        ("어제 고른 색", "2023-06-14..2023-06-15"),
        ("the day before yesterday", "2023-06-13..2023-06-14"),
        ("vorgestern", "2023-06-13..2023-06-14"),
        ("anteayer", "2023-06-13..2023-06-14"),
        ("前天说的", "2023-06-13..2023-06-14"),
        ("一昨日", "2023-06-13..2023-06-14"),
        ("그저께", "2023-06-13..2023-06-14"),
        ("on Tuesday", "2023-06-13..2023-06-14"),
        ("a couple of days ago", "2023-06-13..2023-06-14"),
        ("tonight", "2023-06-15..2023-06-16"),
        ("今天", "2023-06-15..2023-06-16"),
        ("Thursday", "2023-06-15..2023-06-16"),
        ("3 days ago", "2023-06-12..2023-06-13"),
        ("il y a 3 jours", "2023-06-12..2023-06-13"),
        ("三天前", "2023-06-12..2023-06-13"),
        ("大前天", "2023-06-12..2023-06-13"),
        ("本周一", "2023-06-12..2023-06-13"),
        ("ten days ago", "2023-06-04..2023-06-07"),
        ("十天前", "2023-06-04..2023-06-07"),
        ("last Thursday", "2023-06-08..2023-06-09"),
        ("this Friday", "2023-06-09..2023-06-10"),
        ("上周二", "2023-06-06..2023-06-07"),
        ("先週の火曜日", "2023-06-06..2023-06-07"),
        ("지난주 화요일", "2023-06-06..2023-06-07"),
        ("last weekend", "2023-06-10..2023-06-12"),
        ("on the weekend", "2023-06-10..2023-06-12"),
        ("letztes Wochenende", "2023-06-10..2023-06-12"),
        ("上周末", "2023-06-10..2023-06-12"),
        ("last week", "2023-06-05..2023-06-12"),
        ("la semaine dernière", "2023-06-05..2023-06-12"),
        ("la semana pasada", "2023-06-05..2023-06-12"),
        ("上周", "2023-06-05..2023-06-12"),
        ("a week ago", "2023-06-05..2023-06-12"),
        ("this week", "2023-06-12..2023-06-19"),
        ("two weeks ago", "2023-05-29..2023-06-05"),
        ("vor zwei Wochen", "2023-05-29..2023-06-05"),
        ("il y a deux semaines", "2023-05-29..2023-06-05"),
        ("hace dos semanas", "2023-05-29..2023-06-05"),
        ("due settimane fa", "2023-05-29..2023-06-05"),
        ("两周前", "2023-05-29..2023-06-05"),
        ("2週間前", "2023-05-29..2023-06-05"),
        ("2주 전", "2023-05-29..2023-06-05"),
        ("past two weeks", "2023-06-01..2023-06-16"),
        ("in den letzten zwei Wochen", "2023-06-01..2023-06-16"),
        ("ces deux dernières semaines", "2023-06-01..2023-06-16"),
        ("过去两周", "2023-06-01..2023-06-16"),
        ("last month", "2023-05-01..2023-06-01"),
        ("el mes pasado", "2023-05-01..2023-06-01"),
        ("上个月", "2023-05-01..2023-06-01"),
        ("先月", "2023-05-01..2023-06-01"),
        ("지난달", "2023-05-01..2023-06-01"),
        ("in May", "2023-05-01..2023-06-01"),
        ("5월", "2023-05-01..2023-06-01"),
        ("in the last 3 months", "2023-03-15..2023-06-16"),
        ("最近三个月", "2023-03-15..2023-06-16"),
        ("vor einem Monat", "2023-05-05..2023-05-26"),
        ("five months ago", "2023-01-05..2023-01-26"),
        ("两个月前", "2023-04-05..2023-04-26"),
        ("3か月前", "2023-03-05..2023-03-26"),
        ("in March", "2023-03-01..2023-04-01"),
        ("in March 2023", "2023-03-01..2023-04-01"),
        ("last March", "2023-03-01..2023-04-01"),
        ("im März", "2023-03-01..2023-04-01"),
        ("en mars", "2023-03-01..2023-04-01"),
        ("3月", "2023-03-01..2023-04-01"),
        ("in early March", "2023-03-01..2023-03-12"),
        ("3月初", "2023-03-01..2023-03-12"),
        ("Ende Mai", "2023-05-20..2023-06-01"),
        ("1月中旬", "2023-01-09..2023-01-23"),
        ("late January 2023", "2023-01-20..2023-02-01"),
        ("March 2022", "2022-03-01..2022-04-01"),
        ("去年三月", "2022-03-01..2022-04-01"),
        ("en marzo 2021", "2021-03-01..2021-04-01"),
        ("December", "2022-12-01..2023-01-01"),
        ("2022年12月", "2022-12-01..2023-01-01"),
        ("August 2022", "2022-08-01..2022-09-01"),
        ("Q1 2023", "2023-01-01..2023-04-01"),
        ("last year", "2022-01-01..2023-01-01"),
        ("去年", "2022-01-01..2023-01-01"),
        ("작년", "2022-01-01..2023-01-01"),
        ("in 2022", "2022-01-01..2023-01-01"),
        ("2022年", "2022-01-01..2023-01-01"),
        ("this year", "2023-01-01..2024-01-01"),
        ("今年", "2023-01-01..2024-01-01"),
        ("the year 2021", "2021-01-01..2022-01-01"),
        ("over the past year", "2022-06-15..2023-06-16"),
        ("10 years ago", "2013-04-16..2013-08-15"),
        ("summer of 2022", "2022-06-01..2022-09-01"),
        ("last summer", "2022-06-01..2022-09-01"),
        ("in winter", "2022-12-01..2023-03-01"),
        ("8 May 2023", "2023-05-08..2023-05-09"),
        ("May 8th, 2023", "2023-05-08..2023-05-09"),
        ("on May 8", "2023-05-08..2023-05-09"),
        ("on the 8th of May", "2023-05-08..2023-05-09"),
        ("2023-05-08", "2023-05-08..2023-05-09"),
        ("8/5/2023", "2023-05-08..2023-05-09"),
        ("8.5.2023", "2023-05-08..2023-05-09"),
        ("8. Mai 2023", "2023-05-08..2023-05-09"),
        ("8 mai 2023", "2023-05-08..2023-05-09"),
        ("8 de mayo de 2023", "2023-05-08..2023-05-09"),
        ("8 maggio 2023", "2023-05-08..2023-05-09"),
        ("2023年5月8日", "2023-05-08..2023-05-09"),
        ("5月8日", "2023-05-08..2023-05-09"),
        ("二〇二三年五月八日", "2023-05-08..2023-05-09"),
        ("2023년 5월 8일", "2023-05-08..2023-05-09"),
        ("5/18/2023", "2023-05-18..2023-05-19"),
        ("20 December", "2022-12-20..2022-12-21"),
        ("12月20日", "2022-12-20..2022-12-21"),
        ("in the second week of March", "2023-03-08..2023-03-15"),
        ("the last week of May 2022", "2022-05-25..2022-06-01"),
        ("erste Woche im März", "2023-03-01..2023-03-08"),
        ("the week before 16 November 2022", "2022-11-09..2022-11-16"),
        ("the month before March 2023", "2023-02-01..2023-03-01"),
        ("between May 11 and May 15 2022", "2022-05-11..2022-05-16"),
        ("between 3 and 7 May 2023", "2023-05-03..2023-05-08"),
        ("from March to May 2023", "2023-03-01..2023-06-01"),
        ("从3月到5月", "2023-03-01..2023-06-01"),
        ("3月から5月", "2023-03-01..2023-06-01"),
        ("from November 2022 to February 2023", "2022-11-01..2023-03-01"),
        ("since March", "2023-03-01..2023-06-16"),
        ("seit März", "2023-03-01..2023-06-16"),
        ("von März bis Mai 2022", "2022-03-01..2022-06-01"),
        ("before June 2023", "..2023-06-01"),
        ("before 12 May 2023", "..2023-05-12"),
    ],
)
def test_a_time_in_a_query_is_a_window(owner: Sql, query: str, days: str) -> None:
    assert windows(owner, query) == [days]
    assert windows(owner, f"Well, {query}?") == [days]


@pytest.mark.parametrize(
    "query", ["last Tuesday", "letzten Dienstag", "mardi dernier", "el martes pasado"]
)
def test_last_tuesday_may_be_this_weeks_or_the_one_before(owner: Sql, query: str) -> None:
    assert windows(owner, query) == ["2023-06-06..2023-06-07", "2023-06-13..2023-06-14"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?",
        "I may go",
        "May I come in?",
        "they march on",
        "a sunny day",
        "24/7",
        "version 1.2.3 of it",
        "10.0.0.1",
        "INV-2026-00318",
        "notes/plan-2026.pdf",
        "400 million years ago",
        "100,000 years ago",
        "2000 years ago",
        "for two weeks",
        "how many days did it take",
        "31 February 2023",
        "2023-13-45",
        "call 555 2022 now",
        "the hierarchy of tags",
        "my second sister",
        "room 2022",
        "每天",
    ],
)
def test_what_names_no_time_is_no_window(owner: Sql, query: str) -> None:
    assert windows(owner, query) == []


def test_several_times_are_several_windows_but_four_at_most(owner: Sql) -> None:
    query = "on 3 May, on 5 May, on 7 May, on 9 May, on 11 May"
    assert windows(owner, query) == [f"2023-05-{d:02}..2023-05-{d + 1:02}" for d in (3, 5, 7, 9)]


def test_a_day_is_one_of_the_sessions_time_zone(owner: Sql) -> None:
    late = datetime(2023, 6, 15, 1, tzinfo=UTC)
    assert windows(owner, "yesterday", late) == ["2023-06-14..2023-06-15"]
    owner.execute("set local timezone = 'America/New_York'")
    assert windows(owner, "yesterday", late) == ["2023-06-13..2023-06-14"]
    row = owner.execute(
        "select ends - starts as long from pgrecall.asked_windows('12 March 2023', %s)", [NOW]
    ).fetchone()
    assert row is not None
    assert row["long"].total_seconds() == 23 * 3600  # the clocks went forward that day


@given(
    st.text(max_size=200)
    | st.text(alphabet="last year month 2023-5.月日前天年/ago of the may 一二十", max_size=60)
)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150
)
def test_no_query_is_an_error(owner: Sql, query: str) -> None:
    text = query.replace("\0", "")
    if not any("\ud800" <= c <= "\udfff" for c in text):
        assert len(windows(owner, text)) <= 4


@pytest.mark.parametrize(
    ("query", "asks"),
    [
        ("When did Ana leave?", True),
        ("So when was that", True),
        ("how long did it take", True),
        ("What date is the exam?", True),
        ("Seit wann wohnt er hier?", True),
        ("Depuis quand ?", True),
        ("¿Cuándo es la fiesta?", True),
        ("考试是什么时候", True),
        ("誕生日はいつですか", True),
        ("시험은 언제야", True),
        ("What happened when Ana left?", False),
        ("Where is the kiln?", False),
        ("", False),
    ],
)
def test_a_question_for_a_time_is_recognised(owner: Sql, query: str, asks: bool) -> None:
    row = owner.execute("select pgrecall.asks_when(%s) as asks", [query]).fetchone()
    assert row == {"asks": asks}


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("We met yesterday.", True),
        ("It was in June.", True),
        ("Back in 2019.", True),
        ("See you at 5 pm", True),
        ("Wir treffen uns am Mittwoch.", True),
        ("On se voit demain.", True),
        ("昨天开会了", True),
        ("3月に行く", True),
        ("내일 만나요", True),
        ("The kiln is hot.", False),
        ("I may go.", False),
        ("窑很热", False),
    ],
)
def test_a_text_that_speaks_of_a_time_is_recognised(owner: Sql, text: str, has: bool) -> None:
    row = owner.execute("select pgrecall_data.mentions_time(%s) as has", [text]).fetchone()
    assert row == {"has": has}


def test_what_was_said_when_the_query_says_comes_first(sql: Sql) -> None:
    for month in (3, 4, 5):
        store(
            sql, f"We picked colour number {month}.", said_at=datetime(2023, month, 20, tzinfo=UTC)
        )
    hits = call(sql, "recall", query="the colour we picked in April", as_of=NOW, explain=True)
    assert hits[0]["content"] == "We picked colour number 4."
    assert hits[0]["explain"]["time"] == {"rank": 1}
    assert "dated" in hits[0]["explain"]["shares"]
    assert len(hits) == 3


def test_a_time_alone_finds_what_happened_then(sql: Sql) -> None:
    store(
        sql, "The kiln cracked.", event_at="2023-06-14", said_at=datetime(2023, 6, 15, tzinfo=UTC)
    )
    store(sql, "Bo moved.", said_at=datetime(2022, 1, 1, tzinfo=UTC))
    rows = call(sql, "recall", query="yesterday", as_of=NOW)
    assert [row["content"] for row in rows] == ["The kiln cracked."]


def test_a_name_is_no_time(sql: Sql) -> None:
    store(sql, "April paints.", subject="April", said_at=datetime(2023, 1, 1, tzinfo=UTC))
    (hit,) = call(sql, "recall", query="what does April paint", as_of=NOW, explain=True)
    assert "time" not in hit["explain"]
    assert "dated" not in hit["explain"]["shares"]
