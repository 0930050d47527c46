"""The embedder protocol, and `load("provider:model")`, which finds one by name.

| spec | what it is |
|---|---|
| `none` | no vectors: recall goes by keywords, entities and time |
| `local` | the multilingual model that comes with pgrecall, no network (512 numbers) |
| `openai:text-embedding-3-small` | a provider's model; the key is in the provider's own variable |
| `openai:text-embedding-3-large?dim=1024` | the same, shortened to 1024 numbers by the provider |
| `openai:nomic-embed-text@http://localhost:11434/v1` | any server that speaks OpenAI's protocol |
| `cohere:…` `google:…` `voyageai:…` `bedrock:…` | other providers |
| `sentence-transformers:…` | a model run in this process by that package |

Everything but `none` and `local` needs `pip install 'pgrecall[remote]'`, the last one
`pgrecall[sentence-transformers]`. Options, joined by `&`, come last, after a base URL too: `dim`
asks for that many numbers, `max_bytes` is the longest text sent as one. A server of your own is
sent `OPENAI_API_KEY` if that is set.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from pgrecall.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

PROVIDERS = ("openai", "cohere", "google", "voyageai", "bedrock", "sentence-transformers")


class Embedder(Protocol):
    """Turns text into unit vectors (float32). Any string is accepted, empty or a megabyte long."""

    @property
    def model(self) -> str:
        """What is recorded with every vector; changes whenever vectors stop being comparable."""

    @property
    def dim(self) -> int:
        """The numbers per vector.

        Raises:
            ConfigError: a remote model of unknown size, before `prepare()`.
        """

    @property
    def similarity_floor(self) -> float | None:
        """The cosine below which a hit is likely noise, measured for this model, or None."""

    async def prepare(self) -> None:
        """Make `dim` known. Asks a remote model of unknown size once; loads no local weights."""

    async def warm(self) -> None:
        """Pay what the first call would pay (loading the local weights). Optional."""

    async def embed_query(self, text: str) -> "Vector":
        """Return the vector of a question. The array is shared with a cache and read-only."""

    async def embed(self, texts: Sequence[str]) -> "list[Vector]":
        """Return the vectors of texts to be stored: the same count, the same order."""

    def coverage(self, text: str) -> tuple[int, int]:
        """Return how many windows of `text` are embedded, and how many it has.

        They differ for very long texts only: windows evenly spaced over the whole stand for it.
        """

    async def close(self) -> None:
        """Release what this embedder holds; calling it twice is harmless."""


def load(spec: str, *, threads: int = 1) -> Embedder | None:
    """Return the embedder that `spec` names (see the module), or None for `none`.

    Loads no weights and sends nothing. `threads` bounds the local model's CPU use; the process
    shares one model, so the first embedder made decides.

    Raises:
        ConfigError: the spec is not understood, or a package or a key is missing for it.
    """
    name = spec.strip()
    if name == "none":
        return None
    if name == "local":
        from pgrecall.embed.local import LocalEmbedder

        return LocalEmbedder(threads=threads)
    provider, separator, rest = name.partition(":")
    if provider not in PROVIDERS or not separator or not rest:
        raise ConfigError(f"embedder {spec!r} is not understood", hint=f"choose {_choices()}")
    from pgrecall.embed.spec import parse

    parsed = parse(name)
    try:
        from pgrecall.embed.remote import RemoteEmbedder
    except ImportError as error:
        raise ConfigError(
            f"embedder {spec!r} needs a package that is not installed ({error.name})",
            hint=f"pip install 'pgrecall[{extra_of(provider)}]'",
        ) from error
    return RemoteEmbedder(parsed)


def extra_of(provider: str) -> str:
    """Return the extra of this package that `provider` needs."""
    return "sentence-transformers" if provider == "sentence-transformers" else "remote"


def text_of(vector: "Vector | Sequence[float]") -> str:
    """Return `vector` in pgvector's text form, `[12345678e-8,…]`: eight decimals, 70 µs for 512.

    Raises:
        ValueError: a number is not finite, or the vector is empty or not flat.
    """
    import numpy as np

    numbers = np.asarray(vector)
    if numbers.ndim != 1 or not numbers.size:
        raise ValueError(f"not a vector: an array of shape {numbers.shape}")
    largest = float(np.abs(numbers).max())
    if not largest < float("inf"):
        raise ValueError("a vector must hold finite numbers only")
    if largest > 1e6:  # not a unit vector: beyond the whole numbers used below
        return "[" + ",".join(map(repr, numbers.tolist())) + "]"
    # whole numbers print four times faster than floats, and PostgreSQL reads them as exactly
    scaled = np.rint(numbers * 1e8).astype(np.int64).tolist()
    return str(scaled).replace(", ", "e-8,")[:-1] + "e-8]"


class RecentQueries:
    """The vectors of the queries asked last, by text. Thread-safe; long texts are not kept."""

    def __init__(self, size: int = 1024, *, longest: int = 2000) -> None:
        self.size = size
        self.longest = longest
        self._kept: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, text: str) -> "Vector | None":
        """Return the vector of `text`, now the most recent one, or None."""
        with self._lock:
            vector = self._kept.get(text)
            if vector is not None:
                self._kept.move_to_end(text)
            return vector

    def put(self, text: str, vector: "Vector") -> "Vector":
        """Keep and return `vector`, made read-only: all who ask share one array."""
        vector.flags.writeable = False
        if len(text) <= self.longest:
            with self._lock:
                self._kept[text] = vector
                self._kept.move_to_end(text)
                if len(self._kept) > self.size:
                    self._kept.popitem(last=False)
        return vector

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._kept.clear()


def _choices() -> str:
    remote = ", ".join(f"{provider}:MODEL" for provider in PROVIDERS)
    return f"local, none, or one of {remote} (openai:MODEL@http://HOST/v1 for a server of your own)"
