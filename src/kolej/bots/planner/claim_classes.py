"""Ways to take a route that are alike: whatever a seat holds, they lack the same cards and are worth the same.

A board has far fewer sorts than ways, and what holds for a sort need be reckoned only once.
"""

from kolej.engine.core.make_vectors import ints, zeros
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, Tables


class Sorts:
    """The ways of one game by sort."""

    count: i64
    of: Ints
    """The sort of each way."""
    sample: Ints
    """A way of each sort."""
    members: Ints
    """Per sort, a mask of its ways, as in `State.open`."""
    cards: Ints
    """What all ways of a sort have in common: the cards, the fewest wilds, whether wilds may pay, the one colour."""
    fewest: Ints
    wild: Ints
    only: Ints

    def __init__(self, t: Tables, fewest: Ints, only: Ints, turns: Ints, worth: Ints) -> None:
        found: dict[tuple[int, ...], int] = {}
        sample: list[int] = []
        self.of = zeros(t.ways)
        for way in range(t.ways):
            price = (t.way_cards[way], t.way_wild[way], fewest[way], only[way], turns[way])
            sort = found.setdefault((*price, t.way_points[way], t.way_steps[way], worth[way]), len(found))
            if sort == len(sample):
                sample.append(way)
            self.of[way] = sort
        self.count = len(sample)
        self.sample = ints(sample)
        self.cards = ints([t.way_cards[way] for way in sample])
        self.fewest = ints([fewest[way] for way in sample])
        self.wild = ints([t.way_wild[way] for way in sample])
        self.only = ints([only[way] for way in sample])
        self.members = zeros(self.count * t.words)
        for way in range(t.ways):
            self.members[self.of[way] * t.words + way // t.word] |= BITS[way % t.word]
