"""Cards: several cards as counts by kind, the wild first; and the same packed into an integer, for step facts."""

from collections.abc import Iterable, Iterator
from typing import Final

Cards = tuple[int, ...]
"""How many cards of each kind: of the wild, then of each colour in the board's order."""

WILD: Final = 0
"""The number of the wild card; colours are numbered from 1 in the board's order."""

MOST_OF_A_KIND: Final = 15
MOST_KINDS: Final = 12

# A table instead of shifts: the compiler emits `1 << n` as a 32-bit shift, silently wrong from 31 on.
UNIT: Final[tuple[int, ...]] = tuple(32**kind for kind in range(MOST_KINDS))
"""One card of each kind, packed: five bits for each kind. The core emits facts as integers, and so packs cards."""


def none(kinds: int) -> Cards:
    """No cards."""
    return (0,) * kinds


def of(kinds: int, kind: int, count: int = 1, wilds: int = 0) -> Cards:
    """`count` cards of one kind and some wilds."""
    counts = [0] * kinds
    counts[kind] = count
    counts[WILD] += wilds
    return tuple(counts)


def add(one: Cards, other: Cards) -> Cards:
    """The cards of both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def each(cards: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a kind and its count, for every kind that occurs."""
    return ((kind, count) for kind, count in enumerate(cards) if count)


def valid(cards: Cards, kinds: int) -> bool:
    """Whether these are counts of the first `kinds` kinds only. Kinds at the end may be left out."""
    return all(count >= 0 for count in cards) and not any(cards[kinds:])


def pack(counts: Iterable[int]) -> int:
    """The packed form of these counts."""
    return sum(count * unit for count, unit in zip(counts, UNIT, strict=False))


def unpack(packed: int, kinds: int) -> Cards:
    """The counts of the first `kinds` kinds in a packed form."""
    return tuple(packed // UNIT[kind] % 32 for kind in range(kinds))
