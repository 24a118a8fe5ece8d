"""Candidate moves: those worth a closer look, by `search` in trials and by `learned` with its network."""

from kolej.bots.planner.network_plan import NetworkPlan
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import BeginStandIns, BuildStation, ClaimRoute, Move

MOST_PAYMENTS = 6
"""How many routes and cities are candidates at most."""

PLANNED_BONUS = 6
"""Points that being planned adds to a route when the candidates are chosen."""


def candidates_for(decision: Decision, default: int, plan: NetworkPlan) -> list[int]:
    """The planner's move (`default`) first, then draws and answers, the best routes, and stations that may help."""
    planned = {plan.routes[i] for i in range(plan.count)}
    candidates = [default]
    payments: dict[tuple[type[Move], int], tuple[int, int]] = {}
    for number, move in decision.moves.items():
        if isinstance(move, ClaimRoute | BeginStandIns):
            if (ClaimRoute, move.route) not in payments:
                points = _points(decision, move.route) + (PLANNED_BONUS if move.route in planned else 0)
                payments[ClaimRoute, move.route] = (points, number)
        elif isinstance(move, BuildStation):
            if (BuildStation, move.city) not in payments and _may_help(decision, move.city):
                payments[BuildStation, move.city] = (0, number)
        elif number != default:
            candidates.append(number)
    default_move = decision.moves[default]
    if isinstance(default_move, ClaimRoute | BeginStandIns):
        payments.pop((ClaimRoute, default_move.route), None)
    elif isinstance(default_move, BuildStation):
        payments.pop((BuildStation, default_move.city), None)
    best = sorted(payments.values(), reverse=True)
    return candidates + [number for _, number in best[:MOST_PAYMENTS]]


def _points(decision: Decision, route: int) -> int:
    """What a route scores at once: its points and steps."""
    t = decision.tables
    options = (option for option in range(t.options) if t.option_route[option] == route)
    return max(t.option_points[option] + t.option_steps[option] for option in options)


def _may_help(decision: Decision, city: int) -> bool:
    """Whether a station here may help a ticket: one ends here, and so does a route of an opponent."""
    board, view = decision.edition.board, decision.view
    ends = any(city in (board.tickets[n].a, board.tickets[n].b) for n in view.tickets[decision.seat] or ())
    return ends and any(
        city in (route.a, route.b) and owner not in (-1, decision.seat)
        for route, owner in zip(board.routes, view.owner, strict=True)
    )
