"""The game that a log tells, played again: the moves that stand, with the outcomes that came."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from kolej import editions
from kolej.engine.board.model import fingerprint
from kolej.engine.chance.fair.protocol import Terms
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.record.notation import Notation
from kolej.server.tables.actions.moves import Owing, move_of, notation_of
from kolej.server.tables.log.entries import Began, Body, Moved, Undone


class Unreadable(KolejError):
    """A log that can't be played again by the rules as they are now."""


class Line:
    """The moves that made a game what it is: all that were not undone, each with the number of its entry."""

    def __init__(self) -> None:
        self.began: Began | None = None
        self.moves: list[tuple[int, Moved]] = []
        self.hash = ""
        """The state after all of it."""

    def take(self, number: int, body: Body) -> None:
        """Go on by one entry."""
        if isinstance(body, Moved):
            self.moves.append((number, body))
            self.hash = body.hash
        elif isinstance(body, Began):
            self.began = body
            self.hash = body.hash
        elif isinstance(body, Undone):
            self.back_to(body.entry)
            self.hash = body.hash

    def back_to(self, entry: int) -> None:
        """Leave an entry out, and all that came after it."""
        while self.moves and self.moves[-1][0] >= entry:
            self.moves.pop()


def line_of(bodies: Iterable[tuple[int, Body]]) -> Line:
    """The line of a whole log."""
    line = Line()
    for number, body in bodies:
        line.take(number, body)
    return line


class Retold:
    """A dealer that brings what came before."""

    def __init__(self, notation: Notation, texts: Iterable[str]) -> None:
        self._notation = notation
        self._texts: Iterator[str] = iter(texts)

    def outcome(self, t: Any, s: Any) -> int:
        """The next that came."""
        owing: Owing = s
        text = next(self._texts, None)
        if text is None:
            raise Unreadable("the log has fewer outcomes of chance than the rules ask for now")
        return self._notation.read_outcome(owing.owes, text)

    def done(self) -> bool:
        """Whether all has come."""
        return next(self._texts, None) is None


@cache
def _installed(edition: str) -> tuple[int, str]:
    """The version of the rules and the fingerprint of the board, as they are now."""
    found = editions.load(edition)
    return found.rules.version, fingerprint(found.board)


def terms_of(name: str, edition: str, seats: int, first: int | None) -> Terms:
    """The terms of a deal that begins now."""
    rules, board = _installed(edition)
    return Terms(name, edition, rules, board, seats, first)


def replayed(terms: Terms, began: Began, moves: Sequence[Moved], hash: str | None = None) -> Game:
    """The game after these moves, without a dealer. The hash, if there is one, must be that of its state."""
    if (terms.rules, terms.board) != _installed(terms.edition):
        raise Unreadable("it was played by another version of the rules or of the board than is installed")
    notation = notation_of(terms.edition)
    retold = Retold(notation, chain(began.outcomes, chain.from_iterable(moved.outcomes for moved in moves)))
    game = Game.start(editions.load(terms.edition), terms.seats, retold, terms.first)
    game.opening_events = []
    for moved in moves:
        game.repeat(moved.seat, move_of(terms.edition, moved.move))
    game.dealer = None
    if not retold.done() or (hash is not None and game.checksum() != hash):
        raise Unreadable("the rules lead elsewhere now than when it was played")
    return game
