"""Deletion of a table by those whose table it is: who may ask for it, and who has to agree.

Before the game starts, the host decides: the others lose a seat and some chat. While it is running, nobody can delete
it. A game that is over belongs to all who have a seat in it, each of whom would lose their result, the replay and the
game file; one that everybody has left belongs to those who may return to it. Each of them has to agree. Silence is no
consent: only people who can never come back, because they were deleted or their last token has expired, are not asked.
"""

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.tables import DeletionConsent
from kolej.store.models import TableStatus


def owners(state: TableState) -> dict[int, int]:
    """The person to whom each seat of a game belongs that is over or was left by everybody, by seat."""
    if state.stage == "gathering" or state.status is TableStatus.RUNNING:
        return {}
    if state.status is TableStatus.ABANDONED:
        return {n: holders[-1] for n, holders in enumerate(state.holders) if holders}
    return {n: seat.person for n, seat in enumerate(state.seats) if seat.person is not None}


def check_may_ask(state: TableState, identity: Identity) -> None:
    """Refuse a request to delete a table by somebody whose table it is not, and during a game."""
    if state.status is TableStatus.RUNNING:
        raise Refusal("not-over", "a game that is being played can't be deleted; play it to its end, or leave it")
    owning = owners(state)
    if not owning:
        permissions.host_only(state, identity)
    elif identity.person not in owning.values():
        raise Refusal("not-player", "only those who have played this game may delete it")


def consent(state: TableState) -> DeletionConsent:
    """Which seats have to agree to a deletion, and which have agreed."""
    owning = owners(state)
    return DeletionConsent([n for n, person in owning.items() if person in state.deletion], list(owning))


def consent_for(state: TableState, identity: Identity | None) -> DeletionConsent | None:
    """The same for a viewer; None if they may not delete the table now."""
    if identity is None:
        return None
    try:
        check_may_ask(state, identity)
    except Refusal:
        return None
    return consent(state)
