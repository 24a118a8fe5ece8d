"""Fair deal: from the server's commitment to the first card. `docs/fair-deals.md` explains the protocol."""

import hmac
from collections.abc import Callable, Iterable, Mapping

from kolej.engine.chance.fair.protocol import OWN, FairError, Seed, server_commitment
from kolej.engine.game import Game
from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import BOT_PREFIX
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log import seeds
from kolej.server.tables.log.entries import (
    CommitmentsFixed,
    DealFinished,
    DealStarted,
    FallbackAgreed,
    FallbackAsked,
    GameStarted,
    SeedCommitted,
    SeedOpened,
)
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.notation import RecordingDealer, notation_of
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.replay import edition_of, terms_of
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import DealState, TableState
from kolej.server.tables.offered_editions import OFFERED
from kolej.server.wire.commands import Commit, Fallback, Open

TIMEOUT = 20.0
"""Seconds that a deal waits for the commitments of people who are online, and then again for their seeds."""
OFFLINE_TIMEOUT = 5.0
"""Seconds that it waits for those who have gone offline."""

Online = Callable[[int | None], bool]
"""Whether a person is online."""


def start_deal(state: TableState, server: Seed, waits_for: Iterable[int]) -> Batch:
    """Start the deal with the server's commitment, and the game with it if no seat brings its own seed."""
    settings = state.settings
    edition = OFFERED.load(settings.edition, house=settings.house)
    terms = terms_of(f"{state.code}-{state.created}", edition, settings.seats, settings.first)
    commitment = server_commitment(terms, server)
    started = DealStarted(
        terms.table, terms.rules, terms.board, commitment, tuple(waits_for), terms.house, terms.method
    )
    if started.waits_for:
        return Batch([started])
    after = state.after(started)
    assert after.deal is not None
    rest = _fix(after, after.deal, server)
    return Batch([started, *rest.bodies], rest.game)


def commit(state: TableState, identity: Identity, command: Commit) -> Batch:
    """Commit to the seed of a seat."""
    permissions.own_seat(state, identity, command.seat)
    deal = state.deal
    if deal is None or state.stage == "gathering":
        raise Refusal("not-started", "there is no deal yet; wait for the server's commitment")
    if deal.fixed:
        raise Refusal("started", f"seat {command.seat} commits too late: the commitments are fixed")
    if deal.commitments[command.seat] is not None:
        raise Refusal("taken", f"seat {command.seat} has committed already; a commitment can't be changed")
    return Batch([SeedCommitted(command.seat, command.hash)])


async def open_seed(journal: Journal, identity: Identity, command: Open) -> Batch:
    """Open the seed that a seat has committed to."""
    seat, deal, server = command.seat, journal.state.deal, journal.server_seed
    permissions.own_seat(journal.state, identity, seat)
    if deal is None or not deal.fixed:
        raise Refusal("not-started", f"seat {seat} opens too early: the commitments are not fixed yet")
    if seat not in deal.waits_for:
        raise Refusal("started", f"no seed of seat {seat} is waited for")
    assert server is not None
    try:
        seed = Seed.read(command.seed)
        seeds.commitment_round(deal, server, await journal.seat_seeds()).open(seat, seed)
    except FairError as error:
        with storing():
            await seeds.keep_unfit(journal.store, journal.id, seat)
        raise Refusal("bad-command", str(error)) from error
    with storing():
        await seeds.keep_seat_seed(journal.store, journal.id, seat, seed)
    return Batch([SeedOpened(seat)])


def fix_commitments(journal: Journal) -> Batch | None:
    """Make the commitments final; the server contributes a seed for each seat that has not committed."""
    state, server = journal.state, journal.server_seed
    if state.deal is None or state.deal.fixed or server is None:
        return None
    return _fix(state, state.deal, server)


def _fix(state: TableState, deal: DealState, server: Seed) -> Batch:
    """The final commitments, and the deal with them if no seed is waited for."""
    fixed = _fixed(deal, server)
    after = state.after(fixed)
    if after.deal is not None and after.deal.waits_for:
        return Batch([fixed])
    rest = _deal(after, server, {})
    return Batch([fixed, *rest.bodies], rest.game)


