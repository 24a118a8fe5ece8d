"""What a step leaves behind for whoever listens: codes and numbers in `state.facts`.

Each fact is a code and three numbers, whatever it needs of them. `events.py` turns facts into events; a
simulation that nobody listens to pays only for writing a few integers.
"""

from typing import Final

from kolej.engine.core.state import State
from kolej.engine.core.vectors import i64

FIRST: Final = 1
DEALT: Final = 2
TURNED_UP: Final = 3
FLUSHED: Final = 4
RESHUFFLED: Final = 5
TOOK: Final = 6
DREW: Final = 7
SHOWED: Final = 8
OFFERED_TICKET: Final = 9
CHOSE: Final = 10
KEPT: Final = 11
CLAIMED: Final = 12
LAID: Final = 13
REVEALED: Final = 14
DUE: Final = 15
REFUSED: Final = 16
BUILT: Final = 17
PICKED: Final = 18
PASSED: Final = 19
TURN_BEGAN: Final = 20
LAST_ROUND: Final = 21
ENDED: Final = 22
REACHED: Final = 23
STOOD: Final = 24


def tell(s: State, code: i64, a: i64, b: i64, c: i64) -> None:
    """Write one fact down."""
    facts = s.facts
    told = s.told
    facts[told] = code
    facts[told + 1] = a
    facts[told + 2] = b
    facts[told + 3] = c
    s.told = told + 4
