"""Ways found once and remembered: plans for several sets of tickets begin alike, and meet the same ground again."""

from typing import Final

from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.vectors import Ints, i64

BARE: Final = 0
"""The stage at which nothing has been planned yet."""
NONE: Final = -1
MOST: Final = 32
"""How many stages are remembered; beyond them ways are sought again."""


class Recall:
    """A tree of stages: each is the ground after the way for one more ticket has been taken."""

    room: i64
    """How many routes a way can have."""
    count: i64
    ticket: Ints
    """The ticket whose way leads to each stage from the one before."""
    latest: Ints
    """The latest of the stages that follow on each, and the one that followed before; -1 where there is none."""
    earlier: Ints
    length: Ints
    """How many routes each way has that must be paid for; -1 where there is no way."""
    routes: Ints

    def __init__(self, room: i64) -> None:
        self.room = room
        self.count = 1
        self.ticket = zeros(MOST)
        self.latest = zeros(MOST)
        self.earlier = zeros(MOST)
        self.length = zeros(MOST)
        self.routes = zeros(MOST * room)
        self.clear()

    def clear(self) -> None:
        """Forget everything: the ground is another."""
        self.count = 1
        self.latest[BARE] = NONE

    def find(self, stage: i64, ticket: i64) -> i64:
        """The stage after this one and a ticket's way; -1 if it is not remembered."""
        after = self.latest[stage]
        while after != NONE and self.ticket[after] != ticket:
            after = self.earlier[after]
        return after

    def add(self, stage: i64, ticket: i64) -> i64:
        """A new stage. The last of all is never found again, so that it can be used again and again."""
        after = self.count
        if after < MOST - 1:
            self.count += 1
            self.ticket[after] = ticket
            self.earlier[after] = self.latest[stage]
            self.latest[stage] = after
        self.latest[after] = NONE
        return after
