"""Tie-breaks: how seats with equal points are ranked. Seats that stay equal share a rank."""

from collections.abc import Sequence
from typing import ClassVar

from kolej.engine.scoring.award import Tie
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.engine.scoring.standings import Standings


class ByTickets(Tie):
    """More tickets completed."""

    id: ClassVar[str] = "tickets completed"

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """How many tickets each seat completed."""
        return list(sheet.completed)


class ByFewestBuilt(Tie):
    """Fewer pieces of a kind built."""

    id: ClassVar[str] = "fewest built"

    def __init__(self, piece: str) -> None:
        self.piece = piece

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """How many pieces are left: all seats began with equally many."""
        return [sheet.left(seat, self.piece) for seat in range(sheet.seats)]

    def counts(self, sheet: ScoreSheet) -> list[int]:
        """How many were built."""
        supply = int(sheet.tables.supply[sheet.tables.piece_names.index(self.piece)])
        return [supply - left for left in self.keys(sheet)]

    def key(self) -> str:
        """With the piece that is counted."""
        return f"fewest-built-{self.piece}"


class ByLongestPath(Tie):
    """The longer continuous path."""

    id: ClassVar[str] = "longest path"

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """The length of each seat's longest path."""
        return [sheet.longest(seat) for seat in range(sheet.seats)]


class ByLongestPathCard(Tie):
    """Having the longest path of all seats."""

    id: ClassVar[str] = "longest-path card"

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """1 for seats that have it."""
        lengths = [sheet.longest(seat) for seat in range(sheet.seats)]
        return [int(length > 0 and length == max(lengths)) for length in lengths]


class Comparison:
    """One step of breaking a tie for the first place."""

    def __init__(self, tie: Tie, seats: list[int], counts: list[int], level: list[int]) -> None:
        self.tie = tie
        self.seats = seats
        """The seats that were compared."""
        self.counts = counts
        """What was counted for each of them."""
        self.level = level
        """The seats that are still level after it; a single one has won."""


def comparisons(standings: Standings, ties: Sequence[Tie]) -> list[Comparison]:
    """How a tie for the first place was broken, step by step; empty where one seat has most points."""
    level = standings.leaders
    steps: list[Comparison] = []
    for tie in ties:
        if len(level) == 1:
            break
        keys, counts = tie.keys(standings.sheet), tie.counts(standings.sheet)
        most = max([keys[seat] for seat in level])
        ahead = [seat for seat in level if keys[seat] == most]
        steps.append(Comparison(tie, level, [int(counts[seat]) for seat in level], ahead))
        level = ahead
    return steps