def _fixed(deal: DealState, server: Seed) -> CommitmentsFixed:
    """All commitments; the server contributes a seed for each seat that has not committed."""
    table = seeds.commitment_round(deal, server, {})
    for seat, commitment in enumerate(deal.commitments):
        if commitment is None:
            table.contribute(seat)
    return CommitmentsFixed(tuple((each.who, each.hash) for each in table.fix().seats))


def fallback_allowed(state: TableState, online: Online) -> bool:
    """Whether those who have their own seed in the deal agree to fallback seeds for the missing seats.

    A seat that cooperates with the server could choose between two deals by opening its seed or not; that is why the
    others are asked. All who are online must agree, and somebody must be, unless nobody else has a seed to protect.
    """
    deal = state.deal
    assert deal is not None, "only a deal has missing seats"
    own = {n for n, each in enumerate(deal.commitments) if each is not None and each.who == OWN} - deal.waits_for
    asked = {n for n in own if state.seats[n].person is not None}
    present = {n for n in asked if online(state.seats[n].person)}
    return asked <= deal.agreed or (bool(present) and present <= deal.agreed)


def ask_for_fallback(deal: DealState) -> Batch | None:
    """Ask those who are there whether the server's seeds may be used for the missing seats; once in each stage."""
    return None if deal.waits_for <= deal.asked else Batch([FallbackAsked(tuple(sorted(deal.waits_for)))])


def agree_to_fallback(state: TableState, identity: Identity, command: Fallback) -> Batch | None:
    """Agree to fallback seeds for the missing seats, as the client has seen them."""
    permissions.own_seat(state, identity, command.seat)
    deal = state.deal
    if deal is None or not deal.asked & deal.waits_for:
        raise Refusal("not-started", "no seat is missing, so that nobody is asked about its seed")
    if command.seat in deal.waits_for:
        raise Refusal("not-allowed", f"seat {command.seat} is missing itself; send its commitment or its seed")
    if not deal.waits_for <= set(command.missing):
        raise Refusal("stale", "other seats are missing than those that you have named; look at the deal again")
    if command.seat in deal.agreed:
        return None
    return Batch([FallbackAgreed(command.seat, tuple(sorted(deal.waits_for)))])


async def finish_deal(journal: Journal) -> Batch | None:
    """Deal the cards, with fallback seeds for seats that have not opened theirs."""
    state, server = journal.state, journal.server_seed
    if state.stage != "dealing" or state.deal is None or server is None:
        return None
    unfit = await seeds.unfit_seats(journal.store, journal.id, state.deal)
    return _deal(state, server, await journal.seat_seeds(), unfit)


def _deal(state: TableState, server: Seed, opened: Mapping[int, Seed], unfit: Iterable[int] = ()) -> Batch:
    """Start the game; fallback seeds are used for seats that have not opened theirs."""
    deal = state.deal
    assert deal is not None and deal.fixed, "nothing is dealt before all commitments are fixed"
    table = seeds.commitment_round(deal, server, opened)
    for seat in table.unopened():
        seeds.use_fallback(table, seat, seat in unfit)
    dealer = table.dealer()
    recording = RecordingDealer(dealer, notation_of(deal.terms.edition))
    game = Game.start(edition_of(deal.terms), deal.terms.seats, recording, deal.terms.first)
    game.dealer = dealer
    events = RedactedEvents.of(game.opening_events)
    game.opening_events = []
    players = tuple(BOT_PREFIX + seat.level if seat.level else seat.name for seat in state.seats)
    started = GameStarted(players, tuple(recording.outcomes), events.unredacted(), game.checksum())
    return Batch([DealFinished(dealer.commitments.fallbacks), started], game)


def bot_seed(server: Seed, seat: int, version: int) -> int:
    """The random seed of a bot. Nobody can guess it, and it is another one after a restart."""
    digest = hmac.digest(server.raw, f"kolej bot {seat} {version}".encode(), "sha256")
    return int.from_bytes(digest[:6], "big")
