"""The pool, and `call()`: Python's one way to a SQL function."""

import asyncio
import select
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

import psycopg
from psycopg.rows import class_row, scalar_row
from psycopg.types.json import Jsonb, set_json_dumps
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from pgrecall.config import Settings, redacted
from pgrecall.errors import BY_SQLSTATE, InvalidInput, PgRecallError, ServerError
from pgrecall.hits import Answer
from pgrecall.values import dumps

Row = TypeVar("Row")
Connection = psycopg.AsyncConnection[Any]

# One statement before every call: who we are, what is open, how long it may take. All of it ends
# with the transaction, so that a connection that goes back to any pool carries nothing over.
PROLOGUE = (
    "select set_config('role', 'pgrecall_app', true),"
    " set_config('pgrecall.namespaces', %s, true), set_config('statement_timeout', %s, true)"
)
READS = frozenset(
    {
        "recall",
        "get",
        "timeline",
        "history",
        "facts",
        "related",
        "inferred",
        "predicates",
        "status",
        "known_keys",
        "nameless",
        "texts_to_embed",
        "unembedded",
        "weights",
        "receipts",
        "verify_erased",
    }
)
# The transaction was undone through no fault of the call: functions were replaced under it (no such
# cache entry, function or type), a serialization failure, a deadlock.
REPLACED = frozenset({"XX000", "42883", "42704", "42804"})
UNDONE = frozenset({"40001", "40P01", *REPLACED})
TRIES = 6


@dataclass(frozen=True, slots=True)
class Reply(Generic[Row]):
    """The rows of a call, and what a recall in it says about itself."""

    rows: list[Row]
    answer: Answer | None = None


class Database:
    """A pool of connections to one database, opened and closed by the one who made it.

    `revive`, when given, is called before a second try on a server that is gone: the embedded one
    is started again there.
    """

    def __init__(
        self, dsn: str, *, settings: Settings, revive: Callable[[], None] | None = None
    ) -> None:
        self.dsn = dsn
        self._settings = settings
        self._revive = revive
        prepares = revive is not None if settings.prepare is None else settings.prepare
        self._timeout = str(round(settings.statement_timeout * 1000))
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            dsn,
            min_size=1,
            max_size=settings.pool_size,
            open=False,
            timeout=settings.pool_timeout,
            kwargs={"autocommit": True, "prepare_threshold": 5 if prepares else None},
            configure=_configure,
            check=self._check,
            name="pgrecall",
        )

    async def open(self) -> None:
        """Connect, or raise ServerError."""
        await self._pool.open()
        try:
            await self._pool.wait(timeout=max(self._settings.pool_timeout, 5.0))
        except PoolTimeout as error:
            await self._pool.close()
            raise self._unreachable() from error

    async def close(self) -> None:
        """Return every connection; calls under way are waited for, a few seconds at most."""
        await self._pool.close(timeout=5.0)

    async def call(
        self, verb: str, *, row: type[Row], namespaces: Sequence[str], **arguments: Any
    ) -> Reply[Row]:
        """Run `select columns from pgrecall.verb(name => value, …)` in a transaction of its own.

        The columns are the fields of `row`. Arguments that are None are left to their defaults;
        a dict is passed as jsonb. Deadlocks, serialization failures and calls whose functions were
        replaced meanwhile are tried again; a read whose connection was lost is tried once more,
        on a restarted server if it is ours.

        Raises:
            PgRecallError: what the SQLSTATE says; ServerError when PostgreSQL cannot be reached,
                when every connection stays busy, or when the call took too long.
        """
        tries = 0
        while True:
            tries += 1
            try:
                async with self._pool.connection() as conn:
                    return await self._run(
                        conn,
                        statement(verb, row, arguments),
                        row=row,
                        namespaces=namespaces,
                        has_answer=verb == "recall",
                    )
            except psycopg.Error as error:
                await self._before_retry(error, verb=verb, tries=tries)

    async def _before_retry(self, error: psycopg.Error, *, verb: str, tries: int) -> None:
        """Return when another try makes sense, having made it possible; else raise our error."""
        if isinstance(error, PoolTimeout):
            if tries > 1 or not await self._recovered():
                raise self._unavailable() from error
        elif _is_lost(error):
            if tries > 1 or verb not in READS:
                raise self._lost(verb) from error
            await self._recovered()
        elif error.sqlstate in UNDONE and tries < TRIES:
            await asyncio.sleep(0.01 * 2**tries)
        else:
            raise _translated(error) from error

    async def _run(
        self,
        conn: Connection,
        query: tuple[str, list[Any]],
        *,
        row: type[Row],
        namespaces: Sequence[str],
        has_answer: bool,
    ) -> Reply[Row]:
        # a pipeline: begin, prologue, call and commit travel together, one round trip
        async with _discarded_if_stale(conn), conn.pipeline(), conn.transaction():
            await conn.execute(PROLOGUE, ["\n".join(namespaces), self._timeout])
            cur = conn.cursor(row_factory=_factory(row))
            await cur.execute(*query)
            rows = await cur.fetchall()
            if not has_answer:
                return Reply(rows)
            said = conn.cursor(row_factory=class_row(Answer))
            await said.execute(*statement("answer", Answer, {}))
            return Reply(rows, await said.fetchone())

    async def _check(self, conn: Connection) -> None:
        """Refuse a connection the server has closed: on an idle one, anything to read is bad news.

        No round trip for a healthy one. Where the server is ours it is brought back first, so
        that the connection the pool opens instead finds it.
        """
        if _is_readable(conn.fileno()):
            if self._revive is not None:
                await asyncio.to_thread(self._revive)
            await AsyncConnectionPool.check_connection(conn)

    async def _recovered(self) -> bool:
        """Bring the embedded server back when it is ours and gone; false when there is no point."""
        if self._revive is None:
            return False
        await asyncio.to_thread(self._revive)
        await self._pool.check()
        return True

    def _unreachable(self) -> ServerError:
        return ServerError(
            f"PostgreSQL at {redacted(self.dsn)} does not answer",
            hint="check the DSN and that the server runs; leave the DSN out for the embedded one",
        )

    def _unavailable(self) -> ServerError:
        stats = self._pool.get_stats()
        if stats.get("pool_size", 0) > stats.get("pool_available", 0) and not stats.get(
            "connections_errors", 0
        ):
            return ServerError(
                f"all {self._settings.pool_size} connections stayed busy for"
                f" {self._settings.pool_timeout:g} s",
                hint="raise PGRECALL_POOL_SIZE, or PGRECALL_POOL_TIMEOUT to wait longer",
            )
        return self._unreachable()

    def _lost(self, verb: str) -> ServerError:
        hint = "try again"
        if verb not in READS:
            hint = "it may or may not have been kept: try again; a repeat is recognised"
        return ServerError(
            f"the connection to PostgreSQL was lost during {verb} ({redacted(self.dsn)})", hint=hint
        )


