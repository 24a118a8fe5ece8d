"""Routes for a ticket: the cheapest open routes that would connect its cities, computed from one seat's view.

The seat's own routes cost nothing, routes of others are closed, and each station lends one of them where the rules
allow that.
"""

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from kolej.engine.core.claims import closed_by_twin, pool_allows
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import may_travel


@dataclass(frozen=True, slots=True, order=True)
class JoiningRoutes:
    """Routes that connect the two cities of a ticket."""

    cards: int
    """What the routes still to be claimed cost; 0 if the ticket is complete."""
    steps: tuple[tuple[int, int, int], ...]
    """The routes still to be claimed, each with the cities it is travelled from and to."""
    borrowed: tuple[int, ...]
    """Routes of others that are used through stations."""
    path: tuple[int, ...] = ()
    """All routes of the connection in order, with those that may be travelled already."""


class TicketRoutes:
    """The board as one seat may travel it, now and after further claims."""

    def __init__(self, tables: RuleTables, view: View, seat: int) -> None:
        self.t = tables
        self.view = view
        self.seat = seat
        self.stations = [city for city, owner in enumerate(view.building) if owner == seat]

    def is_open(self, route: int) -> bool:
        """Whether the seat may still claim a route, regardless of its cards and pieces."""
        owner, twin = self.view.owner, self.t.twin[route]
        if owner[route] >= 0 or route not in self.options:
            return False
        return twin < 0 or not closed_by_twin(self.t, self.seat, owner[twin])

    @cached_property
    def options(self) -> dict[int, int]:
        """The claim option of each route while the shared pool is as it is now."""
        t, pool = self.t, self.view.status.pool
        return {int(t.option_route[option]): option for option in range(t.options) if pool_allows(t, option, pool)}

    def may_travel(self, route: int) -> bool:
        """Whether the seat may travel the route already: it owns it, or the route serves all seats."""
        return may_travel(self.t, self.seat, self.view.owner[route], self.view.taken[route])

    @cached_property
    def edges(self) -> list[list[tuple[int, int, int, int]]]:
        """Per city: the neighbouring city, the route, its cost in cards, and the station it needs (a bit, or 0)."""
        t = self.t
        out: list[list[tuple[int, int, int, int]]] = [[] for _ in range(t.cities)]
        for route in range(t.routes):
            a, b = int(t.route_a[route]), int(t.route_b[route])
            lent = [1 << at for at, city in enumerate(self.stations) if t.travel_borrows and city in (a, b)]
            if self.may_travel(route):
                costs = [(0, 0)]
            elif self.is_open(route):
                costs = [(int(t.option_cards[self.options[route]]), 0)]
            else:
                costs = [(0, bit) for bit in lent] if self.view.owner[route] >= 0 else []
            for cost, bit in costs:
                out[a].append((b, route, cost, bit))
                out[b].append((a, route, cost, bit))
        return out

    def cheapest(self, start: int, goal: int) -> JoiningRoutes | None:
        """The cheapest routes between two cities, with the fewest claims among equals; None if nothing is left."""
        # Beyond cards and claims the order only decides which of several equals is shown: one that borrows less.
        queue: list[tuple[int, int, int, int, int, JoiningRoutes]] = [(0, 0, 0, start, 0, JoiningRoutes(0, (), ()))]
        settled: set[tuple[int, int]] = set()
        while queue:
            cards, _, _, city, used, so_far = heappop(queue)
            if city == goal:
                return so_far
            if (city, used) in settled:
                continue
            settled.add((city, used))
            for neighbour, route, cost, bit in self.edges[city]:
                if used & bit or (neighbour, used | bit) in settled:
                    continue
                steps = (*so_far.steps, (route, city, neighbour)) if cost else so_far.steps
                borrowed = (*so_far.borrowed, route) if bit else so_far.borrowed
                longer = JoiningRoutes(cards + cost, steps, borrowed, (*so_far.path, route))
                heappush(queue, (cards + cost, len(steps), len(borrowed), neighbour, used | bit, longer))
        return None

    def pieces(self, joining: JoiningRoutes) -> dict[str, tuple[int, int]]:
        """The pieces that claiming these routes takes, by name: how many, and how many of them the seat has."""
        needed: dict[str, tuple[int, int]] = {}
        for route, _, _ in joining.steps:
            option = self.options[route]
            piece = int(self.t.option_piece[option])
            count, _ = needed.get(self.t.piece_names[piece], (0, 0))
            left = self.view.supply[self.seat][piece]
            needed[self.t.piece_names[piece]] = (count + int(self.t.option_pieces[option]), left)
        return needed
