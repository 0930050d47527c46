"""Rerankers: a second look at the first hits, by a model that reads the question with each text.

| spec | what it is |
|---|---|
| `local` | the best passage of each text by the local embedder; for long texts, no network |
| `sentence-transformers:MODEL` | a cross-encoder run in this process by that package |
| `cohere:MODEL`, `jina:MODEL`, `voyageai:MODEL` | a provider's; the key is in its own variable |
| `server:MODEL@http://HOST/v1` | any server with the common rerank API (vLLM, LiteLLM, …) |

A reranker has a budget of time. What it does not reach keeps its place behind what it does; one
that fails changes nothing, and the answer says so.
"""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from pgrecall.config import key_of
from pgrecall.embed import windows
from pgrecall.embed.local import LocalEmbedder
from pgrecall.errors import ConfigError, ProviderError
from pgrecall.hits import Hit, Recalled

DEPTH = 30  # hits that are looked at again, or k if that is more
PASSAGE = 300  # characters of a passage of `local`
LONGEST = 4_000  # characters of a text that are sent to a model
URLS = {
    "cohere": "https://api.cohere.com/v2",
    "jina": "https://api.jina.ai/v1",
    "voyageai": "https://api.voyageai.com/v1",
}
CHOICES = (
    "local, sentence-transformers:MODEL, cohere:MODEL, jina:MODEL, voyageai:MODEL,"
    " or server:MODEL@http://HOST/v1"
)


class Reranker(Protocol):
    """Says how well texts answer a question: higher is better, on any scale."""

    name: str
    portion: int  # texts that are scored together; the budget is looked at between portions

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return a score for each text, in order.

        Raises:
            ProviderError: it cannot.
        """


def load(spec: str) -> Reranker:
    """Return the reranker that `spec` names (see the module); loads and sends nothing.

    Raises:
        ConfigError: the spec is not understood, or a package or a key is missing for it.
    """
    name = spec.strip()
    provider, _, rest = name.partition(":")
    model, _, url = rest.partition("@")
    if name == "local":
        return LocalReranker()
    if provider == "sentence-transformers" and model:
        return CrossEncoder(model)
    if provider in URLS and model and not url:
        return ServedReranker(name, model=model, url=URLS[provider], key=key_of(provider))
    if provider == "server" and model and url.startswith(("http://", "https://")):
        return ServedReranker(f"server:{model}", model=model, url=url, key=None)
    raise ConfigError(f"reranker {spec!r} is not understood", hint=f"choose {CHOICES}")


async def reranked(found: Recalled, query: str, *, by: Reranker, k: int, budget: float) -> Recalled:
    """Return the first `k` hits after a second look at them, within `budget` seconds.

    What was not scored in time follows in its fused order. When the reranker fails, the fused
    order stands. `skipped_lanes` says so in both cases.
    """
    scores: list[float] = []
    note = None
    until = asyncio.get_running_loop().time() + budget
    while len(scores) < len(found):
        part = [hit.content[:LONGEST] for hit in found.hits[len(scores) :][: by.portion]]
        left = until - asyncio.get_running_loop().time()
        try:
            if left <= 0:
                raise TimeoutError
            made = _checked(await asyncio.wait_for(by.score(query, part), left), len(part))
        except TimeoutError:
            note = f"rerank: {len(scores)} of {len(found)} hits within {budget:g} s"
            break
        except (ProviderError, ValueError) as error:
            scores = []
            note = f"rerank: {error.message if isinstance(error, ProviderError) else error}"
            break
        scores += made
    order = sorted(range(len(scores)), key=_below_sources(found.hits, scores).__getitem__)
    order += range(len(scores), len(found))
    hits = [
        _explained(found.hits[place], place, rank=rank, score=dict(enumerate(scores)).get(place))
        for rank, place in enumerate(order[:k], 1)
    ]
    skipped = (*found.skipped_lanes, note) if note else found.skipped_lanes
    return replace(found, hits=tuple(hits), skipped_lanes=skipped)


def _below_sources(hits: Sequence[Hit], scores: Sequence[float]) -> list[float]:
    """Return the scores to sort by, best lowest: no inference above a source it was below."""
    kept = [-score for score in scores]
    for place in range(len(kept)):
        for before in range(place):
            if hits[place].is_inference and f"memory:{hits[before].id}" in hits[place].sources:
                kept[place] = max(kept[place], kept[before])
    return kept


def _explained(hit: Hit, place: int, *, rank: int, score: float | None) -> Hit:
    if hit.explain is None or score is None:
        return hit
    return replace(
        hit,
        explain={**hit.explain, "rerank": {"score": score, "rank": rank, "fused_rank": place + 1}},
    )


def _checked(scores: Sequence[Any], count: int) -> list[float]:
    """Return the scores as numbers.

    Raises:
        ValueError: their count is wrong, or one is not a finite number.
    """
    if len(scores) != count:
        raise ValueError(f"the reranker gave {len(scores)} scores for {count} texts")
    numbers = [float(score) for score in scores]
    if not all(map(math.isfinite, numbers)):
        raise ValueError("the reranker gave a score that is not a number")
    return numbers


class LocalReranker:
    """The cosine of the question and the best passage of a text, by the local embedder."""

    name = "local"
    portion = 3

    def __init__(self) -> None:
        self._embedder = LocalEmbedder()

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the best cosine of each text's passages, of about 300 characters each."""
        asked = await self._embedder.embed_query(query)
        best = []
        for text in texts:
            passages = windows.cut(windows.clean(text), size=PASSAGE, most=16).parts
            made = await self._embedder.embed(passages)
            best.append(max(float(asked @ vector) for vector in made))
        return best


