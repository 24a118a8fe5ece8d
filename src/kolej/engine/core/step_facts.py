"""Step facts: what happened in a step, as codes and numbers in `state.facts`.

A fact is a code and three numbers, of which it uses what it needs. `knowledge/events.py` makes events of them; a
simulation without events only pays for writing a few integers.
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
PAYMENT_CHANGED: Final = 18
PASSED: Final = 19
TURN_BEGAN: Final = 20
LAST_ROUND: Final = 21
ENDED: Final = 22
REACHED: Final = 23
STOOD: Final = 24


def emit(s: State, code: i64, a: i64, b: i64, c: i64) -> None:
    """Append a fact to `s.facts`; `knowledge/events.py` shows what `a`, `b` and `c` mean for each code."""
    facts = s.facts
    facts_end = s.facts_end
    facts[facts_end] = code
    facts[facts_end + 1] = a
    facts[facts_end + 2] = b
    facts[facts_end + 3] = c
    s.facts_end = facts_end + 4
