"""`own_turn`: a game as one seat knows it, supposing that it were its turn.

For questions like "why can't I take this?": whatever is worked out on it can't tell more than the seat may know.
"""

from dataclasses import replace

from kolej.engine.core.state import NOTHING, TURN
from kolej.engine.game import Game
from kolej.engine.knowledge.known_state import blind
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import tables_of


def own_turn(edition: Edition, view: View, seat: int) -> Game:
    """The game from this seat's own view; other hands are empty in it, and nothing comes of a move."""
    status = replace(view.status, phase=TURN, seat=seat, owes=NOTHING, then=0, wanted=0, way=0, color=0, due=0, swaps=0)
    known = blind(tables_of(edition, view.seats), replace(view, status=status))
    return Game(edition, view.seats, known, None)