class CrossEncoder:
    """A cross-encoder of sentence-transformers, in a thread; its weights load on first use."""

    portion = 4

    def __init__(self, model: str) -> None:
        """Check that the package is there.

        Raises:
            ConfigError: it is not.
        """
        try:
            from sentence_transformers import CrossEncoder as Encoder
        except ImportError as error:
            raise ConfigError(
                f"reranker 'sentence-transformers:{model}' needs a package that is not installed",
                hint="pip install 'pgrecall[sentence-transformers]'",
            ) from error
        self.name = f"sentence-transformers:{model}"
        self._model = model
        self._make: Any = Encoder
        self._encoder: Any = None

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return what the cross-encoder makes of each pair of question and text."""
        return await asyncio.to_thread(self._score, query, list(texts))

    def _score(self, query: str, texts: list[str]) -> list[float]:
        try:
            if self._encoder is None:
                self._encoder = self._make(self._model)
            return [float(s) for s in self._encoder.predict([(query, text) for text in texts])]
        except (OSError, RuntimeError) as error:
            raise ProviderError(f"{self.name} failed: {error}") from error


class ServedReranker:
    """A model behind the rerank API that Cohere, Jina, Voyage and servers of one's own speak."""

    portion = 1_000

    def __init__(self, name: str, *, model: str, url: str, key: str | None) -> None:
        """Check that the package is there; nothing is sent.

        Raises:
            ConfigError: it is not.
        """
        try:
            import httpx
        except ImportError as error:
            raise ConfigError(
                f"reranker {name!r} needs a package that is not installed (httpx)",
                hint="pip install 'pgrecall[remote]'",
            ) from error
        self.name = name
        self._http = httpx
        self._model, self._url, self._key = model, url.rstrip("/"), key

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Send the question with all texts in one request.

        Raises:
            ProviderError: the server refused, failed, or its answer cannot be used.
        """
        body = {"model": self._model, "query": query, "documents": list(texts)}
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        try:
            async with self._http.AsyncClient(timeout=60) as client:
                reply = await client.post(f"{self._url}/rerank", json=body, headers=headers)
            if reply.is_error:
                raise ProviderError(f"{self.name} answered {reply.status_code}")
            answer = reply.json()
            rows = answer.get("results") or answer["data"]
            scores: dict[int, float] = {
                int(row["index"]): float(row["relevance_score"]) for row in rows
            }
        except self._http.HTTPError as error:
            raise ProviderError(f"{self.name} cannot be reached: {error!r}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderError(f"{self.name} gave an answer that cannot be used") from error
        if set(scores) != set(range(len(texts))):
            raise ProviderError(f"{self.name} gave {len(rows)} scores for {len(texts)} texts")
        return [scores[place] for place in range(len(texts))]
