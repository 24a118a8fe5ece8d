"""Revocation: tokens that are no longer valid, and the reason that their sockets are sent when they are closed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Revocation:
    """The token with a hash, or all tokens of a person but one."""

    reason: str
    token: bytes | None = None
    person: int | None = None
    but: bytes | None = None
