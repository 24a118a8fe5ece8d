"""The parts of a recorded game that a golden file shows: the opening, new kinds of events, and the end."""

from functools import lru_cache

from kolej.engine.game import Game
from kolej.engine.record.recorded_game import RecordedGame

TURNS = 25
"""How many steps are shown after the opening."""
LAST = 6
"""How many steps are shown before the end."""


def opening(recorded: RecordedGame) -> int:
    """The number of steps before the first turn."""
    kept = [number for number, step in enumerate(recorded.steps) if step.text.startswith("keep")]
    return kept[recorded.header.seats - 1] + 1


def parts(recorded: RecordedGame) -> list[range]:
    """The steps to show: the beginning, then steps with events of a new kind, then the end."""
    first = range(opening(recorded) + TURNS)
    last = range(len(recorded.steps) - LAST, len(recorded.steps))
    seen = {type(event) for part in (first, last) for number in part for event in recorded.events_of(number)}
    between: list[range] = []
    for number in range(first.stop, last.start):
        kinds = {type(event) for event in recorded.events_of(number)}
        if not kinds <= seen:
            seen |= kinds
            between.append(range(number, number + 1))
    return [first, *between, last]


@lru_cache(maxsize=32)
def at(recorded: RecordedGame, count: int) -> Game:
    """The game after `count` steps. Cached, because all viewers need the same few moments."""
    return recorded.at(count)
