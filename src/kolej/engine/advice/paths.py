"""Paths as lists of routes: the longest path of a network, and the shortest connection of two cities."""

from collections.abc import Iterable

from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import longest_over


def longest_routes(t: RuleTables, routes: Iterable[int]) -> list[int]:
    """The routes of a longest path over these, from one end to the other; none is used twice."""
    kept = list(routes)
    length = longest_over(t, kept)
    for route in list(kept):
        # A route that can be left out without making the longest path shorter is not needed; the rest is such a path.
        without = [each for each in kept if each != route]
        if longest_over(t, without) == length:
            kept = without
    return _in_order(t, kept)


def _in_order(t: RuleTables, routes: list[int]) -> list[int]:
    """The routes of one path in the order in which it is travelled (Hierholzer's algorithm)."""
    touching: dict[int, list[int]] = {}
    for route in routes:
        touching.setdefault(int(t.route_a[route]), []).append(route)
        touching.setdefault(int(t.route_b[route]), []).append(route)
    if not routes:
        return []
    odd = [city for city, touched in touching.items() if len(touched) % 2]
    walk = [(min(odd or touching), -1)]
    unused = set(routes)
    out: list[int] = []
    while walk:
        city, came_by = walk[-1]
        route = next((each for each in touching[city] if each in unused), -1)
        if route < 0:
            out.append(came_by)
            walk.pop()
        else:
            unused.remove(route)
            walk.append((int(t.route_a[route] + t.route_b[route]) - city, route))
    return out[:-1]


def joining_routes(t: RuleTables, routes: Iterable[int], start: int, goal: int) -> list[int]:
    """The fewest of these routes that connect two cities, in order; empty if they don't."""
    usable = list(routes)
    came: dict[int, tuple[int, int]] = {start: (start, -1)}
    reached = [start]
    for city in reached:
        for route in usable:
            a, b = int(t.route_a[route]), int(t.route_b[route])
            other = b if city == a else a if city == b else city
            if other not in came:
                came[other] = (city, route)
                reached.append(other)
    out: list[int] = []
    city = goal
    while city in came and city != start:
        city, route = came[city]
        out.append(route)
    return out[::-1]
