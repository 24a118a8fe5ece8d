"""Ticket beliefs: which tickets the opponents are likely to hold, by what they built and which cards they took.

The nearer the cities of a ticket have come to each other for a seat, the likelier it holds that ticket: every turn that
the seat has saved itself on the path multiplies the odds. The weights were fitted to games of planners, and then raised
by a half, with which searches chose slightly better. `bench/ticket_beliefs.py` measures what the beliefs are worth.
"""

from math import exp
from typing import Final, NamedTuple

from kolej.bots.planner.planner import Planner
from kolej.bots.planner.route_costs import FAR, RouteCosts
from kolej.bots.planner.valuation import Valuation
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables


class EvidenceWeights(NamedTuple):
    """How much each piece of evidence counts, in thousandths of the logarithm of the odds."""

    saved: int
    """For each tenth of a turn saved on the path of a ticket."""
    connected: int
    """If the cities of the ticket are connected."""
    point: int
    """For each point of the ticket: tickets with few points are given back."""
    length: int
    """For each tenth of a turn that the whole path takes on an empty board."""


DEFAULT_EVIDENCE: Final = EvidenceWeights(saved=150, connected=3000, point=150, length=-50)

MOST: Final = 1000
"""The weight of the likeliest ticket of a deck."""
LEAST: Final = 5
"""Added to every weight: not every opponent plans as planners do."""


def beliefs_for(planner: Planner, evidence: EvidenceWeights) -> "TicketBeliefs":
    """The beliefs of a planner's seat, with the weights of a board."""
    return TicketBeliefs(planner.t, planner.valuation, planner.seat, evidence)


class TicketBeliefs:
    """What one seat believes about the tickets of the others."""

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int, evidence: EvidenceWeights) -> None:
        self.t = t
        self.seat = seat
        self.evidence = evidence
        self.route_costs = [RouteCosts(t, valuation, each) for each in range(t.seats)]
        """For each seat, what routes cost it."""
        self.first: Ints = zeros(t.tickets)
        """How far apart the cities of each ticket are on an empty board."""
        self.now: Ints = zeros(t.tickets)
        self.measure(start(t, NONE), self.route_costs[seat], self.first)

    def weights(self, s: State) -> list[list[int]]:
        """For each seat and ticket, how likely the seat is to hold it, compared with other tickets.

        `s` is the state made from a view. It is changed: the cards that a seat was seen taking become its hand.
        """
        t = self.t
        for place in range(t.seats * t.kinds):
            s.hands[place] = s.known[place]
        out: list[list[int]] = []
        for seat in range(t.seats):
            if seat == self.seat:
                out.append([1] * t.tickets)
                continue
            self.measure(s, self.route_costs[seat], self.now)
            out.append(self.ticket_weights())
        return out

    def ticket_weights(self) -> list[int]:
        """The weights of all tickets at the distances in `now`."""
        t = self.t
        saved, connected, point, length = self.evidence
        evidence: list[int] = []
        # The strongest evidence of each deck: a ticket is compared with those that the seat may have drawn instead.
        most: dict[int, int] = {}
        for ticket in range(t.tickets):
            first = self.first[ticket]
            now = self.now[ticket]
            # A path that was closed is no evidence: the seat may still hold the ticket.
            nearer: i64 = 0
            if now != NONE:
                nearer = first - now
            log_odds = saved * nearer + point * t.ticket_points[ticket] + length * first
            if now == 0:
                log_odds += connected
            evidence.append(log_odds)
            deck = t.ticket_deck[ticket]
            most[deck] = max(log_odds, most.get(deck, log_odds))
        return [int(MOST * exp((each - most[t.ticket_deck[n]]) / 1000)) + LEAST for n, each in enumerate(evidence)]

    def measure(self, s: State, costs: RouteCosts, out: Ints) -> None:
        """Write to `out` how far apart the cities of every ticket are for a seat, in tenths of turns; -1 if closed."""
        t = self.t
        costs.update(s)
        for ticket in range(t.tickets):
            out[ticket] = costs.path_cost(t.ticket_a[ticket], t.ticket_b[ticket], FAR)
