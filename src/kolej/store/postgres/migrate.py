"""Schema migrations: numbered SQL files from an empty database to the current schema, each applied once.

Table `kolej_schema` has one row with the number of the last migration. Servers of two versions may run on one database
while one replaces the other, so a migration may add what older servers don't know, but remove nothing that they use.
"""

from typing import Any

from kolej.store.errors import Newer, NotAStore
from kolej.store.migrations import Migration, migrations_in

LOCK = 0x4B6F6C6A
"""The advisory lock of migrations: "Kolj". Of several servers that start at once, one migrates."""

SCHEMA_TABLE = """
CREATE TABLE IF NOT EXISTS kolej_schema (
    only_row BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (only_row),
    version BIGINT NOT NULL,
    needs BIGINT NOT NULL
)
"""
"""`needs` is the oldest version whose servers may still use the database."""


def migrations() -> tuple[Migration, ...]:
    """All migrations, in order."""
    return migrations_in("kolej.store.postgres")


def newest() -> int:
    """The schema version that this Kolej writes."""
    return migrations()[-1].number


async def migrate(connection: Any, address: str) -> None:
    """Apply the migrations that are missing. Other servers on the same database wait meanwhile."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if not await connection.fetchval("SELECT to_regclass('kolej_schema') IS NOT NULL"):
            if await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL"):
                raise NotAStore(f"{address}: this database has tables of another program; create one for Kolej")
            await connection.execute(SCHEMA_TABLE)
            await connection.execute("INSERT INTO kolej_schema VALUES (TRUE, 0, 0)")
        version, needs = await connection.fetchrow("SELECT version, needs FROM kolej_schema")
        if needs > newest():
            raise Newer(
                f"{address}: used by a newer Kolej (form {needs}, this one knows up to {newest()}); "
                f"install that version, or restore a backup from before"
            )
        for step in migrations():
            if step.number > version:
                await connection.execute(step.sql)
                await connection.execute("UPDATE kolej_schema SET version = $1", step.number)
