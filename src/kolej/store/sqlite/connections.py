"""Where a database lies, and connections to it."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import apsw

from kolej.store.errors import CannotOpen
from kolej.store.sqlite import migrate as schema
from kolej.store.sqlite.errors import telling

DATABASE = "kolej.db"
"""The file in a folder of data."""
READERS_CACHE = 256
"""Kibibytes of the file that a connection for reading keeps; SQLite's own choice is 2,000."""


@dataclass(frozen=True, slots=True)
class Place:
    """A database file and how to reach it."""

    path: Path
    patience: float = 5.0
    """Seconds to wait for another process that holds the database."""
    vfs: str | None = None
    """SQLite's way to the disk, by name; tests put a worse one in its place."""

    def create(self) -> None:
        """An empty file for its owner's eyes only, unless there is one. SQLite's own files beside it take after it."""
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            settle(self.path.parent)

    def writer(self) -> apsw.Connection:
        """The one connection that writes; the file is made into a store of today's form if it is not."""
        with telling(self.path):
            connection = self._connect(apsw.SQLITE_OPEN_READWRITE)
            try:
                schema.check(connection, self.path, empty=True)
                if connection.pragma("journal_mode", "wal") != "wal":
                    raise CannotOpen(f"{self.path}: this disk can't keep a write-ahead log; use a local disk")
                # The log file is synced at every commit: what is acknowledged outlasts a loss of power.
                connection.pragma("synchronous", "FULL")
                connection.pragma("fullfsync", True)
                connection.pragma("foreign_keys", True)
                connection.pragma("journal_size_limit", 64 * 2**20)
                schema.migrate(connection)
            except BaseException:
                connection.close(True)
                raise
            return connection

    def reader(self) -> apsw.Connection:
        """A connection that can't write, nor move pages from the log file to the database."""
        with telling(self.path):
            if not self.path.is_file():
                there = f"{self.path.parent}: there is no {self.path.name} here"
                raise CannotOpen(f"{there}; name the folder that `kolej serve --data` uses")
            connection = self._connect(apsw.SQLITE_OPEN_READONLY)
            try:
                schema.check(connection, self.path)
                # Logs are read once, from end to end: the system keeps the file, and need not do so once more for each.
                connection.pragma("cache_size", -READERS_CACHE)
            except BaseException:
                connection.close(True)
                raise
            return connection

    def _connect(self, flags: int) -> apsw.Connection:
        connection = apsw.Connection(os.fspath(self.path), flags=flags, vfs=self.vfs)
        connection.set_busy_timeout(round(self.patience * 1000))
        return connection


def companions(database: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside a database in use: its log file, and what connections share."""
    return database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")


def settle(folder: Path) -> None:
    """Make the names in a folder last through a loss of power, where a folder can be told to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
