"""`SeededDealer`: chance decided by a seed, with one fixed shuffle per deck.

An outcome is a function of the seed and of how far a deck has been dealt. The same seed therefore deals the same cards
however the players play, until the discards become a new deck.
"""

from hashlib import sha256

from kolej.engine.core.state import FIRST_SEAT, IN_GROUP, IN_PILE, OPENING_TICKET, TICKET, State
from kolej.engine.core.vectors import i64
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.ruleset.tables import RuleTables


class SeededDealer:
    """Deals by a seed. The same seed deals the same cards on every machine; players must not know it."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self._prefix = f"kolej/{self.seed}/"

    def __reduce__(self) -> tuple[type["SeededDealer"], tuple[str]]:
        return SeededDealer, (self.seed,)

    def outcome(self, t: RuleTables, s: State) -> i64:
        """The next outcome of the shuffle; everything that is left is equally likely."""
        owes = s.owes
        if owes in (OPENING_TICKET, TICKET):
            return self._ticket(t, s)
        if owes == FIRST_SEAT:
            return self._below("first", t.seats)
        at = self._below(f"cards/{s.decks}", s.deck_left)
        deck = s.deck
        for kind in range(t.kinds):
            at -= deck[kind]
            if at < 0:
                return kind
        raise ImpossibleOutcome("the deck holds fewer cards than were counted")

    def _ticket(self, t: RuleTables, s: State) -> i64:
        deck = t.play_deck
        lies = IN_PILE
        if s.owes == OPENING_TICKET:
            deck = t.opening_deck[s.offered[s.seat]]
        elif s.pile_left == 0:
            lies = IN_GROUP
        left: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == lies and (lies == IN_GROUP or t.ticket_deck[ticket] == deck):
                left += 1
        at = self._below("tickets/returned" if lies == IN_GROUP else f"tickets/{deck}", left)
        for ticket in range(t.tickets):
            if s.place[ticket] == lies and (lies == IN_GROUP or t.ticket_deck[ticket] == deck):
                if at == 0:
                    return ticket
                at -= 1
        raise ImpossibleOutcome("the pile holds fewer tickets than were counted")

    def _below(self, shuffle: str, left: i64) -> i64:
        """A number below `left`, from the name of a shuffle and from how much of it is left."""
        if left == 0:
            raise ImpossibleOutcome("chance is asked for something, but nothing is left to come")
        digest = sha256(f"{self._prefix}{shuffle}/{left}".encode()).digest()
        # In Python's integers: the digest is far too large for a machine integer.
        number, below = int.from_bytes(digest), int(left)
        return number % below
