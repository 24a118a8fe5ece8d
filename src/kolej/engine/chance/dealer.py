"""Dealers: they decide every outcome of chance. Nothing else in the engine is random.

A seeded dealer is a function of its seed and of how far a deck has been dealt. Each deck is one fixed shuffle, so the
same seed deals the same cards however the players play, until the discards become a new deck.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
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


class SeededDealer:
    """Deals by a secret seed, with one shuffle per deck."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)

    def outcome(self, t: RuleTables, s: State) -> int:
        """The next outcome of the shuffle; everything that is left is equally likely."""
        choices = outcomes(t, s)
        left = sum(weight for _, weight in choices)
        at = self._number(f"{_deck_name(t, s)}/{left}") % left
        for outcome, weight in choices:
            at -= weight
            if at < 0:
                return outcome
        raise ImpossibleOutcome("chance is asked for something, but nothing is left to come")

    def _number(self, label: str) -> int:
        return int.from_bytes(sha256(f"kolej/{self.seed}/{label}".encode()).digest())


def _deck_name(t: RuleTables, s: State) -> str:
    """The name of the shuffle that the next outcome comes from."""
    if s.owes == FIRST_SEAT:
        return "first"
    if s.owes == OPENING_TICKET:
        return f"tickets/{t.opening_deck[s.offered[s.seat]]}"
    if s.owes == TICKET:
        return f"tickets/{t.play_deck}" if s.pile_left else "tickets/returned"
    return f"cards/{s.decks}"


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
