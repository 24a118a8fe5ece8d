"""Reasons for refusing a move: a stable code each, and its English sentence.

A refusal carries a code, parameters and a rule id; the English sentence is one rendering of them. `kolej.locale` has
the same sentences in every language (`refusals.json`), and a test compares its English ones with these.

Parameters are numbers and names of the board: `route`, `city`, `seat`, `card` (a kind), `color` (a kind, 0 for any one
colour), `piece` (a name), and counts. They are sent to the seat that tried the move: they hold only what it may know.
"""

from collections.abc import Mapping
from typing import Final

from kolej.engine.board.model import Board
from kolej.engine.core.cards import WILD
from kolej.engine.errors import IllegalMove, Params

SENTENCES: Final[dict[str, str]] = {
    # Not now.
    "over": "the game is over",
    "dealing": "cards are still being dealt",
    "not-your-turn": "it is {seat}'s turn",
    "nothing-to-choose": "{seat} has nothing to choose now",
    "decided": "this choice has been made; look at its view while it is due",
    "tickets-first": "choose your tickets first",
    "tickets-chosen": "you have chosen your tickets already; the others are still choosing",
    "second-card": "draw your second card first",
    "keep-first": "first keep at least one of the tickets you drew",
    "tunnel-first": "first pay for the tunnel or take your cards back",
    "payment-first": "finish the payment you have begun first",
    "no-tunnel": "no tunnel is waiting for your answer",
    "no-offer": "no tickets have been offered to you",
    "no-payment": "no payment has been begun",
    "no-pass": "you may pass only when neither cards nor tickets can be drawn",
    # Numbers that stand for nothing.
    "unknown-move": "{number} is not a move; moves are numbered 0 to {last}",
    "unknown-seat": "there is no seat {number}; seats are 0 to {last}",
    "unknown-card": "there is no card of kind {number}; kinds are 0 to {last}",
    "unknown-route": "there is no route {number}; routes are 0 to {last}",
    "unknown-city": "there is no city {number}; cities are 0 to {last}",
    "first-seat": "seat {number} can't begin; seats are 0 to {last}",
    # Drawing.
    "not-in-display": "no {card} is in the display",
    "wild-second": "a {card} from the display can't be the second card",
    "deck-empty": "no card is left to draw: deck and discards are empty",
    "no-tickets": "no ticket is left to draw",
    "ticket-not-offered": "that ticket was not offered to you",
    "ticket-twice": "a ticket can be kept only once",
    "last-ticket": "the only ticket left must be kept",
    "keep-more": "keep at least {least} of the {offered} tickets",
    # Routes.
    "route-taken": "{route} belongs to {seat}",
    "double-own": "you hold the other track of {route}",
    "double-few": "with {seats} players only one track of {route} may be taken",
    "pool": "{route} can't be taken with the shared pool as it is",
    "pool-empty": "the shared pool is empty: {route} has another price",
    "pool-left": "the shared pool is not empty yet: {route} has another price",
    "pieces": "{route} takes {pieces}; you have {left}",
    # Payments.
    "cards": "{route} costs {cost}: you lack {lack}",
    "cards-no-wilds": "{route} costs {cost}, and no {wild} can pay: you lack {lack}",
    "cards-for-wild": "{route} costs {cost} (any {stand_in} cards may stand in for one {wild}): you lack {lack}",
    "cards-for-one": "{route} costs {cost} (any {stand_in} cards may stand in for one of them): you lack {lack}",
    "not-in-hand": "you have {have} × {card}, not {need}",
    "no-wilds": "a {wild} can't pay for {route}",
    "few-wilds": "{route} needs at least {wilds} × {wild}",
    "card-count": "{route} costs {cards:card}, not {given}",
    "no-such-payment": "these cards don't make a payment for {route}",
    "no-stand-ins": "no other cards stand in for one on {route}",
    "stand-in-count": "your hand has no payment for {route} with {stand_ins:stand-in}",
    "none-in-hand": "you have no more {card}",
    "card-order": "cards of a payment are added in order of kinds",
    "card-other": "no payment for {route} continues with {card}",
    "top-up": "you owe {due:card}: {card} or {wild}",
    "top-up-wilds": "you owe {due} × {wild}: wilds are topped up with wilds",
    # Buildings.
    "nothing-built": "nothing is built in cities in this game",
    "built": "{seat} has built in {city} already",
    "none-left": "you have {pieces} left to build",
    "build-cards": "your next building costs {cards:card} of one colour: you lack {lack}",
    "build-cost": "your next building costs {cards:card} of one colour",
    # Stations at the end.
    "stations-later": "choose what your stations borrow when the game is over",
    "no-station": "you have no station in {city}",
    "route-elsewhere": "{route} does not lead into {city}",
    "route-not-lent": "{route} belongs to no other player: a station borrows a route of another player",
}
"""The English sentence of each code. Every code that the engine refuses a move with is here."""


class _Count(int):
    """A number that a sentence can ask for with its noun: `{cards:card}` is "1 card" or "2 cards"."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return f"{int(self)} {noun}" if self == 1 else f"{int(self)} {noun}s"


def illegal(board: Board, code: str, rule: str, **params: int | str) -> IllegalMove:
    """The refusal with this code, and its English sentence with the names of the board."""
    return IllegalMove(code, params, rule, SENTENCES[code].format_map(_values(board, params)))


def _values(board: Board, params: Params) -> Mapping[str, object]:
    """Names instead of numbers, where things have names."""
    values: dict[str, object] = {
        name: _Count(value) if isinstance(value, int) else value for name, value in params.items()
    }
    values["wild"] = board.wild
    for name, value in params.items():
        if isinstance(value, str):
            continue
        if name == "route":
            values[name] = route_name(board, value)
        elif name == "city":
            values[name] = board.cities[value].name
        elif name == "seat":
            values[name] = f"seat {value}"
        elif name == "card":
            values[name] = card_name(board, value)
        elif name == "pieces":
            values[name] = format(_Count(value), str(params["piece"]))
        elif name == "color":
            values["cost"] = _cost(board, params)
    return values


def _cost(board: Board, params: Params) -> str:
    """The price of a route: "1 × locomotive and 3 × blue", or cards of one colour."""
    wilds, cards, color = int(params["wilds"]), int(params["cards"]), int(params["color"])
    rest = f"{cards} × {card_name(board, color)}" if color else f"{_Count(cards):card} of one colour"
    return " and ".join([f"{wilds} × {board.wild}"] * (wilds > 0) + [rest] * (cards > 0))


def card_name(board: Board, kind: int) -> str:
    """What a card is called on this board."""
    return board.wild if kind == WILD else board.colors[kind - 1]


def route_name(board: Board, number: int) -> str:
    """What a route is called: its two cities."""
    route = board.routes[number]
    return f"{board.cities[route.a].name}–{board.cities[route.b].name}"
