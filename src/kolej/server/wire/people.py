"""Messages about people: the current user, credentials, passwords and tokens."""

from typing import Annotated

from msgspec import Meta

from kolej.server.wire.base import Inbound, Name, Outbound

Password = Annotated[str, Meta(min_length=8, max_length=128)]


class Me(Outbound):
    """The current user."""

    person: int
    name: str
    account: bool


class NewName(Inbound):
    """A new name for the current user."""

    name: Name


class Credentials(Inbound):
    """A name and a password."""

    name: Name
    password: Password


class NewPassword(Inbound):
    """A new password, with the current one as proof."""

    old: Password
    new: Password


class Deletion(Inbound):
    """The deletion of the current user. An account needs its password as proof; a guest has none."""

    password: Password | None = None


class TokenInfo(Outbound):
    """A token of the current user, in a browser or in a program. The token itself is not shown again."""

    id: int
    label: str
    created: int
    """Milliseconds since 1970."""
    used: int
    """The day of its last use, in milliseconds since 1970."""
    current: bool
    """Whether this request was authenticated by it."""


class NewToken(Outbound):
    """A token for a program that plays as the current user; it is shown only once."""

    token: str
