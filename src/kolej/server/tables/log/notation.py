"""Notation in the log: moves and outcomes of chance as text, and dealers that write and read these outcomes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Protocol

from kolej.engine.chance.dealer import Dealer
from kolej.engine.errors import KolejError
from kolej.engine.moves.moves import Move
from kolej.engine.record.notation import Notation
from kolej.engine.record.notation import notation_of as notation_of_edition
from kolej.server.tables.offered_editions import OFFERED


class Unreadable(KolejError):
    """A log that can't be replayed by the installed rules."""


def notation_of(edition: str) -> Notation:
    """The notation of an edition's board."""
    return notation_of_edition(OFFERED.load(edition))


@lru_cache(maxsize=1024)
def read_move(edition: str, text: str) -> Move:
    """The move that a text stands for. Cached: a server that starts reads the same moves again and again."""
    return notation_of(edition).read_move(text)


class Owing(Protocol):
    """The part of the engine's state that says which kind of outcome is due."""

    @property
    def owes(self) -> int: ...


class RecordingDealer:
    """A dealer that asks another dealer, and records each outcome as text."""

    def __init__(self, dealer: Dealer, notation: Notation) -> None:
        self.outcomes: list[str] = []
        self._dealer = dealer
        self._notation = notation

    def outcome(self, t: Any, s: Any) -> int:
        """The other dealer's outcome."""
        outcome = self._dealer.outcome(t, s)
        owing: Owing = s
        self.outcomes.append(self._notation.outcome(owing.owes, outcome))
        return outcome


class ReplayDealer:
    """A dealer that repeats recorded outcomes."""

    def __init__(self, notation: Notation, texts: Iterable[str]) -> None:
        self._notation = notation
        self._texts: Iterator[str] = iter(texts)

    def outcome(self, t: Any, s: Any) -> int:
        """The next recorded outcome."""
        owing: Owing = s
        text = next(self._texts, None)
        if text is None:
            raise Unreadable("the log has fewer outcomes of chance than the installed rules need")
        return self._notation.read_outcome(owing.owes, text)

    def used_up(self) -> bool:
        """Whether no outcome is left."""
        return next(self._texts, None) is None
