"""Network plan: the routes that connect the tickets of a seat at least cost, and what that is worth."""

from kolej.bots.planner.route_costs import FAR, RouteCosts
from kolej.bots.planner.valuation import Valuation, missing_cards, most_of_one_color, open_option
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables


class NetworkPlan:
    """Routes that a seat wants. Its vectors are reused: planning allocates none."""

    routes: Ints
    options: Ints
    """The claim option of each of the routes, as `open_option` last found it."""
    costs: Ints
    """What each of the routes cost when it was planned."""
    count: i64
    held: i64
    """How many tickets the seat held when this was planned; -1 if there is no plan yet."""
    value: i64
    """What the tickets are worth, less the cost of their paths, in tenths of points."""
    turns: i64
    """About how many tenths of turns the plan takes."""
    lost: i64
    """Points of the tickets that are given up."""
    tickets: Ints
    pieces: Ints

    def __init__(self, t: RuleTables) -> None:
        self.routes = zeros(t.routes)
        self.options = zeros(t.routes)
        self.costs = zeros(t.routes)
        self.count = 0
        self.held = NONE
        self.value = 0
        self.turns = 0
        self.lost = 0
        self.tickets = zeros(t.tickets)
        self.pieces = zeros(t.piece_kinds)

    def includes(self, route: i64) -> bool:
        """Whether a route is part of the plan."""
        routes = self.routes
        for i in range(self.count):
            if routes[i] == route:
                return True
        return False

    def copy_from(self, other: "NetworkPlan") -> None:
        """Become a copy of another plan, but for the scratch vectors."""
        for i in range(other.count):
            self.routes[i] = other.routes[i]
        self.count = other.count
        self.held = other.held
        self.value = other.value
        self.turns = other.turns
        self.lost = other.lost


def remaining_turns(t: RuleTables, s: State, valuation: Valuation) -> i64:
    """About how many turns each seat still has, in tenths."""
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
    turns = 20 + fewest * 100 // valuation.weights.pieces_per_turn
    if t.pool > 0 and s.pool > t.end_pool:
        # The game also waits for the pool, which all seats empty together.
        turns += (s.pool - t.end_pool) * valuation.weights.pool_piece_turns // t.seats
    return turns


def make_plan(s: State, costs: RouteCosts, plan: NetworkPlan, tickets: i64, limit: i64) -> None:
    """Plan for the first `tickets` of `plan.tickets`, those with most points first; give up what is out of reach.

    `costs` must be up to date. It is left as if the plan had been carried out: call `undo_plan` before the next plan.
    """
    t = costs.t
    plan.count = 0
    plan.turns = 0
    plan.lost = 0
    plan.value = 0
    for piece in range(t.piece_kinds):
        plan.pieces[piece] = s.supply[costs.seat * t.piece_kinds + piece]
    costs.begin_plan()
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
        if costs.connected(t.ticket_a[ticket], t.ticket_b[ticket]) or add_ticket(s, costs, plan, ticket, limit):
            points += ticket_points[ticket]
        else:
            plan.lost += ticket_points[ticket]
    plan.value += 10 * points - plan.lost * costs.valuation.weights.lost_point_cost


def add_ticket(s: State, costs: RouteCosts, plan: NetworkPlan, ticket: i64, limit: i64) -> bool:
    """Add the cheapest path of a ticket to the plan, if there is one and pieces and turns suffice."""
    t = costs.t
    valuation = costs.valuation
    seat = costs.seat
    stage = costs.find_path(ticket)
    first = stage * costs.cache.path_capacity
    length = costs.cache.length[stage]
    if length < 0:
        return False
    start = plan.count
    turns = plan.turns
    most_cards = most_of_one_color(t, s, seat)
    cost: i64 = 0
    fits = True
    for i in range(first, first + length):
        route = costs.cache.routes[i]
        option = open_option(t, s, valuation, seat, route)
        plan.pieces[t.option_piece[option]] -= t.option_pieces[option]
        if t.option_pieces[option] and plan.pieces[t.option_piece[option]] < 0:
            fits = False
        turns += valuation.turns[option] + 5 * missing_cards(t, s, valuation, seat, option, most_cards)
        cost += costs.cost[route]
        plan.routes[plan.count] = route
        plan.options[plan.count] = option
        plan.costs[plan.count] = costs.cost[route]
        plan.count += 1
    if not fits or turns > limit:
        for i in range(start, plan.count):
            option = plan.options[i]
            plan.pieces[t.option_piece[option]] += t.option_pieces[option]
        plan.count = start
        return False
    for i in range(start, plan.count):
        costs.add_route(plan.routes[i])
    costs.stage = stage
    plan.turns = turns
    plan.value -= cost * valuation.weights.turn_value // 10
    return True


def undo_plan(costs: RouteCosts, plan: NetworkPlan) -> None:
    """Restore the costs that the routes of a plan had before it was made."""
    for i in range(plan.count):
        costs.cost[plan.routes[i]] = plan.costs[i]
