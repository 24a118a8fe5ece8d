"""Who is asking."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody whom the server knows, by a cookie or a token."""

    person: int
    name: str
