"""Repeating a record without checks: `Game.repeat` and `Game.checksum`."""

import random

import pytest

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.checksum import FACTOR, PRIME
from kolej.engine.game import Game


@pytest.mark.parametrize("name", editions.names())
def test_a_game_repeated_is_the_same_game(name: str) -> None:
    edition, rng = editions.load(name), random.Random(5)
    seats = edition.rules.seats[-1]
    game, again = (Game.start(edition, seats, SeededDealer(11)) for _ in range(2))
    while not game.over:
        seat = game.to_act()[0]
        move = game.move(seat, rng.choice(game.legal(seat)))
        game.apply(seat, move)
        again.repeat(seat, move)
        assert (again.fingerprint(), again.checksum()) == (game.fingerprint(), game.checksum())


def test_a_checksum_differs_after_every_move() -> None:
    game = Game.start(editions.load("europe"), 3, SeededDealer(2))
    rng, seen = random.Random(8), set[str]()
    while not game.over:
        assert game.checksum() not in seen
        seen.add(game.checksum())
        seat = game.to_act()[0]
        game.apply(seat, rng.choice(game.legal(seat)))


def test_a_checksum_is_that_of_all_numbers_of_a_state() -> None:
    """The checksum must never change: stored logs are compared with it."""
    game = Game.start(editions.load("japan"), 3, SeededDealer(2))
    rng = random.Random(8)
    while not game.over:
        seat = game.to_act()[0]
        game.apply(seat, rng.choice(game.legal(seat)))
        found = 1
        for numbers in game._state.numbers():
            for number in (len(numbers), *numbers):
                found = (found * FACTOR + number % PRIME) % PRIME
        assert game.checksum() == f"{found:08x}"
