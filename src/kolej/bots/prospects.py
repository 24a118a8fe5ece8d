"""Which tickets to keep, and whether to draw more."""

from kolej.bots.plan import Plan, make_plan, price_routes, reach, turns_to_come
from kolej.bots.prices import NEVER, TICKET_MARGIN, TICKET_TURNS, TURN_WORTH, Prices
from kolej.engine.graph import joined, root
from kolej.engine.ints import i64
from kolej.engine.state import NONE, OPENING, State
from kolej.engine.tables import BITS, Tables


class Prospects:
    """One seat's eye for tickets."""

    t: Tables
    p: Prices
    seat: i64
    trial: Plan
    asked: i64
    """How many routes were taken when tickets were last thought of, and what came of it."""
    hoped: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.trial = Plan(t)
        self.asked = NONE
        self.hoped = 0

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
            for ticket in range(t.tickets):
                if s.place[ticket] == seat:
                    trial.tickets[count] = ticket
                    count += 1
            make_plan(t, s, self.p, seat, trial, count)
            if trial.value > most:
                most = trial.value
                best = places
        return t.keep + best

    def pay(self, s: State) -> bool:
        """Whether new tickets are likely to bring more than they cost."""
        t = self.t
        p = self.p
        if s.pile_left + s.group_left + len(s.tail) == 0:
            return False
        limit = turns_to_come(t, s, p)
        if limit < p.beliefs[TICKET_TURNS]:
            return False
        taken: i64 = 0
        for route in range(t.routes):
            if s.owner[route] == self.seat:
                taken += 1
        taken += 1000 * s.held[self.seat]
        if self.asked != taken:
            self.asked = taken
            self.hoped = self.hope(s, limit)
        return self.hoped > p.beliefs[TICKET_MARGIN]

    def hope(self, s: State, limit: i64) -> i64:
        """What the best of the next tickets is worth on average, in tenths of points."""
        t = self.t
        p = self.p
        seat = self.seat
        trial = self.trial
        price_routes(t, s, p, seat, trial.cost)
        parent = joined(t, s, seat)
        # One search from the seat's own network serves all tickets: what joins both cities to it joins them.
        reach(t, trial, self.heart(s), NONE)
        dist = trial.dist
        gains = trial.tickets
        count: i64 = 0
        for ticket in range(t.tickets):
            # What others hold is not known: any ticket that is not one's own may come.
            if s.place[ticket] == seat or t.ticket_deck[ticket] != t.play_deck:
                continue
            a = t.ticket_a[ticket]
            b = t.ticket_b[ticket]
            gain = 10 * t.ticket_points[ticket]
            if root(parent, a) != root(parent, b):
                cost = dist[a] + dist[b]
                if cost + 10 > limit:
                    gain = -gain
                else:
                    gain -= cost * p.beliefs[TURN_WORTH] // 10
            at = count
            while at > 0 and gains[at - 1] > gain:
                gains[at] = gains[at - 1]
                at -= 1
            gains[at] = gain
            count += 1
        if count < 3:
            return NEVER
        total: i64 = 0
        ways: i64 = 0
        for i in range(2, count):
            weight = i * (i - 1) // 2
            total += gains[i] * weight
            ways += weight
        return total // ways - p.beliefs[TURN_WORTH]

    def heart(self, s: State) -> i64:
        """A city of the seat's network: an end of its longest route; any city if it has none."""
        t = self.t
        city: i64 = 0
        longest: i64 = 0
        for route in range(t.routes):
            if s.owner[route] == self.seat and t.route_length[route] > longest:
                longest = t.route_length[route]
                city = t.route_a[route]
        return city
