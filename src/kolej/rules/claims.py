"""The kinds of routes: what taking one costs, what it uses and what it is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kolej.engine.board.model import Board, Route
from kolej.engine.errors import RulesError
from kolej.engine.ruleset.rows import Claim, Pool, Swap

Points = Mapping[int, int]
"""Points by length."""


def colors_of(route: Route, board: Board) -> tuple[int, ...]:
    """The colours that may pay: the route's own, or any one where it is gray."""
    return (route.color,) if route.color is not None else tuple(range(1, len(board.colors) + 1))


def worth(points: Points, route: Route) -> int:
    """What a route scores by its length."""
    if route.length not in points:
        lengths = ", ".join(map(str, points))
        raise RulesError(
            f"no points for the length {route.length} of route {route.id}; there are for {lengths}", "claim.score"
        )
    return points[route.length]


def on_every_space(number: int, route: Route, board: Board, points: Points, piece: str) -> Claim:
    """The way that others vary: a card and a piece for every space, wilds welcome."""
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
    """A set of cards, a piece on every space (`claim.set`, `claim.pieces`)."""

    points: Points
    piece: str
    placed_by: str = "claim.pieces"

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: the set of cards."""
        yield replace(on_every_space(number, route, board, self.points, self.piece), placed_by=self.placed_by)


@dataclass(frozen=True)
class WildFree:
    """Like a plain route, but wilds never pay for it (`wild.special-only`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: the set of cards, without wilds."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, wilds=(0, 0), wilds_by="wild.special-only")


@dataclass(frozen=True)
class Ferry:
    """A wild for each symbol, the rest as on a plain route (`ferry.wilds`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: at least as many wilds as there are symbols."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        rule = "ferry.wilds"
        yield replace(plain, wilds=(route.symbols, route.length), pays_by=rule, wilds_by=rule, more_by=rule)


@dataclass(frozen=True)
class BundleFerry:
    """A ferry on which so many cards of any kind stand in for one wild (`ferry.three-for-one`)."""

    points: Points
    piece: str
    cards_per_wild: int

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: symbols paid in wilds or in bundles."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        swap = Swap(self.cards_per_wild, route.length - route.symbols, wilds_single=True)
        yield replace(plain, wilds=(route.symbols, route.length), pays_by="ferry.three-for-one", swap=swap)


@dataclass(frozen=True)
class Tunnel:
    """Laid down first, then cards are turned up and may cost more (`tunnel.reveal`)."""

    points: Points
    piece: str
    reveals: int
    more_by: str = "claim.set"

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way, with cards to be turned up."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, reveals=self.reveals, more_by=self.more_by)


@dataclass(frozen=True)
class BundleSet:
    """A set without single wilds, where bundles of any cards stand in for one card (`set.four-for-one`)."""

    points: Points
    piece: str
    cards_per_card: int

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: the set, or part of it and bundles."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        swap = Swap(self.cards_per_card, route.length, wilds_single=False)
        yield replace(plain, wilds=(0, 0), pays_by="set.four-for-one", swap=swap)


@dataclass(frozen=True)
class OnePiece:
    """Costs the number printed beside it, takes a single piece (`subway.cost`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """One way: many cards, one piece."""
        plain = on_every_space(number, route, board, self.points, self.piece)
        yield replace(plain, pieces=1, pays_by="subway.cost", more_by="subway.cost", placed_by="pieces.kinds")


@dataclass(frozen=True)
class Bullet:
    """Built for everyone while the shared pool lasts (`bullet.claim`), then a gray route (`bullet.none-left`)."""

    points: Points
    piece: str

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        """Two ways: one moves the marker and serves all, the other comes when the pool is empty."""
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
