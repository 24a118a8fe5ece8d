"""Moves, outcomes and events as one line of text each, and back.

A move is a word and what it is about:

    draw                           the top card of the deck
    take red                       a card from the display
    tickets                        draw tickets to choose from
    keep brest-paris roma-wien     keep these of the tickets offered
    claim brest-paris 2 black 1 locomotive
    bundles brest-paris 2          begin a payment in which other cards stand in for two
    pick red                       the next card of such a payment
    build paris 1 red              build in a city
    pay 1 red                      what a tunnel costs more
    refuse                         take the cards laid down for a tunnel back
    pass

Every move has one spelling; reading also takes capitals, commas, routes and tickets the other way round, and cards in
any order.
"""

from kolej.engine import event_text
from kolej.engine.core.cards import MOST_OF_A_KIND
from kolej.engine.core.state import FIRST_SEAT, NOTHING, OPENING_TICKET, TICKET
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PickCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.spelling import (
    LONGEST,
    NotationError,
    Spelling,
    quoted,
    read_number,
    too_long,
    unknown,
)

__all__ = ["FORMS", "Notation", "NotationError"]

FORMS: dict[str, str] = {
    "draw": "draw",
    "take": "take CARD",
    "tickets": "tickets",
    "keep": "keep TICKET ...",
    "claim": "claim ROUTE CARDS",
    "bundles": "bundles ROUTE COUNT",
    "pick": "pick CARD",
    "build": "build CITY CARDS",
    "pay": "pay CARDS",
    "refuse": "refuse",
    "pass": "pass",
}
"""What follows the first word of each move."""

_ALONE: dict[str, Move] = {"draw": DrawBlind(), "tickets": DrawTickets(), "refuse": RefuseTunnel(), "pass": Pass()}
_WORD_ALONE = {move: word for word, move in _ALONE.items()}
MOST_SEATS = 16


class Notation(Spelling):
    """The notation of one board."""

    def move(self, move: Move) -> str:
        """A move as one line."""
        match move:
            case TakeCard(card):
                return f"take {self.card(card)}"
            case KeepTickets(tickets):
                return " ".join(["keep", *map(self.ticket, tickets)])
            case ClaimRoute(route, cards):
                return f"claim {self.route(route)} {self.cards(cards)}"
            case BeginBundles(route, bundles):
                return f"bundles {self.route(route)} {bundles}"
            case PickCard(card):
                return f"pick {self.card(card)}"
            case BuildStation(city, cards):
                return f"build {self.city(city)} {self.cards(cards)}"
            case TopUp(cards):
                return f"pay {self.cards(cards)}"
            case _:
                return _WORD_ALONE[move]

    def read_move(self, text: str) -> Move:
        """The move that a line stands for. Whether it is legal is for the game to say."""
        if len(text) > LONGEST:
            raise too_long(text)
        words = text.split()
        if not words:
            raise NotationError(f"no move is named; moves are {', '.join(FORMS.values())}")
        word, rest = words[0].casefold(), words[1:]
        if word not in FORMS:
            raise unknown("move", words[0], FORMS)
        if word in _ALONE:
            self._expect(word, rest, 0, 0)
            return _ALONE[word]
        match word:
            case "keep":
                return KeepTickets(tuple(map(self.read_ticket, " ".join(rest).replace(",", " ").split())))
            case "take" | "pick":
                self._expect(word, rest, 1, 1)
                card = self.read_card(rest[0])
                return TakeCard(card) if word == "take" else PickCard(card)
            case "pay":
                return TopUp(self.read_cards(" ".join(rest)))
            case "bundles":
                self._expect(word, rest, 2, 2)
                return BeginBundles(self.read_route(rest[0]), read_number(rest[1], "bundles", 1, MOST_OF_A_KIND))
        self._expect(word, rest, 1, LONGEST)
        cards = " ".join(rest[1:])
        if word == "claim":
            return ClaimRoute(self.read_route(rest[0]), self.read_cards(cards))
        return BuildStation(self.read_city(rest[0]), self.read_cards(cards))

    def _expect(self, word: str, rest: list[str], least: int, most: int) -> None:
        if not least <= len(rest) <= most:
            raise NotationError(f'{quoted(" ".join([word, *rest]))} is not a whole move; write "{FORMS[word]}"')

    def outcome(self, owes: int, number: int) -> str:
        """What chance did when it owed this (as in `Status.owes`): a seat, a card or a ticket."""
        if owes == NOTHING:
            raise NotationError("chance owes nothing, so nothing can come of it")
        if owes == FIRST_SEAT:
            return f"seat {number}"
        return self.ticket(number) if owes in (OPENING_TICKET, TICKET) else self.card(number)

    def read_outcome(self, owes: int, text: str) -> int:
        """The number of what chance did."""
        if owes == NOTHING:
            raise NotationError(f"chance owes nothing, so {quoted(text)} can't come of it")
        if owes == FIRST_SEAT:
            word, _, seat = text.strip().casefold().partition(" ")
            if word != "seat":
                raise NotationError(f'{quoted(text)} is no first seat; write it like "seat 2"')
            return read_number(seat, "a seat", 0, MOST_SEATS - 1)
        return self.read_ticket(text) if owes in (OPENING_TICKET, TICKET) else self.read_card(text)

    def event(self, event: Event) -> str:
        """An event as one line, with every field; what was kept from the viewer is ?"""
        return event_text.write(self, event)

    def read_event(self, text: str) -> Event:
        """The event that a line stands for."""
        return event_text.read(self, text)
