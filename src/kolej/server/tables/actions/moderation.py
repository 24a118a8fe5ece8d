"""Moderation: the host mutes and removes spectators, known by a message that they wrote or from a list."""

from collections.abc import Awaitable, Callable, Collection

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import ChatSent, SpectatorModerated
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.commands import Moderate

FindSpectator = Callable[[TableState, str], Awaitable[Identity]]
"""Finds somebody in the list of spectators by their id."""


async def moderate(journal: Journal, find: FindSpectator, identity: Identity, command: Moderate) -> Batch:
    """Mute or remove a spectator, or allow them to chat and watch again."""
    state = journal.state
    permissions.host_only(state, identity)
    person, name = await _spectator(journal, find, command)
    if state.has_part(person):
        raise Refusal("not-spectator", params={"name": name})
    return Batch([SpectatorModerated(person, command.action)])


async def _spectator(journal: Journal, find: FindSpectator, command: Moderate) -> tuple[int, str]:
    if (command.chat is None) == (command.spectator is None):
        raise Refusal("bad-command", "name either a message by `chat` or a spectator by `spectator`")
    if command.spectator is not None:
        found = await find(journal.state, command.spectator)
        return found.person, found.name
    assert command.chat is not None
    body = await journal.body(command.chat)
    if not isinstance(body, ChatSent) or body.person is None:
        raise Refusal("bad-command", f"entry {command.chat} is not a message of a known person; name another one")
    return body.person, body.name


def check_not_removed(state: TableState, identity: Identity | None, networks: Collection[str] = ()) -> None:
    """Refuse people whom the host has removed, others from their networks, and anonymous clients, who might be they."""
    if not state.removed or state.seats_of(identity):
        return
    if identity is None:
        reason = "anonymous clients can't watch a table whose host has removed somebody; request GET /api/me first"
        raise Refusal("not-allowed", reason)
    if identity.person in state.removed or (identity.network in networks and identity.person != state.host):
        raise Refusal("removed")
