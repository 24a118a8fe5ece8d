"""Payments for a claim option: which cards of a hand can pay for it, without listing every payment.

Where several cards of any kind stand in for one, there are far too many payments to list. But it is quick to decide
whether some cards are a payment, or can become one by adding more cards from the hand.
"""

from collections.abc import Sequence

from kolej.engine.core.cards import WILD
from kolej.engine.core.stand_ins import most_singles_of
from kolej.engine.ruleset.tables import RuleTables, payment_place

Counts = Sequence[int]
"""Cards by kind, the wild first."""


class Payments:
    """The payments that a hand can make for one claim option."""

    def __init__(self, t: RuleTables, option: int, hand: Counts) -> None:
        self.t = t
        self.option = option
        self.hand = hand
        self.cards = int(t.option_cards[option])
        self.stand_in_size = int(t.option_stand_in[option])
        """How many cards stand in for one; 0 if that is not allowed."""
        self.exact = [
            (color, wilds)
            for wilds in range(min(self.cards, int(t.longest)) + 1)
            for color in range(t.kinds)
            if t.payment_at[payment_place(t, option, color, wilds)] >= 0
        ]
        """Payments without stand-ins, as (colour, wilds): the wilds, and the rest of one colour (which may be wild)."""

    def exact_payment(self, color: int, wilds: int) -> list[int]:
        """A payment without stand-ins as cards by kind."""
        counts = [0] * len(self.hand)
        counts[color] = self.cards - wilds
        counts[WILD] += wilds
        return counts

    def is_payment(self, cards: Counts) -> bool:
        """Whether exactly these cards are a payment."""
        return self._within(cards, self.hand) and self._can_complete(cards, cards)

    def can_complete(self, cards: Counts) -> bool:
        """Whether some payment from the hand includes all of these cards."""
        return self._within(cards, self.hand) and self._can_complete(cards, self.hand)

    def next_kinds(self, cards: Counts) -> list[int]:
        """The kinds of which one more card can be added."""
        kinds = range(len(self.hand))
        return [kind for kind in kinds if self.can_complete([n + (kind == each) for each, n in enumerate(cards)])]

    def paid(self, cards: Counts) -> int:
        """How many of the cards that the option costs these cards pay for; stand-ins count when they are complete."""
        if not self.stand_in_size:
            return min(sum(cards), self.cards)
        singles = most_singles_of(self.t, self.option, list(cards), list(cards), 0)
        return min(self.cards, singles + (sum(cards) - singles) // self.stand_in_size)

    def cheapest(self) -> tuple[list[int], int]:
        """The payment without stand-ins that lacks the fewest cards, then uses the fewest wilds; and what it lacks."""
        payments = [self.exact_payment(color, wilds) for color, wilds in self.exact]
        lacking = [sum(max(0, n - have) for n, have in zip(payment, self.hand, strict=True)) for payment in payments]
        best = min(range(len(payments)), key=lambda at: (lacking[at], payments[at][WILD]))
        return payments[best], lacking[best]

    def _can_complete(self, cards: Counts, hand: Counts) -> bool:
        exact = (self.exact_payment(color, wilds) for color, wilds in self.exact)
        if any(self._within(cards, payment) and self._within(payment, hand) for payment in exact):
            return True
        return self._with_stand_ins(cards, hand)

    def _with_stand_ins(self, cards: Counts, hand: Counts) -> bool:
        """Whether a payment with stand-ins is possible: the total must fit their number, with enough single cards."""
        if not self.stand_in_size:
            return False
        laid, held = sum(cards), sum(hand)
        for stand_ins in range(1, self.cards + 1):
            total = self.cards + (self.stand_in_size - 1) * stand_ins
            if laid <= total <= held:
                singles = most_singles_of(self.t, self.option, list(cards), list(hand), total - laid)
                if singles >= self.cards - stand_ins:
                    return True
        return False

    @staticmethod
    def _within(cards: Counts, hand: Counts) -> bool:
        return all(n <= have for n, have in zip(cards, hand, strict=True))
