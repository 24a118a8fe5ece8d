"""PostgreSQL store: a server on a database of its own machine, or of several machines.

store.py        `PostgresStore`, for an event loop
connections.py  a pool of connections, and what to do when one is lost
appender.py     appends that wait share one statement and one commit
errors.py       errors of PostgreSQL as store errors
transfer.py     rows to copy from or to another store
migrate.py      applies the migrations that a database lacks, from the SQL files in `migrations`
queries/        SQL, by what it is about
"""

from kolej.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
