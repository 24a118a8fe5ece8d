"""Chat: messages to everyone at a table."""

import unicodedata
from collections.abc import Collection

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import name_apart
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import ChatSent
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.commands import Chat
from kolej.store.names import invisible


def chat(
    state: TableState, identity: Identity, viewing: int | None, command: Chat, muted: Collection[str] = ()
) -> Batch:
    """A chat message, in the name of the sender's seat if there is one: the seat they view, or their first.

    Spectators whose network is among the `muted` ones are muted too: they might be the same person as another guest.
    """
    text = checked_text(command.text)
    mine = state.seats_of(identity)
    seat = viewing if viewing in mine else min(mine, default=None)
    if seat is not None:
        name = state.seats[seat].name
    elif identity.person in state.muted or (identity.network in muted and identity.person != state.host):
        raise Refusal("muted")
    else:
        name = name_apart(identity.name, state.names)
    return Batch([ChatSent(seat, name, text, identity.person)])


def checked_text(text: str) -> str:
    """A message as one line, without characters that change how the text beside it is shown."""
    line = text.strip()
    for character in line:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or _changes_direction(character):
            raise Refusal("bad-command", f"it has the control character U+{ord(character):04X}; leave it out")
    if all(invisible(character) or character.isspace() for character in line.strip("\ufe0e\ufe0f")):
        raise Refusal("chat-empty")
    return line


def _changes_direction(character: str) -> bool:
    """Whether it is a bidirectional control character."""
    return unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
