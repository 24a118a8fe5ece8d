"""Scoring: the score sheet, awards, tie-breaks and final standings.

Awards and tie-breaks are rule parts: small objects that read the `ScoreSheet` and return a number for each seat.
"""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from kolej.engine.core.make_vectors import filled, zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, append, i64, vec
from kolej.engine.errors import RulesError
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import borrow, joined, longest_path, root


class ScoreSheet:
    """What can be counted for each seat at the end of a game."""

    def __init__(self, t: RuleTables, s: State) -> None:
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
            self._count_tickets(seat)

    def _count_tickets(self, seat: i64) -> None:
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
            best = borrow(t, s, seat, parent, missing)
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
        t = self.tables
        count = 0
        for city in t.tagged.get(tag, []):
            for i in range(t.city_start[city], t.city_start[city + 1]):
                if self.state.owner[t.city_routes[i]] == seat:
                    count += 1
                    break
        return count


@mypyc_attr(allow_interpreted_subclasses=True)
class Award:
    """Points at the end of a game. Subclasses override `points`."""

    id: ClassVar[str] = ""

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The points of each seat."""
        raise TypeError(f"award {type(self).__name__} does not say its points")

    def key(self) -> str:
        """The key of its name in the message catalogue, after `end.award.`."""
        return self.id

    def label(self) -> str:
        """Its English name where the catalogue has none, as for a custom award."""
        return self.key().replace("-", " ").capitalize()


@mypyc_attr(allow_interpreted_subclasses=True)
class Tie:
    """A tie-break between seats with equal points: the higher key wins. Subclasses override `keys`."""

    id: ClassVar[str] = ""

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """The key of each seat; higher is better."""
        raise TypeError(f"tie-break {type(self).__name__} does not say its keys")

    def counts(self, sheet: ScoreSheet) -> list[int]:
        """What was counted for each seat, as players count it."""
        return self.keys(sheet)

    def key(self) -> str:
        """The key of its name in the message catalogue, after `end.tie.`."""
        return self.id.replace(" ", "-")

    def label(self) -> str:
        """Its English name where the catalogue has none, as for a custom tie-break."""
        return self.key().replace("-", " ").capitalize()


class Standings:
    """The result of a game: points by source, ranks and winners."""

    def __init__(self, sheet: ScoreSheet, awards: list[Award], ties: list[Tie]) -> None:
        self.sheet = sheet
        seats = sheet.seats
        # Points by source, each with a number for every seat: the routes first, then the awards of the edition.
        self.lines: list[tuple[str, list[int]]] = [("routes", [sheet.route_points(seat) for seat in range(seats)])]
        for award in awards:
            points = award.points(sheet)
            if len(points) != seats:
                raise RulesError(f"award '{award.id}' gives {len(points)} numbers for {seats} seats", "end.scoring")
            self.lines.append((award.id, points))
        self.totals = [0] * seats
        for _, points in self.lines:
            for seat in range(seats):
                self.totals[seat] += points[seat]
        self.decided_by = ""
        """The id of the tie-break that decided the victory; empty if none did."""
        self.ranks = self._rank(ties)

    def _rank(self, ties: list[Tie]) -> list[int]:
        """The rank of each seat, 1 for winners. Seats that are equal in everything share a rank."""
        seats = self.sheet.seats
        totals = self.totals
        ranks = [1] * seats
        level = False
        for one in range(seats):
            for other in range(seats):
                if totals[other] > totals[one]:
                    ranks[one] += 1
                elif one != other and totals[other] == totals[one]:
                    level = True
        return self._rank_level(ties) if level else ranks

    def _rank_level(self, ties: list[Tie]) -> list[int]:
        """The ranks if some seats have equal points."""
        seats = self.sheet.seats
        ahead = [[0] * seats for _ in range(seats)]
        for one in range(seats):
            for other in range(seats):
                if self.totals[one] > self.totals[other]:
                    ahead[one][other] = 1
                    ahead[other][one] = -1
        for tie in ties:
            self._break(ahead, tie)
        return [1 + sum([1 for other in range(seats) if ahead[other][seat] > 0]) for seat in range(seats)]

    def _break(self, ahead: list[list[int]], tie: Tie) -> None:
        seats = self.sheet.seats
        if not any([ahead[a][b] == 0 for a in range(seats) for b in range(seats) if a != b]):
            return
        keys = tie.keys(self.sheet)
        leaders = self._leaders(ahead)
        for one in range(seats):
            for other in range(seats):
                if ahead[one][other] == 0 and keys[one] > keys[other]:
                    ahead[one][other] = 1
                    ahead[other][one] = -1
        if self._leaders(ahead) < leaders:
            self.decided_by = tie.id

    def _leaders(self, ahead: list[list[int]]) -> int:
        """How many seats nobody is ahead of."""
        return sum([1 for row in ahead if min(row) >= 0])

    def __repr__(self) -> str:
        winners = " and ".join([f"seat {seat}" for seat in self.winners])
        return f"<Standings: {winners} in first place, points {self.totals}>"

    @property
    def winners(self) -> list[int]:
        """The seats in first place, several if they share it."""
        return [seat for seat in range(self.sheet.seats) if self.ranks[seat] == 1]
