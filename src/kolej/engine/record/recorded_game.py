"""`RecordedGame`: a game with a record of every move, every outcome of chance and every undo.

    recorded = RecordedGame.start(edition, 2, ["Ada", "bot:greedy"], SeededDealer(7))
    recorded.apply(0, move)
    recorded.text()                       # the text of a game file

`replay.py` saves and loads recorded games.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, SupportsIndex, runtime_checkable

from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.file_lines import seed_lines
from kolej.engine.chance.fair.protocol import FairError, Seeds, Terms
from kolej.engine.core.state import NOTHING
from kolej.engine.errors import UnknownName
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import Move
from kolej.engine.record.endings import RESIGNATION, Ending, Resigned, ending_lines
from kolej.engine.record.game_file import (
    FORMAT,
    GOES_ON,
    NUMBER,
    GameFileError,
    Header,
    checked_players,
    header_lines,
    result_line,
    sealed,
    step_line,
)
from kolej.engine.record.notation import Notation
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import Standings

MOST_UNDONE = 500
"""Limit of undos in one game. Each undo replays the game, and no file may keep its reader busy for hours."""


@runtime_checkable
class ReshufflingDealer(Protocol):
    """A dealer that does not deal the same cards again after an undo."""

    def next_epoch(self) -> None:
        """Reshuffle everything that has not been dealt."""
        ...


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo: back to the moment after the first `to` steps. The undone steps stay in the record."""

    to: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: a move of a seat or, if `seat` is None, an outcome of chance or an undo."""

    seat: int | None
    move: Move | int | Undone
    """The move, the number of the outcome, or the undo."""
    text: str
    """The step in notation."""
    hash: str
    """The hash of the state after the step."""
    events: tuple[Event, ...]


class RecordedGame:
    """A game and the record of every step made in it."""

    def __init__(self, edition: Edition, header: Header, dealer: Dealer | None = None) -> None:
        self.edition = edition
        self.header = header
        self.dealer = dealer
        """Decides every outcome of chance; without a dealer, the caller does so by `resolve`."""
        self.notation = Notation(edition.board)
        self.steps: list[Step] = []
        self.epoch = 0
        """How many undos took back an outcome of chance; after each of them the dealer reshuffles."""
        self.seeds: Seeds | None = None
        """The seeds of a fair deal, if they were read from the file of a finished game."""
        self.ending = Ending()
        """What follows the last step: resignations, an early end, choices of stations."""
        self.game = self._new_game()
        """The current game, for reading only: a change that bypasses the record invalidates it."""
        self._first_hash = self.game.fingerprint()
        self._ended_hash = ""

    @classmethod
    def start(
        cls,
        edition: Edition,
        seats: int,
        players: Sequence[str],
        dealer: Dealer | None = None,
        first: int | None = None,
    ) -> "RecordedGame":
        """Start a new game; with a dealer, it is dealt up to the first decision."""
        names = checked_players(players, seats)
        fair = dealer.commitments if isinstance(dealer, FairDealer) else None
        rules = edition.rules
        header = Header(edition.id, rules.version, edition.fingerprint, seats, first, names, fair, rules.house)
        recorded = cls(edition, header)
        recorded.continue_with(dealer)
        recorded.game.opening_events += recorded.deal()
        return recorded

    def continue_with(self, dealer: Dealer | None) -> None:
        """Use this dealer from now on. A fair deal accepts only the dealer that it was committed to."""
        committed = self.header.fair
        if isinstance(dealer, FairDealer):
            header, terms = self.header, dealer.terms
            expected = Terms(
                terms.table,
                header.edition,
                header.rules,
                header.board,
                header.seats,
                header.first,
                header.house,
                terms.method,
            )
            if terms != expected or dealer.commitments != committed:
                raise FairError("the dealer's commitments are for another game; begin this one with its own")
            dealer.epoch = self.epoch
        elif dealer is not None and committed is not None and not self.game.over:
            raise FairError("this game has a fair deal; it goes on only with the dealer that holds its seeds")
        self.dealer = dealer

    def apply(self, seat: int, move: Move | SupportsIndex | str) -> list[Event]:
        """Apply a move as `Game.apply` does, and record it with the outcomes that follow. A refusal changes nothing."""
        self._check_unchanged()
        return self._apply(seat, move)

    def _apply(self, seat: int, move: Move | SupportsIndex | str) -> list[Event]:
        # A move number is valid only at this decision, so the move object is recorded and applied instead.
        given = self.game.read_move(move)
        as_object = self.game.move(seat, given) if isinstance(given, int) and given in self.game.legal(seat) else given
        state, count = self.game._state.copy(), len(self.steps)
        try:
            events = self.game.apply(seat, as_object)
            assert not isinstance(as_object, int)
            self._record(seat, as_object, self.notation.move(as_object), events)
            return events + self.deal()
        except BaseException:
            # Neither a failing dealer nor an interrupt may leave a move half applied.
            self.game._state = state
            del self.steps[count:]
            raise

    def resolve(self, outcome: int) -> list[Event]:
        """Apply one outcome of chance as `Game.resolve` does, and record it: for games without a dealer."""
        self._check_unchanged()
        return self._resolve(outcome)

    def _resolve(self, outcome: int) -> list[Event]:
        owes = self.game._state.owes
        events = self.game.resolve(outcome)
        self._record(None, outcome, self.notation.outcome(owes, outcome), events)
        return events

    def deal(self) -> list[Event]:
        """Let the dealer, if there is one, resolve everything that chance owes."""
        events: list[Event] = []
        while self.dealer is not None and self.game._state.owes != NOTHING:
            events += self._resolve(self.dealer.outcome(self.game._tables, self.game._state))
        return events

    def undo(self, count: int) -> None:
        """Go back to the moment after the first `count` steps, at which some seat had to decide.

        The undone steps stay in the record. Who may undo is for the caller to decide; `chance_since` says whether
        outcomes of chance would be taken back.
        """
        self._check_unchanged()
        if self.game.over:
            raise GameFileError("the game is over, and what was hidden is open; nothing can be undone any more")
        if sum(isinstance(step.move, Undone) for step in self.steps) >= MOST_UNDONE:
            raise GameFileError(f"a game can be gone back in {MOST_UNDONE} times at most")
        before, now = self._effective(count), self._effective(len(self.steps))
        if before == now or before != [number for number in now if number < count]:
            raise GameFileError(f"moment {count} is not in the past of this one; go back along what was not undone")
        game = self.at(count)
        if not game.to_act():
            raise GameFileError(f"at moment {count} no seat was due; go back to one where some seat chose")
        reshuffle = self.chance_since(count)
        if reshuffle and self.dealer is not None and not isinstance(self.dealer, ReshufflingDealer):
            raise GameFileError("cards were seen, and this dealer would bring them again; go on with another dealer")
        text = f"undone to {count} epoch {self.epoch + 1}" if reshuffle else f"undone to {count}"
        step = Step(None, Undone(count), text, game.fingerprint(), ())
        if reshuffle:
            self.epoch += 1
            if isinstance(self.dealer, ReshufflingDealer):
                self.dealer.next_epoch()
        self.game._state = game._state
        self.steps.append(step)

    def resign(self, seat: int) -> None:
        """Note that a seat gave up. The caller decides whether a bot plays on or the game ends (`end_early`)."""
        self._add_resigned(Resigned(seat, len(self.steps)))

    def _add_resigned(self, resigned: Resigned) -> None:
        seat, before = resigned.seat, self.ending.resigned
        if not 0 <= seat < self.header.seats:
            raise GameFileError(f"there is no seat {seat} to resign; seats are 0 to {self.header.seats - 1}")
        if self.game.over and resigned.after == len(self.steps):
            raise GameFileError("the game is over; nobody can resign any more")
        if seat in [each.seat for each in before]:
            raise GameFileError(f"seat {seat} has resigned already")
        if not (before[-1].after if before else 0) <= resigned.after <= len(self.steps):
            raise GameFileError(f"seat {seat} can't have resigned after {resigned.after} of {len(self.steps)} steps")
        self.ending = replace(self.ending, resigned=(*before, resigned))

    def end_early(self, why: str) -> list[Event]:
        """End the game as it stands, by `AGREEMENT` of all or by `RESIGNATION`; returns the unredacted events."""
        self._check_unchanged()
        if why == RESIGNATION and not self.ending.resigned:
            raise GameFileError("nobody has resigned; let a seat resign first")
        events = self.game.end_early()
        self.ending = replace(self.ending, early=why)
        self._ended_hash = self.game.fingerprint()
        return events

    def choose_stations(self, seat: int, choice: Mapping[int, int | None]) -> None:
        """Choose the route that each station of a seat borrows, by city; None borrows none.

        Only when the game is over. A choice that the rules forbid raises `IllegalMove` and changes nothing. Stations
        that are not named borrow what is best for their owner.
        """
        self._check_unchanged()
        chosen = self.ending.with_stations(seat, choice)
        self.game.check_stations(chosen.choices())
        self.ending = chosen

    def add_ending(self, said: Resigned | str | tuple[int, int, int | None]) -> None:
        """Add what a line of a file says that follows the last step."""
        if isinstance(said, Resigned):
            self._add_resigned(said)
        elif isinstance(said, str):
            self.end_early(said)
        else:
            self.choose_stations(said[0], {said[1]: said[2]})

    def standings(self) -> Standings:
        """The standings with the stations as they were chosen; those who resigned rank last."""
        return self.game.standings(self.ending.choices(), self.ending.behind())

    def replay(self, seat: int | None, text: str) -> Step:
        """Make a step that is given in notation, as in a line of a game file, and return it as it was recorded."""
        undone = re.fullmatch(f"undone to ({NUMBER})(?: epoch {NUMBER})?", text)
        if seat is not None:
            self._apply(seat, self.notation.read_move(text))
        elif undone:
            self.undo(int(undone[1]))
        else:
            self._resolve(self.notation.read_outcome(self.game._state.owes, text))
        return self.steps[-1]

    def chance_since(self, count: int) -> bool:
        """Whether there was an outcome of chance after the first `count` steps that is not undone."""
        return any(self.steps[number].seat is None for number in self._effective(len(self.steps)) if number >= count)

    def _effective(self, count: int) -> list[int]:
        """The numbers of the steps among the first `count` that were not undone by then."""
        if not 0 <= count <= len(self.steps):
            raise UnknownName(f"there is no moment {count}; the game has 0 to {len(self.steps)} steps")
        numbers: list[int] = []
        for number, step in enumerate(self.steps[:count]):
            if isinstance(step.move, Undone):
                to = step.move.to
                numbers = [each for each in numbers if each < to]
            else:
                numbers.append(number)
        return numbers

    def at(self, count: int) -> Game:
        """The game after its first `count` steps; 0 is before anything was dealt. It has no dealer."""
        game = self._new_game()
        for number in self._effective(count):
            step = self.steps[number]
            assert not isinstance(step.move, Undone)
            if step.seat is None:
                assert isinstance(step.move, int)
                game.resolve(step.move)
            else:
                game.apply(step.seat, step.move)
        return game

    def events_of(self, number: int) -> list[Event]:
        """The events of a step, counted from 0, unredacted."""
        if not 0 <= number < len(self.steps):
            raise UnknownName(f"there is no step {number}; they are 0 to {len(self.steps) - 1}")
        return list(self.steps[number].events)

    def text(self) -> str:
        """The text of a game file with this game."""
        self._check_unchanged()
        steps = [step_line(step.seat, step.text, step.hash) for step in self.steps]
        seeds = [] if (opened := self.opened()) is None else seed_lines(opened)
        header = replace(self.header, format=FORMAT) if self.ending else self.header
        ending = ending_lines(self.ending, self.edition.board)
        return sealed([*header_lines(header), *steps, *ending, *seeds, self.closing_line()])

    def opened(self) -> Seeds | None:
        """The seeds of a fair deal once the game is over; None before, because they determine all cards to come."""
        if not self.game.over:
            return None
        return self.dealer.opened() if isinstance(self.dealer, FairDealer) else self.seeds

    def closing_line(self) -> str:
        """The last line of the file: the result, or that the game goes on."""
        if not self.game.over:
            return GOES_ON
        standings = self.standings()
        return result_line(standings.totals, standings.ranks)

    def _new_game(self) -> Game:
        return Game.start(self.edition, self.header.seats, first=self.header.first)

    def _record(self, seat: int | None, move: Move | int, text: str, events: list[Event]) -> None:
        self.steps.append(Step(seat, move, text, self.game.fingerprint(), tuple(events)))

    def _check_unchanged(self) -> None:
        known = self._ended_hash or (self.steps[-1].hash if self.steps else self._first_hash)
        if known != self.game.fingerprint():
            raise GameFileError("the game was changed without its record; make every move through `RecordedGame.apply`")
