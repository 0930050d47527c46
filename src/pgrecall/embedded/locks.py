"""File locks of the kernel, without waiting: a process that is killed lets go of all it held."""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  # a byte nobody writes: on Windows a locked byte cannot be read by others

    def lock(file: int, *, shared: bool = False) -> bool:
        """Take the lock on `file` if it is free; False if it is not."""
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        if shared:  # there are no shared ones, and who asks for one only asks whether it is free
            unlock(file)
        return True

    def unlock(file: int) -> None:
        """Give back a lock that is held."""
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(file: int, *, shared: bool = False) -> bool:
        """Take the lock on `file` if it is free; False if it is not."""
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(file: int) -> None:
        """Give back a lock that is held."""
        fcntl.flock(file, fcntl.LOCK_UN)
