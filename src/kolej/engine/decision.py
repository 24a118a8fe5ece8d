"""`Decision`: what a seat chooses from, its view and its legal moves; it holds nothing that the seat may not know."""

from collections.abc import Callable
from functools import cached_property
from operator import index
from typing import Any, SupportsIndex

from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import State
from kolej.engine.errors import KolejError
from kolej.engine.knowledge.determinize.possible_states import PossibleStates
from kolej.engine.knowledge.determinize.tickets import TicketWeights
from kolej.engine.knowledge.known_state import known_state
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import Move, is_move, same_move
from kolej.engine.moves.numbering import move_of
from kolej.engine.record.notation import notation_of
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import RuleTables


class Decision:
    """One decision of one seat, as bots and the terminal receive it."""

    def __init__(
        self, edition: Edition, tables: RuleTables, view: View | Callable[[], View], seat: int, legal: list[int]
    ) -> None:
        self.edition = edition
        """The board and the rules."""
        self.tables = tables
        """The rules as vectors of numbers. Not public: they change from version to version."""
        self.seat = seat
        """The seat that decides."""
        self.legal = legal
        """The numbers of the legal moves, ascending; never empty."""
        self._view = view

    def __repr__(self) -> str:
        moves = "1 legal move" if len(self.legal) == 1 else f"{len(self.legal)} legal moves"
        return f"<Decision of seat {self.seat} in {self.edition.id}: {moves}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.edition, self.view.seats, self.view, self.seat, self.legal)

    @cached_property
    def view(self) -> View:
        """All that the seat may know. It is made on first use: bots that don't read it don't pay for it."""
        return self._view() if callable(self._view) else self._view

    def move(self, number: int) -> Move:
        """The legal move with this number, as an object."""
        status = self.view.status
        return move_of(self.tables, self.view.offer, status.color, status.due, number)

    @cached_property
    def moves(self) -> dict[int, Move]:
        """The legal moves as objects, by number."""
        return {number: self.move(number) for number in self.legal}

    @cached_property
    def notation(self) -> dict[int, str]:
        """The legal moves in the notation of game files, by number."""
        notation = notation_of(self.edition)
        return {number: notation.move(move) for number, move in self.moves.items()}

    def number(self, move: object) -> int:
        """The number of a legal move that is given as a number, as an object or in the notation.

        Raises `KolejError` with what to write instead if it is none of these, or not one of the legal moves.
        """
        if isinstance(move, str):
            move = notation_of(self.edition).read_move(move)
        if is_move(move):
            for number, legal in self.moves.items():
                if same_move(legal, move):
                    return number
            raise KolejError(f"{move!r} is not one of `decision.moves`")
        if isinstance(move, SupportsIndex) and not isinstance(move, bool):
            return index(move)
        raise KolejError(
            f"{move!r} is not a move; choose one of the numbers in `decision.legal`, one of the objects in "
            "`decision.moves`, or text in the notation"
        )

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


def _restore(edition: Edition, seats: int, view: View, seat: int, legal: list[int]) -> Decision:
    """A decision from a pickle; the tables are compiled again, or taken from the cache."""
    return Decision(edition, tables_of(edition, seats), view, seat, legal)
