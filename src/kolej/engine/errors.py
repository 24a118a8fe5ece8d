"""What Kolej refuses, and why.

The tree of errors:

    KolejError            anything Kolej refuses, in words a person can act on
    ├── BoardError        a board file has faults; carries every one of them
    ├── UnknownName       a city, route, ticket, seat or edition that is not there
    ├── RulesError        rules that can't be played on this board or with so many seats
    ├── IllegalMove       a move that the rules forbid now; names the rule
    ├── ImpossibleOutcome a card or ticket that chance can't bring now
    ├── FairError         a fair deal that can't go on (fair.py)
    ├── Unfair            a line that does not follow from the seeds (verifier.py)
    ├── NotationError     text that is no move, card, outcome or event (spelling.py)
    ├── GameFileError     a game file that can't be read, written or trusted (game_file.py)
    └── StoreError        anything a store refuses (store/errors.py)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class KolejError(Exception):
    """Anything Kolej refuses."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file: where it stands, what it is, what would be right."""

    source: str
    line: int
    """Counted from 1; 0 when the fault is not on any line, as in a file that cannot be opened."""
    place: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.source}:{self.line}" if self.line else self.source
        return f"{where}: {self.place}: {self.problem}; {self.remedy}"


class BoardError(KolejError):
    """A board file has faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        super().__init__("\n  ".join([f"the board has {count}:", *map(str, self.faults)]))


class UnknownName(KolejError):
    """A city, route, ticket, seat or edition that is not there."""


class RulesError(KolejError):
    """Rules that can't be played on this board or with so many seats."""

    def __init__(self, problem: str, rule: str) -> None:
        self.rule = rule
        super().__init__(f"{problem} [{rule}]")


class IllegalMove(KolejError):
    """A move that the rules forbid now. Nothing has changed."""

    def __init__(self, reason: str, rule: str) -> None:
        self.reason = reason
        self.rule = rule
        super().__init__(f"{reason} [{rule}]")


class ImpossibleOutcome(KolejError):
    """A card or ticket that chance can't bring now. Nothing has changed."""
