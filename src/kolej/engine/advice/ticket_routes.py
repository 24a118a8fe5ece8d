"""What a seat still lacks for a ticket: the cheapest free routes that would join its cities, from what the seat sees.

Own routes cost nothing, routes of others are closed, and each building lends one of them where the rules lend any.
"""

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import BITS, Tables


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """A way from one city of a ticket to the other."""

    cards: int
    """What the routes still to claim cost; 0 when the ticket is done."""
    steps: tuple[tuple[int, int, int], ...]
    """Routes still to claim, each with the city it leaves and the city it reaches."""
    borrowed: tuple[int, ...]
    """Routes of others used through buildings."""


class Reach:
    """The board as one seat may travel it, now and after claims."""

    def __init__(self, tables: Tables, view: View, seat: int) -> None:
        self.t = tables
        self.view = view
        self.seat = seat
        self.stations = [city for city, owner in enumerate(view.building) if owner == seat]

    def free(self, route: int) -> bool:
        """Whether a route is still open to the seat, whatever its cards and pieces."""
        owner, twin = self.view.owner, self.t.twin[route]
        if owner[route] >= 0 or route not in self.ways:
            return False
        return twin < 0 or owner[twin] < 0 or (owner[twin] != self.seat and bool(self.t.both_open))

    @cached_property
    def ways(self) -> dict[int, int]:
        """The way to take each route while the shared pool stands as it does."""
        t = self.t
        there = t.by_pool[: t.words] if self.view.status.pool == 0 else t.by_pool[t.words :]
        return {int(t.way_route[way]): way for way in range(t.ways) if there[way // t.word] & BITS[way % t.word]}

    def mine(self, route: int) -> bool:
        """Whether the seat travels the route for nothing: its own, or one that serves all."""
        owner = self.view.owner[route]
        shared = bool(self.t.travel_shared) and owner >= 0 and bool(self.t.way_shared[self.view.taken[route]])
        return owner == self.seat or shared

    @cached_property
    def edges(self) -> list[list[tuple[int, int, int, int]]]:
        """Per city: where one can go, by which route, for how many cards, with which building (a bit, or 0)."""
        t = self.t
        out: list[list[tuple[int, int, int, int]]] = [[] for _ in range(t.cities)]
        for route in range(t.routes):
            a, b = int(t.route_a[route]), int(t.route_b[route])
            lent = [1 << at for at, city in enumerate(self.stations) if t.travel_borrows and city in (a, b)]
            if self.mine(route):
                ways = [(0, 0)]
            elif self.free(route):
                ways = [(int(t.way_cards[self.ways[route]]), 0)]
            else:
                ways = [(0, bit) for bit in lent] if self.view.owner[route] >= 0 else []
            for cost, bit in ways:
                out[a].append((b, route, cost, bit))
                out[b].append((a, route, cost, bit))
        return out

    def way(self, start: int, goal: int) -> Way | None:
        """The cheapest way between two cities, with the fewest claims among equals; None if there is none left."""
        # Beyond cards and claims the order only settles which of equals is shown: one that borrows less.
        queue: list[tuple[int, int, int, int, int, Way]] = [(0, 0, 0, start, 0, Way(0, (), ()))]
        settled: set[tuple[int, int]] = set()
        while queue:
            cards, _, _, city, used, way = heappop(queue)
            if city == goal:
                return way
            if (city, used) in settled:
                continue
            settled.add((city, used))
            for there, route, cost, bit in self.edges[city]:
                if used & bit or (there, used | bit) in settled:
                    continue
                steps = (*way.steps, (route, city, there)) if cost else way.steps
                borrowed = (*way.borrowed, route) if bit else way.borrowed
                longer = Way(cards + cost, steps, borrowed)
                heappush(queue, (cards + cost, len(steps), len(borrowed), there, used | bit, longer))
        return None

    def pieces(self, way: Way) -> dict[str, tuple[int, int]]:
        """The pieces a way takes, by name: how many, and how many of them the seat has."""
        needed: dict[str, tuple[int, int]] = {}
        for route, _, _ in way.steps:
            by = self.ways[route]
            piece = int(self.t.way_piece[by])
            count, _ = needed.get(self.t.piece_names[piece], (0, 0))
            left = self.view.supply[self.seat][piece]
            needed[self.t.piece_names[piece]] = (count + int(self.t.way_pieces[by]), left)
        return needed
