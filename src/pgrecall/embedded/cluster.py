"""A data folder of PostgreSQL: made once by initdb, configured and launched at every start."""

import os
import re
import shutil
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from pgrecall.embedded import binaries
from pgrecall.embedded.locks import lock
from pgrecall.embedded.place import Place, private_folder
from pgrecall.embedded.postmaster import RunningServer, answering, is_occupied
from pgrecall.errors import ServerError

START_TIMEOUT = 120.0  # seconds; recovery after a kill replays at most max_wal_size
SOCKET_ROOM = 80  # bytes of folder; the limit is 103 with the file's name on macOS, 107 on Linux
# The builtin provider decides order and case; this one only what pg_trgm takes for a letter, and
# with "C" that is ASCII alone. The first that the system knows is taken.
CTYPES = ("C.UTF-8", "en_US.UTF-8", "UTF-8", "C")
MEMORY_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
POSTGRESQL_CONF = """\
# pgrecall.conf is written anew at every start. What you set below it wins, and is kept.
include 'pgrecall.conf'
"""
UNSAFE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def check_version(place: Place) -> None:
    """Refuse the data of another major version, and to start empty beside it.

    Raises:
        ServerError: there is such data; the message says what to do.
    """
    ours = binaries.major_version()
    files = [place.data / "PG_VERSION"]
    if not files[0].exists():
        files = [place.root / "PG_VERSION", *sorted(place.root.glob("pg*/PG_VERSION"))]
    for file in files:
        if not file.exists():
            continue
        theirs = file.read_text(encoding="ascii").strip()
        if theirs != str(ours) or file.parent == place.root:
            raise ServerError(
                f"{file.parent} holds data of PostgreSQL {theirs}, and this is PostgreSQL {ours}",
                hint="keep that folder, dump it with the old version (pg_dump) and restore the dump"
                " here; to start empty, choose another data_dir or move the folder away",
            )


def ensure(place: Place, *, fsync: bool, start_lock: int) -> RunningServer:
    """Return the server that answers, started if need be; under `start.lock`.

    Raises:
        ServerError: it does not come up; the message ends with what PostgreSQL logged.
    """
    if (running := _awaited(place)) is not None:
        return running
    check_version(place)
    account = binaries.initdb_account(place.owner)
    for folder, who in ((place.run, place.owner), (place.root, account)):
        binaries.check_way(folder, who)
    for rest in place.root.glob(".new-*"):  # of a start that was killed
        shutil.rmtree(rest)
    programs = binaries.program_folder(place.owner, copies=place.root)
    if not (place.data / "PG_VERSION").exists():
        _create(place, programs, fsync=fsync, start_lock=start_lock)
    _launch(place, programs, fsync=fsync)
    if (running := _awaited(place)) is not None:
        return running
    raise ServerError(f"PostgreSQL stopped while it was starting: {_last_words(place)}")


def _awaited(place: Place) -> RunningServer | None:
    """Wait until the server answers, or (None) until no process of it is left."""
    deadline = time.monotonic() + START_TIMEOUT
    while (running := answering(place, create=True)) is None and is_occupied(place):
        if time.monotonic() > deadline:
            raise ServerError(
                f"PostgreSQL in {place.data} has not answered for {START_TIMEOUT:.0f} s:"
                f" {_last_words(place)}",
                hint="if it is still recovering, wait; otherwise run `pgrecall db stop` and retry",
            )
        time.sleep(0.005)
    return running


