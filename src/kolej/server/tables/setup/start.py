"""Start of a game, and its rematch."""

from collections.abc import Callable

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.actions import fair_deal
from kolej.server.tables.context import TableContext
from kolej.server.tables.log.entries import RematchOpened
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.setup import create

Online = Callable[[int | None], bool]
"""Whether a person is online."""


async def start(journal: Journal, identity: Identity, online: Online) -> Batch:
    """Start the fair deal, and the game with it unless the deal waits for a commitment."""
    state = journal.state
    permissions.host_only(state, identity)
    permissions.before_start(state)
    free = [n for n, seat in enumerate(state.seats) if seat.free]
    if free:
        raise Refusal("seats-free")
    seed = journal.server_seed = await journal.read_server_seed()
    return fair_deal.start_deal(state, seed, _committing_seats(state, online))


def _committing_seats(state: TableState, online: Online) -> list[int]:
    """The seats that may bring their own seed: those of people who are online and have a screen to themselves."""
    holders = [seat.person for seat in state.seats]
    return [
        n for n, person in enumerate(holders) if person is not None and holders.count(person) == 1 and online(person)
    ]


async def rematch(context: TableContext, journal: Journal, identity: Identity) -> Batch | None:
    """Open another table for the same people, where the next seat begins. There is one rematch of a table."""
    state, game = journal.state, journal.game
    if not state.seats_of(identity) and identity.person != state.host:
        raise Refusal("not-player")
    if state.stage != "over":
        raise Refusal("not-over", "the game is not over yet")
    if state.rematch is not None and await _exists(context, state.rematch):
        return None
    assert game is not None
    first = (game.view().status.first + 1) % state.settings.seats
    code = await create.create_rematch(context, journal.id, state, identity, first)
    # A rematch that was deleted is opened again under its old code.
    return None if code == state.rematch else Batch([RematchOpened(code)])


async def _exists(context: TableContext, code: str) -> bool:
    with storing():
        return await context.store.table_by_code(code) is not None
