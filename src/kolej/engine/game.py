"""`Game`: the one door to a game for everything that is not the engine.

    game = Game.start(edition, seats=3, dealer=SeededDealer(7))
    while not game.over:
        seat = game.to_act()[0]
        game.apply(seat, game.legal(seat)[0])
    game.standings().winners

`apply` accepts exactly what `legal` lists and refuses anything else with the rule that forbids it; a refusal changes
nothing.
"""

from functools import lru_cache
from hashlib import sha256

from kolej.engine.chance.dealer import Dealer, outcomes
from kolej.engine.chance.rng import Luck
from kolej.engine.core.checksum import checksum
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, NOTHING, OPENING, OVER, State
from kolej.engine.core.turn import apply, resolve
from kolej.engine.decision import Choice
from kolej.engine.errors import IllegalMove, ImpossibleOutcome, KolejError, UnknownName
from kolej.engine.knowledge.determinize.possible_states import determinize
from kolej.engine.knowledge.events import Event, events_of
from kolej.engine.knowledge.view import View, offer_of, view_of
from kolej.engine.moves.moves import Move, is_move, move_of, numbers_of
from kolej.engine.moves.refusals import Refusals
from kolej.engine.ruleset.compile import compile_tables, written_claims
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Sheet, Standings
from kolej.engine.simulation.rollout import play_out


@lru_cache(maxsize=64)
def _prepared(edition: Edition, seats: int) -> tuple[Tables, Refusals]:
    tables = compile_tables(edition.board, edition.rules, seats)
    return tables, Refusals(edition.board, written_claims(edition.board, edition.rules), tables)


