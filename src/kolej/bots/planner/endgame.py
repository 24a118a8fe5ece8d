"""Endgame: the last turn, and stations. What one more claim or station would complete of the open tickets."""

from kolej.bots.planner.valuation import Valuation
from kolej.engine.core.legal import all_claims
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.stations import first_payment
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import join_up, root


class Endgame:
    """The open tickets of one seat, by the parts of its network that they would connect."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    parent: Ints
    """The parts of the network as a disjoint-set forest: read it with `root`."""
    ends: Ints
    """Three numbers for each open ticket: the parts that its cities belong to, and its points."""
    open_tickets: i64
    station_points: i64
    """Points that a route borrowed at the city found by `station_city` would complete."""

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.parent = zeros(t.cities)
        self.ends = zeros(3 * t.tickets)
        self.open_tickets = 0
        self.station_points = 0

    def update(self, s: State) -> None:
        """Find the tickets that are not completed yet."""
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

    def last_move(self, s: State, moves: Ints) -> i64:
        """The claim or station that brings most at once, for a last turn; -1 if none brings anything."""
        t = self.t
        seat = self.seat
        self.update(s)
        best: i64 = NONE
        most: i64 = 0
        for i in range(all_claims(t, s, seat, moves, 0)):
            move = moves[i]
            if move < t.stand_in:
                option = t.payment_option[move - t.claim]
                value = 10 * t.option_points[option] + 10 * t.option_steps[option] - t.payment_wilds[move - t.claim]
                if t.option_steps[option] and s.track[seat] == 0:
                    value += 150
                value += 20 * self.completed_points(t.option_route[option])
                if t.option_reveals[option]:
                    value = value * 2 // 3
            else:
                option = t.stand_in_option[move - t.stand_in]
                value = 10 * t.option_points[option] + 20 * self.completed_points(t.option_route[option])
            if value > most:
                most = value
                best = move
        city = self.station_city(s)
        if city != NONE and 20 * self.station_points - 40 > most:
            return self.build_at(s, city, best)
        return best

    def station(self, s: State) -> i64:
        """The move that builds where a borrowed route completes a ticket that was given up; -1 if that doesn't pay."""
        t = self.t
        if s.supply[self.seat * t.piece_kinds + t.builder] == 0:
            return NONE
        self.update(s)
        city = self.station_city(s)
        if city == NONE or 20 * self.station_points <= 40 + self.valuation.weights.turn_value:
            return NONE
        return self.build_at(s, city, NONE)

    def build_at(self, s: State, city: i64, otherwise: i64) -> i64:
        """The move that builds in a city with the first payment that the hand has; `otherwise` if it has none."""
        payment = first_payment(self.t, s, self.seat)
        if payment == NONE:
            return otherwise
        return self.t.build + payment * self.t.cities + city

    def part_of(self, city: i64) -> i64:
        """The connected part of the seat's network that a city belongs to."""
        return root(self.parent, city)

    def completed_points(self, route: i64) -> i64:
        """Points of the open tickets that connecting the ends of a route would complete."""
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

    def station_city(self, s: State) -> i64:
        """The first city to build in where a borrowed route would complete most points; -1 if none completes any."""
        t = self.t
        self.station_points = 0
        best: i64 = NONE
        if t.builder < 0 or self.open_tickets == 0:
            return NONE
        for route in range(t.routes):
            owner = s.owner[route]
            if owner in (NONE, self.seat):
                continue
            points = self.completed_points(route)
            if points == 0 or points < self.station_points:
                continue
            for end in range(2):
                city = t.route_a[route] if end == 0 else t.route_b[route]
                if s.building[city] == NONE and (points > self.station_points or city < best):
                    self.station_points = points
                    best = city
        return best
