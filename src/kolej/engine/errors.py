"""Exceptions: everything that Kolej raises for a person or a program to act on.

KolejError            anything Kolej refuses, in words a person can act on
├── BoardError        a board file has faults; carries every one of them
├── UnknownName       a city, route, ticket, seat or edition that is not there
├── RulesError        rules that can't be played on this board or with this many seats
├── IllegalMove       a move that the rules forbid now; has a code, parameters and a rule
├── ImpossibleOutcome a card or ticket that chance can't bring now
├── FairError         a fair deal that can't go on (chance/fair/protocol.py)
├── Unfair            a line that does not follow from the seeds (fair_verifier.py)
├── NotationError     text that is no move, card, outcome or event (record/notation.py)
├── GameFileError     a game file that can't be read, written or trusted (record/game_file.py)
└── StoreError        anything a store refuses (store/errors.py)
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


class KolejError(Exception):
    """The base of all exceptions of Kolej; its text says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a file: where it is, what is wrong, and what would be right."""

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
    """Rules that can't be played on this board or with this many seats."""

    def __init__(self, problem: str, rule: str) -> None:
        self.rule = rule
        super().__init__(f"{problem} [{rule}]")


class UnknownHouseRule(UnknownName):
    """A house rule that does not exist, or that changes nothing in an edition."""


class UnknownRules(UnknownName):
    """A version of an edition's rules that is not installed."""

    def __init__(self, edition: str, version: int, installed: list[int]) -> None:
        self.version = version
        self.installed = installed
        there = " and ".join(map(str, installed))
        super().__init__(f'the edition "{edition}" has no version {version} of its rules; there is {there}')


Params: TypeAlias = dict[str, int | str]
"""What a refusal is about, by name: numbers of routes, cities, seats and cards, names of pieces, counts."""


class IllegalMove(KolejError):
    """A move that the rules forbid now. Nothing has changed.

    The codes and their sentences are in `moves/reasons.py`; `kolej.locale.refusals` renders them in other languages.
    """

    def __init__(self, code: str, params: Params, rule: str, reason: str) -> None:
        self.code = code
        """The reason, for programs: stable, in kebab case."""
        self.params = params
        """What the sentence is about. Only what the seat that tried the move may know."""
        self.rule = rule
        """The id of the rule that forbids the move."""
        self.reason = reason
        """The reason in English."""
        super().__init__(f"{reason} [{rule}]")


class ImpossibleOutcome(KolejError):
    """A card or ticket that chance can't bring now. Nothing has changed."""


def line_in(source: Path, error: BaseException) -> int:
    """The line of a source file that an error was raised in, or passed through last; 0 if it did neither."""
    if isinstance(error, SyntaxError) and error.filename == str(source):
        return error.lineno or 0
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == str(source)]
    return (lines[-1] if lines else 0) or 0
