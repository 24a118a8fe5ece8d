"""Queries of tokens."""

from typing import Any

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.models import Person, Token

COLUMNS = """
    SELECT tokens.id, label, tokens.created, used, people.id, name, people.created, password
    FROM tokens JOIN people ON people.id = person_id
"""


async def token(connection: Any, hash: bytes) -> Token | None:
    """The token with this hash, and whose it is."""
    row = await connection.fetchrow(f"{COLUMNS} WHERE hash = $1", hash)
    return row and _token(*row)


async def tokens(connection: Any, person: int) -> list[Token]:
    """The tokens of a person, the last used first."""
    query = f"{COLUMNS} WHERE person_id = $1 ORDER BY used DESC, tokens.id DESC"
    return [_token(*row) for row in await connection.fetch(query, person)]


def _token(number: int, label: str, created: int, used: int, *person: Any) -> Token:
    return Token(number, Person(*person), label, created, used)


async def add_token(connection: Any, person: int, hash: bytes, at: int, label: str) -> None:
    """Add the hash of a token to a person."""
    if await connection.fetchval("SELECT 1 FROM people WHERE id = $1 FOR KEY SHARE", person) is None:
        holder = await connection.fetchval("SELECT person_id FROM tokens WHERE hash = $1", hash)
        raise UnknownPerson(person) if holder is None else _taken()
    query = """
        INSERT INTO tokens (hash, person_id, label, created, used) VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING
    """
    await connection.execute(query, hash, person, label, at)
    if await connection.fetchval("SELECT person_id FROM tokens WHERE hash = $1", hash) != person:
        raise _taken()


def _taken() -> Taken:
    return Taken("this token is somebody else's; make a new one")


async def use_token(connection: Any, hash: bytes, at: int) -> None:
    """Record that a token was used."""
    await connection.execute("UPDATE tokens SET used = greatest(used, $1) WHERE hash = $2", at, hash)


async def drop_token(connection: Any, hash: bytes) -> None:
    """Remove a token."""
    await connection.execute("DELETE FROM tokens WHERE hash = $1", hash)


async def drop_token_by_id(connection: Any, person: int, number: int) -> bytes | None:
    """Remove a token of a person, and return its hash."""
    query = "DELETE FROM tokens WHERE id = $1 AND person_id = $2 RETURNING hash"
    hash: bytes | None = await connection.fetchval(query, number, person)
    return hash


async def drop_unused_tokens(connection: Any, before: int) -> int:
    """Remove the tokens that were last used before a time."""
    return len(await connection.fetch("DELETE FROM tokens WHERE used < $1 RETURNING id", before))
