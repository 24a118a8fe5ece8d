"""The deck and the display of face-up cards."""

from dataclasses import dataclass
from typing import Final

NEVER: Final = 1_000
"""More wilds than a display can have: for `flush_at` where the display is never flushed."""


@dataclass(frozen=True)
class Deck:
    """The deck: `each` cards of every colour, and `wilds` wilds."""

    each: int
    wilds: int


@dataclass(frozen=True)
class Market:
    """The display: how many cards are face up, and when it is flushed (`draw.two`, `draw.flush`).

    With `wild_alone` a wild taken from the display is the whole draw (`draw.wild-first`, `draw.wild-second`).
    """

    face_up: int
    wild_alone: bool
    flush_at: int
