"""The engine and a referee that shares no code with it agree before every step of whole random games."""

import os
from random import Random

import pytest

from kolej import editions
from tests.oracles.refereed import refereed
from tests.support.random_games import TABLES

GAMES = int(os.environ.get("KOLEJ_REFEREED", "100"))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_they_agree_on_what_is_legal(name: str, seats: int) -> None:
    steps = sum(refereed(editions.load(name), seats, Random(f"{name} {seats} {seed}")) for seed in range(GAMES))
    assert steps > 100 * GAMES


@pytest.mark.parametrize("name", editions.names())
def test_the_referee_notices_the_rules_of_before(name: str) -> None:
    """Games of version 1 differ from what the referee says, as soon as a deck runs out."""
    with pytest.raises(AssertionError, match="step "):
        for seed in range(400):
            refereed(editions.load(name, rules=1), 2, Random(f"{name} {seed}"))
