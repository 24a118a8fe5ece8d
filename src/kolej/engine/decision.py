"""`Decision`: what a seat chooses from, its view and its legal moves; it holds nothing that the seat may not know."""

from functools import cached_property

from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import State
from kolej.engine.knowledge.determinize.possible_states import PossibleStates
from kolej.engine.knowledge.determinize.tickets import TicketWeights
from kolej.engine.knowledge.known_state import known_state
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import Move
from kolej.engine.moves.numbering import move_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import RuleTables


class Decision:
    """One decision of one seat, as bots and the terminal receive it."""

    def __init__(self, edition: Edition, tables: RuleTables, view: View, seat: int, legal: list[int]) -> None:
        self.edition = edition
        self.tables = tables
        self.view = view
        self.seat = seat
        self.legal = legal
        """The numbers of the legal moves, ascending; never empty."""

    def move(self, number: int) -> Move:
        """The legal move with this number."""
        status = self.view.status
        return move_of(self.tables, self.view.offer, status.color, status.due, number)

    @cached_property
    def moves(self) -> dict[int, Move]:
        """The legal moves by number."""
        return {number: self.move(number) for number in self.legal}

    def known(self) -> State:
        """What this seat knows, as a state without the secrets of others."""
        return known_state(self.tables, self.view)

    def determinize(self, rng: Rng, weights: TicketWeights | None = None) -> State:
        """A possible state: a whole state that this seat can't distinguish from the true one.

        Hidden tickets are dealt uniformly, or by `weights`: how likely each seat is to hold each ticket.
        """
        return self._possible_states.sample(rng, weights)

    @cached_property
    def _possible_states(self) -> PossibleStates:
        return PossibleStates(self.tables, self.view)
