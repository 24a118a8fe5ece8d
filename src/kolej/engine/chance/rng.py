"""Random numbers for simulations: `Rng`, a small seeded generator that also draws chance outcomes.

It combines two multiplicative congruential generators with prime moduli of 30 and 29 bits (multipliers from L'Ecuyer's
tables) by subtraction; the period is about 2.9 * 10**17. All products stay below 2**60, so that compiled integers,
which wrap, and interpreted ones, which grow, agree; and the interpreter divides fastest by a modulus of one digit.

It is no secure generator: games between people use a `SeededDealer` with a secret seed, or a fair deal.
"""

from collections.abc import Callable
from typing import Final

from kolej.engine.core.state import FIRST_SEAT, IN_GROUP, IN_PILE, OPENING_TICKET, State
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import RuleTables

M1: Final = 1073741789
A1: Final = 771645345
M2: Final = 536870909
A2: Final = 520332806


class Rng:
    """A stream of random numbers: the same seed gives the same stream on every machine."""

    one: i64
    two: i64

    def __init__(self, seed: int) -> None:
        mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64
        mixed = ((mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9) % 2**64
        mixed ^= mixed >> 29
        self.one = mixed % (M1 - 1) + 1
        self.two = (mixed // 2**30) % (M2 - 1) + 1
        for _ in range(4):
            self.below(2)

    def __reduce__(self) -> tuple[Callable[[int, int], "Rng"], tuple[int, int]]:
        return restore_rng, (self.one, self.two)

    def below(self, count: i64) -> i64:
        """A number from 0 to `count` - 1."""
        one = self.one * A1 % M1
        two = self.two * A2 % M2
        self.one = one
        self.two = two
        return (one - two) % count

    def outcome(self, t: RuleTables, s: State) -> i64:
        """A random outcome of what chance owes; every card and every ticket is equally likely."""
        owes = s.owes
        if owes < OPENING_TICKET and owes != FIRST_SEAT:
            left = self.below(s.deck_left)
            deck = s.deck
            kind: i64 = 0
            left -= deck[0]
            while left >= 0:
                kind += 1
                left -= deck[kind]
            return kind
        if owes == FIRST_SEAT:
            return self.below(t.seats)
        deck_of = t.play_deck
        lies = IN_PILE
        if owes == OPENING_TICKET:
            deck_of = t.opening_deck[s.offered[s.seat]]
        elif s.pile_left == 0:
            lies = IN_GROUP
        place = s.place
        # Rejection sampling is faster than counting: during most of a game most tickets qualify.
        while True:
            ticket = self.below(t.tickets)
            if place[ticket] == lies and (lies == IN_GROUP or t.ticket_deck[ticket] == deck_of):
                return ticket


def restore_rng(one: int, two: int) -> Rng:
    """A generator at this place of its stream, from a pickle."""
    rng = Rng(0)
    rng.one = one
    rng.two = two
    return rng
