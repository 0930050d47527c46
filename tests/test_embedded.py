"""The embedded server with real processes: sharing, dying, accounts, paths."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from pgrecall import embedded
from pgrecall.embedded import binaries, watch
from pgrecall.embedded.place import place_of
from pgrecall.errors import ServerError

IS_ROOT = os.geteuid() == 0
as_root = pytest.mark.skipif(not IS_ROOT, reason="what only root meets")
CLIENT = """
import os, sys, time
from pgrecall import embedded
from pgrecall.embedded import watch
watch.POLL, watch.GRACE = 0.05, 0.2
server = embedded.start(sys.argv[1], fsync=False, keep="keep" in sys.argv)
"""
STAY = CLIENT + "print(server.pid, flush=True)\nsys.stdin.read()\n"


@pytest.fixture
def base() -> Iterator[Path]:
    """A folder every user can reach: pytest's own are closed to the server when run by root."""
    folder = Path(tempfile.mkdtemp(prefix="pgr-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    for run in folder.rglob("run"):
        if (run / "start.lock").exists():
            embedded.stop(run.parent)
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def _quick_watcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "POLL", 0.05)
    monkeypatch.setattr(watch, "GRACE", 0.2)


def within(condition: Callable[[], object], *, seconds: float = 10.0) -> bool:
    """Whether `condition` comes true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def lives(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def gone(pid: int) -> bool:
    """Whether `pid` ends in time: a server's locks are free a moment before its process is."""
    return within(lambda: not lives(pid))


def environment(**extra: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **extra}


@contextmanager
def client(folder: Path, code: str = STAY, **extra: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that runs `code`; ends it by closing its input."""
    command = [sys.executable, "-c", code, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=environment(**extra)
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(30)


def told(process: "subprocess.Popen[str]") -> int:
    """The number a client prints next: the server's process id."""
    assert process.stdout is not None
    return int(process.stdout.readline())


def query(dsn: str, text: str) -> object:
    with closing(psycopg.connect(dsn, autocommit=True)) as connection:
        row = connection.execute(text.encode()).fetchone()
        return row[0] if row else None


def execute(dsn: str, text: str) -> None:
    with closing(psycopg.connect(dsn, autocommit=True)) as connection:
        connection.execute(text.encode())


def test_processes_share_one_server_and_the_last_one_out_stops_it(base: Path) -> None:
    with ExitStack() as clients:
        first, second, third = (clients.enter_context(client(base / "d")) for _ in range(3))
        pid = told(first)
        assert {told(second), told(third)} == {pid}  # started at once, on an empty folder
        found = embedded.find(base / "d")
        assert found is not None
        assert (found.pid, found.is_kept) == (pid, False)
        assert set(found.leases) == {first.pid, second.pid, third.pid}
        for leaving in (first, second):
            assert leaving.stdin is not None
            leaving.stdin.close()
            leaving.wait(30)
            assert lives(pid)
    assert gone(pid)
    assert embedded.find(base / "d") is None
    assert "database system is shut down" in (base / "d" / "run" / "server.log").read_text()
    assert within(lambda: not place_of(base / "d").is_locked("watch.lock"))


def test_servers_of_one_process_share_a_lease(base: Path) -> None:
    first, second = embedded.start(base, fsync=False), embedded.start(base, fsync=False)
    found = embedded.find(base)
    assert found is not None
    assert found.leases == (os.getpid(),)
    first.release()
    first.release()
    assert lives(second.pid)
    second.release()
    assert gone(second.pid)
    with pytest.raises(ServerError, match="released"):
        second.ensure_running()


def test_a_killed_client_leaves_no_server_behind(base: Path) -> None:
    with client(base) as killed:
        pid = told(killed)
        killed.kill()
    assert gone(pid)
    assert within(lambda: not place_of(base).is_locked("watch.lock"))
    assert embedded.find(base) is None


def test_a_watcher_that_was_killed_is_posted_again(base: Path) -> None:
    with embedded.start(base, fsync=False) as server:
        place = place_of(base)
        for process in psutil.process_iter(["cmdline"]):
            if str(place.data) in (process.info["cmdline"] or []):
                process.kill()
        assert within(lambda: not place.is_locked("watch.lock"))
        server.ensure_running()
        assert place.is_locked("watch.lock")


def test_a_killed_server_is_started_again_with_its_data(base: Path) -> None:
    with embedded.start(base) as server:  # with fsync: what was committed has to be there
        execute(server.dsn, "create table t as select 42 as n")
        killed = server.pid
        os.kill(killed, signal.SIGKILL)
        server.ensure_running()
        assert server.pid != killed
        assert query(server.dsn, "select n from t") == 42


@pytest.mark.parametrize("stage", [".new-*/global", "pg18/postmaster.pid"])
def test_a_client_killed_while_it_starts_blocks_nobody(base: Path, stage: str) -> None:
    with client(base) as killed:
        assert within(lambda: next(base.glob(stage), None))
        killed.kill()
    with embedded.start(base, fsync=False) as server:
        assert query(server.dsn, "select 1") == 1
        assert not list(base.glob(".new-*"))


def test_a_pid_file_whose_pid_another_process_got_is_no_server(base: Path) -> None:
    with embedded.start(base, fsync=False) as server:
        stale = (base / "pg18" / "postmaster.pid").read_text()
    uid = (base / "pg18").stat().st_uid
    with subprocess.Popen(["sleep", "60"], user=uid if IS_ROOT else None) as other:
        file = base / "pg18" / "postmaster.pid"
        file.write_text(stale.replace(str(server.pid), str(other.pid), 1))
        assert embedded.find(base) is None
        assert embedded.stop(base) is False
        with embedded.start(base, fsync=False) as again:
            assert query(again.dsn, "select 1") == 1
        assert other.poll() is None
        other.kill()


def test_a_server_of_another_folder_is_never_touched(base: Path) -> None:
    with embedded.start(base / "b", fsync=False) as other:
        embedded.start(base / "a", fsync=False).release()
        # The worst a stale file can say: the pid and the socket of a live server.
        shutil.copy(base / "b/pg18/postmaster.pid", base / "a/pg18/postmaster.pid")
        assert embedded.find(base / "a") is None
        assert embedded.stop(base / "a") is False
        with embedded.start(base / "a", fsync=False) as server:
            assert server.pid != other.pid
            assert embedded.stop(base / "a") is True
        assert query(other.dsn, "select 1") == 1


@pytest.mark.parametrize("name", ["pg18", "pg17"])
def test_data_of_another_major_version_is_refused(base: Path, name: str) -> None:
    (base / name).mkdir()
    (base / name / "PG_VERSION").write_text("17\n")
    with pytest.raises(ServerError) as caught:
        embedded.start(base)
    for part in (str(base / name), "PostgreSQL 17", "PostgreSQL 18", "pg_dump", "data_dir"):
        assert part in str(caught.value)
    assert sorted(path.name for path in base.iterdir()) == [name]


@pytest.mark.parametrize(
    "name", ["long" * 30 + "/" + "path" * 30, "Ünï 東京 \"$HOME\" 'q', `x` \\"], ids=["long", "odd"]
)
def test_any_path_will_do(base: Path, name: str) -> None:
    with embedded.start(base / name, fsync=False) as server:
        assert server.data_dir == base / name
        assert query(server.dsn, "select current_database()") == "pgrecall"
        socket = Path(str(query(server.dsn, "show unix_socket_directories")))
        assert socket.stat().st_mode & 0o077 == 0
    assert not socket.exists()


def test_the_locale_of_the_caller_does_not_matter(base: Path) -> None:
    with client(base, LC_ALL="POSIX", LANG="tr_TR", PGPORT="1", TZ="Asia/Tokyo") as process:
        told(process)
        found = embedded.find(base)
        assert found is not None
        execute(found.dsn, "create extension pg_trgm; create extension vector")
        assert query(found.dsn, "select lower('ÄÖÜИI')") == "äöüиi"
        similar = query(found.dsn, "select similarity('привет мир', 'привет мира')")
        assert similar == pytest.approx(0.769, abs=0.001)
        assert query(found.dsn, "show timezone") == "UTC"
        assert query(found.dsn, "show jit") == "off"


def test_a_kept_server_stays_until_it_is_stopped(base: Path) -> None:
    with client(
        base, CLIENT.replace('"keep" in sys.argv', "True") + "print(server.pid)"
    ) as process:
        pid = told(process)
    assert not within(lambda: not lives(pid), seconds=0.6)
    found = embedded.find(base)
    assert found is not None
    assert (found.pid, found.is_kept, found.leases) == (pid, True, ())
    assert embedded.stop(base) is True
    assert gone(pid)
    assert embedded.stop(base) is False
    assert not place_of(base).is_kept
    assert embedded.stop(base / "never") is False
    assert not (base / "never").exists()


def test_a_forked_child_does_not_release_the_lease_of_its_parent(base: Path) -> None:
    fork = """
if os.fork() == 0:
    server.release()
    sys.exit()
os.wait()
if (child := os.fork()) == 0:
    server.ensure_running()
    print(server.pid, flush=True)
    sys.stdin.read()
    sys.exit()
print(server.pid, flush=True)
os.kill(os.getpid(), 9)
"""
    with client(base, CLIENT + fork) as process:
        pid = told(process)
        assert told(process) == pid
        process.wait(10)
        assert not within(lambda: not lives(pid), seconds=0.6)  # the child lives
    assert gone(pid)


def test_a_server_that_cannot_start_says_what_it_logged(base: Path) -> None:
    embedded.start(base, fsync=False).release()
    with (base / "pg18" / "postgresql.conf").open("a") as settings:
        settings.write("work_mem = 'nonsense'\n")
    with pytest.raises(ServerError, match="work_mem"):
        embedded.start(base, fsync=False)


def ordinary(base: Path, code: str, *arguments: str) -> str:
    """What `code` prints when an ordinary user runs it."""
    account = pwd.getpwnam("nobody") if IS_ROOT else pwd.getpwuid(os.geteuid())

    def run(python: str, text: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [python, "-c", text, *arguments],
            capture_output=True,
            text=True,
            user=account.pw_uid if IS_ROOT else None,
            group=account.pw_gid if IS_ROOT else None,
            extra_groups=[] if IS_ROOT else None,
            cwd="/",
            timeout=60,
            env=environment(HOME=str(base), XDG_DATA_HOME=str(base)),
        )

    # The interpreter of root may be out of reach, and another may lack our packages.
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        with suppress(FileNotFoundError, PermissionError):
            if run(python, "import pgrecall.embedded, psutil, psycopg").returncode == 0:
                done = run(python, code)
                assert done.returncode == 0, done.stderr
                return done.stdout.strip()
    pytest.skip("no interpreter with our packages is within the reach of an ordinary user")


def test_an_ordinary_user_has_a_server_that_root_may_join(base: Path) -> None:
    if IS_ROOT:
        os.chown(base, pwd.getpwnam("nobody").pw_uid, -1)
    pid = int(ordinary(base, CLIENT.replace("sys.argv[1]", "None") + "print(server.pid)"))
    assert gone(pid)
    folder = next(base.glob("pgrecall"))
    with embedded.start(folder, fsync=False) as server:
        owner = base.stat().st_uid
        assert psutil.Process(server.pid).uids().effective == owner
        assert {path.stat().st_uid for path in folder.rglob("*")} == {owner}
    assert ordinary(base, CLIENT + "print(server.version)", str(folder)).startswith("18.")


def test_a_read_only_folder_is_named(base: Path) -> None:
    base.chmod(0o555)
    code = CLIENT.replace("server =", "try: server =") + "except Exception as e: print(repr(e))"
    said = ordinary(base, code, str(base / "d"))
    base.chmod(0o755)
    assert said.startswith("ServerError")
    assert str(base / "d") in said
    assert "choose a data_dir" in said or "Permission denied" in said


@as_root
def test_root_runs_the_server_as_nobody_else_and_keeps_others_out(base: Path) -> None:
    with embedded.start(base / "d", fsync=False) as server:
        uid = psutil.Process(server.pid).uids().effective
        assert uid != 0
        assert base.stat().st_uid == 0
        command = [str(embedded.psql_path()), server.dsn, "-c", "select 1"]
        assert subprocess.run(command, capture_output=True).returncode == 0
        refused = subprocess.run(command, capture_output=True, user="nobody", cwd="/")
        assert b"Permission denied" in refused.stderr


@as_root
def test_root_is_told_which_folder_is_in_the_way(base: Path) -> None:
    (base / "closed").mkdir(mode=0o700)
    with pytest.raises(ServerError, match=rf"may not enter {base / 'closed'} "):
        embedded.start(base / "closed" / "d")
    assert (base / "closed").stat().st_mode & 0o777 == 0o700


@as_root
def test_programs_out_of_reach_are_copied(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = binaries.wheel_folder().parent
    (base / "closed").mkdir(mode=0o700)
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.is_dir():
            shutil.copytree(folder, base / "closed" / folder.name)
    moved = base / "closed" / package.name / "pginstall"
    monkeypatch.setattr(binaries, "wheel_folder", lambda: moved)
    with embedded.start(base / "d", fsync=False) as server:
        assert Path(psutil.Process(server.pid).exe()).is_relative_to(base / "d")
    embedded.start(base / "d", fsync=False).release()
    assert len(list((base / "d").glob("programs-*"))) == 1
