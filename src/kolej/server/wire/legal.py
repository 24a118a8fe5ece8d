"""Legal moves of a seat, grouped for clients: each with its number and what it stands for.

The meaning of a move number never changes within a game, except for tickets to keep and for what a tunnel costs more.
So every other move is encoded once for each edition and number of seats, and a list is joined from cached parts.
"""

from bisect import bisect_left
from functools import lru_cache
from typing import Any

import msgspec

from kolej.engine.core import cards as counts
from kolej.engine.game import Game
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    KeepTickets,
    Move,
    PayCard,
    TakeCard,
    TopUp,
)
from kolej.engine.moves.numbering import move_of
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import BLIND, PASS, REFUSE, TAKE, TICKETS
from kolej.server.wire.base import Numbers, Outbound, json_template


class Legal(Outbound):
    """A seat's legal moves, each with its number."""

    seat: int
    draw: int | None
    take: list[tuple[int, int]]
    tickets: int | None
    passes: int | None = msgspec.field(name="pass")
    refuse: int | None
    keep: list[tuple[int, Numbers]]
    claim: list[tuple[int, int, Numbers, int]]
    """Move, route, cards, claim option."""
    stand_ins: list[tuple[int, int, int, int]]
    """Move, route, how many cards others stand in for, claim option."""
    build: list[tuple[int, int, Numbers]]
    pay: list[tuple[int, Numbers]]


_TEMPLATE = json_template(Legal)
_encode = msgspec.json.Encoder().encode


class EncodedMoves(dict[int, bytes]):
    """Moves of one edition and number of seats in JSON, by number; each is encoded when it is first asked for."""

    def __init__(self, edition: Edition, seats: int) -> None:
        super().__init__()
        self.tables = tables_of(edition, seats)
        self.kinds = int(self.tables.kinds)
        t = self.tables
        self.bounds = [int(bound) for bound in (TAKE, t.top_up, t.pay_card, t.keep, t.claim, t.stand_in, t.build)]

    def __missing__(self, number: int) -> bytes:
        encoded = self[number] = self.encode(number, move_of(self.tables, (), 0, 0, number), *self._option(number))
        return encoded

    def _option(self, number: int) -> tuple[int, ...]:
        """The claim option of a move that claims a route."""
        t = self.tables
        if t.claim <= number < t.stand_in:
            return (int(t.payment_option[number - t.claim]),)
        if t.stand_in <= number < t.build:
            return (int(t.stand_in_option[number - t.stand_in]),)
        return ()

    def encode(self, number: int, move: Move, *more: int) -> bytes:
        """A move's number and what it stands for, in JSON."""
        return _encode((number, *self._meaning(move), *more))

    def _meaning(self, move: Move) -> tuple[Any, ...]:
        match move:
            case TakeCard(card):
                return (card,)
            case KeepTickets(tickets):
                return (tickets,)
            case ClaimRoute(route, cards):
                return int(route), cards
            case BeginStandIns(route, stand_ins):
                return int(route), int(stand_ins)
            case BuildStation(city, cards):
                return city, cards
            case TopUp(cards):
                return (cards,)
            case PayCard(card):
                return (counts.of(self.kinds, card),)
            case simple:
                raise ValueError(f"{simple} has no parameters")

    def groups(self, legal: list[int]) -> list[list[int]]:
        """The moves divided at the bounds: simple, take, pay, pick, keep, claim, stand_ins, build."""
        groups, begin = list[list[int]](), 0
        for bound in self.bounds:
            end = bisect_left(legal, bound, begin)
            groups.append(legal[begin:end])
            begin = end
        groups.append(legal[begin:])
        return groups


@lru_cache(maxsize=64)
def _encoded_moves(edition: Edition, seats: int) -> EncodedMoves:
    return EncodedMoves(edition, seats)


def legal_json(game: Game, seat: int) -> bytes:
    """The seat's `Legal` in JSON; `null` when it has no decision to make."""
    legal = game.legal(seat)
    if not legal:
        return b"null"
    moves = _encoded_moves(game.edition, game.seats)
    simple, take, pay, pick, keep, claim, stand_ins, build = moves.groups(legal)
    cached = moves.__getitem__

    def current(number: int) -> bytes:
        return moves.encode(number, game.decode_move(seat, number))

    return _TEMPLATE % (
        b"%d" % seat,
        _single(BLIND, simple),
        _list(map(cached, take)),
        _single(TICKETS, simple),
        _single(PASS, simple),
        _single(REFUSE, simple),
        _list(map(current, keep)),
        _list(map(cached, claim)),
        _list(map(cached, stand_ins)),
        _list(map(cached, build)),
        # A payment that a bot began and a person continues is paid card by card.
        _list(map(current, pay)) if pay else _list(map(cached, pick)),
    )


def _single(number: int, legal: list[int]) -> bytes:
    return b"%d" % number if number in legal else b"null"


def _list(items: "map[bytes]") -> bytes:
    return b"[%b]" % b",".join(items)
