"""A server that runs, or seems to: is it ours, does it answer, and stopping it."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from pgrecall.embedded.binaries import SUFFIX, run, wheel_folder
from pgrecall.embedded.leases import holders
from pgrecall.embedded.place import Place
from pgrecall.errors import ServerError

DATABASE = "pgrecall"
STOP_TIMEOUT = 60.0  # seconds for the shutdown checkpoint; then a stop without one
QUERY = """
select convert_to(current_setting('data_directory'), 'UTF8'),
       exists (select from pg_database where datname = 'pgrecall')
"""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that answers."""

    dsn: str
    pid: int
    version: str
    data_dir: Path
    started_at: datetime
    leases: tuple[int, ...]  # process ids of its clients
    is_kept: bool  # stays up without clients


@dataclass(frozen=True, slots=True)
class Postmaster:
    """What `postmaster.pid` says; true only while the server lives."""

    pid: int
    started_at: datetime
    port: str
    host: str  # the folder of the socket

    @classmethod
    def of(cls, place: Place) -> "Postmaster | None":
        """Read the file; None while it is missing or still being written."""
        try:
            raw = (place.data / "postmaster.pid").read_bytes()
            pid, _, started, port, folder, address = raw.splitlines()[:6]
            return cls(
                pid=int(pid),
                started_at=datetime.fromtimestamp(int(started), UTC),
                port=port.decode(),
                host=os.fsdecode(folder) or address.decode(),
            )
        except (FileNotFoundError, ValueError):
            return None

    def dsn(self, place: Place, database: str = DATABASE) -> str:
        """Return the URI of a database of this server."""
        if sys.platform == "win32":
            password = quote((place.run / "password").read_text(encoding="ascii").strip())
            return f"postgresql://postgres:{password}@{self.host}:{self.port}/{database}"
        return (
            f"postgresql://postgres@/{database}?host={quote(self.host, safe='')}&port={self.port}"
        )


def is_ours(place: Place, pid: int) -> bool:
    """Whether the process `pid` is a PostgreSQL that works in our data folder."""
    import psutil  # type: ignore[import-untyped]  # here: 40 ms, and rarely needed

    try:
        process = psutil.Process(pid)
        is_postgres = process.name() == f"postgres{SUFFIX}"
        return is_postgres and os.path.samefile(process.cwd(), place.data)
    except (psutil.Error, OSError):
        return False


def is_occupied(place: Place) -> bool:
    """Whether any process of a server of ours lives: starting, serving, stopping or left over."""
    if sys.platform != "win32" and place.is_locked("server.lock"):
        return True
    # Some network file systems forget a lock that was inherited.
    server = Postmaster.of(place)
    return server is not None and is_ours(place, server.pid)


def answering(place: Place, *, create: bool = False) -> RunningServer | None:
    """Connect to the server; None if none answers. `create` makes the database if it is missing."""
    import psycopg  # not at the top: the watcher, which never connects, should stay small

    if (server := Postmaster.of(place)) is None:
        return None
    try:
        with psycopg.connect(
            server.dsn(place, "postgres"),
            connect_timeout=3,
            autocommit=True,
            prepare_threshold=None,
        ) as connection:
            # A port or a socket may have passed to another server since the file was written.
            folder, exists = connection.execute(QUERY).fetchone() or (b"", False)
            if not os.path.samefile(os.fsdecode(folder), place.data):
                return None
            if create and not exists:
                connection.execute(f"create database {DATABASE}")
            number = connection.info.server_version
            version = f"{number // 10000}.{number % 10000}"
    except (psycopg.OperationalError, OSError) as error:
        if "too many clients" not in str(error):
            return None
        version = (place.data / "PG_VERSION").read_text(encoding="ascii").strip()
    return RunningServer(
        dsn=server.dsn(place),
        pid=server.pid,
        version=version,
        data_dir=place.root,
        started_at=server.started_at,
        leases=holders(place),
        is_kept=place.is_kept,
    )


def halt(place: Place) -> bool:
    """Stop the server, under `start.lock`; False if there is none that this process can see.

    Raises:
        ServerError: it goes on after the fast and the immediate way.
    """
    server = Postmaster.of(place)
    if server is None or not is_ours(place, server.pid):
        return False
    for name, seconds in (("INT", STOP_TIMEOUT), ("QUIT", 10.0)):
        _signal(server.pid, name)
        if _until(lambda: not is_occupied(place), seconds=seconds):
            if server.host != str(place.run):
                with suppress(OSError):
                    os.rmdir(server.host)
            return True
    raise ServerError(
        f"PostgreSQL (pid {server.pid}) in {place.data} does not stop",
        hint=f"see {place.log}; if it is stuck, kill {server.pid}: it recovers at the next start",
    )


def _signal(pid: int, name: str) -> None:
    if sys.platform == "win32":
        run(wheel_folder() / "bin" / "pg_ctl.exe", "kill", name, str(pid), account=None)
    else:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.Signals[f"SIG{name}"])


def _until(condition: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True
