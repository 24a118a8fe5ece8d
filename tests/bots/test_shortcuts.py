"""The planner's shortcuts lead where the long ways do: looking at every way, every path, every set of tickets anew."""

import pytest
from hypothesis import given, settings

from kolej.bots.beliefs import BELIEFS, beliefs_of
from kolej.bots.planner.network_plan import make_plan, turns_to_come
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.route_costs import FAR, Ground
from kolej.bots.planner.styles import HUNGRY, ONE_STEP, PATH
from kolej.bots.planner.valuation import (
    CONTESTED,
    LACKING,
    PLANNED,
    PLANNED_CARD,
    RACE,
    SPENT,
    STEP,
    USUAL,
    Prices,
    missing,
    race_is_close,
    richest,
)
from kolej.engine.core.state import KEEPING, OPENING, State
from kolej.engine.game import Game
from kolej.engine.ruleset.tables import Tables
from tests.support.random_games import TABLES, one_step, somewhere
from tests.support.seeds import SEEDED, SEEDS


def mind_of(game: Game, name: str, seat: int) -> Mind:
    return Mind(game._tables, Prices(game._tables, beliefs_of(name)), seat)


def is_open(t: Tables, s: State, seat: int, way: int) -> bool:
    return bool(s.open[seat * t.words + way // t.word] >> way % t.word & 1)


def by_looking_at_every_way(mind: Mind, s: State, limit: int) -> int:
    """What `Goals.best` means, word by word."""
    t, p, seat, beliefs = mind.t, mind.p, mind.seat, list(mind.p.beliefs)
    step = beliefs[STEP] + (beliefs[RACE] if race_is_close(t, s, seat) else 0)
    planned = {mind.plan.routes[i] for i in range(mind.plan.count)}
    worths: dict[int, int] = {}
    for way in range(t.ways):
        lacking = missing(t, s, p, seat, way, richest(t, s, seat))
        if is_open(t, s, seat, way) and p.turns[way] + 5 * lacking <= limit:
            cards, route = t.way_cards[way], t.way_route[way]
            worths[way] = 10 * t.way_points[way] + step * t.way_steps[way] - beliefs[SPENT] * cards
            worths[way] -= beliefs[LACKING] * lacking
            if route in planned:
                worths[way] += beliefs[PLANNED] + beliefs[PLANNED_CARD] * cards
                worths[way] += beliefs[CONTESTED] * mind.goals.rivals(s, route)
    return max(worths, key=lambda way: (worths[way], -way), default=-1)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=6)
def test_the_goal_is_the_best_of_all_ways(name: str, seats: int, seed: int) -> None:
    game, luck = somewhere(name, seats, seed)
    s = game._state
    seat = luck.randrange(seats)
    mind = mind_of(game, name, seat)
    mind.refresh(s)
    for limit in (20, turns_to_come(mind.t, s, mind.p)):
        goal = mind.goals.best(s, mind.plan, limit, richest(mind.t, s, seat))
        assert goal == by_looking_at_every_way(mind, s, limit)


def distances(t: Tables, ground: Ground, source: int) -> list[int]:
    """How far every city is, by going over all routes until nothing gets nearer."""
    out = [FAR] * t.cities
    out[source] = 0
    changed = True
    while changed:
        changed = False
        for route in range(t.routes):
            for one, other in ((t.route_a[route], t.route_b[route]), (t.route_b[route], t.route_a[route])):
                if 0 <= ground.cost[route] < out[other] - out[one]:
                    out[other] = out[one] + ground.cost[route]
                    changed = True
    return out


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=4)
def test_the_cheapest_way_is_found(name: str, seats: int, seed: int) -> None:
    game, luck = somewhere(name, seats, seed)
    t = game._tables
    ground = mind_of(game, name, luck.randrange(seats)).ground
    ground.survey(game._state)
    source, target = luck.sample(range(t.cities), 2)
    truth = distances(t, ground, source)
    assert ground.reach(source, target, FAR) == (truth[target] if truth[target] < FAR else -1)
    ground.reach(source, -1, FAR)
    assert list(ground.dist) == truth
    ground.reach(source, -1, 30)
    assert [far if far <= 30 else FAR for far in ground.dist] == [far if far <= 30 else FAR for far in truth]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_tickets_are_kept_as_if_every_set_were_planned_anew(name: str, seats: int, seed: int) -> None:
    game, luck = somewhere(name, seats, seed)
    while game._state.phase not in (OPENING, KEEPING):
        if one_step(game, luck, "tickets") is None:
            seed += 1
            game, luck = somewhere(name, seats, seed)
    t, s = game._tables, game._state
    seat = game.to_act()[0]
    mind = mind_of(game, name, seat)
    kept = mind.prospects.keep(s)
    offer = [s.offer[seat * t.most_offer + i] for i in range(s.offered[seat])]
    least = min(t.opening_keep if s.phase == OPENING else t.play_keep, len(offer))
    values: dict[int, int] = {}
    for places in range(1, 2 ** len(offer)):
        chosen = [ticket for i, ticket in enumerate(offer) if places >> i & 1]
        if len(chosen) >= least:
            chosen += [ticket for ticket in range(t.tickets) if s.place[ticket] == seat]
            other = mind_of(game, name, seat)
            other.ground.survey(s)
            plan = other.plan
            for i, ticket in enumerate(chosen):
                plan.tickets[i] = ticket
            make_plan(s, other.ground, plan, len(chosen), turns_to_come(t, s, other.p))
            values[places] = plan.value
    assert kept == t.keep + max(values, key=lambda places: (values[places], -places))


@pytest.mark.parametrize("beliefs", [USUAL, PATH, HUNGRY, ONE_STEP, *BELIEFS.values()])
def test_beliefs_are_what_shortcuts_rely_on(beliefs: tuple[int, ...]) -> None:
    """To be planned makes no route worth less, and to lack cards makes none worth more."""
    assert min(beliefs[each] for each in (LACKING, PLANNED, PLANNED_CARD, CONTESTED)) >= 0
