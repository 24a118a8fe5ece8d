"""Route impact: what a claim does to the seat's plan, to the likely tickets of opponents and to the longest path."""

from kolej.bots.planner.network_plan import make_plan, remaining_turns, undo_plan
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.route_costs import FAR
from kolej.bots.search.opponent_tickets import TicketBeliefs
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import claim
from kolej.engine.core.state import NONE, State
from kolej.engine.scoring.network import longest_path

LIKELY = 10
"""How many tickets of each opponent are considered."""
MOST_HARM = 60
"""A longer detour than this, in tenths of turns, does no more harm: the ticket will be given up."""


class RouteImpact:
    """One moment of a game, as a planner's seat knows it."""

    def __init__(self, planner: Planner, beliefs: TicketBeliefs, s: State) -> None:
        self.planner = planner
        self.t = planner.t
        self.seat = planner.seat
        self.s = s
        self.beliefs = beliefs
        self.seen = s.copy()
        """The same state with only those cards in hands that everybody has seen."""
        weights = beliefs.weights(self.seen)
        others = [each for each in range(self.t.seats) if each != self.seat]
        self.wants = {each: self._wants(each, weights[each]) for each in others}
        """For each opponent its likeliest open tickets: the probability, the ticket, the distance of the cities."""
        self.path = longest_path(self.t, s, self.seat)
        self.longest = max(longest_path(self.t, s, each) for each in others)
        """The longest path of the opponents."""
        self.plan_value = self.value_of_plan(s)

    def _wants(self, other: int, weights: list[int]) -> list[tuple[float, int, int]]:
        t = self.t
        weights = [0 if self.s.place[n] == self.seat else weight for n, weight in enumerate(weights)]
        total = sum(weights) or 1
        costs = self.beliefs.route_costs[other]
        costs.update(self.seen)
        return [
            (min(1.0, self.s.held[other] * weights[n] / total), n, int(distance))
            for n in sorted(range(t.tickets), key=weights.__getitem__, reverse=True)[:LIKELY]
            if (distance := costs.path_cost(t.ticket_a[n], t.ticket_b[n], FAR)) > 0
        ]

    def value_of_plan(self, s: State) -> int:
        """What a plan for the seat's tickets is worth, in tenths of points."""
        t, planner = self.t, self.planner
        held = [ticket for ticket in range(t.tickets) if s.place[ticket] == self.seat]
        trial = planner.ticket_chooser.trial
        for i, ticket in enumerate(held):
            trial.tickets[i] = ticket
        planner.route_costs.update(s)
        make_plan(s, planner.route_costs, trial, len(held), remaining_turns(t, s, planner.valuation))
        undo_plan(planner.route_costs, trial)
        return trial.value

    def of_card(self, kind: int) -> int:
        """What one more card of a kind adds to the value of the plan."""
        at = self.seat * self.t.kinds + kind
        self.s.hands[at] += 1
        gain = self.value_of_plan(self.s) - self.plan_value
        self.s.hands[at] -= 1
        return gain

    def of_claim(self, option: int, color: int, wilds: int) -> tuple[int, int, int]:
        """What a claim adds to the plan, what it would cost the plan if an opponent made it, and the longest path."""
        t, seat = self.t, self.seat
        after = self.s.copy()
        if color != NONE:
            after.hands[seat * t.kinds + color] -= t.option_cards[option] - wilds
            after.hands[seat * t.kinds + WILD] -= wilds
        claim(t, after, seat, option, 0)
        lost = self.s.copy()
        claim(t, lost, (seat + 1) % t.seats, option, 0)
        gain, risk = self.value_of_plan(after) - self.plan_value, self.plan_value - self.value_of_plan(lost)
        return gain, risk, longest_path(t, after, seat)

    def on_opponents(self, option: int) -> tuple[float, float, float]:
        """How many tickets of opponents likely want a route, the detours and the points that claiming it costs."""
        t = self.t
        after = self.seen.copy()
        claim(t, after, self.seat, option, 0)
        wanted = harm = cuts = 0.0
        for other, tickets in self.wants.items():
            costs = self.beliefs.route_costs[other]
            costs.update(after)
            for odds, ticket, distance in tickets:
                now = costs.path_cost(t.ticket_a[ticket], t.ticket_b[ticket], FAR)
                if now < 0:
                    cuts += odds * int(t.ticket_points[ticket])
                    wanted += odds
                elif now > distance:
                    harm += odds * min(MOST_HARM, int(now) - distance)
                    wanted += odds
        return wanted, harm, cuts
