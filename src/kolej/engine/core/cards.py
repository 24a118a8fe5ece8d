"""Packed cards: a multiset of cards in one integer, five bits for each kind, the wild first.

Moves, events and dictionary keys use the packed form; the state itself keeps counts in flat vectors.
"""

from collections.abc import Iterable, Iterator
from typing import Final

Cards = int

WILD: Final = 0
"""The number of the wild card; colours are numbered from 1 in the board's order."""

MOST_OF_A_KIND: Final = 15
MOST_KINDS: Final = 12

# A table instead of shifts: the compiler emits `1 << n` as a 32-bit shift, silently wrong from 31 on.
UNIT: Final[tuple[int, ...]] = tuple(32**kind for kind in range(MOST_KINDS))


def pack(counts: Iterable[int]) -> Cards:
    """The multiset with these counts, in order of kinds."""
    return sum(count * unit for count, unit in zip(counts, UNIT, strict=False))


def of(kind: int, count: int = 1, wilds: int = 0) -> Cards:
    """`count` cards of one kind and some wilds."""
    return count * UNIT[kind] + wilds * UNIT[WILD]


def count(cards: Cards, kind: int) -> int:
    """How many cards of a kind there are."""
    return cards // UNIT[kind] % 32


def each(cards: Cards) -> Iterator[tuple[int, int]]:
    """Pairs of a kind and its count, for every kind that occurs."""
    for kind in range(MOST_KINDS):
        n = count(cards, kind)
        if n:
            yield kind, n


def unpack(cards: Cards, kinds: int) -> tuple[int, ...]:
    """The counts of the first `kinds` kinds."""
    return tuple(count(cards, kind) for kind in range(kinds))


def size(cards: Cards) -> int:
    """How many cards there are in all."""
    return sum(n for _, n in each(cards))


def real(cards: Cards, kinds: int) -> bool:
    """Whether this is a multiset of the first `kinds` kinds only."""
    return 0 <= cards < UNIT[kinds - 1] * 32
