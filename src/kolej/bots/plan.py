"""A plan: the routes that together join the tickets of a seat most cheaply, and what that comes to."""

from typing import Final

from kolej.bots.prices import FAILING, PACE, POOLED, TURN_WORTH, Prices, cost_of, missing, open_way, richest
from kolej.engine.flat import zeros
from kolej.engine.graph import joined, root
from kolej.engine.ints import Ints, i64
from kolej.engine.state import NONE, State
from kolej.engine.tables import PLACE_KEYS, PLACES, Tables

FAR: Final = 1_000_000


class Plan:
    """Routes wanted by a seat. Holds its own scratch vectors: planning makes none."""

    routes: Ints
    count: i64
    held: i64
    """How many tickets the seat held when this was planned; -1 before."""
    value: i64
    """What the tickets and the way to them are worth, in tenths of points."""
    turns: i64
    lost: i64
    """Points of tickets that are given up."""
    cost: Ints
    dist: Ints
    via: Ints
    seen: Ints
    edge: Ints
    """Cities that `reach` has seen the way to, and not yet gone on from."""
    tickets: Ints
    pieces: Ints

    def __init__(self, t: Tables) -> None:
        self.routes = zeros(t.routes)
        self.count = 0
        self.held = NONE
        self.value = 0
        self.turns = 0
        self.lost = 0
        self.cost = zeros(t.routes)
        self.dist = zeros(t.cities)
        self.via = zeros(t.cities)
        self.seen = zeros(t.cities)
        self.edge = zeros(t.cities)
        self.tickets = zeros(t.tickets)
        self.pieces = zeros(t.piece_kinds)

    def wants(self, route: i64) -> bool:
        """Whether a route is part of the plan."""
        for i in range(self.count):
            if self.routes[i] == route:
                return True
        return False

    def take_over(self, other: "Plan") -> None:
        """Become a copy of another plan, scratch apart."""
        for i in range(other.count):
            self.routes[i] = other.routes[i]
        self.count = other.count
        self.held = other.held
        self.value = other.value
        self.turns = other.turns
        self.lost = other.lost


def turns_to_come(t: Tables, s: State, p: Prices) -> i64:
    """About how many turns, in tenths, each seat still has."""
    if s.turns_left > 0:
        return 10
    fewest: i64 = FAR
    for seat in range(t.seats):
        left: i64 = 0
        for i in range(len(t.end_pieces)):
            left += s.supply[seat * t.piece_kinds + t.end_pieces[i]]
        if left < fewest:
            fewest = left
    fewest -= t.end_at_most
    if fewest < 0:
        fewest = 0
    turns = 20 + fewest * 100 // p.beliefs[PACE]
    if t.pool > 0 and s.pool > t.end_pool:
        # The end waits for the pool as well, which all seats empty together.
        turns += (s.pool - t.end_pool) * p.beliefs[POOLED] // t.seats
    return turns


def price_routes(t: Tables, s: State, p: Prices, seat: i64, cost: Ints) -> None:
    """Write what every route would cost the seat; nothing for what it may travel already, -1 for what is closed."""
    shared = t.travel_shared
    for route in range(t.routes):
        owner = s.owner[route]
        cost[route] = NONE
        if owner == seat or (shared and owner != NONE and t.way_shared[s.taken[route]]):
            cost[route] = 0
    rich = richest(t, s, seat)
    for word in range(t.words):
        mask = s.open[seat * t.words + word]
        while mask:
            low = mask & -mask
            mask ^= low
            way = word * t.word + PLACES[low % PLACE_KEYS]
            cost[t.way_route[way]] = cost_of(t, s, p, seat, way, rich)


def reach(t: Tables, plan: Plan, source: i64, target: i64) -> i64:
    """The cost of the cheapest way from one city to another, -1 if there is none; `via` leads back."""
    dist = plan.dist
    via = plan.via
    seen = plan.seen
    cost = plan.cost
    cities = t.cities
    for city in range(cities):
        dist[city] = FAR
        seen[city] = 0
    dist[source] = 0
    via[source] = NONE
    edge = plan.edge
    edge[0] = source
    waiting: i64 = 1
    while waiting > 0:
        at: i64 = 0
        least = dist[edge[0]]
        for i in range(1, waiting):
            if dist[edge[i]] < least:
                least = dist[edge[i]]
                at = i
        nearest = edge[at]
        if nearest == target:
            return least
        waiting -= 1
        edge[at] = edge[waiting]
        seen[nearest] = 1
        for i in range(t.city_start[nearest], t.city_start[nearest + 1]):
            route = t.city_routes[i]
            price = cost[route]
            if price >= 0:
                other = t.route_a[route] + t.route_b[route] - nearest
                if least + price < dist[other] and not seen[other]:
                    if dist[other] == FAR:
                        edge[waiting] = other
                        waiting += 1
                    dist[other] = least + price
                    via[other] = route
    return -1


def make_plan(t: Tables, s: State, p: Prices, seat: i64, plan: Plan, tickets: i64) -> None:
    """Plan for the first `tickets` of `plan.tickets`, dearest first; those out of reach are given up."""
    price_routes(t, s, p, seat, plan.cost)
    parent = joined(t, s, seat)
    limit = turns_to_come(t, s, p)
    plan.count = 0
    plan.turns = 0
    plan.lost = 0
    plan.value = 0
    for piece in range(t.piece_kinds):
        plan.pieces[piece] = s.supply[seat * t.piece_kinds + piece]
    points: i64 = 0
    for place in range(tickets):
        best = place
        for i in range(place + 1, tickets):
            if t.ticket_points[plan.tickets[i]] > t.ticket_points[plan.tickets[best]]:
                best = i
        ticket = plan.tickets[best]
        plan.tickets[best] = plan.tickets[place]
        plan.tickets[place] = ticket
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        if root(parent, a) == root(parent, b) or (
            reach(t, plan, a, b) >= 0 and adopt(t, s, p, seat, plan, parent, a, b, limit)
        ):
            points += t.ticket_points[ticket]
        else:
            plan.lost += t.ticket_points[ticket]
    plan.value += 10 * points - plan.lost * p.beliefs[FAILING]


def adopt(t: Tables, s: State, p: Prices, seat: i64, plan: Plan, parent: Ints, a: i64, b: i64, limit: i64) -> bool:
    """Add the routes found by `reach` to the plan, if pieces and time suffice."""
    start = plan.count
    turns = plan.turns
    cost: i64 = 0
    city = b
    fits = True
    while city != a:
        route = plan.via[city]
        if plan.cost[route] > 0:
            way = open_way(t, s, p, seat, route)
            plan.pieces[t.way_piece[way]] -= t.way_pieces[way]
            if t.way_pieces[way] and plan.pieces[t.way_piece[way]] < 0:
                fits = False
            turns += p.turns[way] + 5 * missing(t, s, p, seat, way, richest(t, s, seat))
            cost += plan.cost[route]
            plan.routes[plan.count] = route
            plan.count += 1
        city = t.route_a[route] if t.route_b[route] == city else t.route_b[route]
    if not fits or turns > limit:
        for i in range(start, plan.count):
            way = open_way(t, s, p, seat, plan.routes[i])
            plan.pieces[t.way_piece[way]] += t.way_pieces[way]
        plan.count = start
        return False
    for i in range(start, plan.count):
        route = plan.routes[i]
        plan.cost[route] = 0
        parent[root(parent, t.route_a[route])] = root(parent, t.route_b[route])
    plan.turns = turns
    plan.value -= cost * p.beliefs[TURN_WORTH] // 10
    return True
