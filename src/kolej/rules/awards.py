"""Awards: points at the end of a game, in addition to those for routes."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from kolej.engine.advice.paths import longest_routes
from kolej.engine.scoring.award import Award, AwardFacts
from kolej.engine.scoring.score_sheet import ScoreSheet


def to_the_most(amounts: Sequence[int], points: int) -> list[int]:
    """Give the points to every seat that has the most; to none if all amounts are 0 (`end.scoring`)."""
    most = max(amounts)
    return [points if most > 0 and amount == most else 0 for amount in amounts]


class Tickets(Award):
    """The values of completed tickets, less those of tickets that were not completed (`ticket.score`)."""

    id: ClassVar[str] = "tickets"

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The values of tickets, added or subtracted."""
        return list(sheet.ticket_points)

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """How many tickets were completed."""
        return AwardFacts(int(sheet.completed[seat]), of="ticket")


class UnusedPieces(Award):
    """Points for each piece of a kind that was not placed (`station.kept`)."""

    id: ClassVar[str] = "unused"

    def __init__(self, piece: str, each: int) -> None:
        self.piece = piece
        self.each = each

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The points for each piece, times the pieces left."""
        return [self.each * sheet.left(seat, self.piece) for seat in range(sheet.seats)]

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """How many pieces are left."""
        return AwardFacts(sheet.left(seat, self.piece), of="pieces")

    def key(self) -> str:
        """With the piece: stations kept have another name than trams kept."""
        return f"{self.id}-{self.piece}"


class LongestPath(Award):
    """Points for the longest continuous path (`path.longest`)."""

    id: ClassVar[str] = "longest"

    def __init__(self, points: int) -> None:
        self.worth = points

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The award, for every seat that ties for the longest path."""
        return to_the_most([sheet.longest(seat) for seat in range(sheet.seats)], self.worth)

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """The length and the routes of the seat's longest path."""
        return AwardFacts(sheet.longest(seat), longest_routes(sheet.tables, sheet.path_routes(seat)), of="path")


class MostTickets(Award):
    """Points for the most tickets completed (`tickets.most`)."""

    id: ClassVar[str] = "most-tickets"

    def __init__(self, points: int) -> None:
        self.worth = points

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The award, for every seat that ties for the most tickets."""
        return to_the_most(list(sheet.completed), self.worth)

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """How many tickets were completed."""
        return AwardFacts(int(sheet.completed[seat]), of="tickets")


class Visits(Award):
    """Points for each city with a tag that a route of the seat touches (`visits.attraction`)."""

    id: ClassVar[str] = "visits"

    def __init__(self, tag: str, each: int) -> None:
        self.tag = tag
        self.each = each

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The points for each city, counted once however many routes touch it."""
        return [self.each * sheet.touched(seat, self.tag) for seat in range(sheet.seats)]

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """The cities."""
        return AwardFacts(sheet.touched(seat, self.tag), cities=sheet.touched_cities(seat, self.tag), of="city")

    def key(self) -> str:
        """With the tag of the cities."""
        return f"{self.id}-{self.tag}"


class TrackRanking(Award):
    """Points by rank on the track; a marker that never moved scores `unmoved` (`bullet.bonus`)."""

    id: ClassVar[str] = "track"

    def __init__(self, places: Mapping[int, tuple[int, ...]], unmoved: int) -> None:
        self.places = places
        self.unmoved = unmoved

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The points of each rank. Tied seats share the better rank; the next rank comes after all of them."""
        table = self.places[sheet.seats]
        steps = [sheet.track(seat) for seat in range(sheet.seats)]
        return [table[sum(other > own for other in steps)] if own > 0 else self.unmoved for own in steps]

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """How far the marker moved, and its position among all; a marker that never moved has none."""
        own = sheet.track(seat)
        ahead = sum([1 for other in range(sheet.seats) if sheet.track(other) > own])
        return AwardFacts(own, rank=1 + ahead if own > 0 else None, of="track")
