"""Seeds of a fair deal, kept among the secrets of the store, and the dealer that they make.

The log has the commitments, the store the seeds. Both together give the deal and its dealer again whenever they are
needed, so that a game goes on after a restart with the cards that would have come.
"""

from collections.abc import Mapping
from contextlib import suppress

from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import OWN, UNFIT, Commitments, FairError, Seed
from kolej.server.tables.log.table_state import DealState
from kolej.store.protocol import Store

SERVER_SEED = "seed"
"""The name of the secret that is the server's seed."""


def seat_seed(seat: int) -> str:
    """The name of the secret that is the seed of a seat."""
    return f"seed {seat}"


def unfit_seed(seat: int) -> str:
    """The name of the secret that records that a seat opened a seed that did not match its commitment."""
    return f"unfit {seat}"


async def server_seed(store: Store, table: int) -> Seed:
    """The server's seed for a table. It is made at the first call, and stays."""
    return Seed(await store.keep_secret(table, SERVER_SEED, Seed.fresh().raw))


async def seat_seeds(store: Store, table: int, deal: DealState) -> dict[int, Seed]:
    """The seeds that seats have opened."""
    seeds: dict[int, Seed] = {}
    for seat in sorted(deal.opened):
        raw = await store.secret(table, seat_seed(seat))
        if raw is None:
            raise FairError(f"the seed of seat {seat} is not among the secrets")
        seeds[seat] = Seed(raw)
    return seeds


async def keep_seat_seed(store: Store, table: int, seat: int, seed: Seed) -> None:
    """Keep the seed that a seat has opened."""
    await store.keep_secret(table, seat_seed(seat), seed.raw)


async def keep_unfit(store: Store, table: int, seat: int) -> None:
    """Record that a seat opened a seed that does not match. It was refused, so the log does not have it."""
    await store.keep_secret(table, unfit_seed(seat), b"")


async def unfit_seats(store: Store, table: int, deal: DealState) -> set[int]:
    """The seats that the deal still waits for and that opened a seed that does not match."""
    return {seat for seat in deal.waits_for if await store.secret(table, unfit_seed(seat)) is not None}


def commitment_round(deal: DealState, server: Seed, seeds: Mapping[int, Seed]) -> CommitmentRound:
    """The deal as far as it has come, from the log's commitments and the seeds."""
    table = CommitmentRound(deal.terms, server)
    if table.server != deal.server:
        raise FairError("the stored seed is not the one that the server committed to")
    for seat, commitment in enumerate(deal.commitments):
        if commitment is not None and commitment.who == OWN:
            table.commit(seat, commitment.hash)
        elif deal.fixed:
            table.contribute(seat)
    if deal.fixed:
        table.fix()
    for seat in deal.opened:
        table.open(seat, seeds[seat])
    for seat, why in deal.fallbacks:
        use_fallback(table, seat, why == UNFIT)
    return table


def use_fallback(table: CommitmentRound, seat: int, unfit: bool) -> None:
    """Use the server's fallback seed for a seat that has not opened its own, or opened one that does not match."""
    if unfit:
        # A seed that does not match marks the seat, and a fresh one never matches.
        with suppress(FairError):
            table.open(seat, Seed.fresh())
    table.use_fallback(seat)


def commitments_of(deal: DealState) -> Commitments:
    """The final commitments, and the fallback seeds that were used."""
    commitments = tuple(each for each in deal.commitments if each is not None)
    return Commitments(deal.terms.table, deal.server, commitments, deal.fallbacks, deal.terms.method)


def dealer_of(deal: DealState, server: Seed, seeds: Mapping[int, Seed], epoch: int) -> FairDealer:
    """The dealer of a game in progress: it continues with the cards that would have come."""
    dealer = commitment_round(deal, server, seeds).dealer()
    dealer.epoch = epoch
    return dealer
