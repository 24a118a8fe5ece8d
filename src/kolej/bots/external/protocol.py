"""Protocol of bot processes: the JSON lines sent to one, and how its answers are read.

    {"type": "hello", "protocol": 1, "edition": "europe", "seats": 2, "seat": 0, "seed": 7, "board": {...}}
    {"ready": true}
    {"type": "choice", "view": {...}, "moves": [{"move": 1, "text": "draw"}, ...]}
    {"move": 1}

Lines are made from a decision alone, so that they can't contain more than the seat may know.
"""

import json
from typing import Any

from kolej.engine.decision import Decision
from kolej.engine.record.json import to_json
from kolej.engine.record.notation import notation_of
from kolej.engine.ruleset.rules import Edition

PROTOCOL = 1
"""The version of the protocol: raised when a change breaks existing bots."""
READY = '{"ready": true}'


class InvalidAnswer(Exception):
    """What is wrong with an answer, as the end of a sentence that begins with the answer."""


def hello_line(decision: Decision, seed: int) -> str:
    """The first line of a game: the edition, the board and the seat."""
    edition = decision.edition
    hello = {
        "type": "hello",
        "protocol": PROTOCOL,
        "edition": edition.id,
        "seats": decision.tables.seats,
        "seat": decision.seat,
        "seed": seed,
        "pieces": list(decision.tables.piece_names),
        "board": board_of(edition),
    }
    return json.dumps(hello)


def board_of(edition: Edition) -> dict[str, Any]:
    """The board, in the order in which views number its parts."""
    board, notation = edition.board, notation_of(edition)
    return {
        "name": board.name,
        "cards": [notation.card(kind) for kind in range(len(board.colors) + 1)],
        "cities": [{"id": city.id, "name": city.name} for city in board.cities],
        "routes": [
            {
                "id": route.id,
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "color": route.color,
                "kind": route.kind,
                "symbols": route.symbols,
                "pair": route.pair,
            }
            for route in board.routes
        ],
        "tickets": [
            {"id": ticket.id, "a": ticket.a, "b": ticket.b, "points": ticket.points, "deck": ticket.deck}
            for ticket in board.tickets
        ],
    }


def decision_line(decision: Decision) -> str:
    """The line of a decision: the seat's view, and its legal moves."""
    moves = [{"move": number, "text": text} for number, text in decision.notation.items()]
    return json.dumps({"type": "choice", "view": to_json(decision.view), "moves": moves})


def check_ready(text: str) -> None:
    """Check the answer to the first line; raises `InvalidAnswer`."""
    if _object(text, READY).get("ready") is not True:
        raise InvalidAnswer(f"and the answer to the greeting is {READY}")


def read_move(text: str, legal: list[int]) -> int:
    """The legal move in an answer; raises `InvalidAnswer`."""
    wanted = '{"move": number}'
    answer = _object(text, wanted)
    if "move" not in answer:
        raise InvalidAnswer(f"which has no move; an answer is a line like {wanted}")
    number = answer["move"]
    if type(number) is not int or number not in legal:
        raise InvalidAnswer("which is not the number of a legal move")
    return number


def _object(text: str, wanted: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidAnswer(f"which is not a JSON object; an answer is a line like {wanted}")
    return value
