"""A fast checksum of a state, to detect mistakes in stored records.

It is no protection against forgery; `Game.fingerprint` is a cryptographic hash.
"""

from typing import Final

from kolej.engine.core.state import State
from kolej.engine.core.vectors import Ints, i64

PRIME: Final = 2_147_483_647
FACTOR: Final = 1_103_515_245
"""Below the prime, so that no product outgrows a machine integer."""


def checksum(s: State) -> int:
    """A number that almost certainly differs between states that differ in anything but derived values.

    It covers what `State.numbers` lists, in the same order, but reads the vectors directly instead of copying them.
    """
    sum: i64 = 1
    sum = _mixed(sum, s.hands)
    sum = _mixed(sum, s.known)
    sum = _mixed(sum, s.hand_size)
    sum = _mixed(sum, s.display)
    sum = _mixed(sum, s.display_counts)
    sum = _mixed(sum, s.deck)
    sum = _mixed(sum, s.discard)
    sum = _mixed(sum, s.unseen)
    sum = _mixed(sum, s.laid)
    sum = _mixed(sum, s.turned)
    sum = _mixed(sum, s.supply)
    sum = _mixed(sum, s.points)
    sum = _mixed(sum, s.track)
    sum = _mixed(sum, s.owner)
    sum = _mixed(sum, s.taken)
    sum = _mixed(sum, s.building)
    sum = _mixed(sum, s.place)
    sum = _mixed(sum, s.tail)
    sum = _mixed(sum, s.offer)
    sum = _mixed(sum, s.offered)
    sum = _mixed(sum, s.answer)
    sum = _mixed(sum, s.held)
    sum = _mixed(sum, s.card_log)
    sum = _mixed(sum, s.ticket_log)
    for numbers in s.single_numbers():
        sum = _with(sum, len(numbers))
        for number in numbers:
            sum = _with(sum, number)
    return sum


def _mixed(sum: i64, vector: Ints) -> i64:
    count: i64 = len(vector)
    sum = _with(sum, count)
    for i in range(count):
        sum = _with(sum, vector[i])
    return sum


def _with(sum: i64, number: i64) -> i64:
    prime: i64 = PRIME
    factor: i64 = FACTOR
    return (sum * factor + number % prime) % prime
