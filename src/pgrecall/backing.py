"""What stands behind a memory: the server, the schema, the pool and the embedder, opened once.

Shared by every `scoped` copy; the one that was made first closes it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

import psycopg

from pgrecall import embed, embedded, migrate
from pgrecall.config import Settings, redacted
from pgrecall.db import Database
from pgrecall.errors import PgRecallError, ProviderError, SchemaError, ServerError
from pgrecall.rerank import Reranker

USAGE_BATCH = 500  # recalled ids that are written together, in the background
FAILURES = (ProviderError, ValueError)  # the embedder failed, or made what is no vector
log = logging.getLogger("pgrecall")


class Backing:
    """An open database with its embedder. `dsn=None` starts or joins the embedded server."""

    def __init__(self, settings: Settings, *, embedder: embed.Embedder | None = None) -> None:
        self.settings = settings
        self.embedder = embedder or embed.load(settings.embedder, threads=settings.embed_threads)
        self.dsn = settings.dsn
        self._server: embedded.Server | None = None
        self._db: Database | None = None
        self._opening = asyncio.Lock()
        self._usage: dict[tuple[str, ...], Counter[UUID]] = {}
        self._flushing: asyncio.Task[None] | None = None
        self.rerankers: dict[str, Reranker] = {}  # by their spec

    @property
    def data_dir(self) -> str | None:
        """The folder of the embedded server's data, or None on a server of your own."""
        return str(self._server.data_dir) if self._server else None

    @property
    def client_version(self) -> str:
        """The version of this package."""
        return migrate.client_version()

    async def database(self) -> Database:
        """Return the open database, opening it on first use.

        Raises:
            ServerError, SchemaError, ConfigError, Conflict: see `open`.
        """
        if self._db is None:
            async with self._opening:
                if self._db is None:
                    self._db = await self._open()
        return self._db

    async def _open(self) -> Database:
        if self.settings.dsn is None:
            self._server = await asyncio.to_thread(embedded.start, self.settings.data_dir)
            self.dsn = self._server.dsn
            log.info("pgrecall: data in %s", self._server.data_dir)
        assert self.dsn is not None
        database = Database(
            self.dsn,
            settings=self.settings,
            revive=self._server.ensure_running if self._server else None,
        )
        try:
            await self._prepare_schema(self.dsn)
            await database.open()
            if self.embedder is not None:
                await database.call(
                    "declare_model",
                    row=int,
                    namespaces=(),
                    name=self.embedder.model,
                    dim=self.embedder.dim,
                )
        except BaseException:
            await database.close()
            await self._release()
            raise
        return database

    async def _prepare_schema(self, dsn: str) -> None:
        """Install or upgrade the schema where needed; one query when it is current."""
        if self.embedder is not None:
            await self.embedder.prepare()
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as conn:
                if await migrate.is_current(conn):
                    return
        except psycopg.errors.InsufficientPrivilege as error:
            raise SchemaError(
                f"this role may not use pgrecall there: {error.diag.message_primary}",
                hint="have an administrator run: grant pgrecall_app to <role>",
            ) from error
        except psycopg.OperationalError as error:
            raise ServerError(
                f"PostgreSQL at {redacted(dsn)} cannot be reached: {str(error).strip()}",
                hint="check the DSN; leave it out to use the embedded server",
            ) from error
        dim = self.embedder.dim if self.embedder else None
        done = await migrate.migrate(dsn, dim=dim)
        log.info("pgrecall: installed %s", ", ".join(done))

    async def close(self) -> None:
        """Write what is pending, close the pool, leave the server. Safe to repeat."""
        if self._flushing is not None:
            await self._flushing
        if self._db is not None:
            await self._write_usage()
            await self._db.close()
            self._db = None
        if self.embedder is not None:
            await self.embedder.close()
        await self._release()

    async def _release(self) -> None:
        if self._server is not None:
            try:
                await asyncio.to_thread(self._server.release)
            except RuntimeError:  # the interpreter is ending: it starts no more threads
                self._server.release()
            self._server = None

    async def query_vector(
        self, text: str, namespaces: Sequence[str]
    ) -> tuple[str | None, str | None]:
        """Return the query's vector as text, or None and why there is none.

        The names the namespaces know are taken out first: they say who is meant, not what is
        asked, and recall gives them back as a boost.
        """
        if self.embedder is None:
            return None, "vector: no embedder is configured"
        database = await self.database()
        reply = await database.call("nameless", row=str, namespaces=namespaces, query=text)
        text = reply.rows[0]
        try:
            return embed.text_of(await self.embedder.embed_query(text)), None
        except FAILURES as error:
            return None, f"vector: {_reason(error)}"

    async def vectors(self, texts: Sequence[str]) -> tuple[list[str | None], list[tuple[str, ...]]]:
        """Return one vector as text per text, and notes on each; None where the embedder failed.

        A memory without a vector is stored and found by keyword all the same.
        """
        if self.embedder is None or not texts:
            return [None] * len(texts), [()] * len(texts)
        try:
            made = [embed.text_of(v) for v in await self.embedder.embed(texts)]
        except FAILURES as error:
            if len(texts) > 1:
                return await self._one_by_one(texts)
            return [None], [(f"stored without a vector: {_reason(error)}",)]
        return list(made), [self._coverage(text) for text in texts]

    async def _one_by_one(
        self, texts: Sequence[str]
    ) -> tuple[list[str | None], list[tuple[str, ...]]]:
        """Embed texts of which one may have failed the others; two failures in a row are enough."""
        made: list[str | None] = []
        notes: list[tuple[str, ...]] = []
        for text in texts:
            if len(notes) > 1 and made[-2:] == [None, None]:
                made.append(None)
                notes.append(notes[-1])
                continue
            vectors, said = await self.vectors([text])
            made += vectors
            notes += said
        return made, notes

    def _coverage(self, text: str) -> tuple[str, ...]:
        assert self.embedder is not None
        used, total = self.embedder.coverage(text)
        if used == total:
            return ()
        return (f"embedded through {used} of its {total} windows, evenly spaced",)

    def note_usage(self, namespaces: Sequence[str], ids: Sequence[UUID]) -> None:
        """Count recalled memories; they are written later, and never slow or fail a recall."""
        self._usage.setdefault(tuple(namespaces), Counter()).update(ids)
        enough = sum(c.total() for c in self._usage.values()) >= USAGE_BATCH
        if enough and (self._flushing is None or self._flushing.done()):
            self._flushing = asyncio.create_task(self._write_usage())

    async def _write_usage(self) -> None:
        pending, self._usage = self._usage, {}
        for namespaces, counts in pending.items():
            with suppress(PgRecallError):  # a replica, a full disk: statistics can be lost
                assert self._db is not None
                await self._db.call(
                    "record_usage",
                    row=int,
                    namespaces=namespaces,
                    ids=list(counts.elements()),
                )


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, ProviderError) else f"the embedder failed: {error}"
