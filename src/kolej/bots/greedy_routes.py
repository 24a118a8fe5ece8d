"""What is still open to a seat, what it lacks for it, and the shortest way between two cities over it."""

from functools import lru_cache
from heapq import heappop, heappush

from kolej.engine.core.cards import WILD
from kolej.engine.decision import Choice
from kolej.engine.knowledge.view import Numbers
from kolej.engine.ruleset.compile import written_claims
from kolej.engine.ruleset.rows import Claim, Pool
from kolej.engine.ruleset.rules import Edition

NOBODY = -1
FAR = 1000
"""Farther apart than any two cities that are joined."""

Network = dict[int, list[tuple[int, int, int]]]
"""For every city: the next one, the spaces still to fill, the route."""


@lru_cache(maxsize=16)
def rows_of(edition: Edition) -> list[Claim]:
    """Every way to take every route, in the order of the tables."""
    return written_claims(edition.board, edition.rules)


def open_ways(choice: Choice) -> list[int]:
    """The ways that the seat could take now or later, whether or not it can pay: numbers in `rows_of`."""
    t, view, seat = choice.tables, choice.view, choice.seat
    pieces = dict(zip(t.piece_names, view.supply[seat], strict=True))
    absent = Pool.WHEN_EMPTY if view.status.pool else Pool.WHILE_LEFT

    def closed(route: int) -> bool:
        twin = t.twin[route]
        beside = view.owner[twin] if twin >= 0 else NOBODY
        return view.owner[route] != NOBODY or beside == seat or (beside != NOBODY and not t.both_open)

    return [
        way
        for way, row in enumerate(rows_of(choice.edition))
        if row.pool is not absent and (not row.pieces or row.pieces <= pieces[row.piece]) and not closed(row.route)
    ]


def hand_of(choice: Choice) -> Numbers:
    """The seat's own cards, by kind."""
    hand = choice.view.hands[choice.seat]
    assert hand is not None
    return hand


def best_color(row: Claim, hand: Numbers) -> int:
    """The colour that may pay and of which the hand has most."""
    return row.colors[0] if len(row.colors) == 1 else max(row.colors, key=hand.__getitem__)


def lacking(row: Claim, hand: Numbers) -> int:
    """How many cards the hand is short of a payment without bundles."""
    fewest, most = row.wilds
    wilds = min(max(hand[WILD], fewest), most)
    return max(0, fewest - hand[WILD]) + max(0, row.cards - wilds - hand[best_color(row, hand)])


def network_of(choice: Choice, ways: list[int]) -> Network:
    """What the seat may travel already, and what these ways would add."""
    t, view = choice.tables, choice.view
    rows, routes = rows_of(choice.edition), choice.edition.board.routes
    spaces = {rows[way].route: rows[way].cards for way in ways}
    for route, owner in enumerate(view.owner):
        if owner == choice.seat or (owner != NOBODY and t.travel_shared and t.way_shared[view.taken[route]]):
            spaces[route] = 0
    network: Network = {city: [] for city in range(t.cities)}
    for route, length in spaces.items():
        a, b = routes[route].a, routes[route].b
        network[a].append((b, length, route))
        network[b].append((a, length, route))
    return network


def shortest(network: Network, start: int, end: int) -> tuple[int, list[tuple[int, int]]]:
    """The fewest spaces to fill between two cities, and the routes to take, each with its spaces."""
    came: dict[int, tuple[int, int, int]] = {}
    reached = [(0, start, start, 0, NOBODY)]
    while reached and end not in came:
        total, city, before, length, route = heappop(reached)
        if city not in came:
            came[city] = (before, length, route)
            for there, spaces, by in network[city]:
                heappush(reached, (total + spaces, there, city, spaces, by))
    if end not in came:
        return FAR, []
    path: list[tuple[int, int]] = []
    while end != start:
        end, length, route = came[end]
        if length:
            path.append((route, length))
    return sum(length for _, length in path), path
