"""A plan: the routes that together join the tickets of a seat most cheaply, and what that comes to."""

from kolej.bots.planner.route_costs import FAR, Ground
from kolej.bots.planner.valuation import FAILING, PACE, POOLED, TURN_WORTH, Prices, missing, open_way, richest
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import Tables


class Plan:
    """Routes wanted by a seat. Holds its own scratch vectors: planning makes none."""

    routes: Ints
    ways: Ints
    """The way in which the seat can take each of the routes, as `open_way` said last."""
    costs: Ints
    """What each of the routes cost when it was planned."""
    count: i64
    held: i64
    """How many tickets the seat held when this was planned; -1 before."""
    value: i64
    """What the tickets and the way to them are worth, in tenths of points."""
    turns: i64
    lost: i64
    """Points of tickets that are given up."""
    tickets: Ints
    pieces: Ints

    def __init__(self, t: Tables) -> None:
        self.routes = zeros(t.routes)
        self.ways = zeros(t.routes)
        self.costs = zeros(t.routes)
        self.count = 0
        self.held = NONE
        self.value = 0
        self.turns = 0
        self.lost = 0
        self.tickets = zeros(t.tickets)
        self.pieces = zeros(t.piece_kinds)

    def wants(self, route: i64) -> bool:
        """Whether a route is part of the plan."""
        routes = self.routes
        for i in range(self.count):
            if routes[i] == route:
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
    supply = s.supply
    fewest: i64 = FAR
    for seat in range(t.seats):
        left: i64 = 0
        for i in range(len(t.end_pieces)):
            left += supply[seat * t.piece_kinds + t.end_pieces[i]]
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


def make_plan(s: State, ground: Ground, plan: Plan, tickets: i64, limit: i64) -> None:
    """Plan for the first `tickets` of `plan.tickets` on surveyed ground, dearest first; give up what is out of reach.

    Leaves the ground as if the plan had been carried out: `unmake` it before the next.
    """
    t = ground.t
    p = ground.p
    plan.count = 0
    plan.turns = 0
    plan.lost = 0
    plan.value = 0
    for piece in range(t.piece_kinds):
        plan.pieces[piece] = s.supply[ground.seat * t.piece_kinds + piece]
    ground.begin()
    chosen = plan.tickets
    ticket_points = t.ticket_points
    points: i64 = 0
    for place in range(tickets):
        best = place
        for i in range(place + 1, tickets):
            if ticket_points[chosen[i]] > ticket_points[chosen[best]]:
                best = i
        ticket = chosen[best]
        chosen[best] = chosen[place]
        chosen[place] = ticket
        if not ground.apart(t.ticket_a[ticket], t.ticket_b[ticket]) or adopt(s, ground, plan, ticket, limit):
            points += ticket_points[ticket]
        else:
            plan.lost += ticket_points[ticket]
    plan.value += 10 * points - plan.lost * p.beliefs[FAILING]


def adopt(s: State, ground: Ground, plan: Plan, ticket: i64, limit: i64) -> bool:
    """Add the cheapest way for a ticket to the plan, if there is one and pieces and time suffice."""
    t = ground.t
    p = ground.p
    seat = ground.seat
    stage = ground.seek(ticket)
    first = stage * ground.recall.room
    length = ground.recall.length[stage]
    if length < 0:
        return False
    start = plan.count
    turns = plan.turns
    rich = richest(t, s, seat)
    cost: i64 = 0
    fits = True
    for i in range(first, first + length):
        route = ground.recall.routes[i]
        way = open_way(t, s, p, seat, route)
        plan.pieces[t.way_piece[way]] -= t.way_pieces[way]
        if t.way_pieces[way] and plan.pieces[t.way_piece[way]] < 0:
            fits = False
        turns += p.turns[way] + 5 * missing(t, s, p, seat, way, rich)
        cost += ground.cost[route]
        plan.routes[plan.count] = route
        plan.ways[plan.count] = way
        plan.costs[plan.count] = ground.cost[route]
        plan.count += 1
    if not fits or turns > limit:
        for i in range(start, plan.count):
            way = plan.ways[i]
            plan.pieces[t.way_piece[way]] += t.way_pieces[way]
        plan.count = start
        return False
    for i in range(start, plan.count):
        ground.join(plan.routes[i])
    ground.stage = stage
    plan.turns = turns
    plan.value -= cost * p.beliefs[TURN_WORTH] // 10
    return True


def unmake(ground: Ground, plan: Plan) -> None:
    """Make the routes of a plan cost again what they cost before it."""
    for i in range(plan.count):
        ground.cost[plan.routes[i]] = plan.costs[i]
