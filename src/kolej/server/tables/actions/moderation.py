"""Moderation: the host mutes and removes spectators, who are known by a message that they wrote."""

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import ChatSent, SpectatorModerated
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.commands import Moderate


async def moderate(journal: Journal, identity: Identity, command: Moderate) -> Batch:
    """Mute or remove the author of a message, or allow them to chat and watch again."""
    state = journal.state
    permissions.host_only(state, identity)
    body = await journal.body(command.chat)
    if not isinstance(body, ChatSent) or body.person is None:
        raise Refusal("bad-command", f"entry {command.chat} is not a message of a known person; name another one")
    if body.person == state.host or any(seat.person == body.person for seat in state.seats):
        raise Refusal("not-spectator", params={"name": body.name})
    return Batch([SpectatorModerated(body.person, command.action)])


def check_not_removed(state: TableState, identity: Identity | None) -> None:
    """Refuse people whom the host has removed."""
    if identity is not None and identity.person in state.removed and not state.seats_of(identity):
        raise Refusal("removed")
