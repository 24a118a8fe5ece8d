"""Conservation: no card, piece or ticket appears or vanishes at any step; points and ranks add up."""

import pytest
from hypothesis import given, settings

from tests.support import state_laws
from tests.support.random_games import TABLES, seated, steps
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_after_every_step_everything_adds_up(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    state_laws.everything_adds_up(game)
    for _ in steps(game, rng, taste):
        state_laws.everything_adds_up(game)
    state_laws.ranks_are_a_recount(game)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=6)
def test_every_random_game_ends(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    played = sum(1 for _ in steps(game, rng, taste))
    assert game.over and game.to_act() == [] and game.outcomes() == []
    assert played < 10_000, f"{played} steps are far more than such a game takes"
    assert sorted(game.standings().winners) == game.standings().winners != []
