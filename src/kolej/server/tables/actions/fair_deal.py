"""The fair deal at a table, from the server's commitment to the first card. `docs/fair-deals.md` tells why.

Commitments stand in the log, seeds lie with the secrets of the store; `FairTable` is made of both again whenever it is
needed, so that a deal goes on after a restart wherever it was.
"""

import hmac
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from kolej import editions
from kolej.engine.chance.fair.commitment_round import FairTable
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import OWN, UNFIT, Commitments, FairError, Seed, server_commitment
from kolej.engine.game import Game
from kolej.server.tables.actions.moves import Noting, notation_of
from kolej.server.tables.log.entries import Began, Body, Dealing, Dealt, Fixed
from kolej.server.tables.log.redacted_events import Told
from kolej.server.tables.log.replay import terms_of
from kolej.server.tables.log.table_state import Course, Deal
from kolej.server.tables.setup.settings import BOT
from kolej.store.protocol import Store

SEED = "seed"


def seed_of(seat: int) -> str:
    """The name under which the seed of a seat is kept."""
    return f"seed {seat}"


def _unfit_of(seat: int) -> str:
    """The name under which is kept that a seat opened a seed that does not fit."""
    return f"unfit {seat}"


async def server_seed(store: Store, table: int) -> Seed:
    """The server's seed for a table: made at the first asking, and never another."""
    return Seed(await store.keep_secret(table, SEED, Seed.fresh().raw))


async def own_seeds(store: Store, table: int, deal: Deal) -> dict[int, Seed]:
    """The seeds that seats have opened."""
    seeds: dict[int, Seed] = {}
    for seat in sorted(deal.opened):
        raw = await store.secret(table, seed_of(seat))
        if raw is None:
            raise FairError(f"the seed of seat {seat} is not among the secrets")
        seeds[seat] = Seed(raw)
    return seeds


async def note_unfit(store: Store, table: int, seat: int) -> None:
    """Keep that a seat opened another seed than it promised: refused, so not in the log, and yet not forgotten."""
    await store.keep_secret(table, _unfit_of(seat), b"")


async def unfit_seats(store: Store, table: int, deal: Deal) -> set[int]:
    """The seats that are still waited for, and opened another seed than they promised."""
    return {seat for seat in deal.waits_for if await store.secret(table, _unfit_of(seat)) is not None}


def bot_seed(seed: Seed, seat: int, version: int) -> int:
    """The luck of a bot: nobody can guess it, and after a restart it is another one."""
    said = hmac.digest(seed.raw, f"kolej bot {seat} {version}".encode(), "sha256")
    return int.from_bytes(said[:6], "big")


def dealing(course: Course, seed: Seed, waits_for: Iterable[int]) -> Dealing:
    """The server's commitment, before any other."""
    settings = course.settings
    terms = terms_of(f"{course.code}-{course.created}", settings.edition, settings.seats, settings.first)
    return Dealing(terms.table, terms.rules, terms.board, server_commitment(terms, seed), tuple(waits_for))


def fair_table(deal: Deal, seed: Seed, own: Mapping[int, Seed]) -> FairTable:
    """The deal as far as it has come."""
    table = FairTable(deal.terms, seed)
    if table.server != deal.server:
        raise FairError("the seed that is kept is not the one that was promised")
    for seat, promised in enumerate(deal.promised):
        if promised is not None and promised.who == OWN:
            table.commit(seat, promised.hash)
        elif deal.fixed:
            table.contribute(seat)
    if deal.fixed:
        table.fix()
    for seat in deal.opened:
        table.open(seat, own[seat])
    for seat, why in deal.stand_ins:
        _stand_in(table, seat, why == UNFIT)
    return table


def _stand_in(table: FairTable, seat: int, unfit: bool) -> None:
    if unfit:
        # A seed that does not fit marks the seat, and a fresh one never fits.
        with suppress(FairError):
            table.open(seat, Seed.fresh())
    table.stand_in(seat)


def fixed(deal: Deal, seed: Seed) -> Fixed:
    """All commitments; the server contributes for seats that have not committed."""
    table = fair_table(deal, seed, {})
    for seat, promised in enumerate(deal.promised):
        if promised is None:
            table.contribute(seat)
    return Fixed(tuple((each.who, each.hash) for each in table.fix().seats))


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that has been dealt."""

    bodies: list[Body]
    game: Game
    told: Told


def begun(course: Course, seed: Seed, own: Mapping[int, Seed], unfit: Iterable[int] = ()) -> Begun:
    """Deal; the server stands in for seats that have not opened what they promised."""
    deal = course.deal
    assert deal is not None and deal.fixed, "nothing is dealt before all commitments are fixed"
    table = fair_table(deal, seed, own)
    for seat in table.unopened():
        _stand_in(table, seat, seat in unfit)
    dealer = table.dealer()
    noting = Noting(dealer, notation_of(deal.terms.edition))
    game = Game.start(editions.load(deal.terms.edition), deal.terms.seats, noting, deal.terms.first)
    game.dealer = dealer
    told = Told(game.opening_events)
    game.opening_events = []
    players = tuple(BOT + seat.level if seat.level else seat.name for seat in course.seats)
    began = Began(players, tuple(noting.noted), told.whole(), game.checksum())
    return Begun([Dealt(dealer.commitments.stand_ins), began], game, told)


def commitments_of(deal: Deal) -> Commitments:
    """Every promise, as it was fixed, and those that were broken."""
    promised = tuple(each for each in deal.promised if each is not None)
    return Commitments(deal.terms.table, deal.server, promised, deal.stand_ins)


def dealer_of(deal: Deal, seed: Seed, own: Mapping[int, Seed], epoch: int) -> FairDealer:
    """The dealer of a game that goes on: the next cards are those that would have come."""
    dealer = fair_table(deal, seed, own).dealer()
    dealer.epoch = epoch
    return dealer