def _create(place: Place, programs: Path, *, fsync: bool, start_lock: int) -> None:
    """Make the data folder beside its place and rename it: it is there as a whole or not at all."""
    account = binaries.initdb_account(place.owner)
    draft = Path(tempfile.mkdtemp(prefix=".new-", dir=place.root))
    if sys.platform != "win32" and account is not None:
        os.chown(draft, *account)
    options = ["--auth-local=trust", "--auth-host=scram-sha-256"]
    if sys.platform == "win32":
        place.write(place.run / "password", os.urandom(24).hex())
        options = ["--auth=scram-sha-256", f"--pwfile={place.run / 'password'}"]
    if not fsync:
        options.append("--no-sync")
    elif sys.platform == "linux":
        options.append("--sync-method=syncfs")  # 0.1 s instead of 2 s for a thousand files
    for ctype in CTYPES:
        done = binaries.run(
            programs / f"initdb{binaries.SUFFIX}",
            *("-D", str(draft), "-U", "postgres", "-E", "UTF8", "--no-instructions"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
            # Huge pages that a container promises and does not give end in SIGBUS.
            *(f"--lc-ctype={ctype}", "-c", "huge_pages=off", *options),
            account=account,
            keep_open=(start_lock,),  # killed in here, we hold the next start off until it ends
        )
        if done.returncode == 0 or b"locale" not in done.stdout:
            break
    if done.returncode != 0:
        shutil.rmtree(draft, ignore_errors=True)
        raise _initdb_failed(place, done.stdout.decode(errors="replace"))
    place.write(draft / "postgresql.conf", POSTGRESQL_CONF)
    if sys.platform != "win32" and place.owner is not None:
        for path in (draft, *draft.rglob("*")):
            os.chown(path, *place.owner, follow_symlinks=False)
    draft.rename(place.data)


def _initdb_failed(place: Place, output: str) -> ServerError:
    lines = [line for line in output.splitlines() if "error" in line.lower() or "FATAL" in line]
    hint = "see the message of initdb above"
    if "No space left" in output:
        hint = "free some space there, or choose another data_dir"
    elif "look up effective user" in output:
        hint = "add this user id to /etc/passwd, which initdb insists on, or run as a named user"
    cause = "; ".join(lines[-4:]) or output[-500:].strip()
    return ServerError(
        f"PostgreSQL cannot make its data folder in {place.root}: {cause}", hint=hint
    )


def _launch(place: Place, programs: Path, *, fsync: bool) -> None:
    # Nobody of ours lives (is_occupied): left in place, PostgreSQL would believe any process that
    # has got the old pid since.
    (place.data / "postmaster.pid").unlink(missing_ok=True)
    place.write(place.data / "pgrecall.conf", _settings(place, fsync=fsync))
    log, server_lock = place.open("server.log"), place.open("server.lock")
    try:
        lock(server_lock)
        done = binaries.run(
            programs / f"pg_ctl{binaries.SUFFIX}",
            *("start", "-W", "-s"),
            account=place.owner,
            # In the environment: pg_ctl would pass -D through a shell, which expands `$`.
            extra={"PGDATA": str(place.data)},
            output=log,
            keep_open=(server_lock,),
        )
    finally:
        os.close(server_lock)
        os.close(log)
    if done.returncode != 0:
        raise ServerError(f"PostgreSQL does not start: {_last_words(place)}")


def _settings(place: Place, *, fsync: bool) -> str:
    megabytes = _memory() // 2**20
    settings = {
        **_listening(place),
        "max_connections": "100",
        "shared_buffers": f"{min(512, max(32, megabytes // 4))}MB",
        "effective_cache_size": f"{max(64, megabytes // 2)}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": f"{min(256, max(32, megabytes // 16))}MB",
        "huge_pages": "off",
        "dynamic_shared_memory_type": _shared_memory(),
        "jit": "off",  # its 100 ms of compiling outweigh any query here
        "random_page_cost": "1.1",
        "wal_level": "replica",  # so that pg_basebackup works
        "max_wal_size": "1GB",
        "checkpoint_timeout": "15min",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "lc_messages": "C",
        "log_line_prefix": "%m [%p] ",
        "log_checkpoints": "off",
        "cluster_name": "pgrecall",  # shown by ps
        **({} if fsync else UNSAFE),
    }
    return "".join(f"{name} = '{value}'\n" for name, value in settings.items())


def _listening(place: Place) -> dict[str, str]:
    if sys.platform == "win32":
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return {"listen_addresses": "127.0.0.1", "port": str(free.getsockname()[1])}
    # The server trusts whoever reaches the socket: the folder, which only its owner and root can
    # enter, is the lock on the door.
    folder = place.run
    if len(os.fsencode(folder)) > SOCKET_ROOM or not re.fullmatch(r"[A-Za-z0-9/._-]+", str(folder)):
        import hashlib  # here: it would add OpenSSL's 4 MB to the watcher

        name = hashlib.sha256(os.fsencode(place.data)).hexdigest()[:16]
        folder = Path("/tmp", f"pgrecall-{name}")  # not $TMPDIR, which is long on macOS
        private_folder(folder, place.owner)
    for rest in folder.glob(".s.PGSQL.*"):  # of a server that was killed; it holds a pid as well
        rest.unlink()
    return {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "unix_socket_permissions": "0700",
    }


def _memory() -> int:
    """Return the bytes of memory there are, or that the container may use."""
    if sys.platform == "win32":
        import psutil  # as slow to load as the rest of a start

        return int(psutil.virtual_memory().total)
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for name in MEMORY_LIMITS:
        with suppress(OSError, ValueError):
            limits.append(int(Path(name).read_text(encoding="ascii")))
    return min(limits)


def _shared_memory() -> str:
    if sys.platform == "win32":
        return "windows"
    if sys.platform == "linux":
        with suppress(OSError):
            room = os.statvfs("/dev/shm")
            if room.f_frsize * room.f_bavail > 256 * 2**20:
                return "posix"
        return "mmap"  # containers give /dev/shm 64 MB, less than one parallel index build takes
    return "posix"


def _last_words(place: Place) -> str:
    with suppress(OSError):
        lines = place.log.read_bytes()[-4000:].decode(errors="replace").splitlines()
        return "\n".join(lines[-8:])
    return f"no log in {place.log}"
