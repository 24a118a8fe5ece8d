"""The fair dealer: each deck is one shuffle that is derived from the seeds of all, and that anyone can verify later."""

from kolej.engine.chance.dealer import outcomes
from kolej.engine.chance.fair.protocol import CombinedSeeds, Commitments, FairError, Seeds, Terms, below, mismatch
from kolej.engine.core.state import FIRST_SEAT, LOG_KEPT, OPENING_TICKET, TICKET, TICKETS_CODE, State
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.ruleset.tables import RuleTables


class FairDealer:
    """Deals by seeds that were committed to before the deal.

    The next outcome depends on the seeds, the epoch and the state only: a game that is resumed after a restart with the
    same seeds continues with the same cards.
    """

    def __init__(self, terms: Terms, commitments: Commitments, seeds: Seeds, epoch: int = 0) -> None:
        problem = mismatch(terms, commitments, seeds)
        if problem:
            raise FairError(f"{problem}; nothing is dealt")
        self.terms = terms
        self.commitments = commitments
        self.epoch = epoch
        """How often the remaining cards were reshuffled because an undo took back cards that had been seen."""
        self._seeds = seeds
        self._combined = CombinedSeeds(commitments, seeds)

    def __repr__(self) -> str:
        return f"FairDealer(table={self.terms.table!r}, commitment={self.commitments.whole()!r}, epoch={self.epoch})"

    def next_epoch(self) -> None:
        """Reshuffle everything that has not been dealt: after an undo, nobody may know what the next card is."""
        self.epoch += 1

    def opened(self) -> Seeds:
        """All seeds. They determine every card to come, so they are only for games that are over."""
        return self._seeds

    def outcome(self, t: RuleTables, s: State) -> int:
        """The next outcome of the shuffle; everything that is left is equally likely."""
        choices = outcomes(t, s)
        left = sum(weight for _, weight in choices)
        if left == 0:
            raise ImpossibleOutcome("chance is asked for something, but nothing is left to come")
        at = below(self._combined.deck(self.epoch, *deck_of(t, s)), left)
        for outcome, weight in choices:
            at -= weight
            if at < 0:
                return outcome
        raise AssertionError("the place is below the sum of all weights")


def deck_of(t: RuleTables, s: State) -> tuple[str, int]:
    """The kind and the number of the deck that the next outcome comes from."""
    if s.owes == FIRST_SEAT:
        return "first", 0
    if s.owes == OPENING_TICKET:
        return "tickets", t.opening_deck[s.offered[s.seat]]
    if s.owes == TICKET:
        # Tickets may be returned to this part of the pile, so after every choice it is a new deck.
        return ("tickets", t.play_deck) if s.pile_left else ("returned", choices_made(s))
    return "cards", s.decks


def choices_made(s: State) -> int:
    """How many ticket choices were made in this game, the opening included."""
    return sum(entry >= LOG_KEPT * TICKETS_CODE for entry in s.ticket_log)
