"""Schema migrations: numbered SQL files from an empty database to the current schema, each applied once.

Servers of two versions may run on one database while one replaces the other. So a migration adds what older servers
don't know, and they go on. One that removes or changes what older servers use has a line `-- needs: N`; it is refused
while a server below version N is connected, and such a server is refused afterwards.

Table `kolej_schema` has one row: the number of the last migration, and the oldest version whose servers may connect.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from kolej.store.errors import InUse, Locked, Newer, NotAStore, Older
from kolej.store.migrations import Migration, migrations_in

LOCK = 0x4B6F6C6A
"""The advisory lock of migrations: "Kolj". Of several servers that start at once, one migrates."""
LOCK_TIMEOUT = 1.0
"""Seconds for which a migration may wait for a table. Everything else that needs the table waits behind it."""
RETRY_PAUSE = 0.5
PATIENCE = 60.0
"""Seconds for which a migration is tried again if it does not get its tables."""
NAME = "kolej schema "
"""How the name of a connection begins; the schema version of its server follows."""

SCHEMA_TABLE = """
CREATE TABLE IF NOT EXISTS kolej_schema (
    only_row BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (only_row),
    version BIGINT NOT NULL,
    needs BIGINT NOT NULL
)
"""
OLDER_SERVERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name ~ ('^' || $1 || '[0-9]+$') AND substr(application_name, length($1) + 1)::bigint < $2
"""


def migrations() -> tuple[Migration, ...]:
    """All migrations, in order."""
    return migrations_in("kolej.store.postgres")


def newest() -> int:
    """The schema version that this Kolej writes."""
    return migrations()[-1].number


def connection_name() -> str:
    """The name of a connection, by which others see the schema version of its server."""
    return f"{NAME}{newest()}"


async def migrate(connection: Any, address: str) -> None:
    """Apply the migrations that are missing, while other servers use the database."""
    version = await _version(connection, address)
    if version >= newest():
        return
    async with _migrating(connection):
        await connection.execute(SCHEMA_TABLE)
        await connection.execute("INSERT INTO kolej_schema VALUES (TRUE, 0, 0) ON CONFLICT DO NOTHING")
        # Another server may have migrated it meanwhile.
        version = await _version(connection, address)
        for step in migrations():
            if step.number > version:
                await _apply(connection, step, address)


async def check_current(connection: Any, address: str) -> None:
    """Refuse a database that has no data of Kolej, or whose schema is not the current one."""
    version = await _version(connection, address)
    if version == 0:
        raise NotAStore(f"{address}: there is no data of Kolej in this database; name that of the server")
    if version < newest():
        raise Older(
            f"{address}: written by an older Kolej (form {version}, now {newest()}); "
            f"start the server on it once to bring it up to date"
        )


async def check_connection(connection: Any) -> None:
    """Refuse to use a database whose schema has become too new for this server."""
    await _version(connection, "PostgreSQL")


async def _version(connection: Any, address: str) -> int:
    """The schema version of a database, 0 if it is empty."""
    if not await connection.fetchval("SELECT to_regclass('kolej_schema') IS NOT NULL"):
        if await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL"):
            raise NotAStore(f"{address}: this database has tables of another program; create one for Kolej")
        return 0
    row = await connection.fetchrow("SELECT version, needs FROM kolej_schema")
    version, needs = row or (0, 0)
    if needs > newest():
        raise Newer(
            f"{address}: used by a newer Kolej (form {needs}, this one knows up to {newest()}); "
            f"install that version, or restore a backup from before"
        )
    return int(version)


@asynccontextmanager
async def _migrating(connection: Any) -> AsyncIterator[None]:
    """Let nobody else migrate. Others wait for as long as it takes."""
    async with connection.transaction():
        await connection.execute("SET LOCAL lock_timeout = 0")
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK, timeout=None)
    try:
        yield
    finally:
        if not connection.is_closed():
            await connection.execute("SELECT pg_advisory_unlock($1)", LOCK)


async def _apply(connection: Any, step: Migration, address: str) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while True:
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}s'")
                if step.needs:
                    await _refuse_older_servers(connection, step, address)
                await connection.execute(step.sql, timeout=PATIENCE * 60)
                query = "UPDATE kolej_schema SET version = $1, needs = greatest(needs, $2)"
                await connection.execute(query, step.number, step.needs)
            return
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError) as error:
            if loop.time() >= end:
                problem = f"{address}: {step.name} does not get its tables, because something uses them for long"
                raise Locked(f"{problem}, such as a backup; start the server again later") from error
            await asyncio.sleep(RETRY_PAUSE)


async def _refuse_older_servers(connection: Any, step: Migration, address: str) -> None:
    # New connections wait for this lock when they look at the version.
    await connection.execute("LOCK TABLE kolej_schema IN ACCESS EXCLUSIVE MODE")
    connections = await connection.fetchval(OLDER_SERVERS, NAME, step.needs)
    if connections:
        problem = f"{address}: servers of an older Kolej use this database ({connections} connections)"
        raise InUse(f"{problem}, and this version ends what they rely on; stop them first")
