"""Choice of tickets: which of an offer to keep, and whether to draw more."""

from kolej.bots.planner.network_plan import NetworkPlan, make_plan, remaining_turns, undo_plan
from kolej.bots.planner.route_costs import RouteCosts
from kolej.bots.planner.valuation import NEVER, Valuation
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, OPENING, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, RuleTables


class TicketChooser:
    """Chooses tickets for one seat."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    route_costs: RouteCosts
    trial: NetworkPlan
    """A plan for the tickets that are being considered."""
    own: Ints
    gain_key: i64
    """The routes and tickets of the seat when `expected` was computed, as one number; -1 if it must be computed."""
    expected: i64
    gains: Ints

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int, route_costs: RouteCosts) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.route_costs = route_costs
        self.trial = NetworkPlan(t)
        self.own = zeros(t.tickets)
        self.gain_key = NONE
        self.expected = 0
        self.gains = zeros(t.tickets)

    def keep(self, s: State) -> i64:
        """The move that keeps the tickets worth most together with those already held."""
        t = self.t
        seat = self.seat
        trial = self.trial
        least = t.opening_keep if s.phase == OPENING else t.play_keep
        offered = s.offered[seat]
        if least > offered:
            least = offered
        start = seat * t.most_offer
        held: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == seat:
                self.own[held] = ticket
                held += 1
        self.route_costs.update(s)
        limit = remaining_turns(t, s, self.valuation)
        best: i64 = 0
        most: i64 = NEVER
        for places in range(1, BITS[offered]):
            count: i64 = 0
            for i in range(offered):
                if places & BITS[i]:
                    trial.tickets[count] = s.offer[start + i]
                    count += 1
            if count < least:
                continue
            for i in range(held):
                trial.tickets[count] = self.own[i]
                count += 1
            make_plan(s, self.route_costs, trial, count, limit)
            undo_plan(self.route_costs, trial)
            if trial.value > most:
                most = trial.value
                best = places
        return t.keep + best

    def should_draw(self, s: State, limit: i64) -> bool:
        """Whether new tickets are likely to bring more than they cost; `limit` is the time that remains."""
        t = self.t
        weights = self.valuation.weights
        if s.pile_left + s.group_left + len(s.tail) == 0:
            return False
        if limit < weights.ticket_turns:
            return False
        seat = self.seat
        owner = s.owner
        key = 1000 * s.held[seat]
        for route in range(t.routes):
            if owner[route] == seat:
                key += 1
        if self.gain_key != key:
            self.gain_key = key
            self.expected = self.expected_gain(s, limit)
        return self.expected > weights.ticket_margin

    def expected_gain(self, s: State, limit: i64) -> i64:
        """What the best of three new tickets is worth on average, in tenths of points, less the turn to draw them."""
        t = self.t
        seat = self.seat
        costs = self.route_costs
        costs.update(s)
        # One search from the seat's own network serves all tickets: a path from both cities to it connects them.
        costs.path_cost(self.home_city(s), NONE, limit - 10)
        distance = costs.distance
        network = costs.network
        turn_value = self.valuation.weights.turn_value
        gains = self.gains
        place = s.place
        count: i64 = 0
        for ticket in range(t.tickets):
            # What others hold is not known: any ticket that the seat does not hold may come.
            if place[ticket] == seat or t.ticket_deck[ticket] != t.play_deck:
                continue
            a = t.ticket_a[ticket]
            b = t.ticket_b[ticket]
            gain = 10 * t.ticket_points[ticket]
            if network[a] != network[b]:
                cost = distance[a] + distance[b]
                if cost + 10 > limit:
                    gain = -gain
                else:
                    gain -= cost * turn_value // 10
            gains[count] = gain
            count += 1
        if count < 3:
            return NEVER
        shell_sort(gains, count)
        # The ticket at place i is the best of i * (i - 1) / 2 of all sets of three.
        total: i64 = 0
        sets: i64 = 0
        weight: i64 = 0
        for i in range(2, count):
            weight += i - 1
            total += gains[i] * weight
            sets += weight
        return total // sets - turn_value

    def home_city(self, s: State) -> i64:
        """A city of the seat's network: an end of its longest route; any city if it has none."""
        t = self.t
        owner = s.owner
        city: i64 = 0
        longest: i64 = 0
        for route in range(t.routes):
            if owner[route] == self.seat and t.route_length[route] > longest:
                longest = t.route_length[route]
                city = t.route_a[route]
        return city


def shell_sort(numbers: Ints, count: i64) -> None:
    """Sort the first `count` numbers in place, ascending. Shellsort is fast enough for a few dozen."""
    stride: i64 = 13
    while stride > 0:
        for i in range(stride, count):
            number = numbers[i]
            at = i
            while at >= stride and numbers[at - stride] > number:
                numbers[at] = numbers[at - stride]
                at -= stride
            numbers[at] = number
        stride //= 3
