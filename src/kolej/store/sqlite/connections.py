"""Connections to the database file: one for writing, and others for reading."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import apsw

from kolej.store.errors import CannotOpen
from kolej.store.sqlite import migrate
from kolej.store.sqlite.errors import store_errors

DATABASE = "kolej.db"
"""The name of the file in the data folder."""
READER_CACHE_KIB = 256
"""The page cache of a connection for reading; SQLite's default is 2,000."""


@dataclass(frozen=True, slots=True)
class DatabaseFile:
    """The path of a database, and how to connect to it."""

    path: Path
    lock_timeout: float = 5.0
    """Seconds to wait while another process has the database locked."""
    vfs: str | None = None
    """The name of the SQLite VFS; tests use one that fails."""

    def create(self) -> None:
        """Create an empty file for its owner only, unless it exists. SQLite gives its other files the same mode."""
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            sync_folder(self.path.parent)

    def writer(self) -> apsw.Connection:
        """The connection for writing. The schema is brought up to date first."""
        with store_errors(self.path):
            connection = self._connect(apsw.SQLITE_OPEN_READWRITE)
            try:
                migrate.check(connection, self.path, empty=True)
                if connection.pragma("journal_mode", "wal") != "wal":
                    raise CannotOpen(f"{self.path}: this disk can't keep a write-ahead log; use a local disk")
                # Every commit syncs the log file: what is acknowledged survives a power failure.
                connection.pragma("synchronous", "FULL")
                connection.pragma("fullfsync", True)
                connection.pragma("foreign_keys", True)
                # What is deleted is overwritten: SQLite would leave it in the file until its place is needed.
                connection.pragma("secure_delete", True)
                connection.pragma("journal_size_limit", 64 * 2**20)
                migrate.migrate(connection)
            except BaseException:
                connection.close(True)
                raise
            return connection

    def reader(self) -> apsw.Connection:
        """A connection for reading. It can neither write nor run checkpoints."""
        with store_errors(self.path):
            if not self.path.is_file():
                there = f"{self.path.parent}: there is no {self.path.name} here"
                raise CannotOpen(f"{there}; name the folder that `kolej serve --data` uses")
            connection = self._connect(apsw.SQLITE_OPEN_READONLY)
            try:
                migrate.check(connection, self.path)
                # Logs are read once, from end to end: the page cache of the system is enough.
                connection.pragma("cache_size", -READER_CACHE_KIB)
            except BaseException:
                connection.close(True)
                raise
            return connection

    def _connect(self, flags: int) -> apsw.Connection:
        connection = apsw.Connection(os.fspath(self.path), flags=flags, vfs=self.vfs)
        connection.set_busy_timeout(round(self.lock_timeout * 1000))
        return connection


def sidecar_files(database: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside a database in use: the write-ahead log and the shared memory."""
    return database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that its file names survive a power failure, where the system allows it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
