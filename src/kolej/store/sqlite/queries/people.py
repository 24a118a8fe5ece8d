"""Queries of people and passwords."""

import unicodedata

import apsw

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.models import Person
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
    row = connection.execute(f"{COLUMNS} WHERE login = ?", (_login(name),)).fetchone()
    return row and Person(*row)


def set_password(connection: apsw.Connection, number: int, password: str | None) -> None:
    """Set or remove the hash of a password. Names of people with passwords are unique."""
    name = person(connection, number).name
    login = None if password is None else _login(name)
    holder = None if password is None else person_by_login(connection, name)
    if holder is not None and holder.id != number:
        raise Taken(f'somebody called "{holder.name}" has a password already; take another name')
    connection.execute("UPDATE people SET password = ?, login = ? WHERE id = ?", (password, login, number))


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
    connection.execute("UPDATE people SET name = ?, password = NULL, login = NULL WHERE id = ?", (name, number))
    set_password(connection, number, kept)
    return person(connection, number)


def _login(name: str) -> str:
    """The key of a name: names that look the same have the same key."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
