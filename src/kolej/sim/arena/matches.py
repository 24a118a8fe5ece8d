"""Matches of the arena: two bots on one edition, each deal played once in every order of seats.

With two seats there are two orders. With more, each bot sits alone among copies of the other, on every seat in turn:
`ABB BAB BBA` and `BAA ABA AAB`. Over a deal both have sat on every seat equally often, and equal bots win half of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import save
from kolej.sim.games import FIRST, GameSetup, run_game
from kolej.sim.plan import derive_seed, edition_of

Order = tuple[int, ...]
"""Which of the two bots sits on each seat: 0 or 1."""


@cache
def orders(seats: int) -> tuple[Order, ...]:
    """Every order in which a deal is played."""
    places = range(seats)
    first_alone = [tuple(int(seat != place) for seat in places) for place in places]
    second_alone = [tuple(1 - which for which in order) for order in first_alone]
    return tuple(dict.fromkeys(first_alone + second_alone))


@dataclass(frozen=True, slots=True)
class Match:
    """Two bots on one edition."""

    edition: str
    seats: int
    bots: tuple[str, str]
    labels: tuple[str, str]
    """Their names in game files."""
    seed: int

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: the same for all matches of an edition."""
        return derive_seed("deal", self.seed, edition_of(self.edition).id, deal)

    def setup(self, deal: int, order: Order) -> GameSetup:
        """The setup of one game of a deal."""
        bots = tuple(self.bots[which] for which in order)
        return GameSetup(self.edition, bots, self.deal_seed(deal), f"deal {deal} of seed {self.seed}, {','.join(bots)}")


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal: for each order, the points by seat and the seats that won."""

    points: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]

    def wins(self, which: int) -> list[Fraction]:
        """What one of the two bots won in each order: 0, 1, or a part of a shared victory."""
        seats = len(self.points[0])
        return [
            Fraction(sum(order[seat] == which for seat in won), len(won))
            for order, won in zip(orders(seats), self.winners, strict=True)
        ]

    @property
    def score(self) -> Fraction:
        """The part of the deal that the first bot won, from 0 to 1."""
        return sum(self.wins(0), Fraction()) / len(self.winners)

    def mean_points(self, which: int) -> float:
        """The mean points of one of the two bots per seat."""
        seats = len(self.points[0])
        mine = [
            points[seat]
            for order, points in zip(orders(seats), self.points, strict=True)
            for seat in range(seats)
            if order[seat] == which
        ]
        return sum(mine) / len(mine)


def play_deal(match: Match, deal: int, records: Path | None = None) -> DealResult:
    """Play a deal in every order; with a folder `records`, every game is also saved there."""
    points: list[tuple[int, ...]] = []
    winners: list[tuple[int, ...]] = []
    for number, order in enumerate(orders(match.seats)):
        moves: list[tuple[int, int]] = []
        setup = match.setup(deal, order)
        standings = run_game(setup, moves).standings()
        points.append(tuple(standings.totals))
        winners.append(tuple(standings.winners))
        if records is not None:
            save(_recorded(match, setup, order, moves), records / record_name(match, deal, number))
    return DealResult(tuple(points), tuple(winners))


def record_name(match: Match, deal: int, order: int) -> str:
    """The file name of one game."""
    return f"{edition_of(match.edition).id}-{'-'.join(match.labels)}-{deal}-{order}.kolej"


def _recorded(match: Match, setup: GameSetup, order: Order, moves: Sequence[tuple[int, int]]) -> RecordedGame:
    """The game with these moves, played again as a recorded game."""
    players = [f"bot:{match.labels[which]}" for which in order]
    dealer = SeededDealer(setup.seed)
    recorded = RecordedGame.start(edition_of(match.edition), match.seats, players, dealer, FIRST)
    for seat, move in moves:
        recorded.apply(seat, move)
    return recorded
