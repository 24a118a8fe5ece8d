"""Memory: nothing that the engine does repeatedly leaks.

Vectors handed from plain Python into compiled code are never freed by the library behind them, so none may be.
"""

import gc
import tracemalloc
from collections.abc import Callable

import pytest

from kolej import editions
from kolej.engine.advice.paths import longest_routes
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import tables_of

CALLS = 500
MOST_GROWTH = 16 * CALLS
"""Bytes; the smallest vector takes more than that in each call."""


def allocated() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize(
    "what", ["after", "copy", "hash", "imagine", "keep", "legal", "longest", "play", "score", "view"]
)
def test_doing_it_again_takes_no_more_memory(what: str) -> None:
    edition = editions.load("europe")
    beginning = Game.start(edition, 3, SeededDealer(1))
    game = beginning.copy()
    for seat in range(3):
        game.apply(seat, game.legal(seat)[-1])
    seat, rng = game.to_act()[0], Rng(1)
    view, tables = game.view(seat), tables_of(edition, 3)
    actions: dict[str, Callable[[], object]] = {
        "after": lambda: game.after(seat, 0, SeededDealer(1)),
        "copy": game.copy,
        "hash": game.fingerprint,
        "imagine": lambda: game.determinize(view, rng),
        "keep": lambda: beginning.after(0, beginning.legal(0)[-1], SeededDealer(1)),
        "legal": lambda: game.legal(seat),
        "longest": lambda: longest_routes(tables, range(5)),
        "play": lambda: game.copy().apply(seat, 0),
        "score": game.standings,
        "view": lambda: game.view(seat),
    }
    tracemalloc.start()
    try:
        for _ in range(CALLS // 10):
            actions[what]()
        before = allocated()
        for _ in range(CALLS):
            actions[what]()
        assert allocated() - before < MOST_GROWTH
    finally:
        tracemalloc.stop()
