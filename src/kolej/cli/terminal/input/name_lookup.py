"""Name lookup: cities, routes, tickets and cards by prefix, without accents, and cities in either order."""

import re
import unicodedata
from collections.abc import Callable, Sequence

from kolej.engine.board.model import Board
from kolej.engine.errors import KolejError
from kolej.engine.record.notation import Notation
from kolej.engine.suggestions import near_it

MAX_LISTED = 6
"""The number of names that an error about an ambiguous word lists."""


Matches = Callable[[tuple[str, ...], str], bool]
"""Compares the spellings of a city with a typed word."""


class UnclearInput(KolejError):
    """Input that has no meaning, or more than one."""


def normalized(text: str) -> str:
    """Text in lower case without accents and punctuation, words separated by single spaces."""
    bare = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("Ø", "O").replace("ß", "ss"))
    letters = "".join(each for each in bare if not unicodedata.combining(each))
    return " ".join(re.findall(r"[a-z0-9]+", letters.casefold()))


def match_prefix(what: str, word: str, known: Sequence[str]) -> str:
    """The known word that equals a typed one, or the only one that starts with it."""
    if word in known:
        return word
    found = [each for each in known if each.startswith(word)] if word else []
    if len(found) == 1:
        return found[0]
    if found:
        raise UnclearInput(f'"{word}" could be {" or ".join(found)}')
    raise UnclearInput(f'there is no {what} "{word[:60]}"{near_it(word, known)}')


class NameLookup:
    """Finds cities, routes, tickets and cards of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.notation = Notation(board)
        self.spellings = [
            tuple({normalized(each) for each in (city.id, city.name, city.alias) if each}) for city in board.cities
        ]

    def cards(self, words: Sequence[str]) -> str:
        """Counts and cards in the notation; cards may be abbreviated."""
        return " ".join(word if word.isdecimal() else self.card(word) for word in words)

    def card(self, word: str) -> str:
        """A card by its prefix; "wild" works on every board."""
        word = word.casefold()
        if word == "wild":
            return self.notation.card(0)
        return match_prefix("card", word, self.notation.kinds)

    def cities(self, text: str) -> list[int]:
        """The cities with exactly this name; else those whose name starts with it."""
        typed = normalized(text)
        if not typed:
            return []
        exact = [city for city, known in enumerate(self.spellings) if typed in known]
        return exact or [city for city, known in enumerate(self.spellings) if _starts(known, typed)]

    def city(self, text: str) -> int:
        """The only city that a text can mean."""
        found = self.cities(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise UnclearInput(f'"{text}" could be {_alternatives([self.board.cities[city].id for city in found])}')
        known = [spelling for spellings in self.spellings for spelling in spellings]
        raise UnclearInput(f'there is no city "{text[:60]}"{near_it(normalized(text), known)}')

    def routes(self, text: str) -> list[int]:
        """The routes that a text means: one by its id, or all between two cities."""
        found = self._connecting(text, [(route.id, route.a, route.b) for route in self.board.routes])
        if not found:
            raise UnclearInput(f'there is no route "{text[:60]}"{self._hint(text, [r.id for r in self.board.routes])}')
        ends = {frozenset((self.board.routes[route].a, self.board.routes[route].b)) for route in found}
        if len(ends) > 1:
            raise UnclearInput(f'"{text}" could be {_alternatives([self.board.routes[route].id for route in found])}')
        return found

    def ticket(self, text: str, among: Sequence[int]) -> int:
        """The only one of some tickets that a text can mean."""
        tickets = [self.board.tickets[ticket] for ticket in among]
        found = self._connecting(text, [(ticket.id, ticket.a, ticket.b) for ticket in tickets])
        ids = [ticket.id for ticket in tickets]
        if len(found) == 1:
            return among[found[0]]
        if found:
            raise UnclearInput(f'"{text}" could be {_alternatives([ids[at] for at in found])}')
        raise UnclearInput(f'you are not offered "{text[:60]}"; you are offered {", ".join(ids)}')

    def _connecting(self, text: str, things: Sequence[tuple[str, int, int]]) -> list[int]:
        """The indexes of the things, each with an id and two cities, that a text means."""
        exact = [at for at, (id, _, _) in enumerate(things) if id == text.casefold()]
        if exact:
            return exact
        body, slash, number = text.partition("/")
        words = normalized(body).split()
        pairs = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        for matches in (_equals, _starts):
            found = [
                at
                for at, (id, a, b) in enumerate(things)
                if (not slash or id.endswith(f"/{number}") or (number == "1" and "/" not in id))
                and any(self._connects(matches, one, other, a, b) for one, other in pairs)
            ]
            if found:
                return found
        return []

    def _connects(self, matches: Matches, one: str, other: str, a: int, b: int) -> bool:
        known_a, known_b = self.spellings[a], self.spellings[b]
        return (matches(known_a, one) and matches(known_b, other)) or (
            matches(known_a, other) and matches(known_b, one)
        )

    def _hint(self, text: str, ids: Sequence[str]) -> str:
        """Similar ids, or a note that no route connects the two cities."""
        words = normalized(text).split()
        for cut in range(1, len(words)):
            one, other = self.cities(" ".join(words[:cut])), self.cities(" ".join(words[cut:]))
            if len(one) == 1 and len(other) == 1:
                names = [self.board.cities[city].name for city in (*one, *other)]
                return f"; no route connects {names[0]} and {names[1]} (`board {names[0]}` lists its routes)"
        either = [*ids, *("-".join(reversed(id.split("-"))) for id in ids if id.count("-") == 1)]
        return near_it(text.casefold().replace(" ", "-"), either)


def _equals(spellings: tuple[str, ...], word: str) -> bool:
    return word in spellings


def _starts(spellings: tuple[str, ...], word: str) -> bool:
    return any(spelling.startswith(word) for spelling in spellings)


def _alternatives(names: Sequence[str]) -> str:
    more = f" or {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return " or ".join(names[:MAX_LISTED]) + more
