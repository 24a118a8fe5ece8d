"""A store in one file, kept by SQLite. The rest of Kolej meets SQLite only through this door."""

from kolej.store.sqlite.backup import back_up, restore
from kolej.store.sqlite.snapshot import Reader, reading
from kolej.store.sqlite.store import SqliteStore

__all__ = ["Reader", "SqliteStore", "back_up", "reading", "restore"]
