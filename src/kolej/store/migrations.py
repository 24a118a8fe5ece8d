"""Migrations of a schema: numbered SQL files, from an empty database to the current schema."""

from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Migration:
    """One SQL file."""

    number: int
    name: str
    sql: str


@cache
def migrations_in(package: str) -> tuple[Migration, ...]:
    """All migrations in the folder `migrations` of a package, in order."""
    folder = resources.files(package).joinpath("migrations")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(Migration(int(file.name[:4]), file.name, file.read_text(encoding="utf-8")) for file in files)
