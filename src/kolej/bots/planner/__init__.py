"""The planner: a heuristic bot that plans a network for its tickets, collects cards and claims routes.

    bot.py              `PlannerBot`: the bots `planner`, `path`, `hungry`, `one-step` and `long-route`
    planner.py          `Planner`: decides for one seat, in every phase of a game
    weights.py          `Weights`: the numbers that a planner plays by, by default and in each style
    styles.py           `LongRoutePlanner`: the one style that needs more than other weights
    valuation.py        what claim options cost and what they are worth
    claim_classes.py    claim options that cost and score the same, grouped
    route_costs.py      what each route costs a seat now, and cheapest paths over them
    path_cache.py       cheapest paths found before, by the tickets planned so far
    network_plan.py     the routes that connect a set of tickets, and what that is worth
    choose_tickets.py   which tickets to keep, and whether to draw more
    choose_route.py     which route to claim or to collect for
    choose_card.py      which card to draw
    endgame.py          the last turn, and stations: what completes open tickets at once

All but `bot.py` is compiled: playouts of `search` run whole games of planners.
"""
