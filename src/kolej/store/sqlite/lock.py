"""A lock on a folder of data: at most one process writes there.

The lock is the system's own, on a file that stays; it ends with the process, however that ends. What the file says is
only for people.
"""

import os
import socket
import sys
import time
from pathlib import Path
from weakref import WeakSet

from kolej.store.errors import InUse

LOCK_FILE = "kolej.lock"

_held: "WeakSet[FolderLock]" = WeakSet()


class FolderLock:
    """Held from when it is made until `release`."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_FILE
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _lock(handle):
            holder = os.read(handle, 200).decode(errors="replace").strip()
            os.close(handle)
            raise InUse(
                f"{folder}: in use by {holder or 'another process'}; stop that one first, or name another folder"
            )
        os.ftruncate(handle, 0)
        since = time.strftime("%Y-%m-%d %H:%M:%S")
        os.write(handle, f"process {os.getpid()} on {socket.gethostname()} since {since}\n".encode())
        self._handle: int | None = handle
        _held.add(self)

    def release(self) -> None:
        """Let others in, also while a child that was just forked still has the file open."""
        if self._handle is not None:
            _unlock(self._handle)
        self.forget()

    def forget(self) -> None:
        """Close the file only: what a forked child may do with its parent's lock."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _let_go() -> None:
    for lock in list(_held):
        lock.forget()


# A forked child has the file open too, and would hold the lock beyond our death.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        # A byte far behind the text: on this system locked bytes can't be read.
        os.lseek(handle, 1000, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

    def _unlock(handle: int) -> None:
        """Closing does it here, where nothing is forked."""
else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
