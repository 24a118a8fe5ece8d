"""Claim classes: claim options that need the same cards and are worth the same, whatever a seat holds.

A board has far fewer classes than claim options, so that costs and values are computed once for each class.
"""

from kolej.engine.core.make_vectors import ints, zeros
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, RuleTables


class ClaimClasses:
    """The claim options of one game, by class."""

    count: i64
    class_of: Ints
    """The class of each claim option."""
    sample: Ints
    """One claim option of each class."""
    members: Ints
    """For each class, a mask of its claim options, as in `State.open`."""
    cards: Ints
    """What all options of a class have in common: the number of cards, the fewest wild cards, whether wild cards may be
    used, and the one colour that pays (-1 if several do)."""
    fewest_wilds: Ints
    wild_allowed: Ints
    only_color: Ints

    def __init__(self, t: RuleTables, fewest_wilds: Ints, only_color: Ints, turns: Ints, worth: Ints) -> None:
        found: dict[tuple[int, ...], int] = {}
        sample: list[int] = []
        self.class_of = zeros(t.options)
        for option in range(t.options):
            cost = (
                t.option_cards[option],
                t.option_wild[option],
                fewest_wilds[option],
                only_color[option],
                turns[option],
            )
            score = (t.option_points[option], t.option_steps[option], worth[option])
            claim_class = found.setdefault((*cost, *score), len(found))
            if claim_class == len(sample):
                sample.append(option)
            self.class_of[option] = claim_class
        self.count = len(sample)
        self.sample = ints(sample)
        self.cards = ints([t.option_cards[option] for option in sample])
        self.fewest_wilds = ints([fewest_wilds[option] for option in sample])
        self.wild_allowed = ints([t.option_wild[option] for option in sample])
        self.only_color = ints([only_color[option] for option in sample])
        self.members = zeros(self.count * t.words)
        for option in range(t.options):
            self.members[self.class_of[option] * t.words + option // t.word] |= BITS[option % t.word]
