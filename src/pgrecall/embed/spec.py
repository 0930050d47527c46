"""The spec of a remote embedder, `provider:model[@base_url][?dim=N&max_bytes=N]`, taken apart."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from pgrecall.embed import windows
from pgrecall.errors import ConfigError

DIMS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
    "embed-v4.0": 1536,
    "embed-english-v3.0": 1024,
    "embed-multilingual-v3.0": 1024,
    "gemini-embedding-001": 3072,
    "gemini-embedding-2": 3072,
    "voyage-3-large": 1024,
    "voyage-3.5": 1024,
    "voyage-3.5-lite": 1024,
    "voyage-4": 1024,
    "voyage-4-large": 1024,
    "voyage-4-lite": 1024,
    "voyage-code-3": 1024,
    "amazon.titan-embed-text-v2:0": 1024,
    "cohere.embed-v4:0": 1536,
    "cohere.embed-english-v3": 1024,
    "cohere.embed-multilingual-v3": 1024,
}
MAX_BYTES = 6_000  # of a window: a token is at least a byte, and these models take 8,000 tokens
SHORT_BYTES = 700  # for models that take 512 tokens, or an unknown number
SHORT = re.compile(
    r"embed-(english|multilingual)|MiniLM|mpnet|bge-(small|base|large)|e5|gte|minilm"
)


@dataclass(frozen=True, slots=True)
class Spec:
    """A remote embedder's spec, taken apart."""

    provider: str
    name: str
    base_url: str | None = None
    dim: int | None = None
    max_bytes: int = MAX_BYTES

    @property
    def model(self) -> str:
        """Return the name recorded with vectors: no URL, for a server may move."""
        asked = f"?dim={self.dim}" if self.dim else ""
        return f"{self.provider}:{self.name}{asked}#{windows.POOLING}"


def parse(text: str) -> Spec:
    """Take `provider:model[@base_url][?dim=N&max_bytes=N]` apart.

    Raises:
        ConfigError: an option is unknown or not a number, or a base URL has no use here.
    """
    head, _, tail = text.partition("?")
    options = dict(parse_qsl(tail, keep_blank_values=True))
    provider, _, rest = head.partition(":")
    name, *url = re.split(r"@(?=https?://)", rest, maxsplit=1)
    if url and provider != "openai":
        raise ConfigError(
            f"embedder {_shown(text)!r} has a base URL", hint="only openai: takes one"
        )
    if not name or (url and not urlsplit(url[0]).hostname):
        raise ConfigError(
            f"embedder {_shown(text)!r} is incomplete",
            hint="write it as openai:MODEL@http://HOST:PORT/v1",
        )
    numbers: dict[str, int] = {}
    for key, value in options.items():
        if key not in ("dim", "max_bytes") or not value.isdecimal() or not int(value):
            raise ConfigError(
                f"embedder {_shown(text)!r}: cannot use {key}={value}",
                hint="options are dim=N and max_bytes=N, whole numbers of at least 1",
            )
        numbers[key] = int(value)
    short = bool(url) or provider == "sentence-transformers" or SHORT.search(name) is not None
    return Spec(
        provider=provider,
        name=name,
        base_url=url[0] if url else None,
        dim=numbers.get("dim"),
        max_bytes=max(4, numbers.get("max_bytes", SHORT_BYTES if short else MAX_BYTES)),
    )


def _shown(spec: str) -> str:
    """Return `spec` without the user and password of its URL."""
    return re.sub(r"(https?://)[^/@\s]*@", r"\1***@", spec)
