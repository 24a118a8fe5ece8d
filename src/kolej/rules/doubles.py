"""Double routes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Doubles:
    """Both halves of a double are open from so many seats on (`claim.double-few`)."""

    both_from: int
