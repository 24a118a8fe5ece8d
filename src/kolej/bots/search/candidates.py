"""Which moves are worth a closer look: by those who try moves out, and by those who have learned to judge them."""

from kolej.bots.planner.network_plan import Plan
from kolej.engine.decision import Choice
from kolej.engine.moves.moves import BeginBundles, BuildStation, ClaimRoute, Move

MOST_PAYMENTS = 6
"""How many routes and cities are looked at."""

PLANNED = 6
"""What being planned is worth to a route when those to be looked at are chosen, in points."""


def worth_trying(choice: Choice, usual: int, plan: Plan) -> list[int]:
    """The planner's own move first, then draws and answers, the best routes, and buildings that may serve a ticket."""
    planned = {plan.routes[i] for i in range(plan.count)}
    out = [usual]
    payments: dict[tuple[type[Move], int], tuple[int, int]] = {}
    for number, move in choice.moves.items():
        if isinstance(move, ClaimRoute | BeginBundles):
            if (ClaimRoute, move.route) not in payments:
                worth = _worth(choice, move.route) + (PLANNED if move.route in planned else 0)
                payments[ClaimRoute, move.route] = (worth, number)
        elif isinstance(move, BuildStation):
            if (BuildStation, move.city) not in payments and _serves(choice, move.city):
                payments[BuildStation, move.city] = (0, number)
        elif number != usual:
            out.append(number)
    tried = choice.moves[usual]
    if isinstance(tried, ClaimRoute | BeginBundles):
        payments.pop((ClaimRoute, tried.route), None)
    elif isinstance(tried, BuildStation):
        payments.pop((BuildStation, tried.city), None)
    best = sorted(payments.values(), reverse=True)
    return out + [number for _, number in best[:MOST_PAYMENTS]]


def _worth(choice: Choice, route: int) -> int:
    """What a route scores now, as far as that tells the good ones from the others."""
    t = choice.tables
    return max(t.way_points[way] + t.way_steps[way] for way in range(t.ways) if t.way_route[way] == route)


def _serves(choice: Choice, city: int) -> bool:
    """Whether a building here may help a ticket: it ends here, and somebody else's route does too."""
    board, view = choice.edition.board, choice.view
    ends = any(city in (board.tickets[n].a, board.tickets[n].b) for n in view.tickets[choice.seat] or ())
    return ends and any(
        city in (route.a, route.b) and owner not in (-1, choice.seat)
        for route, owner in zip(board.routes, view.owner, strict=True)
    )
