"""Embedders of other providers, through pydantic-ai: `openai:…`, `cohere:…`, `google:…` and so on.

Keys come from each provider's own environment variable, read by pydantic-ai. What comes back is not
trusted: count, order, size and values are checked, and every vector is brought to unit length.
"""

import asyncio
import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from pydantic_ai.embeddings import EmbeddingModel, EmbeddingSettings, infer_embedding_model
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelHTTPError,
    ModelQuotaExceededError,
    UnexpectedModelBehavior,
    UserError,
)
from pydantic_ai.providers import Provider, infer_provider

from pgrecall.embed import RecentQueries, extra_of, windows
from pgrecall.embed.spec import DIMS, Spec
from pgrecall.errors import ConfigError, ProviderError

if TYPE_CHECKING:
    from pgrecall.embed import Vector

MOST_WINDOWS = 32  # per text
BATCH_TEXTS, BATCH_BYTES = 64, 100_000  # per request: the smallest limits of the providers
TRIES, PATIENCE = 3, 10.0  # requests, and seconds after which none is begun
RETRYABLE = frozenset({408, 409, 425, 429})
SECRET = re.compile(r"(?i)(bearer\s+)?[A-Za-z0-9_\-*.]{16,}")


class RemoteEmbedder:
    """One model of one provider. Requests are tried three times at most, within ten seconds."""

    similarity_floor: float | None = None

    def __init__(self, spec: Spec, *, timeout: float = 20.0) -> None:
        """Check that the package and the key are there; nothing is sent.

        Raises:
            ConfigError: they are not.
        """
        self.spec = spec
        self.model = spec.model
        self.timeout = timeout  # seconds per request
        self._dim = spec.dim or (None if spec.base_url else DIMS.get(spec.name))
        self._recent = RecentQueries()
        self._connection: Connection | None = Connection(spec)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def dim(self) -> int:
        """Return the numbers per vector.

        Raises:
            ConfigError: not known before `prepare()`.
        """
        if self._dim is None:
            raise ConfigError(
                f"the size of {self.model!r} is not known yet",
                hint="await prepare() first, or add ?dim=N to the embedder",
            )
        return self._dim

    async def prepare(self) -> None:
        """Make `dim` known, with one request if the model is not a common one."""
        if self._dim is None:
            await self.embed_query("size")

    async def warm(self) -> None:
        """Do nothing: there is nothing to load here."""

    async def embed_query(self, text: str) -> "Vector":
        """Return the unit vector of a question, from the cache or the provider."""
        found = self._recent.get(text)
        if found is None:
            found = self._recent.put(text, (await self._embed([text], kind="query"))[0])
        return found

    async def embed(self, texts: Sequence[str]) -> "list[Vector]":
        """Return unit vectors, in order. Fails as a whole.

        Raises:
            ProviderError: the provider refused, failed, or sent vectors that cannot be used.
        """
        return await self._embed(texts, kind="document")

    def coverage(self, text: str) -> tuple[int, int]:
        """Return how many windows of `text` are embedded, and how many it has."""
        cut = self._cut(text)
        return len(cut.parts), cut.total

    async def close(self) -> None:
        """Close the connections and forget the cached queries."""
        self._recent.clear()
        connection, self._connection = self._connection, None
        if connection is not None and self._loop is asyncio.get_running_loop():
            await connection.close()

    def _cut(self, text: str) -> windows.Windows:
        size = self.spec.max_bytes
        cut = windows.cut(windows.clean(text), size=size, most=MOST_WINDOWS, max_bytes=size)
        # providers refuse an empty text
        return windows.Windows([part if part.strip() else "." for part in cut.parts], cut.total)

    async def _embed(self, texts: Sequence[str], *, kind: str) -> "list[Vector]":
        cuts = [self._cut(text) for text in texts]
        rows: list[Vector] = []
        for batch in _batches([part for cut in cuts for part in cut.parts]):
            rows.extend(self._checked(await self._tried(batch, kind=kind), batch))
        made: list[Vector] = []
        start = 0
        for cut in cuts:
            own = rows[start : start + len(cut.parts)]
            start += len(own)
            made.append(self._pooled(own, cut.parts))
        return made

    def _pooled(self, rows: "list[Vector]", parts: list[str]) -> "Vector":
        import numpy as np

        try:
            return windows.pool(np.stack(rows), [len(part) for part in parts])
        except ValueError as error:
            raise ProviderError(f"{self.model!r}: {error}") from error

    def _checked(self, answer: Sequence[Sequence[float]], batch: list[str]) -> "list[Vector]":
        """Return the vectors of a batch at unit length, or raise if one of them cannot be used."""
        import numpy as np

        if len(answer) != len(batch):
            raise ProviderError(f"{self.model!r} sent {len(answer)} vectors for {len(batch)} texts")
        sizes = {len(row) for row in answer}
        expected = self._dim or next(iter(sizes))
        if sizes != {expected}:
            raise ProviderError(
                f"{self.model!r} sent vectors of {sorted(sizes)} numbers, not {expected}",
                hint="was another model put under this name? set ?dim=N to what it sends",
            )
        try:
            rows = np.array(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise ProviderError(f"{self.model!r} sent vectors that are not numbers") from None
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        if not expected or not np.isfinite(lengths).all() or not (lengths > 0).all():
            raise ProviderError(f"{self.model!r} sent a vector that is zero or not finite")
        self._dim = expected
        return list((rows / lengths[:, None]).astype(np.float32))

    async def _tried(self, batch: list[str], *, kind: str) -> Sequence[Sequence[float]]:
        started = time.monotonic()
        for attempt in range(1, TRIES + 1):
            try:
                return await self._asked(batch, kind=kind)
            except _Failed as failed:
                backoff = 0.5 * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
                wait = max(backoff, failed.wait or 0.0)
                late = time.monotonic() - started + wait > PATIENCE
                if not failed.error.retryable or attempt == TRIES or late:
                    # the cause is left out: its text may repeat the request's key
                    raise failed.error from None
                await asyncio.sleep(wait)
        raise AssertionError("unreachable")

    async def _asked(self, batch: list[str], *, kind: str) -> Sequence[Sequence[float]]:
        connection = self._connected()
        try:
            async with asyncio.timeout(self.timeout):
                return await connection.embed(batch, kind=kind)
        except TimeoutError:
            message = f"{self.model!r} did not answer within {self.timeout:g} s"
            raise _Failed(ProviderError(message, retryable=True)) from None
        except ModelAPIError as error:
            raise self._failed(error) from None
        except UserError as error:
            raise ConfigError(f"{self.model!r}: {_redacted(str(error))}") from None
        except (UnexpectedModelBehavior, ValueError, TypeError, AttributeError) as error:
            message = f"{self.model!r} sent an answer that cannot be read ({type(error).__name__})"
            raise _Failed(ProviderError(message)) from None
        except connection.foreign as error:
            message = f"{self.model!r} cannot be used: {_redacted(str(error))[:200]}"
            raise _Failed(ProviderError(message)) from None

    def _connected(self) -> "Connection":
        loop = asyncio.get_running_loop()
        if self._connection is None or self._loop not in (None, loop):
            self._connection = Connection(self.spec)  # connections belong to the loop they began in
        self._loop = loop
        return self._connection

    def _failed(self, error: ModelAPIError) -> "_Failed":
        """Return the error to raise, and how long the provider asks to wait before a new try."""
        if not isinstance(error, ModelHTTPError):
            reason = _redacted(error.message)[:200]
            message = f"no answer from {self.model!r}: {reason}"
            return _Failed(ProviderError(message, retryable=True))
        status = error.status_code
        quota = isinstance(error, ModelQuotaExceededError)
        retryable = not quota and (status in RETRYABLE or status >= 500)
        reason, hint = f"status {status}", None
        if quota:
            hint = "the account's quota is used up"
        elif status in (401, 403):
            hint = "check the provider's API key in the environment"
        elif detail := _detail(error.body):
            reason = f"status {status}, {detail}"
        failed = ProviderError(f"{self.model!r} failed: {reason}", hint=hint, retryable=retryable)
        return _Failed(failed, wait=error.retry_after)


class Connection:
    """A pydantic-ai embedding model and the clients it opened, for one event loop."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._provider: Provider[Any] | None = None
        self._entered = False
        self._stack = AsyncExitStack()
        try:
            self._model = self._made()
        except ImportError as error:
            raise ConfigError(
                f"embedder {spec.model!r} needs a package that is not installed ({error.name})",
                hint=f"pip install 'pgrecall[{extra_of(spec.provider)}]'",
            ) from error
        except UserError as error:
            raise ConfigError(f"embedder {spec.model!r}: {_redacted(error.message)}") from None
        self.foreign = _foreign(spec.provider)
        settings: EmbeddingSettings = {}
        if spec.dim:
            settings["dimensions"] = spec.dim
        self._settings = settings

    async def embed(self, batch: list[str], *, kind: str) -> Sequence[Sequence[float]]:
        """Send one request; pydantic-ai's errors pass through."""
        if self._provider is not None and not self._entered:
            self._entered = True
            await self._stack.enter_async_context(self._provider)
        result = await self._model.embed(
            batch, input_type="query" if kind == "query" else "document", settings=self._settings
        )
        return result.embeddings

    async def close(self) -> None:
        """Close what was opened."""
        await self._stack.aclose()

    def _made(self) -> EmbeddingModel:
        if self.spec.provider == "openai":
            return self._made_openai()
        return infer_embedding_model(
            f"{self.spec.provider}:{self.spec.name}", provider_factory=self._keep
        )

    def _keep(self, name: str) -> Provider[Any]:
        self._provider = infer_provider(name)
        return self._provider

    def _made_openai(self) -> EmbeddingModel:
        """Return OpenAI's model over a client that does not retry by itself nor trust the order."""
        from openai import AsyncOpenAI
        from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
        from pydantic_ai.providers.openai import OpenAIProvider

        plain = OpenAIProvider(base_url=self.spec.base_url)  # finds the key, or says what to set
        client: AsyncOpenAI = plain.client.with_options(max_retries=0)
        create = client.embeddings.create

        async def create_in_order(**request: Any) -> Any:
            answer = await create(**request)
            indexes = [row.index for row in answer.data if getattr(row, "index", None) is not None]
            if indexes:  # some servers leave them out
                if sorted(indexes) != list(range(len(answer.data))):
                    raise UnexpectedModelBehavior("the indexes are not 0, 1, 2, …")
                answer.data.sort(key=lambda row: row.index)
            return answer

        client.embeddings.create = create_in_order  # type: ignore[method-assign]
        self._stack.push_async_callback(client.close)
        return OpenAIEmbeddingModel(self.spec.name, provider=OpenAIProvider(openai_client=client))


class _Failed(Exception):
    """A request that failed: the error for the caller, and the wait its provider asked for."""

    def __init__(self, error: ProviderError, *, wait: float | None = None) -> None:
        super().__init__(error.message)
        self.error = error
        self.wait = wait


def _foreign(provider: str) -> tuple[type[Exception], ...]:
    """Return the errors of a provider's package that pydantic-ai lets through (no credentials)."""
    if provider == "bedrock":
        from botocore.exceptions import BotoCoreError  # type: ignore[import-untyped]

        return (BotoCoreError,)
    if provider == "google":
        from google.auth.exceptions import GoogleAuthError

        return (GoogleAuthError,)
    return ()


def _batches(parts: list[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    length = 0
    for part in parts:
        own = len(part.encode())
        if batch and (len(batch) == BATCH_TEXTS or length + own > BATCH_BYTES):
            yield batch
            batch, length = [], 0
        batch.append(part)
        length += own
    if batch:
        yield batch


def _detail(body: object) -> str:
    """Return why a provider refused a request, shortened and without anything like a key."""
    inner = body.get("error", body) if isinstance(body, dict) else body
    said = inner.get("message") if isinstance(inner, dict) else inner
    return _redacted(said)[:200] if isinstance(said, str) else ""


def _redacted(text: str) -> str:
    return SECRET.sub(lambda found: found[0] if found[0].isalpha() else "***", text)
