"""Which tickets to keep, and whether to draw more."""

from kolej.bots.planner.network_plan import Plan, make_plan, turns_to_come, unmake
from kolej.bots.planner.route_costs import Ground
from kolej.bots.planner.valuation import NEVER, TICKET_MARGIN, TICKET_TURNS, TURN_WORTH, Prices
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, OPENING, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, Tables


class Prospects:
    """One seat's eye for tickets."""

    t: Tables
    p: Prices
    seat: i64
    ground: Ground
    trial: Plan
    own: Ints
    asked: i64
    """How many routes were taken when tickets were last thought of, and what came of it."""
    hoped: i64
    gains: Ints

    def __init__(self, t: Tables, p: Prices, seat: int, ground: Ground) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.ground = ground
        self.trial = Plan(t)
        self.own = zeros(t.tickets)
        self.asked = NONE
        self.hoped = 0
        self.gains = zeros(t.tickets)

    def keep(self, s: State) -> i64:
        """Keep the tickets that are worth most together with those held already."""
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
        self.ground.survey(s)
        limit = turns_to_come(t, s, self.p)
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
            make_plan(s, self.ground, trial, count, limit)
            unmake(self.ground, trial)
            if trial.value > most:
                most = trial.value
                best = places
        return t.keep + best

    def pay(self, s: State, limit: i64) -> bool:
        """Whether new tickets are likely to bring more than they cost, with so much time to come."""
        t = self.t
        p = self.p
        if s.pile_left + s.group_left + len(s.tail) == 0:
            return False
        if limit < p.beliefs[TICKET_TURNS]:
            return False
        seat = self.seat
        owner = s.owner
        taken = 1000 * s.held[seat]
        for route in range(t.routes):
            if owner[route] == seat:
                taken += 1
        if self.asked != taken:
            self.asked = taken
            self.hoped = self.hope(s, limit)
        return self.hoped > p.beliefs[TICKET_MARGIN]

    def hope(self, s: State, limit: i64) -> i64:
        """What the best of the next tickets is worth on average, in tenths of points."""
        t = self.t
        seat = self.seat
        ground = self.ground
        ground.survey(s)
        # One search from the seat's own network serves all tickets: what joins both cities to it joins them.
        ground.reach(self.heart(s), NONE, limit - 10)
        dist = ground.dist
        network = ground.network
        worth = self.p.beliefs[TURN_WORTH]
        gains = self.gains
        place = s.place
        count: i64 = 0
        for ticket in range(t.tickets):
            # What others hold is not known: any ticket that is not one's own may come.
            if place[ticket] == seat or t.ticket_deck[ticket] != t.play_deck:
                continue
            a = t.ticket_a[ticket]
            b = t.ticket_b[ticket]
            gain = 10 * t.ticket_points[ticket]
            if network[a] != network[b]:
                cost = dist[a] + dist[b]
                if cost + 10 > limit:
                    gain = -gain
                else:
                    gain -= cost * worth // 10
            gains[count] = gain
            count += 1
        if count < 3:
            return NEVER
        sort_up(gains, count)
        total: i64 = 0
        ways: i64 = 0
        weight: i64 = 0
        for i in range(2, count):
            weight += i - 1
            total += gains[i] * weight
            ways += weight
        return total // ways - worth

    def heart(self, s: State) -> i64:
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


def sort_up(numbers: Ints, count: i64) -> None:
    """Sort the first few dozen numbers in place, the smallest first (Shell's way)."""
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
