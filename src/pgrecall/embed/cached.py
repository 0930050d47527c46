"""An embedder that keeps its vectors in a file, for benchmarks that are run again and again."""

import hashlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pgrecall.embed import Embedder

if TYPE_CHECKING:
    from pgrecall.embed import Vector

BATCH = 500


class CachedEmbedder:
    """Another embedder, timed; with a file, vectors are read from there where they are known."""

    def __init__(self, embedder: Embedder, file: Path | None = None) -> None:
        self._embedder = embedder
        self.model = embedder.model
        self.similarity_floor = embedder.similarity_floor
        self.seconds = 0.0  # spent on texts, queries not counted
        self.known = 0  # texts that were read from the file
        self._db = sqlite3.connect(file, timeout=60) if file else None
        if self._db:
            self._db.execute(
                "create table if not exists vectors (key blob primary key, vector blob)"
            )

    @property
    def dim(self) -> int:
        """The numbers per vector."""
        return self._embedder.dim

    async def prepare(self) -> None:
        """Make `dim` known."""
        await self._embedder.prepare()

    async def warm(self) -> None:
        """Load what has to be loaded."""
        await self._embedder.warm()

    async def embed_query(self, text: str) -> "Vector":
        """Return the vector of a question; never from the file."""
        return await self._embedder.embed_query(text)

    async def embed(self, texts: Sequence[str]) -> "list[Vector]":
        """Return the vectors of texts, in order."""
        found = self._read(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        start = time.perf_counter()
        made = (
            dict(zip(missing, await self._embedder.embed(missing), strict=True)) if missing else {}
        )
        self.seconds += time.perf_counter() - start
        self.known += len(texts) - len(missing)
        if self._db and made:
            rows = [(self._key(text), vector.tobytes()) for text, vector in made.items()]
            self._db.executemany("insert or ignore into vectors values (?, ?)", rows)
            self._db.commit()
        found |= made
        return [found[text] for text in texts]

    def coverage(self, text: str) -> tuple[int, int]:
        """Return how many windows of `text` are embedded, and how many it has."""
        return self._embedder.coverage(text)

    async def close(self) -> None:
        """Close the other embedder; the file stays open for the next run of this process."""
        await self._embedder.close()

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.model}\0{text}".encode()).digest()[:16]

    def _read(self, texts: Sequence[str]) -> "dict[str, Vector]":
        found: dict[str, Vector] = {}
        if self._db is None:
            return found
        by_key = {self._key(text): text for text in texts}
        keys = list(by_key)
        for start in range(0, len(keys), BATCH):
            part = keys[start : start + BATCH]
            marks = ",".join("?" * len(part))
            query = f"select key, vector from vectors where key in ({marks})"
            for key, vector in self._db.execute(query, part):
                found[by_key[key]] = np.frombuffer(vector, np.float32)
        return found
