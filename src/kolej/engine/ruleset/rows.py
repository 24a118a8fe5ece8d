"""The rows that rule parts write before a game starts. The engine reads rows and nothing else.

A rule part never runs during a turn: it says in rows what may be taken, with what, and what that is worth.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

# Where tickets go that a seat does not keep.
BOX: Final = 0
"""Out of the game."""
BOTTOM: Final = 1
"""Under the pile, in the order drawn."""
SHUFFLED: Final = 2
"""Under the pile, all seats' shuffled together."""


class Pool(IntEnum):
    """When a way to take a route exists, seen from the shared pool of pieces."""

    ALWAYS = 0
    WHILE_LEFT = 1
    WHEN_EMPTY = 2


@dataclass(frozen=True, slots=True)
class Swap:
    """Several cards for one: bundles of any cards stand in for single cards of a payment.

    With `n` bundles a payment has `(size - 1) * n` cards more than the claim asks. It is legal if, for some colour,
    the single cards suffice: the colour's cards (`most_of_color` of them count) and, where `wilds_single`, wilds.
    """

    size: int
    most_of_color: int
    wilds_single: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A way to take a route: what it costs, what it uses, what it is worth."""

    route: int
    cards: int
    colors: tuple[int, ...]
    """The colours a payment may have, one at a time."""
    wilds: tuple[int, int]
    """The fewest and the most wilds in a payment."""
    piece: str
    pieces: int
    points: int
    pays_by: str = "claim.set"
    """The rule to name when cards don't pay for it."""
    wilds_by: str = "claim.set"
    """The rule to name when there are too many or too few wilds among them."""
    more_by: str = "claim.set"
    """The rule to name when there are more cards than it costs."""
    placed_by: str = "claim.pieces"
    """The rule to name when pieces don't suffice for it."""
    reveals: int = 0
    """Cards turned up from the deck before the claim stands, each of which may cost one card more."""
    shared: bool = False
    """Whether every seat may travel it."""
    steps: int = 0
    """How far the seat's marker moves on the track."""
    pool: Pool = Pool.ALWAYS
    """`WHILE_LEFT` takes one piece from the pool; `WHEN_EMPTY` exists only after the last is gone."""
    pooled_by: str = "claim.any"
    """The rule to name when the pool forbids this way."""
    swap: Swap | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """What the next building of a seat costs: cards of one colour, wilds standing in."""

    cards: int


@dataclass(frozen=True, slots=True)
class Deal:
    """How tickets are offered: how many of which deck, how many must be kept, where the rest go."""

    offer: tuple[tuple[str, int], ...]
    keep: int
    returns: int

    @property
    def size(self) -> int:
        """How many tickets are offered at once."""
        return sum(n for _, n in self.offer)


@dataclass(frozen=True, slots=True)
class End:
    """The last round begins when, at the end of a turn, all of these hold."""

    pieces: tuple[str, ...]
    at_most: int
    """Some seat has at most so many of those pieces left, counted together."""
    pool_at_most: int | None = None
    """And the pool holds at most so many; None where there is no pool to look at."""


@dataclass(frozen=True, slots=True)
class Travel:
    """What joins cities for tickets besides one's own routes."""

    shared: bool = False
    borrows: bool = False
    """Each building of a seat lets it use one route of another seat into that city."""
