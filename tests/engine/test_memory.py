"""Memory: nothing that the engine does repeatedly leaks.

Vectors handed from plain Python into compiled code are never freed by the library behind them, so none may be.
"""

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game

STATM = Path("/proc/self/statm")
CALLS = 2_000
MOST_GROWTH = 3_000_000
"""Bytes per call; a leaked state takes at least one and a half kilobytes."""


def resident() -> int:
    gc.collect()
    return int(STATM.read_text().split()[1]) * 4096


@pytest.mark.skipif(not STATM.exists(), reason="memory is read off /proc")
@pytest.mark.parametrize("what", ["copy", "hash", "imagine", "legal", "play", "score", "view"])
def test_doing_it_again_takes_no_more_memory(what: str) -> None:
    game = Game.start(editions.load("europe"), 3, SeededDealer(1))
    for seat in range(3):
        game.apply(seat, game.legal(seat)[-1])
    seat, rng = game.to_act()[0], Rng(1)
    view = game.view(seat)
    actions: dict[str, Callable[[], object]] = {
        "copy": game.copy,
        "hash": game.fingerprint,
        "imagine": lambda: game.determinize(view, rng),
        "legal": lambda: game.legal(seat),
        "play": lambda: game.copy().apply(seat, 0),
        "score": game.standings,
        "view": lambda: game.view(seat),
    }
    for _ in range(CALLS // 10):
        actions[what]()
    before = resident()
    for _ in range(CALLS):
        actions[what]()
    assert resident() - before < MOST_GROWTH
