"""Completed tickets of one seat after each move, from what that seat knew at the time."""

from kolej.engine.game import Game
from kolej.engine.knowledge.known_state import own_turn_state
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.scoring.score_sheet import ScoreSheet


class CompletedTickets:
    """Follows a game and notices when the completed tickets of a seat change."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._before: object = None
        self._completed: list[int] = []

    def change(self, game: Game | None) -> list[int] | None:
        """The completed tickets after a move; None if they are the same as before, and always for a spectator."""
        if self._seat is None or game is None:
            return None
        view = game.view(self._seat)
        tickets = view.tickets[self._seat] or ()
        matters = (view.owner, view.building, tickets)
        if matters == self._before:
            return None
        self._before = matters
        tables = tables_of(game.edition, game.seats)
        done = ScoreSheet(tables, own_turn_state(tables, view, self._seat)).done
        completed = [ticket for ticket in tickets if done[ticket]]
        if completed == self._completed:
            return None
        self._completed = completed
        return completed
