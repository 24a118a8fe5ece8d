"""What one more claim, or one more station, would complete of the tickets that are still open."""

from kolej.bots.prices import TURN_WORTH, Prices
from kolej.engine.flat import zeros
from kolej.engine.graph import joined, root
from kolej.engine.ints import Ints, i64
from kolej.engine.legal import legal
from kolej.engine.state import NONE, State
from kolej.engine.tables import Tables


class LooseEnds:
    """One seat's open tickets, by the parts of its network that they would join."""

    t: Tables
    p: Prices
    seat: i64
    parent: Ints
    """The parts of the network, as `graph.joined` gives them."""
    ends: Ints
    open_tickets: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.parent = zeros(0)
        self.ends = zeros(3 * t.tickets)
        self.open_tickets = 0

    def note(self, s: State) -> None:
        """Note the tickets that are still to be completed."""
        t = self.t
        parent = self.parent = joined(t, s, self.seat)
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
        count = legal(t, s, seat, moves)
        best: i64 = NONE
        most: i64 = 0
        for i in range(count):
            move = moves[i]
            if t.claim <= move < t.swap:
                way = t.row_way[move - t.claim]
                value = 10 * t.way_points[way] + 10 * t.way_steps[way] - t.row_wilds[move - t.claim]
                if t.way_steps[way] and s.track[seat] == 0:
                    value += 150
                route = t.way_route[way]
                value += 20 * self.joins(t.route_a[route], t.route_b[route])
                if t.way_reveals[way]:
                    value = value * 2 // 3
            elif move >= t.build:
                value = 20 * self.borrowing(s, (move - t.build) % t.cities) - 40
            elif t.swap <= move < t.build:
                way = t.swap_way[move - t.swap]
                route = t.way_route[way]
                value = 10 * t.way_points[way] + 20 * self.joins(t.route_a[route], t.route_b[route])
            else:
                continue
            if value > most:
                most = value
                best = move
        return best

    def station(self, s: State, moves: Ints) -> i64:
        """Build where a borrowed route completes a ticket that was given up; -1 if that does not pay."""
        t = self.t
        seat = self.seat
        if s.supply[seat * t.piece_kinds + t.builder] == 0:
            return NONE
        self.note(s)
        count = legal(t, s, seat, moves)
        best: i64 = NONE
        most = 40 + self.p.beliefs[TURN_WORTH]
        for i in range(count):
            move = moves[i]
            if move >= t.build:
                value = 20 * self.borrowing(s, (move - t.build) % t.cities)
                if value > most:
                    most = value
                    best = move
        return best

    def joins(self, a: i64, b: i64) -> i64:
        """Points of the noted tickets that joining two cities would complete."""
        if self.open_tickets == 0:
            return 0
        one = root(self.parent, a)
        two = root(self.parent, b)
        points: i64 = 0
        for i in range(self.open_tickets):
            x = self.ends[3 * i]
            y = self.ends[3 * i + 1]
            if (x == one and y == two) or (x == two and y == one):
                points += self.ends[3 * i + 2]
        return points

    def borrowing(self, s: State, city: i64) -> i64:
        """Points of the tickets that the best route borrowed at a city would complete."""
        t = self.t
        most: i64 = 0
        for i in range(t.city_start[city], t.city_start[city + 1]):
            route = t.city_routes[i]
            if s.owner[route] != NONE and s.owner[route] != self.seat:
                points = self.joins(t.route_a[route], t.route_b[route])
                if points > most:
                    most = points
        return most
