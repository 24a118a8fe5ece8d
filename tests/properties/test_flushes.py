"""Flushes: whether a display is flushed reveals how many of the cards drawn blind were coloured."""

from itertools import permutations
from random import Random

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import LOG_AT_LEAST, LOG_AT_MOST, LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED
from kolej.engine.game import Game
from kolej.engine.knowledge.determinize.flush_limits import certain_slots, coloured_slots, limits
from tests.support.random_games import TASTES, choose
from tests.support.secrecy_laws import cannot_tell

DRAWS = 4
LIMITS = [
    ([0, 0, 0, 0, 0], [0, 1, 2, 3, 4]),
    ([0, 0, 1, 0, 0], [0, 1, 2, 3, 4]),
    ([0, 1, 0, 0, 0], [0, 1, 2, 2, 4]),
    ([0, 0, 0, 2, 0], [0, 0, 2, 3, 4]),
]


def agreeing(coloured: int, wilds: int, lowest: list[int], highest: list[int]) -> list[list[bool]]:
    """Every order of drawing the cards of a deck, with equal cards distinguished, that fits."""
    deals = [[card < coloured for card in deal[:DRAWS]] for deal in permutations(range(coloured + wilds))]
    return [deal for deal in deals if all(lowest[n] <= sum(deal[:n]) <= highest[n] for n in range(DRAWS + 1))]


@pytest.mark.parametrize(("lowest", "highest"), LIMITS)
def test_draws_are_coloured_as_often_as_among_all_deals_that_agree(lowest: list[int], highest: list[int]) -> None:
    deals, rng = agreeing(4, 2, lowest, highest), Rng(1)
    drawn = [coloured_slots(4, 2, lowest, highest, rng) for _ in range(4000)]
    for n in range(DRAWS):
        expected = sum(deal[n] for deal in deals) / len(deals)
        assert sum(each is not None and each[n] for each in drawn) / len(drawn) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize(("coloured", "wilds"), [(4, 2), (2, 2), (1, 4), (5, 0)])
@pytest.mark.parametrize(("lowest", "highest"), LIMITS)
def test_what_is_certain_is_the_same_in_all_deals_that_agree(
    coloured: int, wilds: int, lowest: list[int], highest: list[int]
) -> None:
    deals = agreeing(coloured, wilds, lowest, highest)
    drawn = coloured_slots(coloured, wilds, lowest, highest, Rng(1))
    assert (drawn is None) == (not deals)
    if deals:
        certain = {n: deals[0][n] for n in range(DRAWS) if len({deal[n] for deal in deals}) == 1}
        assert certain_slots(coloured, wilds, lowest, highest) == certain


def test_limits_count_what_is_known_of_the_present_deck_only() -> None:
    drew_wild, drew_red = LOG_DREW * LOG_CODE + 1, LOG_DREW * LOG_CODE + LOG_KIND + 1
    old_deck = [drew_red, drew_red, LOG_RESHUFFLED * LOG_CODE, 0, 2]
    log = [
        *old_deck,
        drew_red,
        drew_wild,
        drew_wild,
        LOG_AT_LEAST * LOG_CODE + 2,
        drew_wild,
        LOG_AT_MOST * LOG_CODE + 3,
    ]
    # The first draw is known to be red; of the two that follow at least one was, and of all three at most two.
    assert limits(log, 2, [8, 10], [6, 7, 9]) == ([0, 0, 1, 0], [0, 1, 2, 2])


SEEDS = {1: [(3, 110), (3, 162), (3, 766), (4, 1999), (4, 2469), (4, 2549)], 2: [(4, 2469), (4, 2549)]}
"""By version of the rules: numbers of seats, and seeds."""


@pytest.mark.parametrize(
    ("rules", "seats", "seed"), [(rules, *game) for rules, games in SEEDS.items() for game in games]
)
def test_worlds_are_found_however_little_the_displays_leave_open(rules: int, seats: int, seed: int) -> None:
    """Games in which shown cards must be matched with draws carefully, or the rest has no explanation."""
    rng = Random(seed)
    game = Game.start(editions.load("berlin", rules), seats, SeededDealer(seed))
    tastes = [rng.choice(list(TASTES)) for _ in range(seats)]
    limited = False
    while not game.over:
        seat = game.to_act()[0]
        limited = limited or any(entry // LOG_CODE in (LOG_AT_LEAST, LOG_AT_MOST) for entry in game.view(seat).card_log)
        if limited and rng.random() < 0.3:
            cannot_tell(game, seat, Rng(seed))
        game.apply(seat, choose(game, game.legal(seat), rng, tastes[seat]))
    assert limited, "no display gave anything away"
