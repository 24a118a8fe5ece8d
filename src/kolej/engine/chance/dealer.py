"""Dealers: they decide every outcome of chance. Nothing else in the engine is random."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from kolej.engine.core.state import FIRST_SEAT, IN_GROUP, IN_PILE, OPENING_TICKET, TICKET, State
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.ruleset.tables import RuleTables


class Dealer(Protocol):
    """Decides every outcome of chance."""

    def outcome(self, t: RuleTables, s: State) -> int:
        """The next outcome: a card by kind, a ticket or a seat by number."""
        ...


def outcomes(t: RuleTables, s: State) -> list[tuple[int, int]]:
    """The possible outcomes of chance now, each with its weight, in ascending order; empty if chance owes nothing."""
    if s.owes == 0:
        return []
    if s.owes == FIRST_SEAT:
        return [(seat, 1) for seat in range(t.seats)]
    if s.owes == TICKET and not s.pile_left:
        return [(n, 1) for n, place in enumerate(s.place) if place == IN_GROUP]
    if s.owes in (OPENING_TICKET, TICKET):
        deck = t.play_deck if s.owes == TICKET else t.opening_deck[s.offered[s.seat]]
        # Vectors are iterated, not indexed: from outside the compiled code, every index copies.
        places = enumerate(zip(s.place, t.ticket_deck, strict=True))
        return [(n, 1) for n, (place, of) in places if place == IN_PILE and of == deck]
    return [(kind, count) for kind, count in enumerate(s.deck) if count]


class ScriptedDealer:
    """Deals given outcomes in order: for tests, replays and worked examples."""

    def __init__(self, script: Iterable[int]) -> None:
        self._script: Iterator[int] = iter(script)

    def outcome(self, t: RuleTables, s: State) -> int:
        """The next outcome of the script."""
        outcome = next(self._script, None)
        if outcome is None:
            raise ImpossibleOutcome("the script has ended, but chance is asked for more")
        return outcome
