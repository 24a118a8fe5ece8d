"""Queries of tokens."""

import apsw

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.models import Person, Token

COLUMNS = """
    SELECT tokens.id, label, tokens.created, used, people.id, name, people.created, password
    FROM tokens JOIN people ON people.id = person_id
"""


def token(connection: apsw.Connection, hash: bytes) -> Token | None:
    """The token with this hash, and whose it is."""
    row = connection.execute(f"{COLUMNS} WHERE hash = ?", (hash,)).fetchone()
    return row and _token(*row)


def tokens(connection: apsw.Connection, person: int) -> list[Token]:
    """The tokens of a person, the last used first."""
    query = f"{COLUMNS} WHERE person_id = ? ORDER BY used DESC, tokens.id DESC"
    return [_token(*row) for row in connection.execute(query, (person,))]


def _token(number: int, label: str, created: int, used: int, *person: object) -> Token:
    return Token(number, Person(*person), label, created, used)  # type: ignore[arg-type]


def add_token(connection: apsw.Connection, person: int, hash: bytes, at: int, label: str) -> None:
    """Add the hash of a token to a person."""
    holder = connection.execute("SELECT person_id FROM tokens WHERE hash = ?", (hash,)).get
    if holder is None:
        if connection.execute("SELECT 1 FROM people WHERE id = ?", (person,)).get is None:
            raise UnknownPerson(person)
        connection.execute(
            "INSERT INTO tokens (hash, person_id, label, created, used) VALUES (?, ?, ?, ?, ?)",
            (hash, person, label, at, at),
        )
    elif holder != person:
        raise Taken("this token is somebody else's; make a new one")


def use_token(connection: apsw.Connection, hash: bytes, at: int) -> None:
    """Record that a token was used."""
    connection.execute("UPDATE tokens SET used = max(used, ?) WHERE hash = ?", (at, hash))


def drop_token(connection: apsw.Connection, hash: bytes) -> None:
    """Remove a token."""
    connection.execute("DELETE FROM tokens WHERE hash = ?", (hash,))


def drop_token_by_id(connection: apsw.Connection, person: int, number: int) -> bytes | None:
    """Remove a token of a person, and return its hash."""
    query = "DELETE FROM tokens WHERE id = ? AND person_id = ? RETURNING hash"
    hash: bytes | None = connection.execute(query, (number, person)).get
    return hash


def drop_unused_tokens(connection: apsw.Connection, before: int) -> int:
    """Remove the tokens that were last used before a time."""
    connection.execute("DELETE FROM tokens WHERE used < ?", (before,))
    return connection.changes()
