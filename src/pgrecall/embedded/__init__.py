"""The embedded PostgreSQL: find, start, share and stop it.

Any number of processes share one server per data folder. Each holds a lease; the last to leave
stops the server, and when that one was killed, a small watcher process does. Modules, each
importing only those before it: binaries, locks, place, leases, postmaster, cluster, watch.
"""

import atexit
import os
from types import TracebackType

from pgrecall.embedded.binaries import psql_path
from pgrecall.embedded.cluster import check_version, ensure
from pgrecall.embedded.leases import drop, hold, holders
from pgrecall.embedded.place import Place, exclusive, explained, make_folders, place_of
from pgrecall.embedded.postmaster import RunningServer, answering, halt, is_occupied
from pgrecall.embedded.watch import post_watcher
from pgrecall.errors import ServerError

__all__ = ["RunningServer", "Server", "find", "psql_path", "start", "stop"]

DataDir = str | os.PathLike[str] | None


class Server:
    """A lease on the running server: it stays up while any lease, of any process, is held.

    `dsn` names the database `pgrecall` and the user `postgres`; `data_dir`, `pid`, `version`.
    """

    def __init__(self, place: Place, *, fsync: bool) -> None:
        self.data_dir = place.root
        self._place = place
        self._fsync = fsync
        self._process = 0  # the process whose lease this is
        self._is_released = False
        self._join()
        atexit.register(self.release)

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def ensure_running(self) -> None:
        """Start the server again if it was killed; a few milliseconds if it answers.

        A forked child gets a lease of its own by it. On Windows `dsn` may change.

        Raises:
            ServerError: it cannot be started, or this lease was released.
        """
        if self._is_released:
            raise ServerError("this lease on the embedded server was released", hint="start() anew")
        with explained(self._place):
            running = answering(self._place) if self._process == os.getpid() else None
            if running is not None and running.pid == self.pid:
                post_watcher(self._place)
            else:
                self._join()

    def release(self) -> None:
        """Give the lease back; the last one out, of all processes, stops the server."""
        if self._is_released:
            return
        self._is_released = True
        atexit.unregister(self.release)
        if self._process != os.getpid():
            return  # in a forked child: the lease is the parent's
        if not self._place.run.is_dir():
            drop(self._place)
            return  # the folder was removed, and PostgreSQL ends by itself
        with explained(self._place), exclusive(self._place):
            drop(self._place)
            if not self._place.is_kept and not holders(self._place, sweep=True):
                halt(self._place)

    def _join(self) -> None:
        make_folders(self._place)
        with exclusive(self._place) as start_lock:
            is_new = self._process != os.getpid()
            if is_new:
                hold(self._place)
            try:
                running = ensure(self._place, fsync=self._fsync, start_lock=start_lock)
                post_watcher(self._place)
            except BaseException:
                if is_new:
                    drop(self._place)
                raise
            self._process = os.getpid()
            self.dsn, self.pid, self.version = running.dsn, running.pid, running.version


def start(data_dir: DataDir = None, *, fsync: bool = True, keep: bool = False) -> Server:
    """Start the server of `data_dir`, or join it, and hold a lease on it.

    `fsync=False` trades safety against a crash of the machine for speed (tests). With `keep=True`
    the server stays up without clients until `stop()`. Ends, with an error, after minutes at worst.

    Raises:
        ServerError: it cannot be started; the message names the cause and the way out.
    """
    place = place_of(data_dir)
    with explained(place):
        check_version(place)
        server = Server(place, fsync=fsync)
        if keep:
            os.close(place.open("keep"))
        return server


def stop(data_dir: DataDir = None) -> bool:
    """Stop the server of `data_dir` whoever uses it; False if none was running.

    Raises:
        ServerError: it does not stop, or runs where this process cannot see it.
    """
    place = place_of(data_dir)
    with explained(place):
        if not place.run.is_dir():
            return False
        with exclusive(place):
            (place.run / "keep").unlink(missing_ok=True)
            is_stopped = halt(place)
            if not is_stopped and is_occupied(place):
                raise ServerError(
                    f"the server of {place.root} runs where this process cannot see it",
                    hint="stop it in the container, or as the user, that started it",
                )
    return is_stopped


def find(data_dir: DataDir = None) -> RunningServer | None:
    """Return the server of `data_dir` if one answers; starts and changes nothing."""
    place = place_of(data_dir)
    with explained(place):
        return answering(place) if place.run.is_dir() else None
