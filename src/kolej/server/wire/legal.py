"""A seat's legal moves as the page wants them: grouped, each with its number and what it stands for.

What a number means never changes within a game, but for tickets to keep and for what a tunnel costs more. So every
move is spelled once for each edition and number of seats, and a list is put together from pieces that are there.
"""

from bisect import bisect_left
from functools import lru_cache
from typing import Any

import msgspec

from kolej.engine.core import cards as packed
from kolej.engine.game import Game
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    KeepTickets,
    Move,
    PickCard,
    TakeCard,
    TopUp,
    move_of,
)
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import BLIND, PASS, REFUSE, TAKE, TICKETS
from kolej.engine.silent_game import tables_of
from kolej.server.wire import Legal

Entry = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode


class Spelled(dict[int, bytes]):
    """Moves of one game in JSON, by number; each is spelled when it is first asked for."""

    def __init__(self, edition: Edition, seats: int) -> None:
        super().__init__()
        self.tables = tables_of(edition, seats)
        self.kinds = int(self.tables.kinds)
        t = self.tables
        self.bounds = [int(bound) for bound in (TAKE, t.top_up, t.pick, t.keep, t.claim, t.swap, t.build)]

    def __missing__(self, number: int) -> bytes:
        spelled = self[number] = _encode(self.always(number))
        return spelled

    def always(self, number: int) -> Entry:
        """A move whose number means the same throughout the game, and what that is."""
        return self.entry(number, move_of(self.tables, (), 0, 0, number))

    def entry(self, number: int, move: Move) -> Entry:
        """A move's number and what it stands for."""
        match move:
            case TakeCard(card):
                return number, card
            case KeepTickets(tickets):
                return number, list(tickets)
            case ClaimRoute(route, cards):
                return number, int(route), self._counts(cards)
            case BeginBundles(route, bundles):
                return number, int(route), int(bundles)
            case BuildStation(city, cards):
                return number, city, self._counts(cards)
            case TopUp(cards):
                return number, self._counts(cards)
            case PickCard(card):
                return number, self._counts(packed.of(card))
            case simple:
                raise ValueError(f"{simple} stands for itself")

    def _counts(self, cards: int) -> list[int]:
        return list(packed.unpack(cards, self.kinds))

    def groups(self, legal: list[int]) -> list[list[int]]:
        """The moves cut at the bounds: simple, take, pay, pick, keep, claim, bundles, build."""
        groups, begin = list[list[int]](), 0
        for bound in self.bounds:
            end = bisect_left(legal, bound, begin)
            groups.append(legal[begin:end])
            begin = end
        groups.append(legal[begin:])
        return groups


@lru_cache(maxsize=64)
def _spelled(edition: Edition, seats: int) -> Spelled:
    return Spelled(edition, seats)


def legal_of(game: Game, seat: int) -> Legal | None:
    """The seat's legal moves; None when it has nothing to choose."""
    legal = game.legal(seat)
    if not legal:
        return None
    spelled = _spelled(game.edition, game.seats)
    simple, take, pay, pick, keep, claim, bundles, build = spelled.groups(legal)
    always = spelled.always

    def now(number: int) -> Entry:
        return spelled.entry(number, game.meaning(seat, number))

    return Legal(
        seat=seat,
        draw=BLIND if BLIND in simple else None,
        take=[always(number) for number in take],
        tickets=TICKETS if TICKETS in simple else None,
        passes=PASS if PASS in simple else None,
        refuse=REFUSE if REFUSE in simple else None,
        keep=[now(number) for number in keep],
        claim=[always(number) for number in claim],
        bundles=[always(number) for number in bundles],
        build=[always(number) for number in build],
        # A payment that a bot began and a person goes on with is paid card by card.
        pay=[now(number) for number in pay or pick],
    )


_FORM = (
    b'{"seat":%d,"draw":%b,"take":[%b],"tickets":%b,"pass":%b,"refuse":%b,"keep":[%b],'
    b'"claim":[%b],"bundles":[%b],"build":[%b],"pay":[%b]}'
)


def legal_json(game: Game, seat: int) -> bytes:
    """The same in JSON, put together from moves that are spelled already; `null` when there is nothing to choose."""
    legal = game.legal(seat)
    if not legal:
        return b"null"
    spelled = _spelled(game.edition, game.seats)
    simple, take, pay, pick, keep, claim, bundles, build = spelled.groups(legal)
    one = spelled.__getitem__

    def now(number: int) -> bytes:
        return _encode(spelled.entry(number, game.meaning(seat, number)))

    return _FORM % (
        seat,
        b"%d" % BLIND if BLIND in simple else b"null",
        b",".join(map(one, take)),
        b"%d" % TICKETS if TICKETS in simple else b"null",
        b"%d" % PASS if PASS in simple else b"null",
        b"%d" % REFUSE if REFUSE in simple else b"null",
        b",".join(map(now, keep)),
        b",".join(map(one, claim)),
        b",".join(map(one, bundles)),
        b",".join(map(one, build)),
        b",".join(map(now, pay)) if pay else b",".join(map(one, pick)),
    )