def statement(verb: str, row: type[Any], arguments: dict[str, Any]) -> tuple[str, list[Any]]:
    """Return the SQL of a call and its parameters."""
    given = {name: value for name, value in arguments.items() if value is not None}
    named = ", ".join(f'"{name}" => %s' for name in given)
    values = [Jsonb(v) if isinstance(v, dict) else v for v in given.values()]
    return f"select {_columns(row)} from pgrecall.{verb}({named})", values


def _columns(row: type[Any]) -> str:
    if row in (str, int):
        return "*"
    return ", ".join(f'"{f.name}"' for f in fields(row))


def _factory(row: type[Any]) -> Any:
    return scalar_row if row in (str, int) else class_row(row)


async def _configure(conn: Connection) -> None:
    set_json_dumps(dumps, conn)
    # whatever a role or database defaults to: a writer that waited has to see what the other wrote
    await conn.set_isolation_level(psycopg.IsolationLevel.READ_COMMITTED)


@asynccontextmanager
async def _discarded_if_stale(conn: Connection) -> AsyncIterator[None]:
    """Close a connection whose functions were replaced under it: its session may have compiled
    new ones against types that are gone, and would keep them. The pool opens another.
    """
    try:
        yield
    except psycopg.Error as error:
        if error.sqlstate in REPLACED:
            await conn.close()
        raise


def _is_readable(fd: int) -> bool:
    if sys.platform == "win32":
        return bool(select.select([fd], [], [], 0)[0])
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(0))


def _is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, and with it the answer."""
    return isinstance(error, psycopg.OperationalError) and (
        error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))
    )


def _translated(error: psycopg.Error) -> PgRecallError:
    """Return our error for PostgreSQL's, by SQLSTATE."""
    state = error.sqlstate or ""
    message = (error.diag.message_primary or str(error)).strip()
    hint = error.diag.message_hint
    if state in BY_SQLSTATE:
        return BY_SQLSTATE[state](message, hint=hint)
    if state[:2] in ("22", "23") or isinstance(error, psycopg.DataError):
        return InvalidInput(message, hint=hint)
    if state == "57014":
        return ServerError(
            f"the call took too long: {message}", hint="raise PGRECALL_STATEMENT_TIMEOUT"
        )
    if state in ("42501", "3F000", "42883", "42P01"):
        return ServerError(
            message, hint="the schema is missing or not open to this role: run pgrecall doctor"
        )
    return ServerError(f"PostgreSQL: {message}", hint=hint)
