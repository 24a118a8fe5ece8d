"""Integrity check of a database: which of its parts are damaged."""

import threading
from contextlib import closing, suppress

import apsw

from kolej.store.sqlite.connections import DatabaseFile

INTEGRITY_CHECK, QUICK_CHECK = "integrity_check", "quick_check"
PARTS = {
    "health": ("the health record", INTEGRITY_CHECK),
    "people": ("people", INTEGRITY_CHECK),
    "tokens": ("tokens", INTEGRITY_CHECK),
    "tables": ("the list of tables", INTEGRITY_CHECK),
    "seats": ("seats", INTEGRITY_CHECK),
    "secrets": ("secrets", INTEGRITY_CHECK),
    "entries": ("logs of tables", QUICK_CHECK),
}
"""What people call each table of the schema, and how it is checked. The quick check does not compare rows with indexes,
which takes several times as long and would matter only for the logs."""


class IntegrityCheck:
    """Checks a database through a connection of its own, for as long as that takes; closing ends it."""

    def __init__(self, database: DatabaseFile) -> None:
        self._database = database
        self._running = threading.Lock()
        self._connection: apsw.Connection | None = None
        self._closed = False

    def damaged_parts(self) -> list[str]:
        """The damaged parts, each with the first fault that was found in it. Blocks until everything is read."""
        found = []
        with self._running, closing(self._database.reader()) as connection:
            self._connection = connection
            try:
                for table, (name, check) in PARTS.items():
                    fault = None if self._closed else _fault(connection, table, check)
                    if fault is not None:
                        found.append(f"{name}: {fault}")
            except apsw.InterruptError:
                pass
            finally:
                self._connection = None
        return found

    def close(self) -> None:
        """End a check that is running, and wait until its connection is closed."""
        self._closed = True
        connection = self._connection
        if connection is not None:
            with suppress(apsw.ConnectionClosedError):
                connection.interrupt()
        with self._running:
            pass


def _fault(connection: apsw.Connection, table: str, check: str) -> str | None:
    try:
        found = str(connection.execute(f"PRAGMA {check}('{table}')").get)
    except apsw.CorruptError as error:
        found = str(error)
    except UnicodeDecodeError:
        found = "a text is not UTF-8"
    return None if found == "ok" else " ".join(found.replace("*** in database main ***", "").split())
