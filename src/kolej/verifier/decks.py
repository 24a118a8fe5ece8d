"""What every deck is made of, followed through the steps of a file. Hands don't matter here, and are not kept."""

from collections import Counter

from kolej.engine.rows import SHUFFLED
from kolej.engine.rules import Edition
from kolej.engine.spelling import Spelling


class Decks:
    """All that chance may bring, and the cards that will come back to it."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.board, self.rules, self.seats = edition.board, edition.rules, seats
        self.wild, *colors = self.kinds = Spelling(edition.board).kinds
        self.deck = Counter({self.wild: self.rules.deck.wilds} | dict.fromkeys(colors, self.rules.deck.each))
        self.discards, self.display, self.laid, self.turned = (Counter[str]() for _ in range(4))
        self.number = self.to_turn = self.choices = 0
        self.to_hands = seats * self.rules.opening.cards
        self.pile_of = {ticket.id: ticket.deck for ticket in edition.board.tickets}
        self.pile, self.returned, self.offered = set(self.pile_of), set[str](), set[str]()
        self.opening = [pile for pile, count in self.rules.opening.deal.offer for _ in range(count)] * seats

    def asked(self, text: str) -> tuple[str, int, list[str]]:
        """The kind and number of the deck that this outcome came from, and all that could have come, in order."""
        if text.startswith("seat "):
            return "first", 0, [f"seat {seat}" for seat in range(self.seats)]
        if text in self.kinds:
            if not self.deck.total():
                self.deck, self.discards, self.number = self.discards, Counter(), self.number + 1
            return "cards", self.number, [kind for kind in self.kinds for _ in range(self.deck[kind])]
        pile = self.opening[0] if self.opening else self.rules.tickets.offer[0][0]
        there = [id for id in self.pile_of if id in self.pile and self.pile_of[id] == pile]
        if there:
            return "tickets", list(dict.fromkeys(self.pile_of.values())).index(pile), there
        return "returned", self.choices, [id for id in self.pile_of if id in self.returned]

    def brought(self, text: str) -> None:
        """Put what chance brought where it belongs."""
        if text in self.pile_of:
            self.pile.discard(text)
            self.returned.discard(text)
            self.offered.add(text)
            self.opening = self.opening[1:]
        elif text in self.kinds:
            self.asked(text)
            self.deck[text] -= 1
            if self.to_hands:
                self.to_hands -= 1
            elif self.to_turn:
                self.to_turn -= 1
                self.turned[text] += 1
                self._tunnel()
            else:
                self.display[text] += 1
                self._sweep()

    def moved(self, word: str, rest: list[str]) -> None:
        """Put what a seat moved where it belongs."""
        if word == "draw":
            self.to_hands = 1
        elif word == "take":
            self.display[rest[0]] -= 1
        elif word == "claim" and (turns := self._turns(rest[0], paid := counted(rest[1:]))):
            self.laid, self.to_turn = paid, turns
            self._tunnel()
        elif word in ("claim", "build"):
            self.discards += counted(rest[1:])
        elif word == "pick":
            self.discards[rest[0]] += 1
        elif word in ("pay", "refuse"):
            # A refused payment goes back to the hand.
            self.discards += counted(rest) + self.turned + (self.laid if word == "pay" else Counter())
            self.laid, self.turned = Counter(), Counter()
        elif word == "keep":
            self.choices += 1
            self.offered -= set(rest)
            if self.choices >= self.seats:
                deal = self.rules.opening.deal if self.choices == self.seats else self.rules.tickets
                self.returned |= self.offered if deal.returns == SHUFFLED else set()
                self.offered = set()

    def _nothing_left(self) -> bool:
        return not self.deck.total() and not self.discards.total()

    def _sweep(self) -> None:
        """Discard a full display with too many wilds, if there are cards to make a better one of."""
        market, loose = self.rules.market, self.deck + self.discards + self.display
        full = self.display.total() == market.face_up or self._nothing_left()
        better = loose.total() - loose[self.wild] > market.face_up - market.flush_at
        if full and better and self.display[self.wild] >= market.flush_at:
            self.discards, self.display = self.discards + self.display, Counter()

    def _tunnel(self) -> None:
        """Once all cards are turned up, and none of them matches, the tunnel is paid for."""
        if not self.to_turn or self._nothing_left():
            self.to_turn = 0
            if not any(self.turned[kind] for kind in {self.wild, *self.laid}):
                self.moved("pay", [])

    def _turns(self, route: str, paid: Counter[str]) -> int:
        """How many cards are turned up for this route before it is taken with these cards."""
        number = self.board.route(route)
        kind = self.rules.claims[self.board.routes[number].kind]
        rows = kind.claims(number, self.board.routes[number], self.board)
        return max((row.reveals for row in rows if row.cards == paid.total()), default=0)


def counted(words: list[str]) -> Counter[str]:
    """Cards as they stand in a line: 2 black 1 locomotive."""
    return Counter({kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=False)})
