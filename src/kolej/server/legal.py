"""A seat's legal moves as the page wants them: grouped, each with its number and what it stands for.

What a number means never changes within a game, but for tickets to keep and for what a tunnel costs more. So every
move is spelled once for each edition and number of seats, and a list is put together from pieces that are there.
"""

from bisect import bisect_left
from functools import lru_cache
from typing import Any

import msgspec

from kolej.engine import cards as packed
from kolej.engine.game import Game
from kolej.engine.moves import BeginBundles, BuildStation, ClaimRoute, KeepTickets, PickCard, TakeCard, TopUp, move_of
from kolej.engine.quiet import tables_of
from kolej.engine.rules import Edition
from kolej.engine.tables import BLIND, PASS, REFUSE, TAKE, TICKETS
from kolej.server.wire import Legal

Entry = tuple[Any, ...]


class Spelled(dict[int, bytes]):
    """Moves of one game in JSON, by number; each is spelled when it is first asked for."""

    def __init__(self, edition: Edition, seats: int) -> None:
        super().__init__()
        self.tables = tables_of(edition, seats)
        self.kinds = int(self.tables.kinds)
        t = self.tables
        self.bounds = [int(bound) for bound in (TAKE, t.top_up, t.pick, t.keep, t.claim, t.swap, t.build)]

    def __missing__(self, number: int) -> bytes:
        spelled = self[number] = msgspec.json.encode(self.entry(number))
        return spelled

    def entry(self, number: int, offer: tuple[int, ...] = (), color: int = 0, due: int = 0) -> Entry:
        """A move's number and what it stands for."""
        match move_of(self.tables, offer, color, due, number):
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
        cuts = [0, *(bisect_left(legal, bound) for bound in self.bounds), len(legal)]
        return [legal[cuts[i] : cuts[i + 1]] for i in range(len(cuts) - 1)]


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
    now: tuple[Any, ...] = ()
    if pay or keep:
        view = game.view(seat)
        now = (view.offer, view.status.color, view.status.due)
    return Legal(
        seat=seat,
        draw=BLIND if BLIND in simple else None,
        take=[spelled.entry(number) for number in take],
        tickets=TICKETS if TICKETS in simple else None,
        passes=PASS if PASS in simple else None,
        refuse=REFUSE if REFUSE in simple else None,
        keep=[spelled.entry(number, *now) for number in keep],
        claim=[spelled.entry(number) for number in claim],
        bundles=[spelled.entry(number) for number in bundles],
        build=[spelled.entry(number) for number in build],
        # A payment that a bot began and a person goes on with is paid card by card.
        pay=[spelled.entry(number, *now) for number in pay or pick],
    )


_FORM = (
    b'{"seat":%d,"draw":%b,"take":[%b],"tickets":%b,"pass":%b,"refuse":%b,"keep":[],'
    b'"claim":[%b],"bundles":[%b],"build":[%b],"pay":[%b]}'
)


def legal_json(game: Game, seat: int) -> bytes:
    """The same in JSON, put together from moves that are spelled already; `null` when there is nothing to choose."""
    legal = game.legal(seat)
    if not legal:
        return b"null"
    spelled = _spelled(game.edition, game.seats)
    simple, take, pay, pick, keep, claim, bundles, build = spelled.groups(legal)
    if pay or keep:
        return msgspec.json.encode(legal_of(game, seat))
    one = spelled.__getitem__
    return _FORM % (
        seat,
        b"%d" % BLIND if BLIND in simple else b"null",
        b",".join(map(one, take)),
        b"%d" % TICKETS if TICKETS in simple else b"null",
        b"%d" % PASS if PASS in simple else b"null",
        b"%d" % REFUSE if REFUSE in simple else b"null",
        b",".join(map(one, claim)),
        b",".join(map(one, bundles)),
        b",".join(map(one, build)),
        b",".join(map(one, pick)),
    )
