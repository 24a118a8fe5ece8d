"""Copies of a database: made while it is in use, checked before they count, and put in its place."""

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
from kolej.store.sqlite.connections import DATABASE, Place, companions, settle
from kolej.store.sqlite.errors import telling
from kolej.store.sqlite.lock import FolderLock


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was checked, and what is in it."""

    path: Path
    tables: int
    entries: int
    size: int
    aside: Path | None = None
    """Where the database lies that had its place before."""


def back_up(folder: str | os.PathLike[str], file: str | os.PathLike[str], *, force: bool = False) -> Copy:
    """Copy the database of a folder, as it is at this moment, into one file. Those who write it need not stop."""
    place, target = Place(Path(folder) / DATABASE), Path(os.path.realpath(file))
    with closing(place.reader()) as source, telling(target):
        if target.exists():
            if target.samefile(place.path):
                raise CannotOpen(f"{file}: this is the database itself; name another file for its copy")
            if not target.is_file():
                raise CannotOpen(f"{file}: this is not a file; name one that is, or that is not there yet")
            if not force:
                raise CannotOpen(f"{file}: there is such a file already; name another, or say --force to replace it")
        with _copied(source, place.path, target) as copy:
            os.replace(copy.path, target)
        settle(target.parent)
    return Copy(Path(file), copy.tables, copy.entries, copy.size)


def restore(file: str | os.PathLike[str], folder: str | os.PathLike[str], *, force: bool = False) -> Copy:
    """Put a copy in the place of the database of a folder; what was there is kept aside."""
    target = Path(folder) / DATABASE
    if not Path(file).is_file():
        raise CannotOpen(f"{file}: there is no such file; name one that `kolej backup` made")
    with closing(Place(Path(file)).reader()) as source, telling(target):
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
            settle(target.parent)
        finally:
            lock.release()
    return Copy(target, copy.tables, copy.entries, copy.size, aside)


@contextmanager
def _copied(source: apsw.Connection, origin: Path, target: Path) -> Iterator[Copy]:
    """A whole, checked and synced copy beside the target, gone in the end unless it took its place."""
    beside = target.with_name(f".{target.name[:80]}.{secrets.token_hex(6)}.tmp")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(apsw.Connection(os.fspath(beside), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            # In one step, so that it is one moment however much is written meanwhile.
            with connection.backup("main", source, "main") as backup:
                backup.step(-1)
            # One file, complete without any beside it.
            connection.pragma("journal_mode", "delete")
            _check(connection, origin)
            tables, entries = (connection.execute(f"SELECT count(*) FROM {name}").get for name in ("tables", "entries"))
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        yield Copy(beside, tables, entries, beside.stat().st_size)
    finally:
        for leftover in (beside, *companions(beside)):
            leftover.unlink(missing_ok=True)


def _check(connection: apsw.Connection, path: Path) -> None:
    """Refuse a database that is not whole. SQLite does not look at every rule through a connection that can't write."""
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
    faults += [f"a row of {row[0]} points nowhere" for row in connection.execute("PRAGMA foreign_key_check")][:3]
    if faults:
        raise Damaged(f"{path}: the database is damaged: {'; '.join(map(str, faults))}; go back to an earlier backup")


def _set_aside(database: Path) -> Path:
    """Keep a database just as it was found in a folder of its own, where it can be opened again.

    It is not moved but linked, so that the folder is never without a database.
    """
    aside = database.parent / f"replaced-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    aside.mkdir(mode=0o700)
    log_file, shared = companions(database)
    for file in (database, log_file):
        if file.exists():
            try:
                os.link(file, aside / file.name)
            except OSError:
                shutil.copy2(file, aside / file.name)
    settle(aside)
    settle(aside.parent)
    # SQLite would take a log file that is left for that of the next database.
    for file in (log_file, shared):
        file.unlink(missing_ok=True)
    return aside
