"""Names of people: which are allowed, whose they are, and how equal names at a table are told apart."""

import unicodedata
from collections.abc import Sequence

from kolej.engine.record.game_file import name_fault
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.store.names import invisible, skeleton
from kolej.store.protocol import Store

BOT_PREFIX = "bot:"
"""Names of bots in a game file start with it; no person's name may."""
FORMER = "Former player"
"""The name of a person who was deleted."""
_SHOWN = ("L", "N", "P", "S")
"""Categories of Unicode of which a name has at least one character: a space or an accent alone is no name."""


def clean_name(name: str) -> str:
    """A name without spaces around it, checked."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise Refusal("name-empty")
    return checked_name(cleaned)


def checked_name(name: str) -> str:
    """A name that can be shown and stored in a game file."""
    if any(map(invisible, name)):
        raise Refusal("name-invisible")
    fault = name_fault(name)
    if fault:
        raise Refusal("bad-command", fault)
    if not any(unicodedata.category(each)[0] in _SHOWN for each in name):
        raise Refusal("name-empty")
    if name.casefold().startswith(BOT_PREFIX):
        raise Refusal("name-of-bot", params={"start": BOT_PREFIX})
    return name


async def check_own_name(store: Store, identity: Identity, name: str) -> None:
    """Refuse the name of somebody else's account, and names that look like it."""
    if await store.account_like(name, identity.person) is not None:
        raise Refusal("name-taken", params={"name": name})


def name_apart(name: str, others: Sequence[str]) -> str:
    """The name, with a number if somebody else at the table has the same or one that looks like it."""
    taken = {skeleton(other) for other in others}
    if skeleton(name) not in taken:
        return name
    return next(other for n in range(2, 99) if skeleton(other := f"{name} {n}") not in taken)


def former_name(seat: int) -> str:
    """The name at a table of a person who was deleted."""
    return f"{FORMER} {seat + 1}"
