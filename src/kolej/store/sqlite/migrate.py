"""Schema migrations: numbered SQL files from an empty file to the current schema, each applied once.

The number of the last migration is SQLite's `user_version`, set in the same transaction.
"""

from pathlib import Path

import apsw

from kolej.store.errors import Newer, NotAStore, Older
from kolej.store.migrations import Migration, migrations_in
from kolej.store.names import skeleton

APPLICATION = 0x4B6F6C6A
"""The application id that marks a file as a store: "Kolj"."""


def migrations() -> tuple[Migration, ...]:
    """All migrations, in order."""
    return migrations_in("kolej.store.sqlite")


def newest() -> int:
    """The schema version that this Kolej writes."""
    return migrations()[-1].number


def version_of(connection: apsw.Connection) -> int:
    """The schema version of a database."""
    version = connection.pragma("user_version")
    assert isinstance(version, int)
    return version


def check(connection: apsw.Connection, path: Path, empty: bool = False) -> int:
    """Refuse a file that is no store, or one of a newer Kolej. An empty file is accepted if `empty` is set."""
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
    """Refuse every schema version but the current one."""
    version = check(connection, path)
    if version < newest():
        raise Older(
            f"{path}: written by an older Kolej (form {version}, now {newest()}); "
            f"start the server on it once to bring it up to date"
        )


def migrate(connection: apsw.Connection, upto: int | None = None) -> None:
    """Apply the migrations that are missing, each in a transaction."""
    connection.create_scalar_function("name_skeleton", lambda *name: skeleton(str(name[0])), 1, deterministic=True)
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
