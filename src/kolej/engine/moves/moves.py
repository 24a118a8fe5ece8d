"""Move classes: what a seat can do.

A card is given by its kind: 0 is the wild, the colours follow in the board's order. Several cards are given as counts,
one for each kind, as in `View.hand`. Routes, cities and tickets are given by their numbers.
"""

from dataclasses import fields
from typing import Any

from kolej.engine.core.cards import Cards
from kolej.engine.knowledge.frozen_record import frozen_record
from kolej.engine.knowledge.view import Numbers


@frozen_record
class DrawBlind:
    """Draw the top card of the deck."""


@frozen_record
class TakeCard:
    """Take a card of that kind from the display."""

    card: int


@frozen_record
class DrawTickets:
    """Draw tickets, of which some must be kept."""


@frozen_record
class KeepTickets:
    """Keep these of the offered tickets and return the others."""

    tickets: Numbers


@frozen_record
class ClaimRoute:
    """Claim a route with these cards, stand-ins included."""

    route: int
    cards: Cards
    """The payment, as counts by kind."""


@frozen_record
class BeginStandIns:
    """Begin to pay for a route with this many stand-ins; the cards follow one by one."""

    route: int
    stand_ins: int


@frozen_record
class PayCard:
    """Pay the next card of a payment with stand-ins."""

    card: int


@frozen_record
class BuildStation:
    """Build a station in a city with these cards."""

    city: int
    cards: Cards
    """The payment, as counts by kind."""


@frozen_record
class TopUp:
    """Pay the cards that a tunnel costs in addition."""

    cards: Cards
    """The payment, as counts by kind."""


@frozen_record
class RefuseTunnel:
    """Take back the cards laid down for a tunnel."""


@frozen_record
class Pass:
    """Do nothing: legal only if nothing can be drawn."""


Move = (
    DrawBlind
    | TakeCard
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | BeginStandIns
    | PayCard
    | BuildStation
    | TopUp
    | RefuseTunnel
    | Pass
)


def is_move(thing: object) -> bool:
    """Whether this is a move whose fields have the right types; it may still be illegal."""
    if not isinstance(thing, Move):
        return False
    for each in fields(thing):
        value = getattr(thing, each.name)
        numbers = value if each.name in ("cards", "tickets") else (value,)
        if not isinstance(numbers, tuple):
            return False
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
            return False
    return True


def same_move(one: object, other: object) -> bool:
    """Whether two moves are the same: tickets in any order, and counts of cards with or without zeros at the end."""
    return type(one) is type(other) and _values(one) == _values(other)


def _values(move: Any) -> list[object]:
    values = {each.name: getattr(move, each.name) for each in fields(move)}
    if "tickets" in values:
        values["tickets"] = sorted(values["tickets"])
    if "cards" in values:
        values["cards"] = [(kind, count) for kind, count in enumerate(values["cards"]) if count]
    return list(values.values())
