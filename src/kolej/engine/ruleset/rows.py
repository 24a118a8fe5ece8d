"""Rows: what rule parts write before a game starts, and all that the engine reads of them.

A rule part never runs during a turn. Its rows say what can be claimed or built, what that costs and what it is worth.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

# Where the tickets go that a seat does not keep.
BOX: Final = 0
"""Out of the game."""
BOTTOM: Final = 1
"""Under the pile, in the order drawn."""
SHUFFLED: Final = 2
"""Under the pile, all seats' shuffled together."""


class Pool(IntEnum):
    """When a claim option exists, depending on the shared pool of pieces."""

    ALWAYS = 0
    WHILE_LEFT = 1
    WHEN_EMPTY = 2


@dataclass(frozen=True, slots=True)
class StandIn:
    """Stand-ins: several cards of any kind paid in place of one.

    With `n` stand-ins a payment has `(size - 1) * n` more cards than the claim costs. It is legal if, for some colour,
    there are enough single cards: cards of that colour, and wilds if `wilds_single`.
    """

    size: int
    """How many cards stand in for one."""
    most_of_color: int
    """How many cards of the colour count as single cards."""
    wilds_single: bool
    """Whether wilds count as single cards."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim option: one way to claim a route, with its cost, the pieces it uses and its worth."""

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
    """The rule to name when cards are no payment for it."""
    wilds_by: str = "claim.set"
    """The rule to name when there are too many or too few wilds among them."""
    more_by: str = "claim.set"
    """The rule to name when there are more cards than it costs."""
    placed_by: str = "claim.pieces"
    """The rule to name when a seat has too few pieces for it."""
    reveals: int = 0
    """How many cards are revealed from the deck before the claim stands; each may cost one card more."""
    shared: bool = False
    """Whether every seat may travel it."""
    steps: int = 0
    """How far the seat's marker moves on the track."""
    pool: Pool = Pool.ALWAYS
    """`WHILE_LEFT` takes a piece from the pool; `WHEN_EMPTY` exists only after the last piece has been taken."""
    pooled_by: str = "claim.any"
    """The rule to name when the pool rules this option out."""
    stand_in: StandIn | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """The price of a station: cards of one colour, or wilds in their place."""

    cards: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A ticket offer: how many tickets of which decks, how many to keep, where the others go."""

    offer: tuple[tuple[str, int], ...]
    keep: int
    returns: int

    @property
    def size(self) -> int:
        """How many tickets are offered together."""
        return sum(n for _, n in self.offer)


@dataclass(frozen=True, slots=True)
class End:
    """The end trigger: the last round begins after a turn in which all of these conditions hold."""

    pieces: tuple[str, ...]
    at_most: int
    """Some seat has at most this many of those pieces left, counted together."""
    pool_at_most: int | None = None
    """The shared pool has at most this many pieces left; None if it does not matter."""


@dataclass(frozen=True, slots=True)
class Travel:
    """Which routes count for tickets besides a seat's own."""

    shared: bool = False
    """Routes whose claim is `shared` count for all seats."""
    borrows: bool = False
    """Each station of a seat lets it use one route of another seat into that city."""


@dataclass(frozen=True, slots=True)
class EmptyDeck:
    """What happens when the deck runs out. The defaults are those of rule version 1."""

    at_once: bool = False
    """The discards become the new deck as soon as the deck is empty, not when the next card is needed."""
    closes_display: bool = False
    """With deck and discards both empty, cards can't be taken from the display either."""
