"""Shortcuts of the planner give the same answers as slow versions without them."""

import pytest
from hypothesis import given, settings

from kolej import editions
from kolej.bots.board_weights import weights_of
from kolej.bots.planner.network_plan import make_plan, remaining_turns
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.route_costs import FAR, RouteCosts
from kolej.bots.planner.valuation import Valuation, missing_cards, most_of_one_color, race_is_close
from kolej.bots.planner.weights import DEFAULT, HUNGRY, ONE_STEP, PATH, Weights
from kolej.engine.core.state import KEEPING, OPENING, State
from kolej.engine.game import Game
from kolej.engine.ruleset.tables import RuleTables
from tests.support.random_games import TABLES, one_step, somewhere
from tests.support.seeds import SEEDED, SEEDS

EDITION_WEIGHTS = [weights_of(editions.load(name)).planner for name in editions.names()]


def planner_of(game: Game, name: str, seat: int) -> Planner:
    return Planner(game._tables, Valuation(game._tables, weights_of(editions.load(name)).planner), seat)


def is_open(t: RuleTables, s: State, seat: int, option: int) -> bool:
    return bool(s.open[seat * t.words + option // t.word] >> option % t.word & 1)


def best_of_all_options(planner: Planner, s: State, limit: int) -> int:
    """The definition of `RouteChooser.best`, without shortcuts."""
    t, valuation, seat, weights = planner.t, planner.valuation, planner.seat, planner.valuation.weights
    step = weights.step_value + (weights.race_step_value if race_is_close(t, s, seat) else 0)
    planned = {planner.plan.routes[i] for i in range(planner.plan.count)}
    worths: dict[int, int] = {}
    for option in range(t.options):
        lacking = missing_cards(t, s, valuation, seat, option, most_of_one_color(t, s, seat))
        if is_open(t, s, seat, option) and valuation.turns[option] + 5 * lacking <= limit:
            cards, route = t.option_cards[option], t.option_route[option]
            worth = 10 * t.option_points[option] + step * t.option_steps[option] - weights.spent_card_cost * cards
            worth -= weights.missing_card_cost * lacking
            if route in planned:
                worth += weights.planned_value + weights.planned_card_value * cards
                worth += weights.contested_value * planner.route_chooser.opponent_routes(s, route)
            worths[option] = worth
    return max(worths, key=lambda option: (worths[option], -option), default=-1)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=6)
def test_the_goal_is_the_best_of_all_ways(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    s = game._state
    seat = rng.randrange(seats)
    planner = planner_of(game, name, seat)
    planner.update_plan(s)
    for limit in (20, remaining_turns(planner.t, s, planner.valuation)):
        goal = planner.route_chooser.best(s, planner.plan, limit, most_of_one_color(planner.t, s, seat))
        assert goal == best_of_all_options(planner, s, limit)


def distances(t: RuleTables, costs: RouteCosts, source: int) -> list[int]:
    """How far every city is, by relaxing all routes until nothing changes (Bellman and Ford)."""
    out = [FAR] * t.cities
    out[source] = 0
    changed = True
    while changed:
        changed = False
        for route in range(t.routes):
            for one, other in ((t.route_a[route], t.route_b[route]), (t.route_b[route], t.route_a[route])):
                if 0 <= costs.cost[route] < out[other] - out[one]:
                    out[other] = out[one] + costs.cost[route]
                    changed = True
    return out


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=4)
def test_the_cheapest_way_is_found(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    t = game._tables
    costs = planner_of(game, name, rng.randrange(seats)).route_costs
    costs.update(game._state)
    source, target = rng.sample(range(t.cities), 2)
    truth = distances(t, costs, source)
    assert costs.path_cost(source, target, FAR) == (truth[target] if truth[target] < FAR else -1)
    costs.path_cost(source, -1, FAR)
    assert list(costs.distance) == truth
    costs.path_cost(source, -1, 30)
    assert [far if far <= 30 else FAR for far in costs.distance] == [far if far <= 30 else FAR for far in truth]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_tickets_are_kept_as_if_every_set_were_planned_anew(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    while game._state.phase not in (OPENING, KEEPING):
        if one_step(game, rng, "tickets") is None:
            seed += 1
            game, rng = somewhere(name, seats, seed)
    t, s = game._tables, game._state
    seat = game.to_act()[0]
    planner = planner_of(game, name, seat)
    kept = planner.ticket_chooser.keep(s)
    offer = [s.offer[seat * t.most_offer + i] for i in range(s.offered[seat])]
    least = min(t.opening_keep if s.phase == OPENING else t.play_keep, len(offer))
    values: dict[int, int] = {}
    for places in range(1, 2 ** len(offer)):
        chosen = [ticket for i, ticket in enumerate(offer) if places >> i & 1]
        if len(chosen) >= least:
            chosen += [ticket for ticket in range(t.tickets) if s.place[ticket] == seat]
            other = planner_of(game, name, seat)
            other.route_costs.update(s)
            plan = other.plan
            for i, ticket in enumerate(chosen):
                plan.tickets[i] = ticket
            make_plan(s, other.route_costs, plan, len(chosen), remaining_turns(t, s, other.valuation))
            values[places] = plan.value
    assert kept == t.keep + max(values, key=lambda places: (values[places], -places))


@pytest.mark.parametrize("weights", [DEFAULT, PATH, HUNGRY, ONE_STEP, *EDITION_WEIGHTS])
def test_beliefs_are_what_shortcuts_rely_on(weights: Weights) -> None:
    """Being planned makes no route worth less, and missing cards make none worth more."""
    assert weights.missing_card_cost >= 0 and weights.contested_value >= 0
    assert weights.planned_value >= 0 and weights.planned_card_value >= 0
