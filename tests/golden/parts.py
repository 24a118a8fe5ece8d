"""Which parts of a recorded game a golden file shows: the opening, whatever is new, and the end."""

from functools import lru_cache

from kolej.engine.game import Game
from kolej.engine.record.replay import Recorded

TURNS = 25
"""Steps shown after the opening."""
LAST = 6
"""Steps shown before the end."""


def opening(recorded: Recorded) -> int:
    """The steps before the first turn."""
    kept = [number for number, step in enumerate(recorded.steps) if step.text.startswith("keep")]
    return kept[recorded.header.seats - 1] + 1


def parts(recorded: Recorded) -> list[range]:
    """The steps to show: from the beginning, then steps with events of a kind not seen so far, then the end."""
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
def at(recorded: Recorded, count: int) -> Game:
    """The game after so many steps, kept for a while: every viewer looks at the same few moments."""
    return recorded.at(count)
