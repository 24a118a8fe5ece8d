"""Route networks: connected cities, the longest path, and the best use of borrowed routes."""

from typing import Final

from kolej.engine.core.make_vectors import filled, ints, zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, append, i64, vec
from kolej.engine.ruleset.tables import RuleTables

OPEN: Final = -2
"""A station for which its owner chose nothing: it borrows what is best."""


def root(parent: Ints, city: i64) -> i64:
    """The representative of all cities connected with this one (union-find, with path halving)."""
    while parent[city] != city:
        parent[city] = parent[parent[city]]
        city = parent[city]
    return city


def may_travel(t: RuleTables, seat: i64, owner: i64, option: i64) -> bool:
    """Whether a route that `owner` claimed with this option serves the tickets of a seat: its own, or a shared one."""
    if owner == seat:
        return True
    return owner != NONE and t.travel_shared != 0 and t.option_shared[option] != 0


def join_up(t: RuleTables, s: State, seat: i64, parent: Ints) -> None:
    """Fill the union-find vector `parent` with the routes that the seat may travel; `root` reads it."""
    owner = s.owner
    taken = s.taken
    for city in range(t.cities):
        parent[city] = city
    for route in range(t.routes):
        if owner[route] != NONE and may_travel(t, seat, owner[route], taken[route]):
            parent[root(parent, t.route_a[route])] = root(parent, t.route_b[route])


def joined(t: RuleTables, s: State, seat: i64) -> Ints:
    """The connected cities of a seat as a new union-find vector."""
    parent = zeros(t.cities)
    join_up(t, s, seat, parent)
    return parent


class Trails:
    """A depth-first search for the longest trail: a walk that uses no edge twice."""

    start: Ints
    """Where the edges of each city begin in `ends` and `edges`."""
    ends: Ints
    edges: Ints
    length: Ints
    used: Ints
    best: i64

    def __init__(self) -> None:
        pass

    def walk(self, city: i64, walked: i64, unwalked: i64) -> None:
        """Extend the trail from a city; `unwalked` is an upper bound on what can still be added."""
        if walked > self.best:
            self.best = walked
        if walked + unwalked <= self.best:
            return
        for i in range(self.start[city], self.start[city + 1]):
            edge = self.edges[i]
            if not self.used[edge]:
                self.used[edge] = 1
                length = self.length[edge]
                self.walk(self.ends[i], walked + length, unwalked - length)
                self.used[edge] = 0


def longest_path(t: RuleTables, s: State, seat: i64) -> i64:
    """The length of the longest path over the seat's own routes; no route is used twice."""
    mine = vec[i64]()
    for route in range(t.routes):
        if s.owner[route] == seat and not t.option_shared[s.taken[route]]:
            mine = append(mine, route)
    return longest_trail(t.cities, mine, t.route_a, t.route_b, t.route_length)


def longest_over(t: RuleTables, routes: list[int]) -> int:
    """The length of the longest trail over these routes, for callers that have no vectors."""
    return longest_trail(t.cities, ints(routes), t.route_a, t.route_b, t.route_length)


def longest_trail(cities: i64, routes: Ints, from_city: Ints, to_city: Ints, lengths: Ints) -> i64:
    """The length of the longest trail over these routes, computed for each connected part of the network."""
    parent = filled(cities, 0)
    for city in range(cities):
        parent[city] = city
    degree = zeros(cities)
    weight = zeros(cities)
    for route in routes:
        a = from_city[route]
        b = to_city[route]
        degree[a] += 1
        degree[b] += 1
        weight[a] += lengths[route]
        weight[b] += lengths[route]
        parent[root(parent, a)] = root(parent, b)
    total = zeros(cities)
    odd = zeros(cities)
    for city in range(cities):
        if degree[city] > 0:
            part = root(parent, city)
            total[part] += weight[city]
            odd[part] += degree[city] % 2
    best: i64 = 0
    for part in range(cities):
        total[part] //= 2
        # With zero or two cities of odd degree one trail covers the whole part (Euler).
        if odd[part] <= 2 and total[part] > best:
            best = total[part]
    trails = trails_over(cities, routes, from_city, to_city, lengths, degree)
    trails.best = best
    while True:
        # The largest part first: its trail may be longer than the others could become.
        largest: i64 = -1
        for part in range(cities):
            if odd[part] > 2 and total[part] > trails.best and (largest < 0 or total[part] > total[largest]):
                largest = part
        if largest < 0:
            return trails.best
        for city in range(cities):
            # A longest trail that is no circuit ends where no unused edge is left: at a city of odd degree.
            if degree[city] % 2 and root(parent, city) == largest:
                trails.walk(city, 0, total[largest])
        odd[largest] = 0


