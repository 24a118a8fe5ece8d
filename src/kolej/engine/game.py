"""`Game`: the interface to one game: legal moves, applying them, views and standings.

    game = Game.start(edition, seats=3, dealer=SeededDealer(7))
    while not game.over:
        seat = game.to_act()[0]
        game.apply(seat, game.legal(seat)[0])
    game.standings().winners

`apply` accepts exactly what `legal` lists. For anything else it raises `IllegalMove`, which names the rule, and leaves
the game unchanged.
"""

from functools import lru_cache
from hashlib import sha256

from kolej.engine.chance.dealer import Dealer, outcomes
from kolej.engine.chance.rng import Rng
from kolej.engine.core.checksum import checksum
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, NOTHING, OVER, State
from kolej.engine.core.turn import apply, resolve, seats_due
from kolej.engine.decision import Decision
from kolej.engine.errors import IllegalMove, ImpossibleOutcome, UnknownName
from kolej.engine.knowledge.determinize.possible_states import determinize
from kolej.engine.knowledge.events import Event, events_of
from kolej.engine.knowledge.view import View, offer_of, view_of
from kolej.engine.moves.moves import Move, is_move
from kolej.engine.moves.numbering import move_of, numbers_of
from kolej.engine.moves.reasons import illegal
from kolej.engine.moves.refusals import Refusals
from kolej.engine.ruleset.compile import claims_of, tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import ScoreSheet, Standings
from kolej.engine.simulation.rollout import play_out


@lru_cache(maxsize=64)
def _refusals_of(edition: Edition, seats: int) -> Refusals:
    return Refusals(edition.board, claims_of(edition), tables_of(edition, seats))


