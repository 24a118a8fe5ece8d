"""Queries of the health record: one row that is written to when nothing else has to be."""

import apsw


def check_write(connection: apsw.Connection, at: int) -> None:
    """Write the time of a check."""
    # SQLite writes nothing if the row stays as it is, which it would within one millisecond.
    connection.execute("UPDATE health SET checked = max(checked + 1, ?)", (at,))


def overwrite_failed_commit(connection: apsw.Connection) -> None:
    """Write something in the place of a commit that failed."""
    connection.execute("UPDATE health SET failed_commits = failed_commits + 1")
