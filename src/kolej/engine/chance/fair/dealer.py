"""The fair dealer: each deck is one shuffle that follows from the seeds of all, and that anyone can check later."""

from kolej.engine.chance.dealer import outcomes
from kolej.engine.chance.fair.protocol import Commitments, FairError, Mixed, Seeds, Terms, below, misfit
from kolej.engine.core.state import FIRST_SEAT, LOG_KEPT, OPENING_TICKET, TICKET, TICKETS_CODE, State
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.ruleset.tables import Tables


class FairDealer:
    """Deals by seeds that were promised before the deal.

    What comes next follows from the seeds, the epoch and the state alone: a game taken up again after a restart, with
    the same seeds, goes on with the very cards that it would have had.
    """

    def __init__(self, terms: Terms, commitments: Commitments, seeds: Seeds, epoch: int = 0) -> None:
        problem = misfit(terms, commitments, seeds)
        if problem:
            raise FairError(f"{problem}; nothing is dealt")
        self.terms = terms
        self.commitments = commitments
        self.epoch = epoch
        """How often the cards to come were shuffled anew because some had been seen and taken back."""
        self._seeds = seeds
        self._mixed = Mixed(commitments, seeds)

    def __repr__(self) -> str:
        return f"FairDealer(table={self.terms.table!r}, commitment={self.commitments.whole()!r}, epoch={self.epoch})"

    def next_epoch(self) -> None:
        """Shuffle all that is still to come anew: after an undo, nobody may know what the next card is."""
        self.epoch += 1

    def opened(self) -> Seeds:
        """All seeds: whoever has them knows every card to come. Only for when the game is over."""
        return self._seeds

    def outcome(self, t: Tables, s: State) -> int:
        """The next of the shuffle: any card that is left, each as likely as the others."""
        choices = outcomes(t, s)
        left = sum(weight for _, weight in choices)
        if left == 0:
            raise ImpossibleOutcome("chance is asked for something, but nothing is left to come")
        at = below(self._mixed.deck(self.epoch, *deck_of(t, s)), left)
        for outcome, weight in choices:
            at -= weight
            if at < 0:
                return outcome
        raise AssertionError("the place is below the sum of all weights")


def deck_of(t: Tables, s: State) -> tuple[str, int]:
    """The kind and the number of the deck that the next outcome comes from."""
    if s.owes == FIRST_SEAT:
        return "first", 0
    if s.owes == OPENING_TICKET:
        return "tickets", t.opening_deck[s.offered[s.seat]]
    if s.owes == TICKET:
        # Tickets may come back to this part of the pile: after every choice it is another deck.
        return ("tickets", t.play_deck) if s.pile_left else ("returned", choices_made(s))
    return "cards", s.decks


def choices_made(s: State) -> int:
    """How often tickets were chosen in this game, the opening included."""
    return sum(entry >= LOG_KEPT * TICKETS_CODE for entry in s.ticket_log)
