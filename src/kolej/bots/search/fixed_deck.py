"""Fixed deck: an Rng that deals the cards of one possible state in an order fixed in advance.

Candidates are compared in the same possible state with the same deck (common random numbers): the third card drawn
from now on is the same whatever was tried. The difference between two candidates is then due to the moves far more than
to the cards.
"""

from kolej.engine.chance.rng import Rng
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import FIRST_SEAT, OPENING_TICKET, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables


class FixedDeck(Rng):
    """The present deck in a fixed order; once it is used up, random cards."""

    order: Ints
    size: i64
    deck: i64
    """Which deck has the fixed order, numbered as `State.decks` counts them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.order = zeros(0)
        self.size = 0
        self.deck = -1

    def fix(self, t: RuleTables, s: State) -> None:
        """Shuffle the deck of this state once, and keep that order."""
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

    def outcome(self, t: RuleTables, s: State) -> i64:
        """The next card in the fixed order; any other outcome is random."""
        owes = s.owes
        if owes < OPENING_TICKET and owes != FIRST_SEAT and s.decks == self.deck:
            return self.order[s.deck_left - 1]
        return super().outcome(t, s)
