"""A game is a function of its moves and outcomes: the same again is the same, step by step."""

import pytest
from hypothesis import given, settings

from kolej.engine.chance.rng import Luck
from kolej.engine.game import Game
from tests.support import state_laws as laws
from tests.support.random_games import TABLES, repeat, seated, steps
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_the_same_steps_lead_to_the_same_game(name: str, seats: int, seed: int) -> None:
    game, luck, taste = seated(name, seats, seed)
    other = Game.start(game.edition, seats)
    seen = {game.hash()}
    count = 1
    for step in steps(game, luck, taste):
        assert repeat(other, step) == step.events
        assert other.hash() == game.hash()
        seen.add(game.hash())
        count += 1
    assert len(seen) == count, "different moments look the same"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_copy_goes_its_own_way(name: str, seats: int, seed: int) -> None:
    game, luck, taste = seated(name, seats, seed)
    for _ in steps(game, luck, taste):
        if luck.random() < 0.05:
            copy, before = game.copy(), game.hash()
            assert copy.hash() == before
            copy.rollout(Luck(seed))
            assert copy.over and game.hash() == before
            laws.everything_adds_up(copy)
            older = game.copy()
            for number in game.legal(0)[:1]:
                game.apply(0, number)
            assert older.hash() == before


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_rollout_is_a_game_of_listed_moves(name: str, seats: int, seed: int) -> None:
    """What the quick loop plays, the checking door accepts: the same luck leads both to the same end."""
    game, _, _ = seated(name, seats, seed)
    quick = game.copy()
    decisions = quick.rollout(Luck(seed))
    luck, made = Luck(seed), 0
    while not game.over:
        if game.outcomes():
            game.resolve(luck.outcome(game._tables, game._state))
            continue
        seat = game.to_act()[0]
        numbers = game.legal(seat)
        game.apply(seat, numbers[luck.below(len(numbers))])
        made += 1
    assert (made, game.hash()) == (decisions, quick.hash())