class Game:
    """One game in progress. Seats, routes, cities and tickets are numbered from 0, in the order of the board."""

    def __init__(self, edition: Edition, seats: int, state: State, dealer: Dealer | None) -> None:
        self.edition = edition
        self.seats = seats
        self.dealer = dealer
        """Draws chance outcomes; without a dealer the game waits for `resolve`."""
        self._tables = tables_of(edition, seats)
        self._state = state
        self.opening_events: list[Event] = []
        """The events of the set-up; empty for a game that was not made by `start`."""

    @classmethod
    def start(cls, edition: Edition, seats: int, dealer: Dealer | None = None, first: int | None = None) -> "Game":
        """Start a new game; `first` is the seat that begins, by default a random one."""
        tables = tables_of(edition, seats)
        if first is not None and not 0 <= first < seats:
            raise illegal(edition.board, "first-seat", "setup.first", number=first, last=seats - 1)
        game = cls(edition, seats, start(tables, NONE if first is None else first), dealer)
        game.opening_events = events_of(tables, game._state) + game._deal()
        return game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == OVER

    @property
    def move_count(self) -> int:
        """How many move numbers there are: they run from 0 to `move_count - 1`, whether legal now or not."""
        return self._tables.moves

    def to_act(self) -> list[int]:
        """The seats whose decision is due: several at the opening, none while chance owes something."""
        return seats_due(self._tables, self._state)

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal moves, ascending; empty unless its decision is due."""
        if seat not in self.to_act():
            return []
        return legal_moves(self._tables, self._state, seat)

    def move(self, seat: int, number: int) -> Move:
        """The legal move of this seat with this number; raises `IllegalMove` for a number that is not legal."""
        if isinstance(number, bool):
            raise self._refusals().no_move(number)
        if number not in self.legal(seat):
            raise self._refusal(seat, number)
        return self.decode_move(seat, number)

    def decode_move(self, seat: int, number: int) -> Move:
        """The same without checking that the number is legal, which `apply` does anyway."""
        t, s = self._tables, self._state
        return move_of(t, offer_of(t, s, seat), s.color, s.due, number)

    def decision(self, seat: int) -> Decision:
        """The decision that is due from a seat: its view and its legal moves, as bots receive them."""
        legal = self.legal(seat)
        if not legal:
            raise illegal(self.edition.board, "nothing-to-choose", "turn.one-action", seat=seat)
        return Decision(self.edition, self._tables, self.view(seat), seat, legal)

    def apply(self, seat: int, move: Move | int) -> list[Event]:
        """Apply a move and the chance outcomes that follow, and return the events.

        The events are unredacted: pass them through `redact` (`knowledge/events.py`) before a player sees them.
        """
        numbers = self._numbers(seat, move)
        before = self._state.copy()
        try:
            return self._make(seat, numbers)
        except ImpossibleOutcome:
            # A dealer that can't go on must not leave a move half applied.
            self._state = before
            raise

    def after(self, seat: int, move: Move | int, dealer: Dealer) -> "tuple[Game, list[Event]]":
        """A copy of this game after a move and what the dealer draws, and the unredacted events."""
        numbers = self._numbers(seat, move)
        other = Game(self.edition, self.seats, self._state.copy(), dealer)
        return other, other._make(seat, numbers)

    def why_not_claim(self, seat: int, route: int) -> IllegalMove | None:
        """Why the seat can't claim a route now, whatever it pays; None if it can."""
        return self._refusals().why_not_claim(self._state, seat, route)

    def why_not_build(self, seat: int, city: int) -> IllegalMove | None:
        """Why the seat can't build in a city now, whatever it pays; None if it can."""
        return self._refusals().why_not_build(self._state, seat, city)

    def _numbers(self, seat: int, move: Move | int) -> list[int]:
        """The numbers that make up a legal move."""
        self._no_chance_owed()
        t, s = self._tables, self._state
        if isinstance(move, bool) or not (isinstance(move, int) or is_move(move)):
            raise self._refusals().no_move(move)
        if seat not in self.to_act():
            raise self._refusal(seat, move)
        numbers = [move] if isinstance(move, int) else numbers_of(t, s, seat, move)
        if not numbers or numbers[0] not in legal_moves(t, s, seat):
            raise self._refusal(seat, move)
        if len(numbers) > 1:
            self._try_out(seat, move, numbers)
        return numbers

    def _make(self, seat: int, numbers: list[int]) -> list[Event]:
        events: list[Event] = []
        for number in numbers:
            apply(self._tables, self._state, seat, number)
            events += events_of(self._tables, self._state)
        return events + self._deal()

    def repeat(self, seat: int, move: Move) -> None:
        """Apply a move of a record again, with the dealer supplying the recorded outcomes; without checks or events.

        The record is trusted to be legal: the caller compares the checksum at its end.
        """
        t, s = self._tables, self._state
        for number in numbers_of(t, s, seat, move):
            apply(t, s, seat, number)
        while self.dealer is not None and s.owes != NOTHING:
            resolve(t, s, self.dealer.outcome(t, s))

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

    def determinize(self, view: View, rng: Rng) -> "Game":
        """A game in a random possible state: one that fits the view, with hidden cards dealt anew. It has no dealer."""
        return Game(self.edition, self.seats, determinize(self._tables, view, rng), None)

    def copy(self) -> "Game":
        """An equal, independent game with the same dealer."""
        return Game(self.edition, self.seats, self._state.copy(), self.dealer)

    def rollout(self, rng: Rng) -> int:
        """Play this game to its end with random moves, without events; returns the number of decisions."""
        return play_out(self._tables, self._state, rng)

    def standings(self) -> Standings:
        """Points, ranks and winners, as if the game ended now."""
        rules = self.edition.rules
        return Standings(ScoreSheet(self._tables, self._state), list(rules.awards), list(rules.ties))

    def fingerprint(self) -> str:
        """A cryptographic hash of the whole state, for game files. It covers secrets, so players must not see it."""
        return sha256(repr(self._state.numbers()).encode()).hexdigest()[:16]

    def checksum(self) -> str:
        """A fast checksum of the whole state, to detect mistakes in stored records. As secret as the fingerprint."""
        return f"{checksum(self._state):08x}"
