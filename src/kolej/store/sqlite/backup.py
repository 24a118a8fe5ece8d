"""Backup and restore: checked copies of a database, made while it is in use."""

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from kolej.store.errors import CannotOpen, Damaged
from kolej.store.sqlite.connections import DATABASE, DatabaseFile, sidecar_files, sync_folder
from kolej.store.sqlite.errors import store_errors
from kolej.store.sqlite.lock import FolderLock


@dataclass(frozen=True, slots=True)
class BackupCopy:
    """A checked copy of a database, and what it contains."""

    path: Path
    tables: int
    entries: int
    size: int
    aside: Path | None = None
    """The folder with the database that was replaced."""


def back_up(folder: str | os.PathLike[str], file: str | os.PathLike[str], *, force: bool = False) -> BackupCopy:
    """Copy the database of a data folder into one file, as it is now. Writers need not stop."""
    database, target = DatabaseFile(Path(folder) / DATABASE), Path(os.path.realpath(file))
    with closing(database.reader()) as source, store_errors(target):
        if target.exists():
            if target.samefile(database.path):
                raise CannotOpen(f"{file}: this is the database itself; name another file for its copy")
            if not target.is_file():
                raise CannotOpen(f"{file}: this is not a file; name one that is, or that is not there yet")
            if not force:
                raise CannotOpen(f"{file}: there is such a file already; name another, or say --force to replace it")
        with _copied(source, database.path, target) as copy:
            os.replace(copy.path, target)
        sync_folder(target.parent)
    return BackupCopy(Path(file), copy.tables, copy.entries, copy.size)


def restore(file: str | os.PathLike[str], folder: str | os.PathLike[str], *, force: bool = False) -> BackupCopy:
    """Replace the database of a data folder by a copy; the old one is kept aside."""
    target = Path(folder) / DATABASE
    if not Path(file).is_file():
        raise CannotOpen(f"{file}: there is no such file; name one that `kolej backup` made")
    with closing(DatabaseFile(Path(file)).reader()) as source, store_errors(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FolderLock(target.parent)
        try:
            if target.exists() and target.samefile(file):
                raise CannotOpen(f"{file}: this is the database itself; name a copy of it")
            if target.exists() and not force:
                there = f"{target}: there is a database already"
                raise CannotOpen(f"{there}; name another folder, or say --force to put it aside")
            with _copied(source, Path(file), target) as copy:
                aside = _set_aside(target) if target.exists() else None
                os.replace(copy.path, target)
            sync_folder(target.parent)
        finally:
            lock.release()
    return BackupCopy(target, copy.tables, copy.entries, copy.size, aside)


@contextmanager
def _copied(source: apsw.Connection, origin: Path, target: Path) -> Iterator[BackupCopy]:
    """A complete, checked and synced copy beside the target, deleted in the end unless it was moved there."""
    beside = target.with_name(f".{target.name[:80]}.{secrets.token_hex(6)}.tmp")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(apsw.Connection(os.fspath(beside), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            # In one step, so that the copy is one moment of the database whatever is written meanwhile.
            with connection.backup("main", source, "main") as backup:
                backup.step(-1)
            # One file that is complete without a write-ahead log.
            connection.pragma("journal_mode", "delete")
            _check(connection, origin)
            tables, entries = (connection.execute(f"SELECT count(*) FROM {name}").get for name in ("tables", "entries"))
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        yield BackupCopy(beside, tables, entries, beside.stat().st_size)
    finally:
        for leftover in (beside, *sidecar_files(beside)):
            leftover.unlink(missing_ok=True)


def _check(connection: apsw.Connection, path: Path) -> None:
    """Refuse a damaged database. Through a read-only connection SQLite would not check every constraint."""
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
    faults += [f"a row of {row[0]} points nowhere" for row in connection.execute("PRAGMA foreign_key_check")][:3]
    if faults:
        raise Damaged(f"{path}: the database is damaged: {'; '.join(map(str, faults))}; go back to an earlier backup")


def _set_aside(database: Path) -> Path:
    """Keep a database in a new folder, where it can be opened again.

    It is linked, not moved, so that the data folder is never without a database.
    """
    aside = database.parent / f"replaced-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    aside.mkdir(mode=0o700)
    log_file, shared = sidecar_files(database)
    for file in (database, log_file):
        if file.exists():
            try:
                os.link(file, aside / file.name)
            except OSError:
                shutil.copy2(file, aside / file.name)
    sync_folder(aside)
    sync_folder(aside.parent)
    # SQLite would use a log file that is left over for the new database.
    for file in (log_file, shared):
        file.unlink(missing_ok=True)
    return aside