def trails_over(cities: i64, routes: Ints, from_city: Ints, to_city: Ints, lengths: Ints, degree: Ints) -> Trails:
    """A search over these routes, their edges sorted by city."""
    trails = Trails()
    trails.start = zeros(cities + 1)
    for city in range(cities):
        trails.start[city + 1] = trails.start[city] + degree[city]
    free = trails.start[:]
    count: i64 = len(routes)
    trails.ends = zeros(2 * count)
    trails.edges = zeros(2 * count)
    trails.length = zeros(count)
    trails.used = zeros(count)
    for edge in range(count):
        route = routes[edge]
        a = from_city[route]
        b = to_city[route]
        trails.length[edge] = lengths[route]
        trails.ends[free[a]] = b
        trails.edges[free[a]] = edge
        free[a] += 1
        trails.ends[free[b]] = a
        trails.edges[free[b]] = edge
        free[b] += 1
    return trails


class Borrowing:
    """The best use of a seat's stations: each borrows one route of another seat into its city, or none."""

    routes: Ints
    """The route borrowed at each station, in order of cities; `NONE` where none is."""
    points: i64
    done: i64

    def __init__(self) -> None:
        self.routes = vec[i64]()
        self.points = 0
        self.done = 0


def station_cities(t: RuleTables, s: State, seat: i64) -> Ints:
    """The cities with the seat's stations, in ascending order."""
    cities = vec[i64]()
    for city in range(t.cities):
        if s.building[city] == seat:
            cities = append(cities, city)
    return cities


def borrow(t: RuleTables, s: State, seat: i64, parent: Ints, tickets: Ints, chosen: Ints) -> Borrowing:
    """The best borrowing of all: most points, then most tickets, then the lowest route numbers.

    `chosen` is empty, or has for each station the route that its owner chose, `NONE`, or `OPEN` where the best counts.
    """
    best = Borrowing()
    cities = station_cities(t, s, seat)
    best.routes = filled(len(cities), NONE)
    if len(cities) == 0 or (len(tickets) == 0 and len(chosen) == 0):
        return best
    best.points = -1
    if len(chosen) == 0:
        chosen = filled(len(cities), OPEN)
    try_borrowing(t, s, seat, parent, tickets, cities, 0, chosen, filled(len(cities), NONE), best)
    return best


def try_borrowing(
    t: RuleTables,
    s: State,
    seat: i64,
    parent: Ints,
    tickets: Ints,
    cities: Ints,
    depth: i64,
    chosen: Ints,
    tried: Ints,
    best: Borrowing,
) -> None:
    """Try every route for the station at `depth`, none first, then the next station; the first of equals stays."""
    if depth == len(cities):
        points: i64 = 0
        done: i64 = 0
        for ticket in tickets:
            if root(parent, t.ticket_a[ticket]) == root(parent, t.ticket_b[ticket]):
                points += t.ticket_points[ticket]
                done += 1
        if points > best.points or (points == best.points and done > best.done):
            best.points = points
            best.done = done
            best.routes = tried[:]
        return
    only = chosen[depth]
    tried[depth] = NONE
    if only < 0:
        try_borrowing(t, s, seat, parent, tickets, cities, depth + 1, chosen, tried, best)
    else:
        with_only = parent[:]
        with_only[root(parent, t.route_a[only])] = root(parent, t.route_b[only])
        tried[depth] = only
        try_borrowing(t, s, seat, with_only, tickets, cities, depth + 1, chosen, tried, best)
        tried[depth] = NONE
    if only != OPEN:
        return
    city = cities[depth]
    for i in range(t.city_start[city], t.city_start[city + 1]):
        route = t.city_routes[i]
        if s.owner[route] != NONE and s.owner[route] != seat:
            one = root(parent, t.route_a[route])
            two = root(parent, t.route_b[route])
            if one != two:
                with_it = parent[:]
                with_it[one] = two
                tried[depth] = route
                try_borrowing(t, s, seat, with_it, tickets, cities, depth + 1, chosen, tried, best)
    tried[depth] = NONE
