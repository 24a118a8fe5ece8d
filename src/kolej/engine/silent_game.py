"""A game that nobody watches: the same moves and the same chance as in `Game`, but no events.

Telling what happened costs more than playing. Where only choices and the result count, as in simulations, a quiet game
is several times as fast; with the same dealer and the same moves it is the same game.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache

from kolej.engine.chance.dealer import Dealer
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, NOTHING, OVER, TURN
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.decision import Choice
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View, view_of
from kolej.engine.ruleset.compile import compile_tables
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Standings


@lru_cache(maxsize=64)
def tables_of(edition: Edition, seats: int) -> Tables:
    """The tables of a game, made once."""
    return compile_tables(edition.board, edition.rules, seats)


class QuietChoice(Choice):
    """A choice whose view is made when it is first asked for: a bot that does not look does not wait."""

    def __init__(self, edition: Edition, tables: Tables, look: Callable[[], View], seat: int, legal: list[int]) -> None:
        self.edition = edition
        self.tables = tables
        self.seat = seat
        self.legal = legal
        self._look = look

    # Nobody writes to the view of a choice, so that it may be a property here.
    @cached_property
    def view(self) -> View:  # type: ignore[override]
        return self._look()


class QuietGame:
    """One game from its set-up to its end, choice by choice; at the opening seats choose in their order.

    game = QuietGame(edition, seats, dealer)
    while not game.over:
        game.apply(bots[game.choice.seat].choose(game.choice))
    """

    def __init__(self, edition: Edition, seats: int, dealer: Dealer, first: int | None = None) -> None:
        self.edition = edition
        self.seats = seats
        self.dealer = dealer
        self.decisions = 0
        self.turns = 0
        """Turns begun; the opening choice of tickets is none."""
        self._tables = tables_of(edition, seats)
        self._state = start(self._tables, NONE if first is None else first)
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self._state.phase == OVER

    @property
    def first(self) -> int:
        """The seat that began."""
        return self._state.first

    @property
    def ran_out(self) -> bool:
        """Whether pieces have run out, which sets off the last round; else a game ends when all have passed."""
        return self._state.ending != 0

    @property
    def held(self) -> list[int]:
        """How many tickets each seat holds."""
        return list(self._state.held)

    def apply(self, number: int) -> None:
        """Make the choice that is due and let chance follow. Refuses what is not legal."""
        choice = self.choice
        if isinstance(number, bool) or number not in self._legal:
            # The door that checks knows why.
            self._watched().apply(choice.seat, number)
        self.turns += self._state.phase == TURN
        self.decisions += 1
        apply(self._tables, self._state, choice.seat, number)
        self._go_on()

    def standings(self) -> Standings:
        """Points, ranks and winners, as if the game ended now."""
        return self._watched().standings()

    def _watched(self) -> Game:
        return Game(self.edition, self.seats, self._state, None)

    def _go_on(self) -> None:
        """Let chance do what it owes, and lay the next choice before the seat that is due."""
        t, s, dealer, now = self._tables, self._state, self.dealer, self.decisions
        while s.owes != NOTHING:
            resolve(t, s, dealer.outcome(t, s))
        seat = seat_due(t, s)

        def look() -> View:
            if self.decisions != now:
                raise IllegalMove("this choice has been made; look at its view while it is due", "turn.one-action")
            return view_of(t, s, seat)

        self._legal = legal_moves(t, s, seat)
        # A copy: a bot that shuffles or cuts its list must not change what is legal.
        self.choice: Choice = QuietChoice(self.edition, t, look, seat, self._legal[:])
        """What the seat that is due has before it; its view can be looked at until the choice is made."""
