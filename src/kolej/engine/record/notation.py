"""Notation: moves and outcomes of chance as one line of text each, and back.

A move is a word and what it is about:

    draw                           the top card of the deck
    take red                       a card from the display
    tickets                        draw tickets to choose from
    keep brest-paris roma-wien     keep these of the tickets offered
    claim brest-paris 2 black 1 locomotive
    bundles brest-paris 2          begin a payment in which other cards stand in for two
    pick red                       the next card of such a payment
    build paris 1 red              build a station in a city
    pay 1 red                      the extra cards that a tunnel costs
    refuse                         take back the cards laid down for a tunnel
    pass

Cards are written by colour; routes, cities and tickets by their ids. Every move has one spelling. Reading also accepts
capitals, commas, routes and tickets in reverse, and cards in any order.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from kolej.engine.board.model import Board
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import MOST_OF_A_KIND, WILD, Cards
from kolej.engine.core.state import FIRST_SEAT, NOTHING, OPENING_TICKET, TICKET
from kolej.engine.errors import KolejError, UnknownName
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.ruleset.rules import Edition
from kolej.engine.suggestions import similar

NO_CARDS = "nothing"
"""How no cards at all are written."""
LONGEST = 1000
"""Characters; longer than any line of notation. Longer text is refused before it is compared with known names."""

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
"""The form of each move, by its first word."""

_ALONE: dict[str, Move] = {"draw": DrawBlind(), "tickets": DrawTickets(), "refuse": RefuseTunnel(), "pass": Pass()}
_WORD_ALONE = {move: word for word, move in _ALONE.items()}
MOST_SEATS = 16


class NotationError(KolejError):
    """Text that is not a valid move, card, outcome or event."""


class Notation:
    """The notation of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kinds: tuple[str, ...] = (_wild_word(board), *board.colors)
        """The name of each kind of card."""
        self._routes = [route.id for route in board.routes]
        self._cities = [city.id for city in board.cities]
        self._tickets = [ticket.id for ticket in board.tickets]

    def move(self, move: Move) -> str:
        """A move as one line."""
        match move:
            case TakeCard(card):
                return f"take {self.card(card)}"
            case KeepTickets(tickets):
                return " ".join(["keep", *map(self.ticket, tickets)])
            case ClaimRoute(route, cards):
                return f"claim {self.route(route)} {self.cards(cards)}"
            case BeginStandIns(route, stand_ins):
                return f"bundles {self.route(route)} {stand_ins}"
            case PayCard(card):
                return f"pick {self.card(card)}"
            case BuildStation(city, cards):
                return f"build {self.city(city)} {self.cards(cards)}"
            case TopUp(cards):
                return f"pay {self.cards(cards)}"
            case _:
                return _WORD_ALONE[move]

    def read_move(self, text: str) -> Move:
        """Read a move. Whether it is legal is decided by the game."""
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
                return TakeCard(card) if word == "take" else PayCard(card)
            case "pay":
                return TopUp(self.read_cards(" ".join(rest)))
            case "bundles":
                self._expect(word, rest, 2, 2)
                return BeginStandIns(self.read_route(rest[0]), read_number(rest[1], "bundles", 1, MOST_OF_A_KIND))
        self._expect(word, rest, 1, LONGEST)
        cards = " ".join(rest[1:])
        if word == "claim":
            return ClaimRoute(self.read_route(rest[0]), self.read_cards(cards))
        return BuildStation(self.read_city(rest[0]), self.read_cards(cards))

    def _expect(self, word: str, rest: list[str], least: int, most: int) -> None:
        if not least <= len(rest) <= most:
            raise NotationError(f'{quoted(" ".join([word, *rest]))} is not a whole move; write "{FORMS[word]}"')

    def outcome(self, owes: int, number: int) -> str:
        """An outcome of chance as text; `owes` is the kind of outcome that was due, as in `Status.owes`."""
        if owes == NOTHING:
            raise NotationError("chance owes nothing, so nothing can come of it")
        if owes == FIRST_SEAT:
            return f"seat {number}"
        return self.ticket(number) if owes in (OPENING_TICKET, TICKET) else self.card(number)

    def read_outcome(self, owes: int, text: str) -> int:
        """Read an outcome of chance."""
        if owes == NOTHING:
            raise NotationError(f"chance owes nothing, so {quoted(text)} can't come of it")
        if owes == FIRST_SEAT:
            word, _, seat = text.strip().casefold().partition(" ")
            if word != "seat":
                raise NotationError(f'{quoted(text)} is no first seat; write it like "seat 2"')
            return read_number(seat, "a seat", 0, MOST_SEATS - 1)
        return self.read_ticket(text) if owes in (OPENING_TICKET, TICKET) else self.read_card(text)

    def card(self, kind: int) -> str:
        """One card as text: red, locomotive."""
        if not 0 <= kind < len(self.kinds):
            raise NotationError(f"there is no card of kind {kind}; kinds are 0 to {len(self.kinds) - 1}")
        return self.kinds[kind]

    def read_card(self, text: str) -> int:
        """Read a card; "wild" is accepted on every board."""
        word = text.strip().casefold()
        if word in self.kinds:
            return self.kinds.index(word)
        if word == "wild":
            return WILD
        raise unknown("card", text, self.kinds)

    def cards(self, cards: Cards) -> str:
        """Several cards as text, the wild last: 2 black 1 locomotive."""
        if not counts.valid(cards, len(self.kinds)):
            raise NotationError(f"{cards} are not cards; there are {len(self.kinds)} kinds, so name as many counts")
        counted = sorted(counts.each(cards), key=lambda each: (each[0] == WILD, each[0]))
        return " ".join(f"{count} {self.card(kind)}" for kind, count in counted) or NO_CARDS

    def read_cards(self, text: str) -> Cards:
        """Read several cards; a missing count means 1."""
        words = text.casefold().replace(",", " ").split()
        if words == [NO_CARDS]:
            return counts.none(len(self.kinds))
        if not words:
            raise NotationError(f'no cards are named; name them like "2 {self.kinds[1]} 1 {self.kinds[WILD]}"')
        named = [0] * len(self.kinds)
        pending: int | None = None
        for word in words:
            if pending is None and word[0].isdecimal():
                pending = read_number(word, "cards", 1, MOST_OF_A_KIND)
            else:
                kind = self.read_card(word)
                named[kind] += 1 if pending is None else pending
                pending = None
                if named[kind] > MOST_OF_A_KIND:
                    raise NotationError(f"no deck has more than {MOST_OF_A_KIND} {self.kinds[kind]} cards")
        if pending is not None:
            raise NotationError(f"{pending} of which card? cards are {', '.join(self.kinds)}")
        return tuple(named)

    def route(self, number: int) -> str:
        """The id of a route."""
        return _id_of("route", number, self._routes)

    def read_route(self, text: str) -> int:
        """Read a route id, with its cities in either order."""
        return self._number("route", text)

    def city(self, number: int) -> str:
        """The id of a city."""
        return _id_of("city", number, self._cities)

    def read_city(self, text: str) -> int:
        """Read a city id."""
        return self._number("city", text)

    def ticket(self, number: int) -> str:
        """The id of a ticket."""
        return _id_of("ticket", number, self._tickets)

    def read_ticket(self, text: str) -> int:
        """Read a ticket id, with its cities in either order."""
        return self._number("ticket", text)

    def _number(self, what: str, text: str) -> int:
        look_up = {"route": self.board.route, "city": self.board.city, "ticket": self.board.ticket}[what]
        if len(text) > LONGEST:
            raise too_long(text)
        if not text.isprintable():
            raise NotationError(f"there is no {what} {quoted(text)}")
        try:
            return look_up(text.strip().casefold())
        except UnknownName as error:
            raise NotationError(str(error)) from error


