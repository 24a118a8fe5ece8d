"""A small fingerprint of a state, quickly made: for whoever compares its own records and fears slips, not forgers."""

from typing import Final

from kolej.engine.ints import i64
from kolej.engine.state import State

PRIME: Final = 2_147_483_647
FACTOR: Final = 1_103_515_245
"""Below the prime, so that no product outgrows a machine integer."""


def checksum(s: State) -> int:
    """A number that almost surely differs where anything differs that is not reckoned from something else."""
    prime: i64 = PRIME
    factor: i64 = FACTOR
    sum: i64 = 1
    for vector in s.numbers():
        sum = (sum * factor + len(vector)) % prime
        for number in vector:
            each: i64 = number
            sum = (sum * factor + each % prime) % prime
    return sum
