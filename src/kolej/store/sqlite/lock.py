"""Lock file of a data folder: at most one process writes there.

It is a lock of the operating system on a file that is never deleted, so it ends with the process, however that ends.
The text in the file is for people only.
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
    """A lock that is held from its construction until `release`."""

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
        """Release the lock, even if a child that was just forked still has the file open."""
        if self._handle is not None:
            _unlock(self._handle)
        self.close_handle()

    def close_handle(self) -> None:
        """Close the file only: all that a forked child may do with its parent's lock."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _close_all() -> None:
    for lock in list(_held):
        lock.close_handle()


# A forked child has the file open too, and would hold the lock after this process has ended.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_all)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        # A byte far behind the text: on Windows locked bytes can't be read.
        os.lseek(handle, 1000, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

    def _unlock(handle: int) -> None:
        """Closing the file is enough on Windows, where nothing is forked."""
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
