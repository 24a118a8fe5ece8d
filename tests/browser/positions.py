"""Positions for browser tests, each with the condition that detects it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kolej import bots
from kolej.engine.game import Game
from kolej.server.wire.editions import EditionData, edition_data
from kolej.server.wire.legal import Legal
from tests.support.legal_moves import legal_of

PERSON = 0
"""The seat of the person."""
LAST_DECISIONS = 6
"""A person with at most this many pieces is close to the end of the game."""

Found = dict[str, Any]
"""What a test needs to know about the position."""
Wanted = Callable[[Game, EditionData, Legal], Found | None]


@dataclass(frozen=True, slots=True)
class Position:
    """A table to be prepared: its code, what is played there, and the position it is left in."""

    code: str
    edition: str
    wanted: Wanted
    seats: int = 2
    gathers: bool = True
    """Whether the person only draws cards until the position is reached, or plays."""
    over: bool = False
    """Whether the game is played to its end."""
    builds: bool = False
    """Whether the person plays for tickets, and builds a station as soon as it brings points."""


def data_of(game: Game) -> EditionData:
    """What is printed on the board of a game."""
    return edition_data(game.edition)


def _claim_on(kind: str, colors: int = 1) -> Wanted:
    """A route of this kind can be claimed, with this many colours to choose from."""

    def wanted(game: Game, data: EditionData, legal: Legal) -> Found | None:
        paid: dict[int, set[int]] = {}
        for _, route, cards, _ in legal.claim:
            if data.routes[route].kind == kind and (colors == 1 or data.routes[route].color is None):
                paid.setdefault(route, set()).update(color for color, count in enumerate(cards) if color and count)
        found = [route for route, those in paid.items() if len(those) >= colors or colors == 1]
        return {"route": found[0]} if found else None

    return wanted


def _stand_ins(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """A route can be paid for with stand-ins, and in no other way."""
    plain = {route for _, route, *_ in legal.claim}
    found = [route for _, route, *_ in legal.stand_ins if route not in plain]
    return {"route": found[0]} if found else None


def _station(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """A station can be built."""
    return {"city": legal.build[0][1]} if legal.build else None


def _dear_tunnel(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """A tunnel that will cost more than was laid down, and the person can pay. The cards to come are fixed."""
    for number, route, cards, _ in legal.claim:
        if data.routes[route].kind != "tunnel" or cards[0] > 0:
            continue
        trial = game.copy()
        trial.apply(PERSON, number)
        due = legal_of(trial, PERSON)
        if due is not None and due.refuse is not None and due.pay:
            return {"route": route, "color": data.colors[next(kind for kind, n in enumerate(cards) if n) - 1]}
    return None


def _any_claim(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """Something can be claimed."""
    return {"route": legal.claim[0][1]} if legal.claim else None


def _completes(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """A route can be claimed that completes a ticket, without a tunnel's risk."""
    before = _done(game)
    for number, route, *_ in legal.claim:
        if data.routes[route].kind == "tunnel":
            continue
        trial = game.copy()
        trial.apply(PERSON, number)
        if _done(trial) > before:
            return {"route": route}
    return None


def _done(game: Game) -> int:
    """How many tickets of the person are complete."""
    return game.standings().sheet.completed[PERSON]


def _never(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """The game goes on to its end."""
    return None


def _late(game: Game, data: EditionData, legal: Legal) -> Found | None:
    """The person has few decisions left, if all seats continue as greedy bots would."""
    trial = game.copy()
    players = [bots.find("greedy")(seat) for seat in range(game.seats)]
    decisions = 0
    while not trial.over:
        seat = trial.to_act()[0]
        decisions += seat == PERSON
        if decisions > LAST_DECISIONS:
            return None
        trial.apply(seat, players[seat].choose(trial.decision(seat)))
    return {}


POSITIONS = (
    Position("GRAYRT", "new_york", _claim_on("plain", colors=2)),
    Position("KEYBRD", "new_york", _any_claim),
    Position("KEYBOA", "new_york", _any_claim),
    Position("FERRYY", "europe", _claim_on("ferry")),
    Position("TUNPAY", "europe", _dear_tunnel),
    Position("TUNREF", "europe", _dear_tunnel),
    Position("HOUSES", "europe", _station),
    Position("STANDS", "nordic", _stand_ins),
    Position("BULLET", "japan", _claim_on("bullet")),
    Position("SUBWAY", "berlin", _claim_on("subway")),
    # Nobody acts at these: their prompts are read in several languages.
    Position("SAYTUN", "europe", _dear_tunnel),
    Position("SAYHSE", "europe", _station),
    Position("SAYSUB", "berlin", _claim_on("subway")),
    Position("SAYBUL", "japan", _claim_on("bullet")),
    Position("SAYSTN", "nordic", _stand_ins),
    Position("SAYENL", "europe", _never, seats=3, gathers=False, over=True, builds=True),
    Position("LOOKAT", "europe", _late, seats=3, gathers=False),
    Position("LATEBE", "berlin", _late, seats=3, gathers=False),
    Position("LATEEU", "europe", _late, seats=3, gathers=False),
    Position("LATENC", "nordic", _late, seats=3, gathers=False),
    Position("LATEJA", "japan", _late, seats=3, gathers=False),
    Position("FULLNY", "new_york", _late, seats=4, gathers=False),
    Position("FULLBE", "berlin", _late, seats=4, gathers=False),
    Position("FULLEU", "europe", _late, seats=5, gathers=False),
    Position("FULLNC", "nordic", _late, seats=3, gathers=False),
    Position("FULLJA", "japan", _late, seats=5, gathers=False),
    Position("DONETK", "new_york", _completes, gathers=False, builds=True),
    Position("ENDFIV", "europe", _never, seats=5, gathers=False, over=True),
    Position("STNCFX", "europe", _never, seats=3, gathers=False, over=True, builds=True),
)
