"""What a seat has before it when it must choose: its view and its legal moves, and nothing that it may not know."""

from functools import cached_property

from kolej.engine.chance.rng import Luck
from kolej.engine.core.state import State
from kolej.engine.knowledge.determinize.possible_states import Imagination
from kolej.engine.knowledge.determinize.tickets import Likely
from kolej.engine.knowledge.known_state import blind
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import Move, move_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import Tables


class Choice:
    """One decision of one seat, as bots and screens are given it."""

    def __init__(self, edition: Edition, tables: Tables, view: View, seat: int, legal: list[int]) -> None:
        self.edition = edition
        self.tables = tables
        self.view = view
        self.seat = seat
        self.legal = legal
        """The numbers of the legal moves, ascending; never empty."""

    def move(self, number: int) -> Move:
        """A legal move in words instead of a number."""
        status = self.view.status
        return move_of(self.tables, self.view.offer, status.color, status.due, number)

    @cached_property
    def moves(self) -> dict[int, Move]:
        """Every legal move in words, by number."""
        return {number: self.move(number) for number in self.legal}

    def known(self) -> State:
        """What this seat knows in the form of a state, with nothing where secrets would be."""
        return blind(self.tables, self.view)

    def imagine(self, luck: Luck, likely: Likely | None = None) -> State:
        """A whole state that this seat could not tell from the true one.

        Hidden tickets are dealt evenly, or by how `likely` each seat is to hold each ticket.
        """
        return self._imagination.world(luck, likely)

    @cached_property
    def _imagination(self) -> Imagination:
        return Imagination(self.tables, self.view)
