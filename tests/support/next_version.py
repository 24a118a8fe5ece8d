"""A Kolej of the next schema version: this one with more migrations of PostgreSQL, in a process of its own.

    python -m tests.support.next_version FOLDER open URL          opens the store, and prints its schema version
    python -m tests.support.next_version FOLDER serve --port ...  is `kolej serve ...`

FOLDER has the additional SQL files.
"""

import asyncio
import sys
from pathlib import Path

from kolej.store import migrations


def add_migrations(folder: Path) -> None:
    """Let the schema of PostgreSQL have the migrations in a folder too. Before anything of that store is imported."""
    released = migrations.migrations_in

    def with_more(package: str) -> tuple[migrations.Migration, ...]:
        found = released(package)
        if package != "kolej.store.postgres":
            return found
        files = sorted(folder.glob("*.sql"))
        more = (
            migrations.Migration(found[-1].number + n, file.name, file.read_text(encoding="utf-8"))
            for n, file in enumerate(files, 1)
        )
        return (*found, *more)

    migrations.migrations_in = with_more  # type: ignore[assignment]


async def open_store(url: str) -> int:
    """Open the store, which migrates it, and return its schema version."""
    from kolej.store.postgres import PostgresStore
    from kolej.store.postgres.migrate import newest

    async with PostgresStore(url):
        return newest()


if __name__ == "__main__":
    assert "kolej.store.postgres" not in sys.modules
    add_migrations(Path(sys.argv[1]))
    if sys.argv[2] == "open":
        print(asyncio.run(open_store(sys.argv[3])))
    else:
        from kolej.cli import main

        main(sys.argv[2:])
