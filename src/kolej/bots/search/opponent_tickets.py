"""Which tickets other seats may hold, judged by what they have built and by the cards they were seen to take.

A ticket whose cities have come nearer to each other for a seat is likely to be its own: every turn that the seat has
saved itself on the way multiplies the odds. The numbers were fitted to games of planners, and then raised by a half
because searches seemed to choose a little better so. What guesses are worth, `bench/ticket_beliefs.py` measures.
"""

from math import exp
from typing import Final

from kolej.bots.planner.route_costs import FAR, Ground
from kolej.bots.planner.valuation import Prices
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import Tables

Signs = tuple[int, int, int, int]
"""What counts, in thousandths of the logarithm of the odds: a tenth of a turn saved on the way of a ticket, its cities
joined, each point that it brings (poor tickets are given back), each tenth of a turn that the whole way takes."""

USUAL: Final = (150, 3000, 150, -50)

SIGNS: dict[str, Signs] = {
    "berlin": (180, 3900, 75, -90),
    "europe": (140, 3200, 150, -50),
    "japan": (105, 1650, 90, -30),
    "new_york": (330, 2600, 210, -105),
    "nordic": (120, 3000, 180, -38),
}

MOST: Final = 1000
"""The weight of the likeliest ticket of a deck."""
LEAST: Final = 5
"""No ticket weighs less: not everybody plans as planners do."""


def signs_of(edition: str) -> Signs:
    """What counts on a board."""
    return SIGNS.get(edition, USUAL)


class Guesses:
    """What one seat makes of the others."""

    def __init__(self, t: Tables, p: Prices, seat: int, signs: Signs) -> None:
        self.t = t
        self.seat = seat
        self.signs = signs
        self.grounds = [Ground(t, p, each) for each in range(t.seats)]
        self.first: Ints = zeros(t.tickets)
        """How far apart the cities of each ticket are when nothing has been built."""
        self.now: Ints = zeros(t.tickets)
        self.measure(start(t, NONE), self.grounds[seat], self.first)

    def weights(self, s: State) -> list[list[int]]:
        """For each seat, how likely it is to hold each ticket compared with others. `s` is what a view tells.

        Cards that a seat was seen to take are put into its hand there.
        """
        t = self.t
        for place in range(t.seats * t.kinds):
            s.hands[place] = s.known[place]
        out: list[list[int]] = []
        for seat in range(t.seats):
            if seat == self.seat:
                out.append([1] * t.tickets)
                continue
            self.measure(s, self.grounds[seat], self.now)
            out.append(self.weighed())
        return out

    def weighed(self) -> list[int]:
        """The weights of all tickets at the distances of the moment."""
        t = self.t
        saved, done, point, long = self.signs
        signs: list[int] = []
        # The strongest sign of each deck: a ticket is compared with those that the seat may have drawn instead.
        most: dict[int, int] = {}
        for ticket in range(t.tickets):
            first = self.first[ticket]
            now = self.now[ticket]
            # A way that has been closed says nothing: the seat may hold the ticket still.
            nearer: i64 = 0
            if now != NONE:
                nearer = first - now
            sign = saved * nearer + point * t.ticket_points[ticket] + long * first
            if now == 0:
                sign += done
            signs.append(sign)
            deck = t.ticket_deck[ticket]
            most[deck] = max(sign, most.get(deck, sign))
        return [int(MOST * exp((sign - most[t.ticket_deck[n]]) / 1000)) + LEAST for n, sign in enumerate(signs)]

    def measure(self, s: State, ground: Ground, out: Ints) -> None:
        """How far apart the cities of every ticket are for a seat, in tenths of turns; -1 where no way is left."""
        t = self.t
        ground.survey(s)
        for ticket in range(t.tickets):
            out[ticket] = ground.reach(t.ticket_a[ticket], t.ticket_b[ticket], FAR)
