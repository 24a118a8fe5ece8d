"""Migrations of a schema: numbered SQL files, from an empty database to the current schema."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

NEEDS = re.compile(r"^-- needs: (\d+)$", re.MULTILINE)
"""A line of a migration that removes or changes what older versions use: the oldest version that works afterwards."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One SQL file."""

    number: int
    name: str
    sql: str

    @property
    def needs(self) -> int:
        """The oldest schema version whose servers may use the database after this migration; 0 if all may."""
        found = NEEDS.search(self.sql)
        return int(found[1]) if found else 0


@cache
def migrations_in(package: str) -> tuple[Migration, ...]:
    """All migrations in the folder `migrations` of a package, in order."""
    folder = resources.files(package).joinpath("migrations")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(Migration(int(file.name[:4]), file.name, file.read_text(encoding="utf-8")) for file in files)
