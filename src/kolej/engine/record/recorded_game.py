"""A game together with everything that was done in it: every move, every outcome of chance, and what was undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from kolej.engine.board.model import fingerprint
from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.file_lines import seed_lines
from kolej.engine.chance.fair.protocol import FairError, Seeds, Terms
from kolej.engine.core.state import NOTHING
from kolej.engine.errors import UnknownName
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import Move
from kolej.engine.record.game_file import (
    GOES_ON,
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

MOST_UNDONE = 500
"""How often a game may be gone back in: each time it is replayed, and no file may keep its reader busy for hours."""


@runtime_checkable
class ShufflesAnew(Protocol):
    """A dealer that, after an undo, does not bring the same cards again."""

    def next_epoch(self) -> None:
        """Shuffle all that is still to come anew."""
        ...


@dataclass(frozen=True, slots=True)
class Undone:
    """Everything after the first steps was undone. What was undone stays in the record."""

    to: int


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done: a move of a seat; or, where the seat is None, an outcome of chance or an undoing."""

    seat: int | None
    move: Move | int | Undone
    """The move, the number of the outcome, or how far was gone back."""
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
        self.epoch = 0
        """How often an undo went past chance, after which the dealer shuffles anew."""
        self.seeds: Seeds | None = None
        """The seeds of a fair deal, as the file of a finished game has them."""
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
        fair = dealer.commitments if isinstance(dealer, FairDealer) else None
        header = Header(edition.id, edition.rules.version, fingerprint(edition.board), seats, first, names, fair)
        recorded = cls(edition, header)
        recorded.take_up(dealer)
        recorded.game.opening_events += recorded.deal()
        return recorded

    def take_up(self, dealer: Dealer | None) -> None:
        """Go on with this dealer. What was promised for this game, no other dealer may deal."""
        promised = self.header.fair
        if isinstance(dealer, FairDealer):
            header, terms = self.header, dealer.terms
            expected = Terms(terms.table, header.edition, header.rules, header.board, header.seats, header.first)
            if terms != expected or dealer.commitments != promised:
                raise FairError("the dealer's commitments are for another game; begin this one with its own")
            dealer.epoch = self.epoch
        elif dealer is not None and promised is not None and not self.game.over:
            raise FairError("this game has a fair deal; it goes on only with the dealer that holds its seeds")
        self.dealer = dealer

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

    def undo(self, count: int) -> None:
        """Go back to the moment after the first steps, where some seat was due. What came after stays in the record.

        Whether a seat may, and who must agree, is for the table to say; `chance_since` tells whether cards were seen.
        """
        self._untouched()
        if self.game.over:
            raise GameFileError("the game is over, and what was hidden is open; nothing can be undone any more")
        if sum(isinstance(step.move, Undone) for step in self.steps) >= MOST_UNDONE:
            raise GameFileError(f"a game can be gone back in {MOST_UNDONE} times at most")
        before, now = self._led_to(count), self._led_to(len(self.steps))
        if before == now or before != [number for number in now if number < count]:
            raise GameFileError(f"moment {count} is not in the past of this one; go back along what was not undone")
        game = self.at(count)
        if not game.to_act():
            raise GameFileError(f"at moment {count} no seat was due; go back to one where some seat chose")
        anew = self.chance_since(count)
        if anew and self.dealer is not None and not isinstance(self.dealer, ShufflesAnew):
            raise GameFileError("cards were seen, and this dealer would bring them again; go on with another dealer")
        words = f"undone to {count} epoch {self.epoch + 1}" if anew else f"undone to {count}"
        step = Step(None, Undone(count), words, game.hash(), ())
        if anew:
            self.epoch += 1
            if isinstance(self.dealer, ShufflesAnew):
                self.dealer.next_epoch()
        self.game._state = game._state
        self.steps.append(step)

    def chance_since(self, count: int) -> bool:
        """Whether chance did anything after the first steps that was not undone."""
        return any(self.steps[number].seat is None for number in self._led_to(len(self.steps)) if number >= count)

    def _led_to(self, count: int) -> list[int]:
        """The numbers of the steps that made a moment what it was: all before it that were not undone."""
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
        """The game after its first steps: 0 for before anything was dealt. It has no dealer."""
        game = self._blank()
        for number in self._led_to(count):
            step = self.steps[number]
            assert not isinstance(step.move, Undone)
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
        seeds = [] if (opened := self.opened()) is None else seed_lines(opened)
        return sealed([*header_lines(self.header), *steps, *seeds, self.closing()])

    def opened(self) -> Seeds | None:
        """The seeds of a fair deal, once the game is over; until then they are nobody's to see."""
        if not self.game.over:
            return None
        return self.dealer.opened() if isinstance(self.dealer, FairDealer) else self.seeds

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
