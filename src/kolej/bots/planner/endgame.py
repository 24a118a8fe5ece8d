"""What one more claim, or one more station, would complete of the tickets that are still open."""

from kolej.bots.planner.valuation import TURN_WORTH, Prices
from kolej.engine.core.legal import claims, first_option
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.network import join_up, root


class LooseEnds:
    """One seat's open tickets, by the parts of its network that they would join."""

    t: Tables
    p: Prices
    seat: i64
    parent: Ints
    """The parts of the network, as `graph.joined` gives them."""
    ends: Ints
    open_tickets: i64
    lent: i64
    """Points that a route borrowed at the city which `lender` found would complete."""

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.parent = zeros(t.cities)
        self.ends = zeros(3 * t.tickets)
        self.open_tickets = 0
        self.lent = 0

    def note(self, s: State) -> None:
        """Note the tickets that are still to be completed."""
        t = self.t
        parent = self.parent
        join_up(t, s, self.seat, parent)
        count: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == self.seat:
                x = root(parent, t.ticket_a[ticket])
                y = root(parent, t.ticket_b[ticket])
                if x != y:
                    self.ends[3 * count] = x
                    self.ends[3 * count + 1] = y
                    self.ends[3 * count + 2] = t.ticket_points[ticket]
                    count += 1
        self.open_tickets = count

    def finish(self, s: State, moves: Ints) -> i64:
        """The claim or station that brings most at once, for a last turn; -1 if none brings anything."""
        t = self.t
        seat = self.seat
        self.note(s)
        best: i64 = NONE
        most: i64 = 0
        for i in range(claims(t, s, seat, moves, 0)):
            move = moves[i]
            if move < t.swap:
                way = t.row_way[move - t.claim]
                value = 10 * t.way_points[way] + 10 * t.way_steps[way] - t.row_wilds[move - t.claim]
                if t.way_steps[way] and s.track[seat] == 0:
                    value += 150
                value += 20 * self.joins(t.way_route[way])
                if t.way_reveals[way]:
                    value = value * 2 // 3
            else:
                way = t.swap_way[move - t.swap]
                value = 10 * t.way_points[way] + 20 * self.joins(t.way_route[way])
            if value > most:
                most = value
                best = move
        city = self.lender(s)
        if city != NONE and 20 * self.lent - 40 > most:
            return self.build_at(s, city, best)
        return best

    def station(self, s: State) -> i64:
        """Build where a borrowed route completes a ticket that was given up; -1 if that does not pay."""
        t = self.t
        if s.supply[self.seat * t.piece_kinds + t.builder] == 0:
            return NONE
        self.note(s)
        city = self.lender(s)
        if city == NONE or 20 * self.lent <= 40 + self.p.beliefs[TURN_WORTH]:
            return NONE
        return self.build_at(s, city, NONE)

    def build_at(self, s: State, city: i64, otherwise: i64) -> i64:
        """The first way to pay for a building there; another move if the hand has none."""
        option = first_option(self.t, s, self.seat)
        if option == NONE:
            return otherwise
        return self.t.build + option * self.t.cities + city

    def joins(self, route: i64) -> i64:
        """Points of the noted tickets that joining the ends of a route would complete."""
        if self.open_tickets == 0:
            return 0
        ends = self.ends
        one = root(self.parent, self.t.route_a[route])
        two = root(self.parent, self.t.route_b[route])
        points: i64 = 0
        for i in range(self.open_tickets):
            x = ends[3 * i]
            y = ends[3 * i + 1]
            if (x == one and y == two) or (x == two and y == one):
                points += ends[3 * i + 2]
        return points

    def lender(self, s: State) -> i64:
        """The first of the cities to build in where a borrowed route would complete most; -1 if none completes any."""
        t = self.t
        self.lent = 0
        best: i64 = NONE
        if t.builder < 0 or self.open_tickets == 0:
            return NONE
        for route in range(t.routes):
            owner = s.owner[route]
            if owner in (NONE, self.seat):
                continue
            points = self.joins(route)
            if points == 0 or points < self.lent:
                continue
            for end in range(2):
                city = t.route_a[route] if end == 0 else t.route_b[route]
                if s.building[city] == NONE and (points > self.lent or city < best):
                    self.lent = points
                    best = city
        return best
