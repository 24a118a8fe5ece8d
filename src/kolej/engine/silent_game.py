"""`SilentGame`: a game without events, for simulations.

Making events costs more than playing, so that a silent game is several times as fast as a `Game`. With the same dealer
and the same moves it is the same game.
"""

from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.play import deal
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, OVER, TURN
from kolej.engine.core.turn import apply, seat_due
from kolej.engine.decision import Decision
from kolej.engine.game import Game
from kolej.engine.knowledge.build_view import view_of
from kolej.engine.knowledge.view import View
from kolej.engine.moves.reasons import illegal
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import Standings


class SilentGame:
    """One game from its set-up to its end, decision by decision; at the opening seats decide in their order.

    game = SilentGame(edition, seats, dealer)
    while not game.over:
        game.apply(bots[game.decision.seat].choose(game.decision))
    """

    def __init__(self, edition: Edition, seats: int, dealer: Dealer, first: int | None = None) -> None:
        self.edition = edition
        self.seats = seats
        self.dealer = dealer
        self.decisions = 0
        self.turns = 0
        """How many turns have begun; keeping tickets at the opening is no turn."""
        self._tables = tables_of(edition, seats)
        self._state = start(self._tables, NONE if first is None else first)
        self._advance()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == OVER

    @property
    def first(self) -> int:
        """The seat that began."""
        return self._state.first

    @property
    def ran_out(self) -> bool:
        """Whether pieces ran out and triggered the last round; otherwise a game ends because all seats pass."""
        return self._state.ending != 0

    @property
    def held(self) -> list[int]:
        """How many tickets each seat holds."""
        return list(self._state.held)

    def apply(self, number: int) -> None:
        """Apply a legal move for the decision that is due, and the chance outcomes that follow."""
        decision = self.decision
        if isinstance(number, bool) or number not in self._legal:
            # `Game` raises the refusal.
            self._game().apply(decision.seat, number)
        self.turns += self._state.phase == TURN
        self.decisions += 1
        apply(self._tables, self._state, decision.seat, number)
        self._advance()

    def standings(self) -> Standings:
        """Points, ranks and winners, as if the game ended now."""
        return self._game().standings()

    def _game(self) -> Game:
        return Game(self.edition, self.seats, self._state, None)

    def _advance(self) -> None:
        """Apply the chance outcomes that are owed and set the next decision."""
        t, s, dealer, now = self._tables, self._state, self.dealer, self.decisions
        deal(t, s, dealer)
        seat = seat_due(t, s)

        def look() -> View:
            if self.decisions != now:
                raise illegal(self.edition.board, "decided", "turn.one-action")
            return view_of(t, s, seat)

        self._legal = legal_moves(t, s, seat)
        # A copy: a bot that changes its list must not change what is legal.
        self.decision = Decision(self.edition, t, look, seat, self._legal[:])
        """The decision that is due; its view can be read until a move is applied."""
