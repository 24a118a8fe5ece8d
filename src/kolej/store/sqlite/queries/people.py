"""Queries of people and passwords."""

import apsw

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.models import Person
from kolej.store.names import login_key, skeleton
from kolej.store.sqlite.queries.tokens import add_token

COLUMNS = "SELECT id, name, created, password FROM people"


def add_person(connection: apsw.Connection, name: str, at: int, token: bytes | None, label: str) -> Person:
    """Add a person, and the hash of a token if one is given."""
    number = connection.execute("INSERT INTO people (name, created) VALUES (?, ?) RETURNING id", (name, at)).get
    if token is not None:
        add_token(connection, number, token, at, label)
    return Person(number, name, at, None)


def person_exists(connection: apsw.Connection, number: int) -> bool:
    """Whether a person exists."""
    return connection.execute("SELECT 1 FROM people WHERE id = ?", (number,)).get is not None


def person(connection: apsw.Connection, number: int) -> Person:
    """A person by id."""
    row = connection.execute(f"{COLUMNS} WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise UnknownPerson(number)
    return Person(*row)


def person_by_login(connection: apsw.Connection, name: str) -> Person | None:
    """The person with an account of this name."""
    row = connection.execute(f"{COLUMNS} WHERE login = ?", (login_key(name),)).fetchone()
    return row and Person(*row)


def account_like(connection: apsw.Connection, name: str, but: int | None = None) -> Person | None:
    """An account with this name or one that looks like it, other than that of the person `but`."""
    query = f"{COLUMNS} WHERE (login = ? OR skeleton = ?) AND id IS NOT ? LIMIT 1"
    row = connection.execute(query, (login_key(name), skeleton(name), but)).fetchone()
    return row and Person(*row)


def set_password(connection: apsw.Connection, number: int, password: str | None) -> None:
    """Set or remove the hash of a password. Names of people with passwords are unique."""
    name = person(connection, number).name
    if password is None:
        keys: tuple[str | None, str | None] = None, None
    else:
        _check_free(connection, number, name)
        keys = login_key(name), skeleton(name)
    query = "UPDATE people SET password = ?, login = ?, skeleton = ? WHERE id = ?"
    connection.execute(query, (password, *keys, number))


def change_password(connection: apsw.Connection, number: int, was: str, password: str, token: bytes) -> bool:
    """Replace a password, and remove all tokens but one. False if the old password is not the current one."""
    if person(connection, number).password != was:
        return False
    connection.execute("UPDATE people SET password = ? WHERE id = ?", (password, number))
    connection.execute("DELETE FROM tokens WHERE person_id = ? AND hash != ?", (number, token))
    return True


def rename(connection: apsw.Connection, number: int, name: str, password: str | None) -> Person:
    """Change the name, and the password if one is given."""
    kept = person(connection, number).password if password is None else password
    _check_free(connection, number, name)
    query = "UPDATE people SET name = ?, password = NULL, login = NULL, skeleton = NULL WHERE id = ?"
    connection.execute(query, (name, number))
    set_password(connection, number, kept)
    return person(connection, number)


def _check_free(connection: apsw.Connection, number: int, name: str) -> None:
    """Refuse the name of somebody else's account, and names that look like it."""
    holder = account_like(connection, name, number)
    if holder is not None:
        raise Taken(f'somebody called "{holder.name}" has a password already; take another name')
