"""What is said to a bot that is a program, and what it may answer: one line of JSON each.

    {"type": "hello", "protocol": 1, "edition": "europe", "seats": 2, "seat": 0, "seed": 7, "board": {...}}
    {"ready": true}
    {"type": "choice", "view": {...}, "moves": [{"move": 1, "text": "draw"}, ...]}
    {"move": 1}

Lines are made of a choice and nothing else, so that they can't tell more than the seat may know.
"""

import json
from functools import lru_cache
from typing import Any

from kolej.engine.decision import Choice
from kolej.engine.record.json import plain
from kolej.engine.record.notation import Notation
from kolej.engine.ruleset.rules import Edition

PROTOCOL = 1
"""Changes when a program that was right would no longer be."""
READY = '{"ready": true}'


class Nonsense(Exception):
    """What is wrong with an answer, as the end of a sentence that begins with the answer."""


@lru_cache(maxsize=16)
def notation_of(edition: Edition) -> Notation:
    """The notation of an edition's board."""
    return Notation(edition.board)


def greeting(choice: Choice, seed: int) -> str:
    """The first line: what is played, on which board and on which seat."""
    edition = choice.edition
    hello = {
        "type": "hello",
        "protocol": PROTOCOL,
        "edition": edition.id,
        "seats": choice.tables.seats,
        "seat": choice.seat,
        "seed": seed,
        "pieces": list(choice.tables.piece_names),
        "board": board_of(edition),
    }
    return json.dumps(hello)


def board_of(edition: Edition) -> dict[str, Any]:
    """What is printed, in the order in which views number it."""
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


def question(choice: Choice) -> str:
    """A line for each choice: what the seat may know, and what it may do."""
    notation = notation_of(choice.edition)
    moves = [{"move": number, "text": notation.move(move)} for number, move in choice.moves.items()]
    return json.dumps({"type": "choice", "view": plain(choice.view), "moves": moves})


def ready_in(text: str) -> None:
    """Accepts the answer to the greeting."""
    if _object(text, READY).get("ready") is not True:
        raise Nonsense(f"and the answer to the greeting is {READY}")


def number_in(text: str, legal: list[int]) -> int:
    """The move in an answer."""
    wanted = '{"move": number}'
    answer = _object(text, wanted)
    if "move" not in answer:
        raise Nonsense(f"which has no move; an answer is a line like {wanted}")
    number = answer["move"]
    if type(number) is not int or number not in legal:
        raise Nonsense("which is not the number of a legal move")
    return number


def _object(text: str, wanted: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Nonsense(f"which is not an object of JSON; an answer is a line like {wanted}")
    return value
