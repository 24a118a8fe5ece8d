"""Kinds of routes: what a claim costs, which pieces it uses and what it is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kolej.engine.board.model import Board, Route
from kolej.engine.errors import RulesError
from kolej.engine.ruleset.rows import Claim, Pool, StandIn

Points = Mapping[int, int]
"""Points for a route by its length."""


def colors_of(route: Route, board: Board) -> tuple[int, ...]:
    """The colours that may pay: the route's own, or for a gray route any one."""
    return (route.color,) if route.color is not None else tuple(range(1, len(board.colors) + 1))


def worth(points: Points, route: Route) -> int:
    """The points for a route."""
    if route.length not in points:
        lengths = ", ".join(map(str, points))
        raise RulesError(
            f"no points for the length {route.length} of route {route.id}; there are for {lengths}", "claim.score"
        )
    return points[route.length]


def on_every_space(number: int, route: Route, board: Board, points: Points, piece: str) -> Claim:
    """The basic claim, which the kinds vary: a card and a piece for every space, with any number of wilds."""
    return Claim(
        number,
        cards=route.length,
        colors=colors_of(route, board),
        wilds=(0, route.length),
        piece=piece,
        pieces=route.length,
        points=worth(points, route),
    )


@dataclass(frozen=True)
class Plain:
    """A plain route: a set of cards, and a piece for every space (`claim.set`, `claim.pieces`)."""

    points: Points
    piece: str
    placed_by: str = "claim.pieces"

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: the set of cards."""
        yield replace(on_every_space(number, route, board, self.points, self.piece), placed_by=self.placed_by)


@dataclass(frozen=True)
class WildFree:
    """A plain route for which wilds can't pay (`wild.special-only`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: the set of cards without wilds."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, wilds=(0, 0), wilds_by="wild.special-only")


@dataclass(frozen=True)
class Ferry:
    """A ferry: a wild for each symbol, the other cards as on a plain route (`ferry.wilds`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: at least as many wilds as the route has symbols."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        rule = "ferry.wilds"
        yield replace(plain, wilds=(route.symbols, route.length), pays_by=rule, wilds_by=rule, more_by=rule)


@dataclass(frozen=True)
class StandInFerry:
    """A ferry on which `cards_per_wild` cards of any kind can stand in for a wild (`ferry.three-for-one`)."""

    points: Points
    piece: str
    cards_per_wild: int

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: wilds or stand-ins for the symbols."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        stand_in = StandIn(self.cards_per_wild, route.length - route.symbols, wilds_single=True)
        yield replace(plain, wilds=(route.symbols, route.length), pays_by="ferry.three-for-one", stand_in=stand_in)


@dataclass(frozen=True)
class Tunnel:
    """A tunnel: cards are laid down, others revealed, and matches cost more cards (`tunnel.reveal`)."""

    points: Points
    piece: str
    reveals: int
    more_by: str = "claim.set"

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option, with cards to reveal."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, reveals=self.reveals, more_by=self.more_by)


@dataclass(frozen=True)
class StandInSet:
    """A set without wilds in which `cards_per_card` cards of any kind can stand in for a card (`set.four-for-one`)."""

    points: Points
    piece: str
    cards_per_card: int

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: the set, or a part of it and stand-ins."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        stand_in = StandIn(self.cards_per_card, route.length, wilds_single=False)
        yield replace(plain, wilds=(0, 0), pays_by="set.four-for-one", stand_in=stand_in)


@dataclass(frozen=True)
class OnePiece:
    """A route that costs a card for every space but takes a single piece (`subway.cost`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One option: the set of cards and one piece."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, pieces=1, pays_by="subway.cost", more_by="subway.cost", placed_by="pieces.kinds")


@dataclass(frozen=True)
class Bullet:
    """A route shared by all seats (`bullet.claim`); a gray route once the pool is empty (`bullet.none-left`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """Two options: a shared route that moves the marker, and a gray route once the pool is empty."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(
            plain,
            pieces=0,
            points=0,
            pays_by="bullet.claim",
            more_by="bullet.claim",
            shared=True,
            steps=route.length,
            pool=Pool.WHILE_LEFT,
            pooled_by="bullet.none-left",
        )
        yield replace(plain, pool=Pool.WHEN_EMPTY, pooled_by="bullet.claim")
