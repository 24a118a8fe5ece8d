"""Determinism: the same moves and outcomes give the same game, step by step."""

import pytest
from hypothesis import given, settings

from kolej.engine.chance.rng import Rng
from kolej.engine.game import Game
from tests.support import state_laws
from tests.support.random_games import TABLES, repeat, seated, steps
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_the_same_steps_lead_to_the_same_game(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    other = Game.start(game.edition, seats)
    seen = {game.fingerprint()}
    count = 1
    for step in steps(game, rng, taste):
        assert repeat(other, step) == step.events
        assert other.fingerprint() == game.fingerprint()
        seen.add(game.fingerprint())
        count += 1
    assert len(seen) == count, "different moments look the same"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_copy_goes_its_own_way(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    for _ in steps(game, rng, taste):
        if rng.random() < 0.05:
            copy, before = game.copy(), game.fingerprint()
            assert copy.fingerprint() == before
            copy.rollout(Rng(seed))
            assert copy.over and game.fingerprint() == before
            state_laws.everything_adds_up(copy)
            older = game.copy()
            for number in game.legal(0)[:1]:
                game.apply(0, number)
            assert older.fingerprint() == before


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_rollout_is_a_game_of_listed_moves(name: str, seats: int, seed: int) -> None:
    """`Game` accepts what the rollout plays: the same random numbers lead both to the same end."""
    game, _, _ = seated(name, seats, seed)
    quick = game.copy()
    decisions = quick.rollout(Rng(seed))
    rng, made = Rng(seed), 0
    while not game.over:
        if game.outcomes():
            game.resolve(rng.outcome(game._tables, game._state))
            continue
        seat = game.to_act()[0]
        numbers = game.legal(seat)
        game.apply(seat, numbers[rng.below(len(numbers))])
        made += 1
    assert (made, game.fingerprint()) == (decisions, quick.fingerprint())
