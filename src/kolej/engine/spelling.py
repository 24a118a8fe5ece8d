"""How the things of one board are spelled in notation: cards by colour; routes, cities and tickets by their ids."""

import difflib
import re
from collections.abc import Iterable

from kolej.engine.board.model import Board
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import MOST_OF_A_KIND, WILD, Cards
from kolej.engine.errors import KolejError, UnknownName

NOTHING = "nothing"
"""No cards at all."""
LONGEST = 1000
"""More than any line of notation has; looking for near matches in more would take its time."""


class NotationError(KolejError):
    """Text that is no move, card, outcome or event."""


class Spelling:
    """Names and numbers of the things of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kinds: tuple[str, ...] = (_wild_word(board), *board.colors)
        """What a card of each kind is called."""
        self._routes = [route.id for route in board.routes]
        self._cities = [city.id for city in board.cities]
        self._tickets = [ticket.id for ticket in board.tickets]

    def card(self, kind: int) -> str:
        """One card by its kind: red, locomotive."""
        if not 0 <= kind < len(self.kinds):
            raise NotationError(f"there is no card of kind {kind}; kinds are 0 to {len(self.kinds) - 1}")
        return self.kinds[kind]

    def read_card(self, text: str) -> int:
        """The kind of a card; "wild" is understood on every board."""
        word = text.strip().casefold()
        if word in self.kinds:
            return self.kinds.index(word)
        if word == "wild":
            return WILD
        raise unknown("card", text, self.kinds)

    def cards(self, cards: Cards) -> str:
        """Several cards, the wild last: 2 black 1 locomotive."""
        if not packed.real(cards, packed.MOST_KINDS):
            raise NotationError(f"{cards} does not stand for cards")
        counted = sorted(packed.each(cards), key=lambda each: (each[0] == WILD, each[0]))
        return " ".join(f"{count} {self.card(kind)}" for kind, count in counted) or NOTHING

    def read_cards(self, text: str) -> Cards:
        """Several cards; a count that is left out is one."""
        words = text.casefold().replace(",", " ").split()
        if words == [NOTHING]:
            return 0
        if not words:
            raise NotationError(f'no cards are named; name them like "2 {self.kinds[1]} 1 {self.kinds[WILD]}"')
        counts = [0] * len(self.kinds)
        waiting: int | None = None
        for word in words:
            if waiting is None and word[0].isdecimal():
                waiting = read_number(word, "cards", 1, MOST_OF_A_KIND)
            else:
                kind = self.read_card(word)
                counts[kind] += 1 if waiting is None else waiting
                waiting = None
                if counts[kind] > MOST_OF_A_KIND:
                    raise NotationError(f"no deck has more than {MOST_OF_A_KIND} {self.kinds[kind]} cards")
        if waiting is not None:
            raise NotationError(f"{waiting} of which card? cards are {', '.join(self.kinds)}")
        return packed.pack(counts)

    def route(self, number: int) -> str:
        """A route by its id."""
        return _id_of("route", number, self._routes)

    def read_route(self, text: str) -> int:
        """The number of a route; its cities may be named in either order."""
        return self._number("route", text)

    def city(self, number: int) -> str:
        """A city by its id."""
        return _id_of("city", number, self._cities)

    def read_city(self, text: str) -> int:
        """The number of a city."""
        return self._number("city", text)

    def ticket(self, number: int) -> str:
        """A ticket by its id."""
        return _id_of("ticket", number, self._tickets)

    def read_ticket(self, text: str) -> int:
        """The number of a ticket; its cities may be named in either order."""
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


def _wild_word(board: Board) -> str:
    """The board's own word as one word of letters, so that it can stand in a list; a plain one if it has none."""
    word = re.sub(r"\W+", "_", board.wild.strip().casefold()).strip("_")
    if re.fullmatch(r"[^\W\d]\w*", word) is None or word == NOTHING:
        word = "wild"
    while word in board.colors:
        word += "_card"
    return word


def _id_of(what: str, number: int, ids: list[str]) -> str:
    if not 0 <= number < len(ids):
        raise NotationError(f"there is no {what} {number}; they are 0 to {len(ids) - 1}")
    return ids[number]


def read_number(text: str, what: str, low: int, high: int) -> int:
    """A whole number between two others."""
    if re.fullmatch("-?[0-9]{1,18}", text) is None or not low <= int(text) <= high:
        raise NotationError(f"{quoted(text)} can't be the number of {what}; it is a whole number from {low} to {high}")
    return int(text)


def unknown(what: str, text: str, known: Iterable[str]) -> NotationError:
    """The error for a word that is none of those known."""
    if len(text) > LONGEST:
        return too_long(text)
    there = list(known)
    near = difflib.get_close_matches(text.strip().casefold(), there, n=3)
    hint = f"near it: {', '.join(near)}" if near else f"there are {', '.join(there)}"
    return NotationError(f"there is no {what} {quoted(text)}; {hint}")


def too_long(text: str) -> NotationError:
    """The error for text that is too long to be looked at."""
    return NotationError(f"{quoted(text)} is {len(text)} characters long; notation has at most {LONGEST}")


def quoted(text: str) -> str:
    """Text as it can be shown in a message, whatever is in it."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return f'"{shown}"' if shown.isprintable() else ascii(shown)
