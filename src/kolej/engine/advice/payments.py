"""Every payment for one way to take a route that a hand can make, without listing them.

Where several cards of any kind stand in for one, there are far too many payments to list. But whether some cards are
a payment, or can be made one by adding more from the hand, is quickly told.
"""

from collections.abc import Sequence

from kolej.engine.core.cards import WILD
from kolej.engine.ruleset.tables import Tables, row_place

Counts = Sequence[int]
"""How many of each kind, the wild first."""


class Payments:
    """What this hand can pay for this way."""

    def __init__(self, t: Tables, way: int, hand: Counts) -> None:
        self.hand = hand
        self.cards = int(t.way_cards[way])
        self.bundle = int(t.way_swap[way])
        """How many cards stand in for one; 0 where none do."""
        self.most_single = int(t.way_single[way])
        self.wilds_single = bool(t.way_wilds_single[way])
        self.colors = [color for color in range(1, t.kinds) if t.way_color[way * t.kinds + color]]
        self.exact = [
            (color, wilds)
            for wilds in range(min(self.cards, int(t.longest)) + 1)
            for color in range(t.kinds)
            if t.row_at[row_place(t, way, color, wilds)] >= 0
        ]
        """Payments without stand-ins: wilds, and the rest of one colour (all wilds count as a colour too)."""

    def row(self, color: int, wilds: int) -> list[int]:
        """A payment without stand-ins, by kind."""
        counts = [0] * len(self.hand)
        counts[color] = self.cards - wilds
        counts[WILD] += wilds
        return counts

    def whole(self, cards: Counts) -> bool:
        """Whether just these cards are a payment."""
        return self._within(cards, self.hand) and self._goes_on(cards, cards)

    def goes_on(self, cards: Counts) -> bool:
        """Whether some payment from the hand holds all of these cards."""
        return self._within(cards, self.hand) and self._goes_on(cards, self.hand)

    def next(self, cards: Counts) -> list[int]:
        """The kinds of which one more card may be added."""
        kinds = range(len(self.hand))
        return [kind for kind in kinds if self.goes_on([n + (kind == each) for each, n in enumerate(cards)])]

    def cheapest(self) -> tuple[list[int], int]:
        """The payment without stand-ins that the hand comes nearest to, with fewest wilds, and how many cards lack."""
        rows = [self.row(color, wilds) for color, wilds in self.exact]
        lacking = [sum(max(0, n - have) for n, have in zip(row, self.hand, strict=True)) for row in rows]
        best = min(range(len(rows)), key=lambda at: (lacking[at], rows[at][WILD]))
        return rows[best], lacking[best]

    def _goes_on(self, cards: Counts, hand: Counts) -> bool:
        exact = (self.row(color, wilds) for color, wilds in self.exact)
        return any(self._within(cards, row) and self._within(row, hand) for row in exact) or self._bundles(cards, hand)

    def _bundles(self, cards: Counts, hand: Counts) -> bool:
        """With so many bundles there must be as many cards in all, and single ones enough among them."""
        if not self.bundle:
            return False
        laid, there = sum(cards), sum(hand)
        for bundles in range(1, self.cards + 1):
            total = self.cards + (self.bundle - 1) * bundles
            if laid <= total <= there and self._singles(cards, hand, total - laid) >= self.cards - bundles:
                return True
        return False

    def _singles(self, cards: Counts, hand: Counts, more: int) -> int:
        """The most single cards there can be, once so many more have been added; the rest of them may be anything."""
        wilds = cards[WILD] if self.wilds_single else 0
        more_wilds = hand[WILD] - cards[WILD] if self.wilds_single else 0
        best = 0
        for color in self.colors:
            now = min(cards[color], self.most_single)
            later = min(hand[color], self.most_single) - now + more_wilds
            best = max(best, now + wilds + min(later, more))
        return best

    @staticmethod
    def _within(cards: Counts, hand: Counts) -> bool:
        return all(n <= have for n, have in zip(cards, hand, strict=True))
