"""SQLite store: one database file. Only this package uses SQLite.

store.py        `SqliteStore`: the protocol for an event loop, in front of a writer thread and readers
writer.py       the writer thread: one connection, group commit
reader_pool.py  read-only connections for the event loop
snapshot.py     read-only access without an event loop, for commands
queries/        SQL statements, as functions of a connection
connections.py  opens the database file
migrate.py      brings the schema up to date
lock.py         one writing process for a folder
backup.py       backup and restore
transfer.py     rows to copy from or to another store
integrity.py    integrity check: which parts of a database are damaged
errors.py       errors of SQLite as errors of the store
"""

from kolej.store.sqlite.backup import back_up, restore
from kolej.store.sqlite.snapshot import Snapshot, open_snapshot
from kolej.store.sqlite.store import SqliteStore

__all__ = ["Snapshot", "SqliteStore", "back_up", "open_snapshot", "restore"]
