"""The deck and the display."""

from dataclasses import dataclass
from typing import Final

NEVER: Final = 1_000
"""More wilds than a display can show."""


@dataclass(frozen=True)
class Deck:
    """The cards in the box: so many of each colour, and wilds."""

    each: int
    wilds: int


@dataclass(frozen=True)
class Market:
    """The face-up cards: `draw.two`, `draw.flush`.

    `wild_alone` is `draw.wild-first` and `draw.wild-second`: a wild from the display is a draw of its own.
    """

    face_up: int
    wild_alone: bool
    flush_at: int