@lru_cache(maxsize=64)
def notation_of(edition: Edition) -> Notation:
    """The notation of an edition's board, from a cache."""
    return Notation(edition.board)


def _wild_word(board: Board) -> str:
    """The board's name for its wild card as a single word that can be read back, or "wild" if that is impossible."""
    word = re.sub(r"\W+", "_", board.wild.strip().casefold()).strip("_")
    if re.fullmatch(r"[^\W\d]\w*", word) is None or word == NO_CARDS:
        word = "wild"
    while word in board.colors:
        word += "_card"
    return word


def _id_of(what: str, number: int, ids: list[str]) -> str:
    if not 0 <= number < len(ids):
        raise NotationError(f"there is no {what} {number}; they are 0 to {len(ids) - 1}")
    return ids[number]


def read_number(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number within limits; `what` is what it counts, for the error message."""
    if re.fullmatch("-?[0-9]{1,18}", text) is None or not low <= int(text) <= high:
        raise NotationError(f"{quoted(text)} can't be the number of {what}; it is a whole number from {low} to {high}")
    return int(text)


def unknown(what: str, text: str, known: Iterable[str]) -> NotationError:
    """The error for a word that is not among the known ones, with suggestions."""
    if len(text) > LONGEST:
        return too_long(text)
    there = list(known)
    near = similar(text.strip().casefold(), there)
    hint = f"near it: {', '.join(near)}" if near else f"there are {', '.join(there)}"
    return NotationError(f"there is no {what} {quoted(text)}; {hint}")


def too_long(text: str) -> NotationError:
    """The error for text that is too long to be notation."""
    return NotationError(f"{quoted(text)} is {len(text)} characters long; notation has at most {LONGEST}")


def quoted(text: str) -> str:
    """Text in quotes for a message: shortened if long, escaped if not printable."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return f'"{shown}"' if shown.isprintable() else ascii(shown)
