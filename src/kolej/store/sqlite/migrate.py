"""The form of the database: numbered steps from nothing to what this version reads, each taken once.

The number of the last step taken is SQLite's `user_version`, in the same transaction as the step.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import apsw

from kolej.store.errors import Newer, NotAStore, Older

APPLICATION = 0x4B6F6C6A
"""Marks a file as a store: "Kolj"."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step."""

    number: int
    name: str
    sql: str


@cache
def migrations() -> tuple[Migration, ...]:
    """Every step, in order."""
    folder = resources.files("kolej.store.sqlite").joinpath("migrations")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(Migration(int(file.name[:4]), file.name, file.read_text(encoding="utf-8")) for file in files)


def newest() -> int:
    """The version this Kolej writes."""
    return migrations()[-1].number


def version_of(connection: apsw.Connection) -> int:
    """How many steps a database has taken."""
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    return version


def check(connection: apsw.Connection, path: Path, empty: bool = False) -> int:
    """Refuse what is no store, or of a newer Kolej; an empty file may be one that is only beginning."""
    application = connection.pragma("application_id")
    if application != APPLICATION and not (empty and connection.pragma("page_count") == 0):
        raise NotAStore(f"{path}: this is not a database of Kolej; name the one that `kolej serve` uses")
    version = version_of(connection)
    if version > newest():
        raise Newer(
            f"{path}: written by a newer Kolej (form {version}, this one knows up to {newest()}); "
            f"install that version, or restore a backup from before"
        )
    return version


def check_current(connection: apsw.Connection, path: Path) -> None:
    """Refuse everything but the version this Kolej writes."""
    version = check(connection, path)
    if version < newest():
        raise Older(
            f"{path}: written by an older Kolej (form {version}, now {newest()}); "
            f"start the server on it once to bring it up to date"
        )


def migrate(connection: apsw.Connection, upto: int | None = None) -> None:
    """Take the steps that are missing, each whole or not at all."""
    for step in migrations():
        if version_of(connection) < step.number <= (newest() if upto is None else upto):
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.execute(step.sql)
                connection.pragma("user_version", step.number)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
