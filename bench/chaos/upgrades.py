"""Rolling upgrades: servers of the next schema version replace the old ones, one at a time, while people play."""

import asyncio
import sys
from pathlib import Path

import asyncpg

from bench.chaos.cluster import Node
from bench.chaos.faults import Chaos
from bench.load.server import Server, free_port

MIGRATIONS = (
    "ALTER TABLE entries ADD COLUMN note_{0} TEXT;\nALTER TABLE tables ADD COLUMN rank_{0} BIGINT NOT NULL DEFAULT 0;",
    "CREATE TABLE more_{0} (table_id BIGINT PRIMARY KEY REFERENCES tables, at BIGINT NOT NULL);",
    "CREATE INDEX entries_by_time_{0} ON entries (at);",
)
"""What later versions of the schema may do, in turn. Each takes locks that moves of the old servers need."""


def write_migrations(folder: Path, count: int) -> None:
    """The migrations of a Kolej that is so many schema versions ahead."""
    folder.mkdir()
    for number in range(count):
        script = MIGRATIONS[number % len(MIGRATIONS)].format(number)
        (folder / f"{number:04}.sql").write_text(script, encoding="utf-8")


async def replace(node: Node, migrations: Path) -> int:
    """Start a new server beside an old one, send it new connections, and stop the old one; returns its exit code."""
    old = node.server
    command = [sys.executable, "-m", "tests.support.next_version", str(migrations), "serve"]
    data = old.data.with_name(f"{old.data.name}-{migrations.name}")
    settings = old.settings | {"KOLEJ_NODE": f"{old.settings['KOLEJ_NODE'].partition('-')[0]}-{migrations.name}"}
    new = Server(data, free_port(), settings=settings, command=command)
    await asyncio.to_thread(new.start)
    node.replace(new)
    return await asyncio.to_thread(old.stop)


async def upgrade(chaos: Chaos) -> None:
    """All servers are replaced by those of the next schema version, one after the other."""
    cluster = chaos.cluster
    ahead = chaos.counts["upgrades"] + 1
    migrations = cluster.folder / f"ahead{ahead}"
    write_migrations(migrations, ahead)
    before = await _schema(cluster.database)
    for node in cluster.nodes:
        chaos.counts["failed stops"] += await replace(node, migrations) != 0
        # Old and new servers are played on together for a while.
        await chaos.a_moment(2.0)
    chaos.counts["upgrades"] = ahead
    if await _schema(cluster.database) != before + 1:
        raise RuntimeError("the new servers have not brought the schema up to date")


async def _schema(database: str) -> int:
    connection = await asyncpg.connect(database)
    try:
        return int(await connection.fetchval("SELECT version FROM kolej_schema"))
    finally:
        await connection.close()
