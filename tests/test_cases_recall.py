"""Reported failures of recall itself, with the real local embedder; each is named by its id."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pgrecall import Memory, NewMemory

NOW = datetime(2026, 4, 15, 12, tzinfo=UTC)
TURNS = Path(__file__).parent.parent / "examples/conversation.jsonl.gz"


def others(count: int) -> list[NewMemory]:
    """Return things a user said, from LongMemEval, to look among."""
    with gzip.open(TURNS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    said = [row["text"] for row in rows if row["speaker"] == "user"]
    return [NewMemory(content=text, said_at=NOW - timedelta(days=30)) for text in said[:count]]


@pytest.fixture
def real(fresh_dsn: str) -> Iterator[Memory]:
    """A memory with the local embedder, as a newcomer has it."""
    with Memory(fresh_dsn, embedder="local", namespace="test") as memory:
        yield memory


# B14: scripts without spaces, without the vector lane

SENTENCES = [
    "林教练每周四傍晚在湖边教皮划艇。",
    "祖母の誕生日は三月九日です。",
    "정기 회의는 화요일 오전 열 시에 시작한다.",
    "ร้านปิดทุกวันจันทร์",
    "项目 KD-315 的服务器是 db07.birch.example,版本 2.14。",
]


@pytest.mark.parametrize("is_embedded", [False, True])
@pytest.mark.parametrize(
    "asked",
    [
        ("皮划艇", 0),
        ("誕生日", 1),
        ("회의", 2),
        ("วันจันทร์", 3),
        ("请问是谁在教大家划皮划艇呢", 0),
        ("祖母さんの誕生日はいつですか", 1),
        ("다음 회의는 언제 하나요", 2),
        ("ร้านเปิดวันจันทร์ไหม", 3),
        ("KD-315", 4),
        ("315", 4),
        ("db07.birch.example", 4),
        ("birch", 4),
        ("2.14", 4),
    ],
)
def test_b14_words_are_found_in_every_script_and_mixture(
    fresh_dsn: str, asked: tuple[str, int], is_embedded: bool
) -> None:
    embedder = "local" if is_embedded else "none"
    with Memory(fresh_dsn, embedder=embedder, namespace="test") as mem:
        for sentence in SENTENCES:
            mem.store(sentence)
        assert mem.recall(asked[0])[0].content == SENTENCES[asked[1]]


# B75: identifiers, whole and by their parts

NOTES = {
    "pump-4471": ("4471", "pump"),
    "INV-2026-00318": ("00318", "inv-2026-00318"),
    "parse_user_input": ("PARSE_USER_INPUT", "parse user input"),
    "notes/plan-2026.pdf": ("plan-2026.pdf", "plan"),
    "https://status.birch.example/a?b=1&c=2": ("birch", "status.birch.example"),
    "0198f3b2-77aa-7c3e-9f10-5a2b7c9d1e44": ("5a2b7c9d1e44",),
    "getUserName": ("getusername", "user name"),
    "v1.22.3": ("1.22.3",),
}


@pytest.mark.parametrize("is_embedded", [False, True])
def test_b75_an_identifier_is_first_whole_and_by_its_parts(
    fresh_dsn: str, is_embedded: bool
) -> None:
    embedder = "local" if is_embedded else "none"
    with Memory(fresh_dsn, embedder=embedder, namespace="test") as mem:
        mem.store_many(others(50))
        for name in NOTES:
            mem.store(f"Remember to look at {name} again.")
        for name, parts in NOTES.items():
            for query in (name, name.upper(), name.lower(), *parts):
                found = mem.recall(query)[0].content
                assert found == f"Remember to look at {name} again.", query


def test_b75_a_known_id_resolves_directly(mem: Memory) -> None:
    stored = mem.store("The kiln is in the shed.")
    assert mem.get(stored.id).content == "The kiln is in the shed."
    assert mem.get(str(stored.id).upper()).id == stored.id


# B18: a language of one's own


def test_b18_a_french_fact_is_found_in_french_and_in_english(real: Memory) -> None:
    real.store_many(others(200))
    stored = real.store("Mon vélo est au garage depuis mardi.")
    assert real.get(stored.id).content == "Mon vélo est au garage depuis mardi."
    for query in ("Où est mon vélo ?", "Where is my bike?", "ou est mon velo"):
        assert stored.id in [hit.id for hit in real.recall(query, k=3)], query


# B19: yesterday


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("the colour picked yesterday", ["We settled on teal.", "The colour we picked is mauve."]),
        ("어제 고른 색", ["청록색으로 정했다.", "우리가 고른 색은 연보라색이다."]),
        ("昨日決めた色", ["青緑にした。", "私たちが決めた色は藤色だ。"]),
        ("昨天选的颜色", ["我们定了青绿色。", "我们选的颜色是淡紫色。"]),
        (
            "la couleur choisie hier",
            ["On a pris le bleu canard.", "La couleur choisie est le mauve."],
        ),
    ],
)
def test_b19_what_was_said_yesterday_is_first_when_yesterday_is_asked_for(
    real: Memory, query: str, texts: list[str]
) -> None:
    right, old = texts
    real.store(old, said_at=NOW - timedelta(days=365))
    real.store(right, said_at=NOW - timedelta(days=1))
    assert [hit.content for hit in real.recall(query, as_of=NOW)] == [right, old]
    limited = real.recall(query, as_of=NOW, since=NOW - timedelta(days=2), until=NOW)
    assert [hit.content for hit in limited] == [right]


# B42: filters over what several producers wrote


def test_b42_a_filter_compares_like_with_like(mem: Memory) -> None:
    for priority in (2, 9, 10, 100, "n/a", None, {"x": 1}, "10", [10]):
        mem.store(f"Row of priority {priority!r}.", metadata={"priority": priority})
    mem.store("Row of a file.", metadata={"file": "2026_0305"})
    mem.store("Row of another file.", metadata={"file": 20260305})
    found = mem.recall("row", where={"priority": {">=": 10}}, k=50)
    assert sorted(hit.metadata["priority"] for hit in found) == [10, 100]
    (file,) = mem.recall("row", where={"file": "2026_0305"}, k=50)
    assert file.content == "Row of a file."
    assert len(mem.recall("row", where={"priority": 10}, k=50)) == 1


# B81: what was written is found at once


def test_b81_what_was_stored_is_found_by_the_next_call(real: Memory) -> None:
    stored = real.store("the codeword is marigold-55")
    for query in ("marigold-55", "what is the codeword?", "MARIGOLD"):
        assert real.recall(query)[0].id == stored.id, query


def test_b81_a_query_that_finds_nothing_changes_nothing(fresh_dsn: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        mem.store_many(others(150))
        before = mem.status()
        found = mem.recall("zyxwvut qponmlk")
        assert (list(found), found.confidence) == ([], None)
        assert found.why_empty == "no memory holds a word of the query, and no vector was compared"
        assert mem.status() == before
