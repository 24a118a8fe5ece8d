"""Forgetting a person who was deleted: they leave the table, and neutral names take the place of theirs in the log."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from kolej.server.accounts.names import FORMER, former_name
from kolej.server.tables.log.entries import (
    Body,
    BotSeated,
    ChatSent,
    GameStarted,
    PersonForgotten,
    SeatEmptied,
    SeatRequested,
    SeatTaken,
    SettingsChanged,
    body_of,
    new_entry,
)
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import TableState
from kolej.store.models import Entry


def command_prefix(person: int) -> str:
    """How the idempotency keys of all commands of a person start."""
    return f"{person}:"


async def forget(journal: Journal, person: int, write: Callable[[Batch], Awaitable[object]]) -> None:
    """Remove a person from a table and its log. After a crash at any point, the next call goes on from there."""
    entries = await journal.entries()
    batch = _farewell(journal.state, [body_of(entry) for entry in entries], person)
    if batch is not None:
        await write(batch)
    bodies = _neutral_bodies(entries, person)
    if bodies:
        with storing():
            await journal.store.replace_bodies(journal.id, bodies)
        # The state in memory was folded from the old names.
        await journal.load()


def _farewell(state: TableState, bodies: Sequence[Body], person: int) -> Batch | None:
    """The entry that takes a person from the seats that nobody else has; None if there are none."""
    if any(isinstance(body, PersonForgotten) and body.person == person for body in bodies):
        return None
    last = _Holders()
    for body in bodies:
        last.note(body)
    seats = tuple(n for n, seat in enumerate(state.seats) if last.holders.get(n) == person and seat.level is None)
    host = state.host if state.host != person else next((other for other in state.people if other != person), person)
    return Batch([PersonForgotten(person, seats, host)]) if seats or host != state.host else None


def _neutral_bodies(entries: Sequence[Entry], person: int) -> dict[int, str]:
    """The bodies of the entries that name a person, with neutral names, by number."""
    found: dict[int, str] = {}
    last = _Holders()
    for entry in entries:
        body = body_of(entry)
        last.note(body)
        neutral = _neutral(body, person, last, by_person=(entry.command or "").startswith(command_prefix(person)))
        if neutral != body:
            found[entry.number] = new_entry(neutral, entry.at, entry.command).body
    return found


def _neutral(body: Body, person: int, last: "_Holders", by_person: bool) -> Body:
    match body:
        case SeatTaken() if body.person == person:
            return replace(body, name=former_name(body.seat))
        case GameStarted():
            names = enumerate(body.players)
            return replace(
                body, players=tuple(former_name(n) if last.holders.get(n) == person else name for n, name in names)
            )
        case SeatRequested() if body.person == person:
            return replace(body, name=FORMER)
        case ChatSent() if by_person or body.person == person:
            return replace(body, name=FORMER if body.seat is None else former_name(body.seat))
    return body


class _Holders:
    """Who was the last person on each seat, as far as a log was read."""

    def __init__(self) -> None:
        self.holders: dict[int, int] = {}

    def note(self, body: Body) -> None:
        match body:
            case SeatTaken():
                self.holders[body.seat] = body.person
            case SeatEmptied() | BotSeated():
                self.holders.pop(body.seat, None)
            case SettingsChanged():
                for seat, _ in body.bots:
                    self.holders.pop(seat, None)
