"""Reported failures with odd texts and odd queries; each test is one of them, named by its id."""

import json
import random

import pytest

from pgrecall import InvalidInput, Memory, NewMemory, Stored

BOILER = "The boiler service code is QX-7731."


# B68: NUL


def test_b68_a_batch_with_nul_is_stored_whole_but_for_the_nul(mem: Memory) -> None:
    texts = [f"note {n}\twith a tab,\na line and a 🎉" for n in range(10)]
    batch = [NewMemory(content=text) for text in texts]
    batch[3] = NewMemory(content="nul\0inside 🎉\t\n")
    batch[5] = NewMemory(content="metadata with nul", metadata={"a\0": ["x\0y", {"b": "\0"}]})
    batch[7] = NewMemory(content="\0".join("utf-16 output") + "\0")
    results = mem.store_many(batch)
    assert [type(result) for result in results] == [Stored] * 10
    stored = [mem.get(result.id) for result in results if isinstance(result, Stored)]
    assert stored[3].content == "nulinside 🎉\t\n"
    assert stored[5].metadata == {"a": ["xy", {"b": ""}]}
    assert stored[7].content == "utf-16 output"
    assert [stored[n].content for n in (0, 1, 2, 4, 6, 8, 9)] == [
        texts[n] for n in (0, 1, 2, 4, 6, 8, 9)
    ]
    assert "NUL" in " ".join(results[3].notes if isinstance(results[3], Stored) else ())
    assert mem.recall("nul\0inside")[0].id == stored[3].id


# B69: cuts and surrogates


def test_b69_lone_surrogates_are_replaced_and_paired_ones_survive(mem: Memory) -> None:
    family = "👨\u200d👩\u200d👧"
    lone = json.loads('"half \\ud83d of it"')
    paired = json.loads('"whole \\ud83d\\ude00 and ' + family + '"')
    first = mem.store(lone, metadata={"body": lone})
    assert first.notes == ("content: 1 lone surrogates replaced by U+FFFD",)
    assert mem.get(first.id).content == "half \ufffd of it"
    assert mem.get(first.id).metadata == {"body": "half \ufffd of it"}
    assert mem.get(mem.store(paired).id).content == f"whole 😀 and {family}"
    assert len(mem.recall(lone)) == 2


@pytest.mark.parametrize("width", range(90, 110))
def test_b69_a_long_text_is_kept_byte_for_byte_wherever_an_index_would_cut(
    mem: Memory, width: int
) -> None:
    text = "a" * (100_000 - width % 20) + "👨\u200d👩\u200d👧😀" * 5 + " zebra"
    stored = mem.store(text)
    assert mem.get(stored.id).content == text
    assert "found by keyword in the first 100000" in " ".join(stored.notes)


# B70: texts that are too much for a text search index


def test_b70_text_over_the_limit_is_refused_with_the_way_out_and_its_parts_are_stored(
    mem: Memory,
) -> None:
    prose = "The harbour office keeps the tide tables of the year. " * 23_000
    assert len(prose) > 1_200_000
    with pytest.raises(InvalidInput, match="split it and store the parts"):
        mem.store(prose)
    assert mem.status().memory_count == 0
    parts = [prose[:600_000], prose[600_000:]]
    stored = [mem.store(part) for part in parts]
    assert "".join(mem.get(one.id).content for one in stored) == prose


def test_b70_every_long_text_within_the_limit_is_stored_whole_and_searchable(mem: Memory) -> None:
    rng = random.Random(70)
    tokens = " ".join(f"{rng.getrandbits(64):016x}" for _ in range(41_000))
    assert len(tokens) > 690_000
    word = "longword" * 625
    for text in (tokens, word, f"marker {'x' * 5000} end", "林教练" * 100_000):
        stored = mem.store(text)
        assert mem.get(stored.id).content == text
    assert mem.recall(tokens[:16], k=1)[0].content == tokens
    assert mem.recall(word, k=1)[0].content == word
    assert mem.recall("marker", k=1)[0].content.startswith("marker")


def test_b70_a_query_of_two_thousand_words_is_answered(mem: Memory) -> None:
    mem.store(BOILER)
    query = " ".join(f"word{n}" for n in range(2_000)) + " boiler service code"
    assert mem.recall(query)[0].content == BOILER


# B72: punctuation in queries

B72_QUERIES = {
    "what's Ana's plan?": "what Ana plan",
    "Ana <ana@mail.example>": "Ana ana mail example",
    "a & | ! (": "a",
    "key:value": "key value",
    "C:\\tmp\\x": "C tmp x",
    '"unclosed': "unclosed",
    "up-to-date-list": "up to date list",
    "MB/min": "MB min",
    "*:*": "",
    "''": "",
}


@pytest.mark.parametrize("query", B72_QUERIES)
def test_b72_punctuation_is_never_an_error_and_changes_nothing(fresh_dsn: str, query: str) -> None:
    with Memory(fresh_dsn, embedder="none", namespace="test") as mem:
        for text in (
            "Ana has a plan for the garden.",
            "The key is a value of the mail server example.",
            "Keep an unclosed bracket off the list that is up to date.",
            "The tmp folder fills at 3 MB a minute, 5 MB per min at worst.",
            "C is an old language; x marks the spot.",
        ):
            mem.store(text)
        asked = mem.recall(query)
        plain = mem.recall(B72_QUERIES[query])
        assert {hit.content for hit in asked} == {hit.content for hit in plain}
        assert asked.why_empty == plain.why_empty


# B73: the keyword lane without an embedder


@pytest.fixture
def boiler(fresh_dsn: str) -> "Memory":
    """The boiler note among 300 others, no embedder."""
    mem = Memory(fresh_dsn, embedder="none", namespace="test")
    places = ("garage", "attic", "cellar", "porch", "shed")
    mem.store(BOILER)
    mem.store_many(
        [
            NewMemory(content=f"Note {n}: the {places[n % 5]} was swept and it took {n} minutes.")
            for n in range(300)
        ]
    )
    return mem


def test_b73_a_question_full_of_common_words_finds_the_note(boiler: Memory) -> None:
    with boiler as mem:
        question = "could you tell me why the boiler isn't giving the service code?"
        assert mem.recall(question)[0].content == BOILER
        assert mem.recall("QX-7731 trombone")[0].content == BOILER


def test_b73_stop_words_alone_find_nothing_and_say_so(boiler: Memory) -> None:
    with boiler as mem:
        for query in ("what is it about?", "the"):
            answer = mem.recall(query)
            assert list(answer) == []
            assert answer.why_empty is not None
            assert "no word that can be looked up" in answer.why_empty


def test_b73_a_topic_that_was_never_stored_gives_nothing_confident(boiler: Memory) -> None:
    with boiler as mem:
        known = mem.recall("what is the boiler service code?")
        unknown = mem.recall("how many minutes did the submarine captain take to note the reef?")
        assert known.confidence is not None
        assert known.confidence > 0.9
        assert unknown.confidence is None or unknown.confidence < 0.5
