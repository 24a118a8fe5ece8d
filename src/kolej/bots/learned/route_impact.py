"""What hangs on a route: for one's own plan, for what others are likely to want, and for the longest path."""

from kolej.bots.planner.network_plan import make_plan, turns_to_come, unmake
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.route_costs import FAR
from kolej.bots.search.opponent_tickets import Guesses
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import claim
from kolej.engine.core.state import NONE, State
from kolej.engine.scoring.network import longest_path

LIKELY = 10
"""How many tickets of each other seat are thought of."""
MOST_HARM = 60
"""A longer detour, in tenths of turns, hurts nobody more: they will give the ticket up."""


class Stakes:
    """One moment of a game, as the seat of a mind knows it."""

    def __init__(self, mind: Mind, guesses: Guesses, s: State) -> None:
        self.mind = mind
        self.t = mind.t
        self.seat = mind.seat
        self.s = s
        self.guesses = guesses
        self.seen = s.copy()
        """The same with nothing in any hand but what everybody has seen."""
        weights = guesses.weights(self.seen)
        others = [each for each in range(self.t.seats) if each != self.seat]
        self.wants = {each: self._wants(each, weights[each]) for each in others}
        """For each other seat its likeliest open tickets: how likely, which, how far apart the cities are."""
        self.path = longest_path(self.t, s, self.seat)
        self.longest = max(longest_path(self.t, s, each) for each in others)
        """The longest path of the others."""
        self.worth = self.plan_worth(s)

    def _wants(self, other: int, weights: list[int]) -> list[tuple[float, int, int]]:
        t = self.t
        weights = [0 if self.s.place[n] == self.seat else weight for n, weight in enumerate(weights)]
        total = sum(weights) or 1
        ground = self.guesses.grounds[other]
        ground.survey(self.seen)
        return [
            (min(1.0, self.s.held[other] * weights[n] / total), n, int(far))
            for n in sorted(range(t.tickets), key=weights.__getitem__, reverse=True)[:LIKELY]
            if (far := ground.reach(t.ticket_a[n], t.ticket_b[n], FAR)) > 0
        ]

    def plan_worth(self, s: State) -> int:
        """What a plan for the seat's tickets is worth, in tenths of points."""
        t, mind = self.t, self.mind
        held = [ticket for ticket in range(t.tickets) if s.place[ticket] == self.seat]
        trial = mind.prospects.trial
        for i, ticket in enumerate(held):
            trial.tickets[i] = ticket
        mind.ground.survey(s)
        make_plan(s, mind.ground, trial, len(held), turns_to_come(t, s, mind.p))
        unmake(mind.ground, trial)
        return trial.value

    def of_card(self, kind: int) -> int:
        """What one more card of a kind adds to the plan."""
        at = self.seat * self.t.kinds + kind
        self.s.hands[at] += 1
        gain = self.plan_worth(self.s) - self.worth
        self.s.hands[at] -= 1
        return gain

    def of_way(self, way: int, color: int, wilds: int) -> tuple[int, int, int]:
        """What claiming in this way, paid so, adds to the plan; what a rival's claim takes from it; the path then."""
        t, seat = self.t, self.seat
        after = self.s.copy()
        if color != NONE:
            after.hands[seat * t.kinds + color] -= t.way_cards[way] - wilds
            after.hands[seat * t.kinds + WILD] -= wilds
        claim(t, after, seat, way, 0)
        lost = self.s.copy()
        claim(t, lost, (seat + 1) % t.seats, way, 0)
        return self.plan_worth(after) - self.worth, self.worth - self.plan_worth(lost), longest_path(t, after, seat)

    def for_others(self, way: int) -> tuple[float, float, float]:
        """How many tickets others likely want a route for, the detours that taking it means, the points it destroys."""
        t = self.t
        after = self.seen.copy()
        claim(t, after, self.seat, way, 0)
        wanted = harm = cuts = 0.0
        for other, tickets in self.wants.items():
            ground = self.guesses.grounds[other]
            ground.survey(after)
            for odds, ticket, far in tickets:
                now = ground.reach(t.ticket_a[ticket], t.ticket_b[ticket], FAR)
                if now < 0:
                    cuts += odds * int(t.ticket_points[ticket])
                    wanted += odds
                elif now > far:
                    harm += odds * min(MOST_HARM, int(now) - far)
                    wanted += odds
        return wanted, harm, cuts
