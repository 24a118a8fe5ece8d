"""Double routes: when both halves may be claimed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Doubles:
    """Both halves of a double route may be claimed in games of `both_from` or more seats (`claim.double-few`)."""

    both_from: int
