"""`Game`: the interface to one game: legal moves, playing them, views and standings.

    game = Game.start(edition, seats=3, dealer=SeededDealer(7))
    while not game.over:
        seat = game.to_act()[0]
        game.play(seat, game.legal(seat)[0])
    game.standings().winners

`play` and `apply` accept exactly what `legal` lists. For anything else they raise `IllegalMove`, which names the rule,
and leave the game unchanged. This class is plain Python over one compiled call a move.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from operator import index
from typing import Any, Self, SupportsIndex, TypeVar

from kolej.engine.advice.recount import SeatRecount, recount
from kolej.engine.board.ids import RouteId, Seat
from kolej.engine.chance import play as steps
from kolej.engine.chance.dealer import Dealer, outcomes
from kolej.engine.chance.rng import Rng
from kolej.engine.core.checksum import checksum
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import restore, start
from kolej.engine.core.state import NONE, NOTHING, OVER, State
from kolej.engine.core.turn import apply, end_now, resolve, seats_due
from kolej.engine.decision import Decision
from kolej.engine.errors import IllegalMove, ImpossibleOutcome, UnknownName
from kolej.engine.game_text import game_text
from kolej.engine.knowledge.build_view import offer_of, view_of
from kolej.engine.knowledge.determinize.possible_states import determinize
from kolej.engine.knowledge.events import Event, events_of
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import Move, is_move
from kolej.engine.moves.numbering import move_of, numbers_of
from kolej.engine.moves.reasons import illegal
from kolej.engine.moves.refusals import Refusals
from kolej.engine.moves.station_choices import StationChoices, StationUse, checked_stations, station_uses
from kolej.engine.record.notation import notation_of
from kolej.engine.ruleset.compile import claims_of, tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.engine.scoring.standings import Standings
from kolej.engine.simulation.rollout import play_out

T = TypeVar("T")

MACHINE = 2**63
"""Compiled functions take smaller numbers only."""


@lru_cache(maxsize=64)
def _refusals_of(edition: Edition, seats: int) -> Refusals:
    return Refusals(edition.board, claims_of(edition), tables_of(edition, seats))


class Game:
    """One game in progress. Seats, routes, cities and tickets are numbered from 0, in the order of the board.

    A move can be given in three ways: by its number, which is one of `legal_moves`; as an object, such as
    `TakeCard(3)`; or as text in the notation of game files, such as `"claim brest-paris 3 black"`.
    """

    def __init__(self, edition: Edition, seats: int, state: State, dealer: Dealer | None) -> None:
        self.edition = edition
        """The board and the rules."""
        self.seats = seats
        """The number of seats."""
        self.dealer = dealer
        """Draws chance outcomes; without a dealer the game waits for `resolve`."""
        self._tables = tables_of(edition, seats)
        self._state = state
        self.opening_events: list[Event] = []
        """The unredacted events of the set-up, if `start` was asked for them."""

    @classmethod
    def start(
        cls,
        edition: Edition,
        seats: int,
        dealer: Dealer | None = None,
        first: int | None = None,
        *,
        events: bool = True,
    ) -> Self:
        """Start a new game; `first` is the seat that begins, by default a random one.

        `events` keeps the events of the set-up in `opening_events`.
        """
        tables = tables_of(edition, seats)
        if first is not None and not 0 <= first < seats:
            raise illegal(edition.board, "first-seat", "setup.first", number=first, last=seats - 1)
        game = cls(edition, seats, start(tables, NONE if first is None else first), dealer)
        if events:
            game.opening_events = events_of(tables, game._state) + game._deal()
        elif dealer is not None:
            steps.deal(tables, game._state, dealer)
        return game

    def __repr__(self) -> str:
        return f"<Game of {self.edition.id}, {self.seats} seats: {self._waits_for()}>"

    def __str__(self) -> str:
        """What everyone can see, as a few lines of text."""
        return game_text(self.edition, self.view(), self._waits_for())

    def __reduce__(self) -> tuple[Any, ...]:
        # The state as plain numbers: pickles work between processes that run compiled and interpreted.
        numbers = self._state.numbers()
        return _restore, (type(self), self.edition, self.seats, numbers, self.dealer, self.opening_events)

    def __copy__(self) -> Self:
        return self.copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == OVER

    @property
    def move_count(self) -> int:
        """How many move numbers there are: they run from 0 to `move_count - 1`, whether legal now or not."""
        return self._tables.moves

    def to_act(self) -> list[Seat]:
        """The seats whose decision is due: several at the opening, none while chance owes something."""
        return seats_due(self._tables, self._state)  # type: ignore[return-value]

    @property
    def legal_moves(self) -> list[int]:
        """The numbers of the legal moves of `to_act()[0]`, ascending; empty when no decision is due."""
        due = seats_due(self._tables, self._state)
        return legal_moves(self._tables, self._state, due[0]) if due else []

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal moves, ascending; empty unless its decision is due."""
        if seat not in seats_due(self._tables, self._state):
            return []
        return legal_moves(self._tables, self._state, seat)

    def moves(self, seat: int | None = None) -> Mapping[int, Move]:
        """The legal moves as objects, by number: those of a seat, by default of `to_act()[0]`."""
        seat = self._seat(seat)
        return {number: self.decode_move(seat, number) for number in self.legal(seat)}

    def notation(self, seat: int | None = None) -> Mapping[int, str]:
        """The legal moves in the notation of game files, by number: those of a seat, by default of `to_act()[0]`."""
        notation = notation_of(self.edition)
        return {number: notation.move(move) for number, move in self.moves(seat).items()}

    def move(self, seat: int, number: int) -> Move:
        """The legal move of this seat with this number, as an object; raises `IllegalMove` for any other number."""
        if isinstance(number, bool):
            raise self._refusals().no_move(number)
        if number not in self.legal(seat):
            raise self._refusal(seat, number)
        return self.decode_move(seat, number)

    def decode_move(self, seat: int, number: int) -> Move:
        """The same without checking that the number is legal, which `play` does anyway."""
        t, s = self._tables, self._state
        return move_of(t, offer_of(t, s, seat), s.color, s.due, number)

    def decision(self, seat: int) -> Decision:
        """The decision that is due from a seat: its view and its legal moves, as bots receive them."""
        legal = self.legal(seat)
        if not legal:
            raise illegal(self.edition.board, "nothing-to-choose", "turn.one-action", seat=seat)
        return Decision(self.edition, self._tables, self.view(seat), seat, legal)

    def play(self, seat: SupportsIndex, move: Move | SupportsIndex | str) -> None:
        """Play a move of a seat, and the chance outcomes that follow.

        The move is a number (of any integer type), an object or text in the notation. One that is not legal raises
        `IllegalMove`, and nothing changes. `apply` does the same and also returns the events.
        """
        # Exact types: an integer of another type must not get into the state, where numbers are plain.
        if type(move) is int and type(seat) is int and 0 <= move < MACHINE and 0 <= seat < MACHINE:
            t, s, dealer = self._tables, self._state, self.dealer
            if not steps.can_fail(dealer) and steps.play(t, s, seat, move, dealer):
                return
        number = index(seat)
        numbers = self._numbers(number, move)
        self._keep_whole(lambda: self._repeat(number, numbers))

    def apply(self, seat: SupportsIndex, move: Move | SupportsIndex | str) -> list[Event]:
        """Play a move as `play` does, and return the events.

        The events are unredacted: they contain every secret. Pass each through `redact` (`kolej.events.redact`) before
        a player sees it.
        """
        number = index(seat)
        numbers = self._numbers(number, move)
        return self._keep_whole(lambda: self._make(number, numbers))

    def after(self, seat: int, move: Move | SupportsIndex | str, dealer: Dealer) -> tuple[Self, list[Event]]:
        """A copy of this game after a move and what the dealer draws, and the unredacted events."""
        numbers = self._numbers(seat, move)
        other = type(self)(self.edition, self.seats, self._state.copy(), dealer)
        return other, other._make(seat, numbers)

    def why_not_claim(self, seat: int, route: RouteId | int) -> IllegalMove | None:
        """Why the seat can't claim a route now, whatever it pays; None if it can."""
        return self._refusals().why_not_claim(self._state, seat, route)

    def why_not_build(self, seat: int, city: int) -> IllegalMove | None:
        """Why the seat can't build in a city now, whatever it pays; None if it can."""
        return self._refusals().why_not_build(self._state, seat, city)

    def _seat(self, seat: int | None) -> int:
        """The seat that is meant: by default the first one whose decision is due."""
        if seat is not None:
            return seat
        due = self.to_act()
        if not due:
            raise illegal(self.edition.board, "over" if self.over else "dealing", "turn.one-action")
        return due[0]

    def _waits_for(self) -> str:
        """What the game waits for, in words."""
        if self.over:
            return "over"
        due = [f"seat {seat}" for seat in self.to_act()]
        if not due:
            return "waiting for chance; `resolve` one of `outcomes()`"
        phase = view_of(self._tables, self._state, None).phase.name.lower()
        return f"{' and '.join(due)} to act ({phase})"

    def _numbers(self, seat: int, move: object) -> list[int]:
        """The numbers that make up a legal move."""
        self._no_chance_owed()
        t, s = self._tables, self._state
        given = self.read_move(move)
        if seat not in seats_due(t, s):
            raise self._refusal(seat, given)
        numbers = [given] if isinstance(given, int) else numbers_of(t, s, seat, given)
        if not numbers or numbers[0] not in legal_moves(t, s, seat):
            raise self._refusal(seat, given)
        if len(numbers) > 1:
            self._try_out(seat, given, numbers)
        return numbers

    def read_move(self, move: object) -> Move | int:
        """A move that is given in any form, as an object or as a plain number. It may still be illegal."""
        if isinstance(move, int) and not isinstance(move, bool):
            # First, because the question below takes microseconds.
            return move
        if isinstance(move, str):
            return notation_of(self.edition).read_move(move)
        if is_move(move):
            return move  # type: ignore[return-value]
        if isinstance(move, SupportsIndex) and not isinstance(move, bool):
            return index(move)
        raise self._refusals().no_move(move)

    def _keep_whole(self, change: Callable[[], T]) -> T:
        """Make a change; if the dealer can't go on in the middle of it, nothing changes."""
        if not steps.can_fail(self.dealer):
            return change()
        before = self._state.copy()
        try:
            return change()
        except ImpossibleOutcome:
            self._state = before
            raise

    def _make(self, seat: int, numbers: list[int]) -> list[Event]:
        events: list[Event] = []
        for number in numbers:
            apply(self._tables, self._state, seat, number)
            events += events_of(self._tables, self._state)
        return events + self._deal()

    def repeat(self, seat: int, move: Move) -> None:
        """Play a move of a record again, with the dealer supplying the recorded outcomes; without checks or events.

        The record is trusted to be legal: the caller compares the checksum at its end.
        """
        self._repeat(seat, numbers_of(self._tables, self._state, seat, move))

    def _repeat(self, seat: int, numbers: list[int]) -> None:
        t, s = self._tables, self._state
        for number in numbers:
            apply(t, s, seat, number)
        if self.dealer is not None:
            steps.deal(t, s, self.dealer)

    def _try_out(self, seat: int, move: Move | int, numbers: list[int]) -> None:
        """Check a move of several steps on a copy, so that it is applied as a whole or not at all."""
        trial = self.copy()
        for number in numbers:
            if number not in trial.legal(seat):
                raise self._refusal(seat, move)
            apply(trial._tables, trial._state, seat, number)

    def _refusals(self) -> Refusals:
        return _refusals_of(self.edition, self.seats)

    def _refusal(self, seat: int, move: Move | int) -> IllegalMove:
        if isinstance(move, int):
            return self._refusals().why_number(self._state, seat, move)
        return self._refusals().why(self._state, seat, move)

    def _no_chance_owed(self) -> None:
        if self._state.owes != NOTHING:
            raise ImpossibleOutcome("chance comes first: resolve one of `outcomes()`")

    def outcomes(self) -> list[tuple[int, int]]:
        """The possible chance outcomes now, with their weights; empty if none is owed."""
        return outcomes(self._tables, self._state)

    def resolve(self, outcome: int) -> list[Event]:
        """Apply a chance outcome: the kind of a card, or the number of a ticket or seat. Its events are unredacted."""
        possible = [each for each, _ in self.outcomes()]
        if outcome not in possible or isinstance(outcome, bool):
            raise ImpossibleOutcome(f"chance can't bring {outcome!r} now; it may bring {possible}")
        resolve(self._tables, self._state, outcome)
        return events_of(self._tables, self._state)

    def _deal(self) -> list[Event]:
        events: list[Event] = []
        while self.dealer is not None and self._state.owes != NOTHING:
            events += self.resolve(self.dealer.outcome(self._tables, self._state))
        return events

    def view(self, viewer: int | None = None) -> View:
        """What a seat, or with None a spectator, may know."""
        if viewer is not None and not 0 <= viewer < self.seats:
            raise UnknownName(f"there is no seat {viewer}; seats are 0 to {self.seats - 1}")
        return view_of(self._tables, self._state, viewer)

    def determinize(self, view: View, rng: Rng) -> Self:
        """A game in a random possible state, which fits the view: hidden cards are dealt again. It has no dealer."""
        return type(self)(self.edition, self.seats, determinize(self._tables, view, rng), None)

    def copy(self) -> Self:
        """An equal, independent game with the same dealer."""
        return type(self)(self.edition, self.seats, self._state.copy(), self.dealer)

    def rollout(self, rng: Rng) -> int:
        """Play this game to its end with random moves, without events; returns the number of decisions."""
        return play_out(self._tables, self._state, rng)

    def end_early(self) -> list[Event]:
        """End the game as it stands: hands and tickets are open from now on. Not a move; returns unredacted events.

        `RecordedGame.end_early` also notes why.
        """
        if self.over:
            raise illegal(self.edition.board, "over", "end.trigger")
        self._no_chance_owed()
        end_now(self._state)
        return events_of(self._tables, self._state)

    def stations(self, seat: int) -> list[StationUse]:
        """The stations of a seat, with the routes that each may borrow and the one that is best."""
        return station_uses(self._tables, self._state, seat)

    def check_stations(self, stations: StationChoices) -> None:
        """Raise `IllegalMove` if routes that are chosen for stations can't be borrowed, or not yet."""
        if not self.over:
            raise illegal(self.edition.board, "stations-later", "station.use")
        checked_stations(self.edition.board, self._tables, self._state, stations)

    def standings(self, stations: StationChoices | None = None, behind: Iterable[int] = ()) -> Standings:
        """Points, ranks and winners, as if the game ended now.

        Args:
            stations: by seat and city, the route that the station there borrows, or None for no route. Stations that
                are not named borrow what is best for their owner. A route that can't be borrowed raises `IllegalMove`.
            behind: seats that rank after all others, because they resigned.
        """
        t, s, rules = self._tables, self._state, self.edition.rules
        chosen = checked_stations(self.edition.board, t, s, stations or {})
        return Standings(ScoreSheet(t, s, chosen), list(rules.awards), list(rules.ties), list(behind))

    def recount(self, standings: Standings | None = None) -> tuple[SeatRecount, ...]:
        """The standings, by default as if the game ended now, route by route, ticket by ticket and award by award."""
        return recount(self.edition.rules, self.standings() if standings is None else standings)

    def fingerprint(self) -> str:
        """A cryptographic hash of the whole state, for game files. It covers secrets, so players must not see it."""
        return sha256(repr(self._state.numbers()).encode()).hexdigest()[:16]

    def checksum(self) -> str:
        """A fast checksum of the whole state, to detect mistakes in stored records. As secret as the fingerprint."""
        return f"{checksum(self._state):08x}"


def _restore(
    cls: type[Game],
    edition: Edition,
    seats: int,
    numbers: list[list[int]],
    dealer: Dealer | None,
    opening_events: list[Event],
) -> Game:
    """A game from a pickle."""
    game = cls(edition, seats, restore(tables_of(edition, seats), numbers), dealer)
    game.opening_events = opening_events
    return game