class Game:
    """One game: what has been decided so far, and what may be decided next."""

    def __init__(self, edition: Edition, seats: int, state: State, dealer: Dealer | None) -> None:
        self.edition = edition
        self.seats = seats
        self.dealer = dealer
        """Says what chance does; without one, chance waits for `resolve`."""
        self._tables, self._refusals = _prepared(edition, seats)
        self._state = state
        self.opening_events: list[Event] = []
        """What happened while the game was set up; empty for a game that was not started here."""

    @classmethod
    def start(cls, edition: Edition, seats: int, dealer: Dealer | None = None, first: int | None = None) -> "Game":
        """A new game; `first` is the seat to begin, drawn by chance unless the table sets it."""
        tables, _ = _prepared(edition, seats)
        if first is not None and not 0 <= first < seats:
            raise IllegalMove(f"seat {first} can't begin; seats are 0 to {seats - 1}", "setup.first")
        game = cls(edition, seats, start(tables, NONE if first is None else first), dealer)
        game.opening_events = events_of(tables, game._state) + game._deal()
        return game

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self._state.phase == OVER

    @property
    def moves(self) -> int:
        """How many move numbers this game has."""
        return self._tables.moves

    def to_act(self) -> list[int]:
        """The seats whose choice is awaited: several at the opening, none while chance owes something."""
        s = self._state
        if s.owes != NOTHING or s.phase == OVER:
            return []
        if s.phase == OPENING:
            return [seat for seat in range(self.seats) if s.answer[seat] == NONE]
        return [s.seat]

    def legal(self, seat: int) -> list[int]:
        """The numbers of the seat's legal moves, ascending; none while it is not the seat's choice."""
        if seat not in self.to_act():
            return []
        return legal_moves(self._tables, self._state, seat)

    def move(self, seat: int, number: int) -> Move:
        """A legal move of this seat, in words instead of a number."""
        if isinstance(number, bool):
            raise self._refusals.no_move(number)
        if number not in self.legal(seat):
            raise self._refusal(seat, number)
        return self.meaning(seat, number)

    def meaning(self, seat: int, number: int) -> Move:
        """What a number that is legal for this seat stands for; whether it is, `apply` says."""
        t, s = self._tables, self._state
        return move_of(t, offer_of(t, s, seat), s.color, s.due, number)

    def choice(self, seat: int) -> Choice:
        """All that a seat which is due may go by: its view and its legal moves."""
        legal = self.legal(seat)
        if not legal:
            raise IllegalMove(f"seat {seat} has nothing to choose now", "turn.one-action")
        return Choice(self.edition, self._tables, self.view(seat), seat, legal)

    def apply(self, seat: int, move: Move | int) -> list[Event]:
        """Make a move, let the dealer do what chance owes, and say what happened. Refuses what is not legal."""
        numbers = self._numbers(seat, move)
        before = self._state.copy()
        try:
            return self._make(seat, numbers)
        except ImpossibleOutcome:
            # A dealer that cannot go on must not leave a move half made.
            self._state = before
            raise

    def after(self, seat: int, move: Move | int, dealer: Dealer) -> "tuple[Game, list[Event]]":
        """Another game: this one, which stays as it is, after a move and what a dealer does; and what happened."""
        numbers = self._numbers(seat, move)
        other = Game(self.edition, self.seats, self._state.copy(), dealer)
        return other, other._make(seat, numbers)

    def _numbers(self, seat: int, move: Move | int) -> list[int]:
        """The numbers that make up a legal move."""
        self._no_chance_owed()
        t, s = self._tables, self._state
        if isinstance(move, bool) or not (isinstance(move, int) or is_move(move)):
            raise self._refusals.no_move(move)
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
        """Make a move of a record again, and let the dealer repeat what came of it: no events, and no way back.

        The record is trusted to have been lawful; whoever repeats one compares the checksum at its end.
        """
        t, s = self._tables, self._state
        for number in numbers_of(t, s, seat, move):
            apply(t, s, seat, number)
        while self.dealer is not None and s.owes != NOTHING:
            resolve(t, s, self.dealer.outcome(t, s))

    def _try_out(self, seat: int, move: Move | int, numbers: list[int]) -> None:
        """A move of several steps is made whole or not at all."""
        trial = self.copy()
        for number in numbers:
            if number not in trial.legal(seat):
                raise self._refusal(seat, move)
            apply(trial._tables, trial._state, seat, number)

    def _refusal(self, seat: int, move: Move | int) -> KolejError:
        if isinstance(move, int):
            return self._refusals.why_number(self._state, seat, move)
        return self._refusals.why(self._state, seat, move)

    def _no_chance_owed(self) -> None:
        if self._state.owes != NOTHING:
            raise ImpossibleOutcome("chance comes first: resolve one of `outcomes()`")

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may do now, with weights; empty when chance owes nothing."""
        return outcomes(self._tables, self._state)

    def resolve(self, outcome: int) -> list[Event]:
        """Let chance do one thing: a card by kind, a ticket or a seat by number."""
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
        """What a seat may know, or a spectator."""
        if viewer is not None and not 0 <= viewer < self.seats:
            raise UnknownName(f"there is no seat {viewer}; seats are 0 to {self.seats - 1}")
        return view_of(self._tables, self._state, viewer)

    def determinize(self, view: View, luck: Luck) -> "Game":
        """A game that could be the true one for whoever has this view: hidden cards dealt anew, and no dealer."""
        return Game(self.edition, self.seats, determinize(self._tables, view, luck), None)

    def copy(self) -> "Game":
        """Another game, equal and independent; it shares the dealer."""
        return Game(self.edition, self.seats, self._state.copy(), self.dealer)

    def rollout(self, luck: Luck) -> int:
        """Play this game to its end at random, quickly and without events; returns the number of decisions."""
        return play_out(self._tables, self._state, luck)

    def standings(self) -> Standings:
        """Points, ranks and winners, as if the game ended now."""
        rules = self.edition.rules
        return Standings(Sheet(self._tables, self._state), list(rules.awards), list(rules.ties))

    def hash(self) -> str:
        """A fingerprint of the whole state, secrets included: never for a player's eyes."""
        return sha256(repr(self._state.numbers()).encode()).hexdigest()[:16]

    def checksum(self) -> str:
        """A quick fingerprint of the whole state, for one's own records: it tells slips. As secret as the hash."""
        return f"{checksum(self._state):08x}"
