"""Cities, routes, tickets and cards by what people type: beginnings, without accents, in either order."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from kolej.engine.board.model import Board
from kolej.engine.errors import KolejError
from kolej.engine.record.notation import Notation

MANY = 6
"""So many names are listed when a word could mean several things."""


Fits = Callable[[tuple[str, ...], str], bool]
"""How a city's spellings are compared with a word."""


class Unclear(KolejError):
    """Words that mean nothing, or too many things."""


def simple(text: str) -> str:
    """Letters and digits in small letters without accents, with single spaces between."""
    bare = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("Ø", "O").replace("ß", "ss"))
    letters = "".join(each for each in bare if not unicodedata.combining(each))
    return " ".join(re.findall(r"[a-z0-9]+", letters.casefold()))


def near(word: str, known: Iterable[str]) -> str:
    """A hint at the names that look like a word."""
    found = difflib.get_close_matches(word[:60], list(known), n=3)
    return f"; near it: {', '.join(found)}" if found else ""


def one_of(what: str, word: str, known: Sequence[str]) -> str:
    """The one of these words that begins like this, or is this."""
    if word in known:
        return word
    found = [each for each in known if each.startswith(word)] if word else []
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(f'"{word}" could be {" or ".join(found)}')
    raise Unclear(f'there is no {what} "{word[:60]}"{near(word, known)}')


class Names:
    """Finds the things of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.notation = Notation(board)
        self.spellings = [
            tuple({simple(each) for each in (city.id, city.name, city.alias) if each}) for city in board.cities
        ]

    def cards(self, words: Sequence[str]) -> str:
        """Counts and cards as the notation has them; cards may be given by their beginnings."""
        return " ".join(word if word.isdecimal() else self.card(word) for word in words)

    def card(self, word: str) -> str:
        """A card by its beginning; "wild" is understood on every board."""
        word = word.casefold()
        if word == "wild":
            return self.notation.card(0)
        return one_of("card", word, self.notation.kinds)

    def cities(self, text: str) -> list[int]:
        """Every city that is called so, or else begins so."""
        typed = simple(text)
        if not typed:
            return []
        exact = [city for city, known in enumerate(self.spellings) if typed in known]
        return exact or [city for city, known in enumerate(self.spellings) if _begins(known, typed)]

    def city(self, text: str) -> int:
        """The city that is meant."""
        found = self.cities(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise Unclear(f'"{text}" could be {_some([self.board.cities[city].id for city in found])}')
        known = [spelling for spellings in self.spellings for spelling in spellings]
        raise Unclear(f'there is no city "{text[:60]}"{near(simple(text), known)}')

    def routes(self, text: str) -> list[int]:
        """Every route that is meant: one by its id, all between two cities that are named."""
        found = self._joining(text, [(route.id, route.a, route.b) for route in self.board.routes])
        if not found:
            raise Unclear(f'there is no route "{text[:60]}"{self._hint(text, [r.id for r in self.board.routes])}')
        ends = {frozenset((self.board.routes[route].a, self.board.routes[route].b)) for route in found}
        if len(ends) > 1:
            raise Unclear(f'"{text}" could be {_some([self.board.routes[route].id for route in found])}')
        return found

    def ticket(self, text: str, among: Sequence[int]) -> int:
        """The one of these tickets that is meant."""
        tickets = [self.board.tickets[ticket] for ticket in among]
        found = self._joining(text, [(ticket.id, ticket.a, ticket.b) for ticket in tickets])
        ids = [ticket.id for ticket in tickets]
        if len(found) == 1:
            return among[found[0]]
        if found:
            raise Unclear(f'"{text}" could be {_some([ids[at] for at in found])}')
        raise Unclear(f'you are not offered "{text[:60]}"; you are offered {", ".join(ids)}')

    def _joining(self, text: str, things: Sequence[tuple[str, int, int]]) -> list[int]:
        """The places of all things between two cities named in the text."""
        exact = [at for at, (id, _, _) in enumerate(things) if id == text.casefold()]
        if exact:
            return exact
        body, slash, number = text.partition("/")
        words = simple(body).split()
        pairs = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        for fits in (_called, _begins):
            found = [
                at
                for at, (id, a, b) in enumerate(things)
                if (not slash or id.endswith(f"/{number}") or (number == "1" and "/" not in id))
                and any(self._joins(fits, one, other, a, b) for one, other in pairs)
            ]
            if found:
                return found
        return []

    def _joins(self, fits: Fits, one: str, other: str, a: int, b: int) -> bool:
        known_a, known_b = self.spellings[a], self.spellings[b]
        return (fits(known_a, one) and fits(known_b, other)) or (fits(known_a, other) and fits(known_b, one))

    def _hint(self, text: str, ids: Sequence[str]) -> str:
        """Near matches, or the cities that are named although no route joins them."""
        words = simple(text).split()
        for cut in range(1, len(words)):
            one, other = self.cities(" ".join(words[:cut])), self.cities(" ".join(words[cut:]))
            if len(one) == 1 and len(other) == 1:
                names = [self.board.cities[city].name for city in (*one, *other)]
                return f"; no route joins {names[0]} and {names[1]} (`board {names[0]}` lists those there are)"
        either = [*ids, *("-".join(reversed(id.split("-"))) for id in ids if id.count("-") == 1)]
        return near(text.casefold().replace(" ", "-"), either)


def _called(spellings: tuple[str, ...], word: str) -> bool:
    return word in spellings


def _begins(spellings: tuple[str, ...], word: str) -> bool:
    return any(spelling.startswith(word) for spelling in spellings)


def _some(names: Sequence[str]) -> str:
    more = f" or {len(names) - MANY} more" if len(names) > MANY else ""
    return " or ".join(names[:MANY]) + more
