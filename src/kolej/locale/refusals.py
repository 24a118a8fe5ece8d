"""Refusals in any language: the sentence of a code, with the names of the board and the players.

`web/src/i18n/refusal-text.ts` renders the same sentences for the page.
"""

from collections.abc import Sequence

from kolej.engine.board.model import Board
from kolej.engine.core.cards import WILD
from kolej.engine.errors import IllegalMove, Params
from kolej.engine.moves.reasons import route_name
from kolej.locale import Catalogue
from kolej.locale.message import Value


def refusal_text(catalogue: Catalogue, board: Board, players: Sequence[str], refusal: IllegalMove) -> str:
    """Why a move was refused, as a whole sentence; players are named by seat."""
    return catalogue.text(f"refused.{refusal.code}", _values(catalogue, board, players, refusal.params))


def _values(catalogue: Catalogue, board: Board, players: Sequence[str], params: Params) -> dict[str, Value]:
    """Names instead of numbers, where things have names."""
    values: dict[str, Value] = {**params, "wild": _card(catalogue, board, WILD)}
    for name, value in params.items():
        if isinstance(value, str):
            continue
        if name == "route":
            values[name] = route_name(board, value)
        elif name == "city":
            values[name] = board.cities[value].name
        elif name == "seat":
            values[name] = players[value]
        elif name == "card":
            values[name] = _card(catalogue, board, value)
        elif name == "pieces":
            piece = params["piece"]
            values[name] = catalogue.text_or(f"board.piece.{piece}", f"{value} {piece}", {"count": value})
        elif name == "color":
            values["cost"] = _cost(catalogue, board, int(params["wilds"]), int(params["cards"]), value)
    return values


def _cost(catalogue: Catalogue, board: Board, wilds: int, cards: int, color: int) -> str:
    """The price of a route: "1 × locomotive and 3 × blue", or cards of one colour."""

    def each(count: int, kind: int) -> str:
        return catalogue.text("refused.cost.color", {"count": count, "card": _card(catalogue, board, kind)})

    rest = each(cards, color) if color else catalogue.text("refused.cost.any", {"count": cards})
    if wilds and cards:
        return catalogue.text("refused.cost.both", {"wilds": each(wilds, WILD), "rest": rest})
    return each(wilds, WILD) if wilds else rest


def _card(catalogue: Catalogue, board: Board, kind: int) -> str:
    if kind == WILD:
        return catalogue.text_or(f"table.wild.{board.wild}", board.wild)
    color = board.colors[kind - 1]
    return catalogue.text_or(f"board.color.{color}", color)
