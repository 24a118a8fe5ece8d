"""Playing styles of published agents, as baselines: path, hungry, one-step and long-route.

Path, hungry and one-step are planners with other weights (see `weights.py`). Long-route chooses its routes differently.
"""

from typing import Final

from kolej.bots.planner.planner import Planner
from kolej.bots.planner.valuation import NEVER, missing_cards, most_of_one_color, open_option
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import i64

LONG: Final = 5
"""The length from which a route counts as long."""


class LongRoutePlanner(Planner):
    """Claims the longest routes first; the tickets follow once no long route is left."""

    def turn(self, s: State) -> i64:
        """Claim or draw for the long route that is worth most and lacks least."""
        if s.turns_left > 0:
            return self.last_turn(s)
        t = self.t
        valuation = self.valuation
        long = self.long_length()
        most_cards = most_of_one_color(t, s, self.seat)
        best: i64 = NONE
        most: i64 = NEVER
        for route in range(t.routes):
            if s.owner[route] != NONE or t.route_length[route] < long:
                continue
            option = open_option(t, s, valuation, self.seat, route)
            if option == NONE:
                continue
            lacking = missing_cards(t, s, valuation, self.seat, option, most_cards)
            value = 10 * t.option_cards[option] - 6 * lacking
            if self.plan.includes(route):
                value += 10
            if value > most:
                most = value
                best = option
        self.card_chooser.update(s, self.plan)
        if best == NONE:
            return Planner.turn(self, s)
        move = self.pay_for(s, best)
        if move != NONE:
            return move
        self.card_chooser.add_desire(s, best, most_cards)
        return self.draw(s)

    def long_length(self) -> i64:
        """The length from which a route counts as long: `LONG`, or the longest of a small board."""
        t = self.t
        longest: i64 = 0
        for route in range(t.routes):
            if t.route_length[route] > longest:
                longest = t.route_length[route]
        return LONG if longest > LONG else longest
