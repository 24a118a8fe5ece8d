"""How a tie in points is broken; what is left level after all of them is a shared place."""

from typing import ClassVar

from kolej.engine.scoring.standings import Sheet, Tie


class ByTickets(Tie):
    """More tickets completed."""

    id: ClassVar[str] = "tickets completed"

    def keys(self, sheet: Sheet) -> list[int]:
        """How many were completed."""
        return list(sheet.completed)


class ByFewestBuilt(Tie):
    """Fewer pieces of a kind built."""

    id: ClassVar[str] = "fewest built"

    def __init__(self, piece: str) -> None:
        self.piece = piece

    def keys(self, sheet: Sheet) -> list[int]:
        """How many are left: all began with equally many."""
        return [sheet.left(seat, self.piece) for seat in range(sheet.seats)]


class ByLongestPath(Tie):
    """The longer continuous path."""

    id: ClassVar[str] = "longest path"

    def keys(self, sheet: Sheet) -> list[int]:
        """The length of the path."""
        return [sheet.longest(seat) for seat in range(sheet.seats)]


class ByLongestPathCard(Tie):
    """Holding the longest path of all."""

    id: ClassVar[str] = "longest-path card"

    def keys(self, sheet: Sheet) -> list[int]:
        """1 for those who hold it."""
        lengths = [sheet.longest(seat) for seat in range(sheet.seats)]
        return [int(length > 0 and length == max(lengths)) for length in lengths]
