"""People and how they are known, as rows. Functions of a connection, each to be called within a transaction."""

import unicodedata

import apsw

from kolej.store.errors import Taken, UnknownPerson
from kolej.store.protocol import Person

COLUMNS = "SELECT people.id, name, people.created, password FROM people"


def add_person(connection: apsw.Connection, name: str, at: int, token: bytes | None) -> Person:
    """A new person, perhaps with the hash of a token."""
    number = connection.execute("INSERT INTO people (name, created) VALUES (?, ?) RETURNING id", (name, at)).get
    if token is not None:
        add_token(connection, number, token, at)
    return Person(number, name, at, None)


def person_is_there(connection: apsw.Connection, number: int) -> bool:
    """Whether there is such a person."""
    return connection.execute("SELECT 1 FROM people WHERE id = ?", (number,)).get is not None


def person(connection: apsw.Connection, number: int) -> Person:
    """One person."""
    row = connection.execute(f"{COLUMNS} WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise UnknownPerson(number)
    return Person(*row)


def person_by_token(connection: apsw.Connection, token: bytes) -> Person | None:
    """Whose token has this hash."""
    query = f"{COLUMNS} JOIN tokens ON tokens.person_id = people.id WHERE hash = ?"
    row = connection.execute(query, (token,)).fetchone()
    return row and Person(*row)


def person_by_login(connection: apsw.Connection, name: str) -> Person | None:
    """Who has that name and a password."""
    row = connection.execute(f"{COLUMNS} WHERE login = ?", (_login(name),)).fetchone()
    return row and Person(*row)


def add_token(connection: apsw.Connection, number: int, token: bytes, at: int) -> None:
    """One more hash of a token by which a person is known."""
    holder = person_by_token(connection, token)
    if holder is None:
        person(connection, number)
        connection.execute("INSERT INTO tokens VALUES (?, ?, ?)", (token, number, at))
    elif holder.id != number:
        raise Taken("this token is somebody else's; make a new one")


def drop_token(connection: apsw.Connection, token: bytes) -> None:
    """Nobody is known by this token any more."""
    connection.execute("DELETE FROM tokens WHERE hash = ?", (token,))


def set_password(connection: apsw.Connection, number: int, password: str | None) -> None:
    """Keep the hash of a password, or forget it; names of people with passwords differ."""
    name = person(connection, number).name
    login = None if password is None else _login(name)
    holder = None if password is None else person_by_login(connection, name)
    if holder is not None and holder.id != number:
        raise Taken(f'somebody called "{holder.name}" has a password already; take another name')
    connection.execute("UPDATE people SET password = ?, login = ? WHERE id = ?", (password, login, number))


def change_password(connection: apsw.Connection, number: int, was: str, password: str, token: bytes) -> bool:
    """Another password in the place of one, and no token but this one; False when that one is not kept any more."""
    if person(connection, number).password != was:
        return False
    connection.execute("UPDATE people SET password = ? WHERE id = ?", (password, number))
    connection.execute("DELETE FROM tokens WHERE person_id = ? AND hash != ?", (number, token))
    return True


def rename(connection: apsw.Connection, number: int, name: str, password: str | None) -> Person:
    """Another name, and a new password with it unless the old one stays."""
    kept = person(connection, number).password if password is None else password
    connection.execute("UPDATE people SET name = ?, password = NULL, login = NULL WHERE id = ?", (name, number))
    set_password(connection, number, kept)
    return person(connection, number)


def _login(name: str) -> str:
    """Names that look the same are the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
