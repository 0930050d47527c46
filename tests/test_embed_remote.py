"""Remote embedders, against a real HTTP server in this process that speaks OpenAI's protocol."""

import asyncio
import gc
import json
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from pgrecall.embed import Embedder, load
from pgrecall.errors import ConfigError, ProviderError

pytest.importorskip("pydantic_ai", reason="pgrecall[remote] is not installed")
pytest.importorskip("openai", reason="pgrecall[remote] is not installed")

from pgrecall.embed.remote import RemoteEmbedder
from pgrecall.embed.spec import parse

KEY = "sk-test-0123456789abcdefghijklmnop"
Answer = Callable[["Provider", dict[str, Any]], None]


def vector_of(text: str) -> list[float]:
    """Return three numbers that tell texts apart, not of unit length."""
    return [1.0 + len(text), float(sum(map(ord, text)) % 97), 2.0]


def rows_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"object": "embedding", "index": n, "embedding": vector_of(text)}
        for n, text in enumerate(body["input"])
    ]


class Provider(BaseHTTPRequestHandler):
    """Answers `POST /v1/embeddings` as `script` says, in order; then normally."""

    script: list[Answer]
    requests: list[dict[str, Any]]
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body["path"], body["key"] = self.path, self.headers["Authorization"]
        self.requests.append(body)
        answer = self.script.pop(0) if self.script else normal
        answer(self, body)

    def send(self, status: int, payload: Any, **headers: str) -> None:
        raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def send_rows(self, rows: list[dict[str, Any]]) -> None:
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        self.send(200, {"object": "list", "data": rows, "model": "m", "usage": usage})

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output clean."""


def rows(change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> Answer:
    """Return an answer of status 200 whose rows are changed."""

    def answer(provider: Provider, body: dict[str, Any]) -> None:
        provider.send_rows(change(rows_of(body)))

    return answer


def each(**fields: Any) -> Answer:
    return rows(lambda made: [{**row, **fields} for row in made])


normal = rows(lambda made: made)
shuffled = rows(lambda made: made[::-1])
without_index = rows(lambda made: [{"embedding": row["embedding"]} for row in made])
one_missing = rows(lambda made: made[:-1])
nothing = rows(lambda made: [])
ragged = rows(lambda made: [made[0], {**made[1], "embedding": [1.0]}])
same_index = each(index=0)
wrong_size = each(embedding=[1.0, 2.0])
not_a_number = each(embedding=[1.0, float("nan"), 2.0])
zero = each(embedding=[0.0, 0.0, 0.0])
words = each(embedding=["a", "b", "c"])


def no_json(provider: Provider, body: dict[str, Any]) -> None:
    provider.send(200, b"<html>a proxy's page</html>")


def cut(provider: Provider, body: dict[str, Any]) -> None:
    provider.send_response(200)
    provider.send_header("Content-Type", "application/json")
    provider.send_header("Content-Length", "5000")
    provider.end_headers()
    provider.wfile.write(b'{"object": "list", "data": [')
    provider.close_connection = True


def status(code: int, message: str = "no", **headers: str) -> Answer:
    def answer(provider: Provider, body: dict[str, Any]) -> None:
        provider.send(code, {"error": {"message": message, "code": None}}, **headers)

    return answer


def quota(provider: Provider, body: dict[str, Any]) -> None:
    provider.send(429, {"error": {"message": "pay", "code": "insufficient_quota"}})


class Running:
    """The server of one test, and the embedder that talks to it."""

    def __init__(self, url: str, handler: type[Provider]) -> None:
        self.url = url
        self.handler = handler

    @property
    def requests(self) -> list[dict[str, Any]]:
        return self.handler.requests

    def answers(self, *script: Answer) -> None:
        self.handler.script[:] = script

    def embedder(self, options: str = "", *, timeout: float = 5.0) -> RemoteEmbedder:
        return RemoteEmbedder(parse(f"openai:m@{self.url}{options}"), timeout=timeout)

    def embed(self, *texts: str, options: str = "", timeout: float = 5.0) -> list[Any]:
        async def run() -> list[Any]:
            embedder = self.embedder(options, timeout=timeout)
            try:
                return await embedder.embed(texts)
            finally:
                await embedder.close()

        return asyncio.run(run())


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    handler = type("Handler", (Provider,), {"script": [], "requests": []})
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Running(f"http://127.0.0.1:{httpd.server_address[1]}/v1", handler)
    httpd.shutdown()
    httpd.server_close()
    thread.join(5)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Keep the waits between tries, and wait none of them."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr("pgrecall.embed.remote.asyncio.sleep", noted)
    return waits


def assert_unit_of(text: str, vector: Any) -> None:
    expected = np.array(vector_of(text))
    assert vector.dtype == np.float32
    assert np.allclose(vector, expected / np.linalg.norm(expected), atol=1e-6)


@pytest.mark.parametrize("answer", [normal, shuffled, without_index])
def test_vectors_come_in_the_order_of_the_texts_at_unit_length(
    server: Running, answer: Answer
) -> None:
    server.answers(answer)
    texts = ["one", "the second", "3"]
    for text, vector in zip(texts, server.embed(*texts), strict=True):
        assert_unit_of(text, vector)
    assert server.requests[0]["path"] == "/v1/embeddings"
    assert server.requests[0]["key"] == f"Bearer {KEY}"


def test_the_size_is_known_after_prepare_and_asked_for_when_given(server: Running) -> None:
    async def run() -> None:
        embedder: Embedder = server.embedder()
        assert server.requests == []
        with pytest.raises(ConfigError, match="prepare"):
            _ = embedder.dim
        await embedder.prepare()
        await embedder.prepare()
        assert embedder.dim == 3
        await embedder.warm()
        await embedder.close()
        sized = server.embedder("?dim=3")
        assert sized.dim == 3
        await sized.embed_query("x")
        await sized.close()

    asyncio.run(run())
    assert ["dimensions" in request for request in server.requests] == [False, True]


def test_a_common_model_has_a_known_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    embedder = load("openai:text-embedding-3-small")
    assert embedder is not None
    assert embedder.dim == 1536
    assert embedder.similarity_floor is None
    assert "localhost" not in str(load("openai:m@http://localhost:1/v1").model)  # type: ignore[union-attr]


@pytest.mark.parametrize("provider", ["openai", "cohere", "google", "voyageai"])
def test_a_missing_key_is_named_at_once(monkeypatch: pytest.MonkeyPatch, provider: str) -> None:
    prefix = {"cohere": "CO", "voyageai": "VOYAGE"}.get(provider, provider.upper())
    for name in (f"{prefix}_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigError, match=f"{prefix}_API_KEY"):
        load(f"{provider}:some-model")


@pytest.mark.parametrize(
    "case",
    [
        ("openai:m", "pydantic_ai.embeddings", "pgrecall[remote]"),
        ("cohere:embed-v4.0", "cohere", "pgrecall[remote]"),
        ("sentence-transformers:m", "sentence_transformers", "pgrecall[sentence-transformers]"),
    ],
)
def test_a_missing_package_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, case: tuple[str, str, str]
) -> None:
    spec, module, extra = case
    monkeypatch.setenv("CO_API_KEY", KEY)
    for name in [n for n in sys.modules if n.startswith(("pgrecall.embed.remote", module))]:
        monkeypatch.delitem(sys.modules, name)
    for package in ("embeddings", "providers"):
        monkeypatch.delitem(sys.modules, f"pydantic_ai.{package}.cohere", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigError) as caught:
        load(spec)
    assert extra in str(caught.value)


@pytest.mark.parametrize(
    "case",
    [
        (one_missing, "1 vectors for 2 texts"),
        (same_index, "cannot be read"),
        (wrong_size, "not 3"),
        (ragged, r"\[1, 3\]"),
        (not_a_number, "not finite"),
        (zero, "zero"),
        (words, "not numbers"),
        (nothing, "cannot be read"),
    ],
)
def test_vectors_that_cannot_be_used_are_refused(
    server: Running, impatient: list[float], case: tuple[Answer, str]
) -> None:
    answer, said = case
    server.answers(answer)
    with pytest.raises(ProviderError, match=said) as caught:
        server.embed("a", "b", options="?dim=3")
    assert not caught.value.retryable
    assert (len(server.requests), impatient) == (1, [])


@pytest.mark.parametrize(
    "failure", [status(429, Retry_After="1"), status(500), status(503), cut, no_json]
)
def test_a_passing_failure_is_tried_again(
    server: Running, impatient: list[float], failure: Answer
) -> None:
    server.answers(failure, failure)
    (vector,) = server.embed("text")
    assert_unit_of("text", vector)
    assert len(server.requests) == 3
    assert len(impatient) == 2


def test_the_wait_a_provider_asks_for_is_honoured_within_patience(
    server: Running, impatient: list[float]
) -> None:
    server.answers(status(429, Retry_After="4"), normal, status(429, Retry_After="60"))
    server.embed("text")
    assert impatient == [4.0]
    with pytest.raises(ProviderError) as caught:
        server.embed("text")
    assert caught.value.retryable
    assert impatient == [4.0]


def test_a_lasting_failure_ends_after_three_tries(server: Running, impatient: list[float]) -> None:
    server.answers(*[status(500)] * 9)
    with pytest.raises(ProviderError, match="status 500") as caught:
        server.embed("text")
    assert caught.value.retryable
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "failure",
    [
        status(400, f"bad input, key {KEY}"),
        status(401, f"Incorrect API key provided: {KEY}"),
        status(404, "no such model"),
        quota,
    ],
)
def test_a_refusal_is_not_tried_again_and_tells_no_key(server: Running, failure: Answer) -> None:
    server.answers(failure)
    with pytest.raises(ProviderError) as caught:
        server.embed("text")
    assert not caught.value.retryable
    assert len(server.requests) == 1
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_server_that_hangs_is_given_up(server: Running, impatient: list[float]) -> None:
    released = threading.Event()

    def hang(provider: Provider, body: dict[str, Any]) -> None:
        released.wait(5)
        provider.close_connection = True

    server.answers(*[hang] * 3)
    try:
        with pytest.raises(ProviderError, match="did not answer within") as caught:
            server.embed("text", timeout=0.1)
    finally:
        released.set()
    assert caught.value.retryable


def test_a_server_that_is_not_there_can_be_tried_later(impatient: list[float]) -> None:
    async def run() -> None:
        embedder = RemoteEmbedder(parse("openai:m@http://127.0.0.1:9/v1"))
        try:
            await embedder.embed_query("x")
        finally:
            await embedder.close()

    with pytest.raises(ProviderError, match="no answer from") as caught:
        asyncio.run(run())
    assert caught.value.retryable


def test_a_repeated_query_is_asked_once(server: Running) -> None:
    async def run() -> None:
        embedder = server.embedder()
        first = await embedder.embed_query("tea?")
        assert await embedder.embed_query("tea?") is first
        assert not first.flags.writeable
        await embedder.close()
        await embedder.embed_query("after close")
        await embedder.close()

    asyncio.run(run())
    assert len(server.requests) == 2


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_embedder_moves_to_another_event_loop(server: Running) -> None:
    embedder = server.embedder()
    for text in ("one", "two", "three"):
        asyncio.run(embedder.embed([text]))
    assert len(server.requests) == 3
    asyncio.run(embedder.close())
    del embedder
    gc.collect()  # what the dead loops left open is noticed here, where it is expected


def test_long_texts_go_in_windows_and_many_texts_in_batches(server: Running) -> None:
    long = "漢字。" * 400 + "😀" * 200
    vectors = server.embed(*["short"] * 100, long, "", "\ud800\0", options="?max_bytes=300")
    sent = [text for request in server.requests for text in request["input"]]
    assert len(vectors) == 103
    assert max(len(text.encode()) for text in sent) <= 300
    assert all(text.strip() for text in sent)
    assert max(len(request["input"]) for request in server.requests) <= 64
    assert all(abs(float(np.linalg.norm(vector)) - 1) < 1e-5 for vector in vectors)
    assert "".join(sent[100:-2]) == long
    embedder = server.embedder("?max_bytes=300")
    assert embedder.coverage(long) == (len(sent) - 102, len(sent) - 102)
    assert embedder.coverage(long * 30)[0] == 32
