"""The four styles of published agents, as baselines: path, hungry, one-step and long-route.

Path and hungry are planners with other beliefs: only length counts, and tickets are drawn never, or whenever there
is nothing left to build. The other two choose their routes in their own way.
"""

from typing import Final

from kolej.bots.planner.planner import Mind
from kolej.bots.planner.valuation import NEVER, missing, open_way, richest
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import i64

PATH: Final = (10, 0, 0, 0, 1, 100_000, 0, 0, 0, 0, 10, 0, 0, 10, 1_000_000, 10_000, 0, 30, 0, 20, 0)
HUNGRY: Final = (10, 0, 0, 0, 1, 100_000, 0, 0, 0, 0, 10, -1_000_000, 0, 10, 0, 10_000, 0, 30, 0, 20, 0)
ONE_STEP: Final = (10, 0, 0, 0, 1, 100_000, 0, 10, 0, 0, 10, 0, 0, 10, 1_000_000, 40, 5, 4, 0, 20, 0)
LONG: Final = 5
"""From this length on a route is long."""


class LongRoute(Mind):
    """Collects for the longest routes first; tickets follow once no long route is left."""

    def turn(self, s: State) -> i64:
        """Claim or collect for the longest route that is nearest to being paid."""
        if s.turns_left > 0:
            return self.last_turn(s)
        t = self.t
        best: i64 = NONE
        most: i64 = NEVER
        for route in range(t.routes):
            if s.owner[route] != NONE or t.route_length[route] < self.long():
                continue
            way = open_way(t, s, self.p, self.seat, route)
            if way == NONE:
                continue
            value = 10 * t.way_cards[way] - 6 * missing(t, s, self.p, self.seat, way, richest(t, s, self.seat))
            for i in range(self.plan.count):
                if self.plan.routes[i] == route:
                    value += 10
            if value > most:
                most = value
                best = way
        self.wishes.gather(s, self.plan)
        if best == NONE:
            return Mind.turn(self, s)
        move = self.pay_for(s, best)
        if move != NONE:
            return move
        self.wishes.add(s, best, richest(t, s, self.seat))
        return self.draw(s)

    def long(self) -> i64:
        """The length from which on a route is long: five, or the longest of a small board."""
        t = self.t
        longest: i64 = 0
        for route in range(t.routes):
            if t.route_length[route] > longest:
                longest = t.route_length[route]
        return LONG if longest > LONG else longest
