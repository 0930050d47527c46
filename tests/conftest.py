"""One embedded server per run, a template database with the schema, a database or a rolled-back
transaction per test. No network: whatever tries to leave this machine fails the test."""

import asyncio
import hashlib
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray
from psycopg.rows import dict_row

from pgrecall import Memory, embedded, migrate

Vector = NDArray[np.float32]
Row = dict[str, Any]
Sql = psycopg.Connection[Row]
NUMBERS = count()

hypothesis.settings.register_profile("default", max_examples=60, stateful_step_count=15)
# `pytest tests/property --hypothesis-profile=many`, a quarter of an hour
hypothesis.settings.register_profile("many", max_examples=2000, stateful_step_count=50)


@pytest.fixture(autouse=True, scope="session")
def _own_environment() -> Iterator[None]:
    """Hide the developer's own settings from the tests."""
    saved = {
        name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PGRECALL_")
    }
    yield
    os.environ.update(saved)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in (
            "127.0.0.1",
            "::1",
            "localhost",
        ):
            raise AssertionError(f"a test tried to reach {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def run_dir() -> Iterator[Path]:
    """A folder for this run's servers that an unprivileged user can enter."""
    folder = Path(tempfile.mkdtemp(prefix="pgrecall-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server_dsn(run_dir: Path) -> Iterator[str]:
    """The administrator's DSN of an embedded server of this run."""
    with embedded.start(run_dir / "server", fsync=False) as server:
        yield server.dsn


@pytest.fixture(scope="session")
def template_dsn(server_dsn: str) -> str:
    """A database with the schema in it, that others are copied from."""
    dsn = new_database(server_dsn, "pgrecall_template")
    asyncio.run(migrate.migrate(dsn))
    return dsn


@pytest.fixture
def fresh_dsn(server_dsn: str, template_dsn: str) -> Iterator[str]:
    """The DSN of a database of this test's own, schema installed."""
    name = f"fresh_{next(NUMBERS)}"
    yield new_database(server_dsn, name, template="pgrecall_template")
    drop_database(server_dsn, name)


@pytest.fixture
def empty_dsn(server_dsn: str) -> Iterator[str]:
    """The DSN of an empty database."""
    name = f"empty_{next(NUMBERS)}"
    yield new_database(server_dsn, name)
    drop_database(server_dsn, name)


@pytest.fixture(scope="session")
def shared_dsn(server_dsn: str, template_dsn: str) -> str:
    """The database in which tests work inside a transaction that is rolled back."""
    return new_database(server_dsn, "pgrecall_shared", template="pgrecall_template")


@pytest.fixture(scope="session")
def shared_connection(shared_dsn: str) -> Iterator[Sql]:
    """One connection for all tests that work inside a transaction: its plans stay warm."""
    with psycopg.connect(shared_dsn, row_factory=dict_row) as conn:
        yield conn


@pytest.fixture
def sql(shared_connection: Sql) -> Iterator[Sql]:
    """A connection in a transaction, as an application: role pgrecall_app, namespace `test`."""
    act_as(shared_connection, "test")
    yield shared_connection
    shared_connection.rollback()


@pytest.fixture
def mem(fresh_dsn: str) -> Iterator[Memory]:
    """A memory in a database of its own, with the hash embedder."""
    with Memory(fresh_dsn, embedder=HashEmbedder(), namespace="test") as memory:
        yield memory


def act_as(conn: psycopg.Connection[Any], *namespaces: str, role: str = "pgrecall_app") -> None:
    """Be an application in these namespaces, to the end of the transaction."""
    conn.execute(
        "select set_config('role', %s, true), set_config('pgrecall.namespaces', %s, true)",
        [role, "\n".join(namespaces)],
    )


def new_database(server: str, name: str, *, template: str = "template0") -> str:
    """Create a database and return its DSN."""
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f'create database "{name}" template "{template}"')
    return psycopg.conninfo.make_conninfo(server, dbname=name)


def drop_database(server: str, name: str) -> None:
    """Drop a database, whoever still uses it."""
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f'drop database "{name}" with (force)')


@contextmanager
def refused(sqlstate: str) -> Iterator[pytest.ExceptionInfo[psycopg.Error]]:
    """Expect PostgreSQL to refuse with this SQLSTATE."""
    with pytest.raises(psycopg.Error) as info:
        yield info
    assert info.value.sqlstate == sqlstate, info.value


class HashEmbedder:
    """Texts that share words point the same way: a bag of hashed words, 512 numbers."""

    model = "test:hash"
    dim = 512
    similarity_floor: float | None = 0.2

    async def prepare(self) -> None:
        """Nothing to ask."""

    async def warm(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to release."""

    def coverage(self, text: str) -> tuple[int, int]:
        return 1, 1

    async def embed_query(self, text: str) -> Vector:
        return self.vector(text)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self.vector(text) for text in texts]

    def vector(self, text: str) -> Vector:
        """Return the unit vector of a text."""
        vector = np.zeros(self.dim, dtype=np.float32)
        for word in re.findall(r"\w+", text.lower()) or [text]:
            digest = hashlib.sha256(word.encode("utf-8", "replace")).digest()
            vector[int.from_bytes(digest[:4], "big") % self.dim] += 1 if digest[4] % 2 else -1
        norm = float(np.linalg.norm(vector))
        return vector / norm if norm else np.full(self.dim, self.dim**-0.5, dtype=np.float32)
