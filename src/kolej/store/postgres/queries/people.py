"""Queries of people and passwords."""

from typing import Any

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.models import Person
from kolej.store.names import login_key, skeleton
from kolej.store.postgres.queries.tokens import add_token

COLUMNS = "SELECT id, name, created, password FROM people"
NAMES_LOCK = 0x4E616D65
"""The advisory lock of changes to names of accounts ("Name"): two that look alike can't be taken at the same time."""


async def add_person(connection: Any, name: str, at: int, token: bytes | None, label: str) -> Person:
    """Add a person, and the hash of a token if one is given."""
    number = await connection.fetchval("INSERT INTO people (name, created) VALUES ($1, $2) RETURNING id", name, at)
    if token is not None:
        await add_token(connection, number, token, at, label)
    return Person(number, name, at, None)


async def person(connection: Any, number: int) -> Person:
    """A person by id."""
    row = await connection.fetchrow(f"{COLUMNS} WHERE id = $1", number)
    if row is None:
        raise UnknownPerson(number)
    return Person(*row)


async def person_by_login(connection: Any, name: str) -> Person | None:
    """The person with an account of this name."""
    row = await connection.fetchrow(f"{COLUMNS} WHERE login = $1", login_key(name))
    return row and Person(*row)


async def account_like(connection: Any, name: str, but: int | None = None) -> Person | None:
    """An account with this name or one that looks like it, other than that of the person `but`."""
    query = f"{COLUMNS} WHERE (login = $1 OR skeleton = $2) AND id IS DISTINCT FROM $3 LIMIT 1"
    row = await connection.fetchrow(query, login_key(name), skeleton(name), but)
    return row and Person(*row)


async def set_password(connection: Any, number: int, password: str | None) -> None:
    """Set or remove the hash of a password. Names of people with passwords are unique."""
    await _lock_names(connection)
    name = (await person(connection, number)).name
    if password is None:
        keys: tuple[str | None, str | None] = None, None
    else:
        await _check_free(connection, number, name)
        keys = login_key(name), skeleton(name)
    query = "UPDATE people SET password = $1, login = $2, skeleton = $3 WHERE id = $4"
    await connection.execute(query, password, *keys, number)


async def change_password(connection: Any, number: int, was: str, password: str, token: bytes) -> bool:
    """Replace a password, and remove all tokens but one. False if the old password is not the current one."""
    current = await connection.fetchrow("SELECT password FROM people WHERE id = $1 FOR UPDATE", number)
    if current is None:
        raise UnknownPerson(number)
    if current[0] != was:
        return False
    await connection.execute("UPDATE people SET password = $1 WHERE id = $2", password, number)
    await connection.execute("DELETE FROM tokens WHERE person_id = $1 AND hash != $2", number, token)
    return True


async def rename(connection: Any, number: int, name: str, password: str | None) -> Person:
    """Change the name, and the password if one is given."""
    await _lock_names(connection)
    kept = (await person(connection, number)).password if password is None else password
    await _check_free(connection, number, name)
    query = "UPDATE people SET name = $1, password = NULL, login = NULL, skeleton = NULL WHERE id = $2"
    await connection.execute(query, name, number)
    await set_password(connection, number, kept)
    return await person(connection, number)


async def _lock_names(connection: Any) -> None:
    await connection.execute("SELECT pg_advisory_xact_lock($1)", NAMES_LOCK)


async def _check_free(connection: Any, number: int, name: str) -> None:
    """Refuse the name of somebody else's account, and names that look like it."""
    holder = await account_like(connection, name, number)
    if holder is not None:
        raise Taken(f'somebody called "{holder.name}" has a password already; take another name')
