"""Open routes and shortest paths for `greedy`: what a seat can still claim, what it lacks, how cities are connected."""

from heapq import heappop, heappush

from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import closed_by_twin, pool_allows
from kolej.engine.decision import Decision
from kolej.engine.knowledge.view import Numbers
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rows import Claim
from kolej.engine.scoring.network import may_travel

NOBODY = -1
FAR = 1000
"""Farther apart than any two connected cities."""

Network = dict[int, list[tuple[int, int, int]]]
"""For every city its neighbours: the city, the spaces still to fill, the route."""


def open_options(decision: Decision) -> list[int]:
    """The options that the seat could use now or later, whether or not it can pay: indices of `claims_of`."""
    t, view, seat = decision.tables, decision.view, decision.seat
    pieces = dict(zip(t.piece_names, view.supply[seat], strict=True))
    pool = view.status.pool

    def closed(route: int) -> bool:
        twin = t.twin[route]
        return view.owner[route] != NOBODY or (twin >= 0 and closed_by_twin(t, seat, view.owner[twin]))

    return [
        option
        for option, claim in enumerate(claims_of(decision.edition))
        if pool_allows(t, option, pool)
        and (not claim.pieces or claim.pieces <= pieces[claim.piece])
        and not closed(claim.route)
    ]


def hand_of(decision: Decision) -> Numbers:
    """The seat's own cards, by kind."""
    hand = decision.view.hands[decision.seat]
    assert hand is not None
    return hand


def best_color(claim: Claim, hand: Numbers) -> int:
    """The colour that may pay and of which the hand has most."""
    return claim.colors[0] if len(claim.colors) == 1 else max(claim.colors, key=hand.__getitem__)


def missing_cards(claim: Claim, hand: Numbers) -> int:
    """How many cards the hand lacks for a payment without stand-ins."""
    fewest, most = claim.wilds
    wilds = min(max(hand[WILD], fewest), most)
    return max(0, fewest - hand[WILD]) + max(0, claim.cards - wilds - hand[best_color(claim, hand)])


def network_of(decision: Decision, options: list[int]) -> Network:
    """The routes that the seat may travel already, and those that the options would add."""
    t, view = decision.tables, decision.view
    claims, routes = claims_of(decision.edition), decision.edition.board.routes
    spaces = {claims[option].route: claims[option].cards for option in options}
    for route, owner in enumerate(view.owner):
        if may_travel(t, decision.seat, owner, view.taken[route]):
            spaces[route] = 0
    network: Network = {city: [] for city in range(t.cities)}
    for route, length in spaces.items():
        a, b = routes[route].a, routes[route].b
        network[a].append((b, length, route))
        network[b].append((a, length, route))
    return network


def shortest_path(network: Network, start: int, end: int) -> tuple[int, list[tuple[int, int]]]:
    """The path between two cities with the fewest spaces to fill: the spaces, and the routes to claim with theirs."""
    came: dict[int, tuple[int, int, int]] = {}
    reached = [(0, start, start, 0, NOBODY)]
    while reached and end not in came:
        total, city, before, length, route = heappop(reached)
        if city not in came:
            came[city] = (before, length, route)
            for neighbour, spaces, by in network[city]:
                heappush(reached, (total + spaces, neighbour, city, spaces, by))
    if end not in came:
        return FAR, []
    path: list[tuple[int, int]] = []
    while end != start:
        end, length, route = came[end]
        if length:
            path.append((route, length))
    return sum(length for _, length in path), path
