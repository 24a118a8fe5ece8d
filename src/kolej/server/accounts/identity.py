"""Identity: the current user as tables see them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """A person who was authenticated by a cookie or a token."""

    person: int
    name: str
