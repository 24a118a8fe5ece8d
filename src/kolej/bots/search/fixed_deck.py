"""Luck with the decks of one imagined world stacked in advance.

Moves are compared in the same worlds: whoever draws the third card from now gets the same card whatever is tried.
What one move seems better than another by is then due to the moves, far more than to the cards.
"""

from kolej.engine.chance.rng import Luck
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import FIRST_SEAT, OPENING_TICKET, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import Tables


class Stacked(Luck):
    """The present deck in a fixed order; once it is used up, plain luck."""

    order: Ints
    size: i64
    deck: i64
    """Which deck is stacked, counted as `State.decks` does."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.order = zeros(0)
        self.size = 0
        self.deck = -1

    def stack(self, t: Tables, s: State) -> None:
        """Shuffle the deck of this state, once for all."""
        if len(self.order) < s.deck_left:
            self.order = zeros(s.deck_left)
        self.size = 0
        self.deck = s.decks
        for kind in range(t.kinds):
            for _ in range(s.deck[kind]):
                at = self.below(self.size + 1)
                self.order[self.size] = self.order[at]
                self.order[at] = kind
                self.size += 1

    def outcome(self, t: Tables, s: State) -> i64:
        """The next card of the stack, or whatever luck says."""
        owes = s.owes
        if owes < OPENING_TICKET and owes != FIRST_SEAT and s.decks == self.deck:
            return self.order[s.deck_left - 1]
        return super().outcome(t, s)
