"""Recorded games: played, written down, read back by playing them again, and looked at step by step.

    recorded = Recorded.start(edition, 2, ["Ada", "bot:greedy"], SeededDealer(7))
    recorded.apply(0, move)
    save(recorded, "game.kolej")
    recorded = load("game.kolej", editions.load, SeededDealer(8))

A file holds moves and what chance did, never a seed. Reading plays all of it again and compares the hash of the state
after every step; a resumed game goes on with whatever dealer it is given.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kolej.engine.board import fingerprint
from kolej.engine.dealer import Dealer
from kolej.engine.disk import read_text, write_text
from kolej.engine.errors import IllegalMove, KolejError, RulesError, UnknownName
from kolej.engine.events import Event
from kolej.engine.game import Game
from kolej.engine.game_file import (
    GOES_ON,
    MISWRITTEN,
    GameFileError,
    Header,
    StepLine,
    checked_players,
    header_lines,
    result_line,
    sealed,
    split,
    step_line,
    unsealed,
)
from kolej.engine.moves import Move
from kolej.engine.notation import Notation
from kolej.engine.rules import Edition
from kolej.engine.state import NOTHING

__all__ = ["GameFileError", "Header", "Recorded", "Step", "load", "read", "save"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done: a move of a seat, or an outcome of chance where the seat is None."""

    seat: int | None
    move: Move | int
    """The move, or the number of the outcome."""
    text: str
    """The same in notation."""
    hash: str
    """The state after it."""
    events: tuple[Event, ...]


class Recorded:
    """A game together with everything that was done in it."""

    def __init__(self, edition: Edition, header: Header, dealer: Dealer | None = None) -> None:
        self.edition = edition
        self.header = header
        self.dealer = dealer
        """Says what chance does; without one, chance waits for `resolve`."""
        self.notation = Notation(edition.board)
        self.steps: list[Step] = []
        self.game = self._blank()
        """The game as it stands, to look at: what is done to it past this record makes the record worthless."""
        self._blank_hash = self.game.hash()

    @classmethod
    def start(
        cls,
        edition: Edition,
        seats: int,
        players: Sequence[str],
        dealer: Dealer | None = None,
        first: int | None = None,
    ) -> "Recorded":
        """A new game of these players, dealt as far as the first choice."""
        names = checked_players(players, seats)
        header = Header(edition.id, edition.rules.version, fingerprint(edition.board), seats, first, names)
        recorded = cls(edition, header, dealer)
        recorded.game.opening_events += recorded.deal()
        return recorded

    def apply(self, seat: int, move: Move | int) -> list[Event]:
        """Make a move as `Game.apply` does, and record it with all that chance did then. A refusal changes nothing."""
        self._untouched()
        return self._make(seat, move)

    def _make(self, seat: int, move: Move | int) -> list[Event]:
        # A number means a move only in its moment: what is written down, and therefore made, is the move in words.
        in_words = self.game.move(seat, move) if type(move) is int and move in self.game.legal(seat) else move
        state, count = self.game._state.copy(), len(self.steps)
        try:
            events = self.game.apply(seat, in_words)
            assert not isinstance(in_words, int)
            self._note(seat, in_words, self.notation.move(in_words), events)
            return events + self.deal()
        except BaseException:
            # Neither a dealer that cannot go on nor a player who interrupts may leave a move half made.
            self.game._state = state
            del self.steps[count:]
            raise

    def resolve(self, outcome: int) -> list[Event]:
        """Let chance do one thing as `Game.resolve` does, and record it: for games without a dealer."""
        self._untouched()
        return self._bring(outcome)

    def _bring(self, outcome: int) -> list[Event]:
        owes = self.game._state.owes
        events = self.game.resolve(outcome)
        self._note(None, outcome, self.notation.outcome(owes, outcome), events)
        return events

    def deal(self) -> list[Event]:
        """Let the dealer, if there is one, do all that chance owes."""
        events: list[Event] = []
        while self.dealer is not None and self.game._state.owes != NOTHING:
            events += self._bring(self.dealer.outcome(self.game._tables, self.game._state))
        return events

    def at(self, count: int) -> Game:
        """The game after its first steps: 0 for before anything was dealt. It has no dealer."""
        if not 0 <= count <= len(self.steps):
            raise UnknownName(f"there is no moment {count}; the game has 0 to {len(self.steps)} steps")
        game = self._blank()
        for step in self.steps[:count]:
            if step.seat is None:
                assert isinstance(step.move, int)
                game.resolve(step.move)
            else:
                game.apply(step.seat, step.move)
        return game

    def events_of(self, number: int) -> list[Event]:
        """What happened in a step, counted from 0, with nothing hidden."""
        if not 0 <= number < len(self.steps):
            raise UnknownName(f"there is no step {number}; they are 0 to {len(self.steps) - 1}")
        return list(self.steps[number].events)

    def text(self) -> str:
        """The game as the text of a file."""
        self._untouched()
        steps = [step_line(step.seat, step.text, step.hash) for step in self.steps]
        return sealed([*header_lines(self.header), *steps, self.closing()])

    def closing(self) -> str:
        """The last line of the file: the result, or that there is none yet."""
        if not self.game.over:
            return GOES_ON
        standings = self.game.standings()
        return result_line(standings.totals, standings.ranks)

    def _blank(self) -> Game:
        return Game.start(self.edition, self.header.seats, first=self.header.first)

    def _note(self, seat: int | None, move: Move | int, text: str, events: list[Event]) -> None:
        self.steps.append(Step(seat, move, text, self.game.hash(), tuple(events)))

    def _untouched(self) -> None:
        known = self.steps[-1].hash if self.steps else self._blank_hash
        if known != self.game.hash():
            raise GameFileError("the game was changed without its record; make every move through `Recorded.apply`")


