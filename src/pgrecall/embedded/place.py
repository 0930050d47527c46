"""Where a server lives on disk: its folders, and the account they belong to.

    <root>/pg18/    the data folder of PostgreSQL, one per major version
    <root>/run/     start.lock  server.lock  watch.lock  leases/  keep  server.log  socket

`start.lock` serialises starting and stopping. `server.lock` is inherited by PostgreSQL and stays
held until its last process is gone, whatever its pid and whichever container it runs in.
`watch.lock` is held by the watcher, and each client process holds a file of its own in `leases/`.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pgrecall.config import data_root
from pgrecall.embedded.binaries import Account, major_version
from pgrecall.embedded.locks import lock, unlock
from pgrecall.errors import ServerError

if sys.platform != "win32":
    import pwd

LOCK_TIMEOUT = 150.0  # seconds; longer than one start takes at most
UNUSED_UIDS = range(65520, 65532)  # neither Debian nor systemd gives these out; containers map them
NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)  # absent on Windows


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one server, and the account it runs under (None: our own)."""

    data: Path
    owner: Account | None

    @property
    def root(self) -> Path:
        return self.data.parent

    @property
    def run(self) -> Path:
        return self.data.parent / "run"

    @property
    def log(self) -> Path:
        return self.run / "server.log"

    @property
    def is_kept(self) -> bool:
        """Whether the server stays up without clients (`start(keep=True)`)."""
        return (self.run / "keep").exists()

    def open(self, name: str) -> int:
        """Open `run/<name>`, made if missing, and owned by the server's account."""
        file = os.open(self.run / name, os.O_RDWR | os.O_CREAT | os.O_APPEND | NOFOLLOW, 0o600)
        self._give(file)
        return file

    def is_locked(self, name: str) -> bool:
        """Whether a process, this one included, holds the lock `run/<name>`."""
        file = self.open(name)
        try:
            return not lock(file, shared=True)
        finally:
            os.close(file)

    def write(self, path: Path, text: str) -> None:
        """Replace `path` as a whole: a crash leaves the old text or the new one."""
        draft = path.with_name(f"{path.name}.new")
        draft.unlink(missing_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOFOLLOW, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as out:
            self._give(file)
            out.write(text)
            out.flush()
            os.fsync(file)
        draft.replace(path)

    def _give(self, file: int) -> None:
        if sys.platform != "win32" and self.owner is not None:
            os.fchown(file, *self.owner)


def place_of(data_dir: str | os.PathLike[str] | None) -> Place:
    """Return the place `data_dir` stands for; makes nothing."""
    return place_at(Path(os.path.realpath(data_root(data_dir)), f"pg{major_version()}"))


def place_at(data: Path) -> Place:
    """Return the place of the data folder `data`; makes nothing.

    As root, whom PostgreSQL refuses, the server runs as the owner of the folder that is there, or
    as the account `pgrecall` if there is one, or as a user id that belongs to nobody: no entry in
    the user database is needed or made.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        return Place(data=data, owner=None)
    for folder in (data, data.parent):
        if folder.is_dir() and (status := folder.stat()).st_uid != 0:
            return Place(data=data, owner=(status.st_uid, status.st_gid))
    taken = {entry.pw_name: entry for entry in pwd.getpwall()}
    if (account := taken.get("pgrecall")) is not None:
        return Place(data=data, owner=(account.pw_uid, account.pw_gid))
    uid = next(uid for uid in UNUSED_UIDS if not any(uid == e.pw_uid for e in taken.values()))
    return Place(data=data, owner=(uid, uid))


def make_folders(place: Place) -> None:
    """Make the folders that are missing; nothing above them changes."""
    if not place.root.is_dir():
        mode = 0o700 if place.owner is None else 0o711  # 711: initdb's account may pass through
        place.root.parent.mkdir(parents=True, exist_ok=True)
        place.root.mkdir(exist_ok=True)
        own(place.root, place.owner, mode=mode)
    for folder in (place.run, place.run / "leases"):
        private_folder(folder, place.owner)


def private_folder(folder: Path, owner: Account | None) -> None:
    """Make `folder` one that only its owner, and root, can enter.

    Raises:
        ServerError: it exists and belongs to somebody else.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    own(folder, owner, mode=0o700)


def own(folder: Path, owner: Account | None, *, mode: int) -> None:
    """Set owner and mode of a folder of ours.

    Raises:
        ServerError: it belongs to somebody else.
    """
    if sys.platform == "win32":
        return
    # Through a descriptor that follows no link: in /tmp anybody may have put one there.
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW)
    try:
        uid = os.fstat(file).st_uid
        if uid not in (os.geteuid(), os.geteuid() if owner is None else owner[0]):
            raise ServerError(
                f"{folder} belongs to user id {uid}, not to {owner or os.geteuid()}",
                hint="run as that user, or choose another data_dir",
            )
        os.fchmod(file, mode)
        if owner is not None:
            os.fchown(file, *owner)
    finally:
        os.close(file)


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Turn what the operating system refuses into a `ServerError` that names the path."""
    try:
        yield
    except OSError as error:
        raise ServerError(
            f"the embedded server cannot use {error.filename or place.root}:"
            f" {error.strerror or error}",
            hint=advice(error.errno, place),
        ) from error


def advice(code: int | None, place: Place) -> str:
    """Return what to do about the operating system's error `code`."""
    if code == errno.ENOSPC or code == errno.EDQUOT:
        return "free some space there, or choose another data_dir"
    if code in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
        return "file locks do not work there; choose a data_dir on a local disk"
    if code == errno.EPERM and place.owner is not None:
        return "this root may not change owners (CAP_CHOWN, CAP_SETUID); run as an ordinary user"
    return "choose a data_dir this user may write to"


@contextmanager
def exclusive(place: Place) -> Iterator[int]:
    """Hold `start.lock`; gives its file, for children that must keep it if we are killed."""
    file = place.open("start.lock")
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT
        while not lock(file):
            if time.monotonic() > deadline:
                raise ServerError(
                    f"another process has been starting or stopping the server in {place.root}"
                    f" for {LOCK_TIMEOUT:.0f} s",
                    hint=f"see {place.log}; the process holds {place.run / 'start.lock'}",
                )
            time.sleep(0.005)
        try:
            yield file
        finally:
            # Not only closed: a child that another thread forked meanwhile has a copy of the file.
            unlock(file)
    finally:
        os.close(file)
