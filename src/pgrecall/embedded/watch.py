"""The watcher: stops a server whose last client was killed and so could not.

A process of its own (14 MB), started by whichever client finds none. It owns no port and no lease.
"""

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from pgrecall.embedded.leases import holders
from pgrecall.embedded.locks import lock, unlock
from pgrecall.embedded.place import Place, exclusive, place_at
from pgrecall.embedded.postmaster import halt, is_occupied

POLL = 1.0  # seconds between two looks
GRACE = 5.0  # seconds a server without clients is left running
LOG_LIMIT = 10_000_000  # bytes of server.log, and as much again in server.log.1
# A bare `pgrecall` in place of the real one, which would load the whole library; no site module;
# the caller's path, as its packages may lie anywhere.
PROGRAM = """
import sys, types
pgrecall = types.ModuleType("pgrecall")
pgrecall.__path__ = [sys.argv[1]]
sys.modules["pgrecall"] = pgrecall
sys.path[:] = sys.argv[6:]
from pgrecall.embedded.watch import watch
watch(sys.argv[2], file=int(sys.argv[3]), poll=float(sys.argv[4]), grace=float(sys.argv[5]))
"""


def post_watcher(place: Place) -> None:
    """Start the watcher of `place` if there is none."""
    if getattr(sys, "frozen", False) or not sys.executable:
        return  # such a program cannot run another module: then only live clients stop servers
    file = place.open("watch.lock")
    try:
        if lock(file):
            _spawn(place, file)
    finally:
        os.close(file)


def _spawn(place: Place, file: int) -> None:
    """Start a watcher that inherits the lock `file`, so that there is never a second one."""
    modules = [folder for folder in sys.path if os.path.isabs(folder)]
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, str(Path(__file__).parents[1])]
    command += [str(place.data), str(file), str(POLL), str(GRACE), *modules]
    log = place.open("server.log")
    try:
        if sys.platform == "win32":
            unlock(file)  # locks are not inherited there: it takes its own
            flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
            child = subprocess.Popen(command, stderr=log, creationflags=flags, close_fds=True)
            child.returncode = 0  # it outlives us on purpose: no warning about it
        else:
            # Through a shell that leaves at once, so that it is never a zombie of ours.
            subprocess.run(
                ["/bin/sh", "-c", '"$@" &', "sh", *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                pass_fds=(file,),
                start_new_session=True,
                check=True,
            )
    finally:
        os.close(log)


def watch(data: str, *, file: int, poll: float, grace: float) -> None:
    """Look until the server has had no client for `grace` seconds; then stop it and end.

    `file` is the lock that was inherited.
    """
    place = place_at(Path(data))
    with suppress(FileNotFoundError):  # the folder was removed: PostgreSQL sees that by itself
        if sys.platform == "win32" and not lock(file := place.open("watch.lock")):
            return
        idle = 0.0
        while True:
            time.sleep(poll)
            _turn_log(place)
            idle += poll
            if place.is_kept or holders(place):
                idle = 0.0
            elif (idle >= grace or not is_occupied(place)) and _stopped(place, file):
                return


def _stopped(place: Place, file: int) -> bool:
    with exclusive(place):
        if place.is_kept or holders(place, sweep=True):
            return False
        halt(place)
        # Before `start.lock`: who starts the server next must see that nobody watches it.
        unlock(file)
    return True


def _turn_log(place: Place) -> None:
    with suppress(FileNotFoundError):
        if place.log.stat().st_size > LOG_LIMIT:
            shutil.copyfile(place.log, place.log.with_suffix(".log.1"))
            os.truncate(place.log, 0)  # PostgreSQL appends, and goes on at the start
