"""Leases: which processes use the server. One per process, however many `Server` share it."""

import os
from pathlib import Path

from pgrecall.embedded.locks import lock
from pgrecall.embedded.place import NOFOLLOW, Place

_held: dict[tuple[int, Path], tuple[int, int]] = {}
"""(our pid, data folder) -> (lease file, how many share it); changed under `start.lock` only.
The pid is in the key because a forked child inherits this table, but not the right to release."""


def hold(place: Place) -> None:
    """Take a share of this process's lease."""
    key = (os.getpid(), place.data)
    file, shares = _held.get(key, (-1, 0))
    if shares == 0:
        file = place.open(f"leases/{key[0]}-{os.urandom(4).hex()}")
        lock(file)
    _held[key] = (file, shares + 1)


def drop(place: Place) -> None:
    """Give a share back.

    The file is closed, not unlocked: while a child forked by this process lives, it may be using
    the server through its copy, and counts.
    """
    key = (os.getpid(), place.data)
    file, shares = _held.pop(key)
    if shares > 1:
        _held[key] = (file, shares - 1)
    else:
        os.close(file)


def holders(place: Place, *, sweep: bool = False) -> tuple[int, ...]:
    """Return the ids of the processes that hold a lease.

    `sweep` removes what the others left; under `start.lock` only, or a new lease would be removed.
    """
    alive = []
    for path in sorted((place.run / "leases").iterdir()):
        try:
            file = os.open(path, os.O_RDWR | NOFOLLOW)
        except FileNotFoundError:
            continue
        try:
            is_left = lock(file, shared=True)
        finally:
            os.close(file)
        if not is_left:
            alive.append(int(path.name.partition("-")[0]))
        elif sweep:
            path.unlink(missing_ok=True)
    return tuple(alive)
