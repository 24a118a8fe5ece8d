"""Points at the end, besides routes."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from kolej.engine.scoring.standings import Award, Sheet


def to_the_most(amounts: Sequence[int], points: int) -> list[int]:
    """Points for everyone who has the most, and for nobody where all have none (`end.scoring`)."""
    most = max(amounts)
    return [points if most > 0 and amount == most else 0 for amount in amounts]


class Tickets(Award):
    """The value of every completed ticket, less that of every other (`ticket.score`)."""

    id: ClassVar[str] = "tickets"

    def points(self, sheet: Sheet) -> list[int]:
        """Completed less missed."""
        return list(sheet.ticket_points)


class UnusedPieces(Award):
    """Points for each piece not placed (`station.kept`)."""

    id: ClassVar[str] = "unused"

    def __init__(self, piece: str, each: int) -> None:
        self.piece = piece
        self.each = each

    def points(self, sheet: Sheet) -> list[int]:
        """So much for each."""
        return [self.each * sheet.left(seat, self.piece) for seat in range(sheet.seats)]


class LongestPath(Award):
    """Points for the longest continuous path (`path.longest`)."""

    id: ClassVar[str] = "longest"

    def __init__(self, points: int) -> None:
        self.worth = points

    def points(self, sheet: Sheet) -> list[int]:
        """All who tie for it get it."""
        return to_the_most([sheet.longest(seat) for seat in range(sheet.seats)], self.worth)


class MostTickets(Award):
    """Points for the most tickets completed (`tickets.most`)."""

    id: ClassVar[str] = "most-tickets"

    def __init__(self, points: int) -> None:
        self.worth = points

    def points(self, sheet: Sheet) -> list[int]:
        """All who tie for it get it."""
        return to_the_most(list(sheet.completed), self.worth)


class Visits(Award):
    """Points for each city of a kind that an own route touches (`visits.attraction`)."""

    id: ClassVar[str] = "visits"

    def __init__(self, tag: str, each: int) -> None:
        self.tag = tag
        self.each = each

    def points(self, sheet: Sheet) -> list[int]:
        """Once for each city, however many routes touch it."""
        return [self.each * sheet.touched(seat, self.tag) for seat in range(sheet.seats)]


class TrackRanking(Award):
    """Points by place on the track; a marker that never moved has a price of its own (`bullet.bonus`)."""

    id: ClassVar[str] = "track"

    def __init__(self, places: Mapping[int, tuple[int, ...]], unmoved: int) -> None:
        self.places = places
        self.unmoved = unmoved

    def points(self, sheet: Sheet) -> list[int]:
        """Tied seats share the better place, and the next takes the one after all of them."""
        table = self.places[sheet.seats]
        steps = [sheet.track(seat) for seat in range(sheet.seats)]
        return [table[sum(other > own for other in steps)] if own > 0 else self.unmoved for own in steps]
