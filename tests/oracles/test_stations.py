"""The best use of stations, compared with an exhaustive search."""

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.engine.board.model import Board
from kolej.engine.core.state import NONE
from tests.support.arranged_game import Table

Groups = list[set[int]]
"""Cities that are connected with each other."""


def join(groups: Groups, a: int, b: int) -> Groups:
    """The groups after a route connects two cities."""
    met = [group for group in groups if a in group or b in group]
    return [group for group in groups if group not in met] + [{a, b}.union(*met)]


def completed(table: Table, groups: Groups, tickets: list[int]) -> list[int]:
    board = table.board
    return [n for n in tickets if any({board.tickets[n].a, board.tickets[n].b} <= group for group in groups)]


class Uses:
    """Every use that seat 0 can make of its stations."""

    def __init__(self, table: Table, owners: dict[int, int], stations: list[int]) -> None:
        self.table = table
        self.own: Groups = []
        routes = table.board.routes
        for route, seat in owners.items():
            if seat == 0:
                self.own = join(self.own, routes[route].a, routes[route].b)
        self.all = list(
            product(
                *(
                    [NONE, *(n for n, seat in owners.items() if seat != 0 and city in (routes[n].a, routes[n].b))]
                    for city in stations
                )
            )
        )

    def done(self, use: tuple[int, ...], tickets: list[int]) -> list[int]:
        """The tickets that this use completes."""
        groups = self.own
        for route in use:
            if route != NONE:
                groups = join(groups, self.table.board.routes[route].a, self.table.board.routes[route].b)
        return completed(self.table, groups, tickets)

    def points(self, use: tuple[int, ...], tickets: list[int]) -> int:
        """Completed tickets less the others."""
        done = self.done(use, tickets)
        return sum(self.table.board.tickets[n].points * (1 if n in done else -1) for n in tickets)

    def best(self, tickets: list[int]) -> tuple[int, ...]:
        """Most points, then most tickets, then the lowest route numbers, where using none is lowest of all."""

        def worth(use: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
            return self.points(use, tickets), len(self.done(use, tickets)), tuple(-route for route in use)

        return max(self.all, key=worth)


def deal_routes(table: Table, rng: Random) -> dict[int, int]:
    """Routes for every seat, as many as its pieces allow. The first seat's are partly connected."""
    board = table.board
    cars = [45] * table.game.seats
    owners: dict[int, int] = {}
    near: set[int] = set()
    for number in rng.sample(range(len(board.routes)), len(board.routes)):
        route = board.routes[number]
        seat = 0 if near & {route.a, route.b} and rng.random() < 0.4 else rng.randrange(table.game.seats)
        if rng.random() < 0.8 and cars[seat] >= route.length:
            owners[number] = seat
            cars[seat] -= route.length
            if seat == 0:
                near |= {route.a, route.b}
            table.own(seat, route.id)
    return dict(sorted(owners.items()))


def promising(board: Board, owners: dict[int, int]) -> list[int]:
    """Cities where a station could be of use: a route of another seat leads from there to one of the seat's own."""
    ends = {n: {board.routes[n].a, board.routes[n].b} for n in owners}
    own = set().union(*(ends[n] for n, seat in owners.items() if seat == 0))
    return sorted(set().union(*(ends[n] for n, seat in owners.items() if seat != 0 and ends[n] & own)))


def pick_tickets(board: Board, uses: Uses, rng: Random) -> list[int]:
    """Tickets of which several uses complete some, so that uses compete and often tie; and one at random."""
    wanted = {rng.randrange(len(board.tickets))}
    everything = list(range(len(board.tickets)))
    for use in rng.sample(uses.all, min(10, len(uses.all))):
        fresh = set(uses.done(use, everything)) - set(uses.done((), everything))
        wanted |= set(rng.sample(sorted(fresh), min(2, len(fresh))))
    return sorted(wanted)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_best_use_of_stations(seed: int) -> None:
    rng = Random(seed)
    table = Table("europe", 4)
    for seat in range(4):
        table.tickets(seat)
    board = table.board
    owners = deal_routes(table, rng)
    stations = sorted(rng.sample(promising(board, owners), rng.randint(1, 3)))
    for city in stations:
        table.station(0, board.cities[city].id)
    uses = Uses(table, owners, stations)
    tickets = pick_tickets(board, uses, rng)
    table.tickets(0, *(board.tickets[n].id for n in tickets))
    best = uses.best(tickets)
    sheet = table.finish().sheet
    assert list(sheet.borrowed[0]) == list(best)
    assert sheet.ticket_points[0] == uses.points(best, tickets)
    assert sheet.completed[0] == len(uses.done(best, tickets))
    assert [n for n in tickets if sheet.done[n]] == uses.done(best, tickets)
