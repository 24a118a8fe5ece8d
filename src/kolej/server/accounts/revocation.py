"""Revocation: tokens that are no longer valid, and what their sockets are told when they are closed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Revocation:
    """The token with a hash, or all tokens of a person but one."""

    reason: str
    token: bytes | None = None
    person: int | None = None
    but: bytes | None = None