def read(text: str, source: str, edition_of: Callable[[str], Edition], dealer: Dealer | None = None) -> Recorded:
    """The game in the text of a file, played again and compared step by step. `source` is what errors call it."""
    lines = unsealed(text, source)
    header, steps, closing = split(lines, source)
    recorded = _begun(header, source, edition_of)
    for step in steps:
        _repeat(recorded, step, source)
    if recorded.closing() != closing:
        problem = f'the file ends with "{closing}", but the game with "{recorded.closing()}"; {_CHANGED}'
        raise GameFileError(problem, source, len(lines))
    recorded.dealer = dealer
    recorded.deal()
    return recorded


_CHANGED = (
    "the line is as it was written, so the rules behave differently now: "
    "replay the game with the Kolej that recorded it, or report the difference"
)


def _begun(header: Header, source: str, edition_of: Callable[[str], Edition]) -> Recorded:
    """The game before its first step, if it is of this edition as it is today."""
    try:
        edition = edition_of(header.edition)
    except UnknownName as error:
        problem = f"{error}; for a board of your own, name its folder"
        raise GameFileError(problem, source, 2) from error
    if edition.id != header.edition:
        problem = f'the game is of the edition "{header.edition}", not of "{edition.id}"; name the folder of that one'
        raise GameFileError(problem, source, 2)
    if edition.rules.version != header.rules:
        problem = (
            f"the game was played by version {header.rules} of the rules, and version {edition.rules.version} is "
            f"installed; read it with a Kolej that has version {header.rules}"
        )
        raise GameFileError(problem, source, 3)
    if fingerprint(edition.board) != header.board:
        problem = (
            f"the game was played on a board with the fingerprint {header.board}, and the installed one has "
            f"{fingerprint(edition.board)}; read it with the board that it was played on"
        )
        raise GameFileError(problem, source, 4)
    try:
        return Recorded(edition, header)
    except IllegalMove as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 6) from error
    except RulesError as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 5) from error


def _repeat(recorded: Recorded, step: StepLine, source: str) -> None:
    """Make a step of a file again, and compare what came of it."""
    notation, game = recorded.notation, recorded.game
    try:
        if step.seat is None:
            recorded._bring(notation.read_outcome(game._state.owes, step.text))
        else:
            recorded._make(step.seat, notation.read_move(step.text))
    except KolejError as error:
        raise GameFileError(f"this step can't be made: {error}; {_CHANGED}", source, step.line) from error
    if recorded.steps[-1].text != step.text:
        problem = f'"{step.text}" must be spelled "{recorded.steps[-1].text}"'
        raise GameFileError(f"{problem}; {MISWRITTEN}", source, step.line)
    if recorded.steps[-1].hash != step.hash:
        problem = f"after this step the state has the hash {recorded.steps[-1].hash}, not {step.hash}"
        raise GameFileError(f"{problem}; {_CHANGED}", source, step.line)


def load(path: str | os.PathLike[str], edition_of: Callable[[str], Edition], dealer: Dealer | None = None) -> Recorded:
    """The game in a file."""
    return read(read_text(path), os.fspath(path), edition_of, dealer)


def save(recorded: Recorded, path: str | os.PathLike[str]) -> None:
    """Write a game to a file, whole or not at all: a file that was there stays as it is until the new one is."""
    write_text(path, recorded.text())
