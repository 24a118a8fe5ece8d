"""The score sheet: what can be counted for each seat at the end of a game. Awards and tie-breaks read it."""

from kolej.engine.core.make_vectors import filled, ints, zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, append, i64, vec
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import borrow, joined, longest_path, root


class ScoreSheet:
    """What can be counted for each seat at the end of a game."""

    def __init__(self, t: RuleTables, s: State, chosen: dict[int, list[int]] | None = None) -> None:
        # `chosen`: by seat, the route of each of its stations in order of cities, `NONE` or `OPEN`; already checked.
        self.tables = t
        self.state = s
        self.seats = int(t.seats)
        self.completed = zeros(t.seats)
        """Per seat, the tickets completed."""
        self.ticket_points = zeros(t.seats)
        """Per seat, the values of completed tickets less those of the others."""
        self.done = zeros(t.tickets)
        """Per ticket, 1 if a seat holds it and has completed it."""
        self.borrowed: list[Ints] = []
        """Per seat, the routes it borrows, in order of the cities with its stations."""
        self._longest = filled(t.seats, -1)
        for seat in range(t.seats):
            of_seat = vec[i64]()
            if chosen is not None and seat in chosen:
                of_seat = ints(chosen[seat])
            self._count_tickets(seat, of_seat)

    def _count_tickets(self, seat: i64, chosen: Ints) -> None:
        t = self.tables
        s = self.state
        parent = joined(t, s, seat)
        missing = vec[i64]()
        points: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == seat:
                if root(parent, t.ticket_a[ticket]) == root(parent, t.ticket_b[ticket]):
                    points += t.ticket_points[ticket]
                    self.completed[seat] += 1
                    self.done[ticket] = 1
                else:
                    points -= t.ticket_points[ticket]
                    missing = append(missing, ticket)
        if t.travel_borrows:
            best = borrow(t, s, seat, parent, missing, chosen)
            points += 2 * best.points
            self.completed[seat] += best.done
            self.borrowed.append(best.routes)
            if best.done > 0:
                self._mark_borrowed(parent, best.routes, missing)
        else:
            self.borrowed.append(vec[i64]())
        self.ticket_points[seat] = points

    def _mark_borrowed(self, parent: Ints, routes: Ints, missing: Ints) -> None:
        t = self.tables
        for route in routes:
            if route != NONE:
                parent[root(parent, t.route_a[route])] = root(parent, t.route_b[route])
        for ticket in missing:
            if root(parent, t.ticket_a[ticket]) == root(parent, t.ticket_b[ticket]):
                self.done[ticket] = 1

    def route_points(self, seat: int) -> int:
        """The points that a seat scored for routes during the game."""
        return self.state.points[seat]

    def longest(self, seat: int) -> int:
        """The length of the seat's longest path, computed on first use."""
        if self._longest[seat] < 0:
            self._longest[seat] = longest_path(self.tables, self.state, seat)
        return self._longest[seat]

    def left(self, seat: int, piece: str) -> int:
        """How many pieces of this name the seat has not placed."""
        t = self.tables
        return self.state.supply[seat * t.piece_kinds + t.piece_names.index(piece)]

    def track(self, seat: int) -> int:
        """How far the seat's marker has moved."""
        return self.state.track[seat]

    def touched(self, seat: int, tag: str) -> int:
        """How many cities with this tag are an end of a route that the seat owns."""
        return len(self.touched_cities(seat, tag))

    def touched_cities(self, seat: int, tag: str) -> list[int]:
        """The cities with this tag that are an end of a route that the seat owns."""
        t = self.tables
        cities: list[int] = []
        for city in t.tagged.get(tag, []):
            for i in range(t.city_start[city], t.city_start[city + 1]):
                if self.state.owner[t.city_routes[i]] == seat:
                    cities.append(city)
                    break
        return cities

    def path_routes(self, seat: int) -> list[int]:
        """The seat's routes that may be part of its longest path."""
        t = self.tables
        s = self.state
        return [route for route in range(t.routes) if s.owner[route] == seat and not t.option_shared[s.taken[route]]]
