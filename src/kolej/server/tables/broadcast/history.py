"""History: past entries as frames, for subscribers who missed some and for stepping back through a game."""

import asyncio
from collections.abc import Callable

import msgspec

from kolej.engine.game import Game
from kolej.server.tables.broadcast import frames
from kolej.server.tables.log.entries import (
    Body,
    ChatSent,
    CommitmentsFixed,
    DealFinished,
    DealStarted,
    GameStarted,
    Moved,
    SeedCommitted,
    SeedOpened,
    UndoDropped,
    Undone,
    UndoRequested,
    body_of,
)
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.log.notation import ReplayDealer, notation_of, read_move
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.replay import replayed
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.frames import History
from kolej.store.models import Entry

YIELD_EVERY = 64
"""Entries that are encoded before other tasks get their turn."""


async def missed(
    journal: Journal, since: int, viewer: int | None, table_frame: Callable[[TableState], bytes]
) -> list[bytes]:
    """A frame for every entry after a version. No game started among them, and nothing was undone."""
    state, game = journal.state, journal.game
    # Another process may have appended more: what this journal does not know yet is not sent yet.
    entries = (await journal.entries(since))[: state.version - since]
    last = max((entry.number for entry in entries if entry.kind == "moved"), default=0)
    found: list[bytes] = []
    for entry in entries:
        body = body_of(entry)
        if isinstance(body, Moved):
            assert game is not None
            is_last = entry.number == last
            legal = frames.legal(game, viewer) if is_last else frames.NULL
            result = frames.result(game) if is_last else frames.NULL
            events = RedactedEvents.read(body.events)
            due = frames.due(game) if is_last else frames.NULL
            found.append(frames.events(entry.number, events, viewer, due, legal, result))
        elif isinstance(body, ChatSent):
            found.append(frames.chat(entry.number, entry.at, body))
        elif isinstance(body, DealStarted | SeedCommitted | CommitmentsFixed | SeedOpened | DealFinished):
            found.append(frames.deal(entry.number, state))
        elif isinstance(body, UndoRequested | UndoDropped):
            found.append(frames.undo(entry.number, body if isinstance(body, UndoRequested) else None))
        else:
            found.append(table_frame(state.with_version(entry.number)))
    return found


async def history(journal: Journal, viewer: int | None) -> bytes:
    """The game so far as one viewer may know it: the first view, then events, and a view after each undo."""
    entries = await journal.entries()
    state = journal.state
    found: list[msgspec.Raw] = []
    stepper = _Stepper(state, any(entry.kind == "undone" for entry in entries))
    for count, entry in enumerate(entries[: state.version], start=1):
        body = body_of(entry)
        game = stepper.step(entry.number, body)
        if isinstance(body, Moved):
            assert game is not None
            ended = journal.game if _ends(entries, count) else None
            result = frames.NULL if ended is None else frames.result(ended)
            events = RedactedEvents.read(body.events)
            found.append(
                msgspec.Raw(frames.events(entry.number, events, viewer, frames.due(game), frames.NULL, result))
            )
        elif isinstance(body, ChatSent):
            found.append(msgspec.Raw(frames.chat(entry.number, entry.at, body)))
        elif game is not None:
            found.append(msgspec.Raw(frames.view(entry.number, game, viewer, state.names, frames.NULL)))
        if count % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return frames.encode(History(state.version, state.names, state.settings.seats, found))


def _ends(entries: list[Entry], count: int) -> bool:
    return count < len(entries) and entries[count].kind == "ended"


class _Stepper:
    """The game after each entry. Earlier positions are kept only where something was undone."""

    def __init__(self, state: TableState, any_undo: bool) -> None:
        self._state = state
        self._keep_games = any_undo
        self._games: list[tuple[int, Game]] = []

    def step(self, number: int, body: Body) -> Game | None:
        """Go on by one entry; returns the game if the entry has changed it."""
        if isinstance(body, GameStarted):
            assert self._state.deal is not None
            game = replayed(self._state.deal.terms, body, [], body.hash)
            self._games = [(number, game)]
            return game
        if isinstance(body, Moved):
            edition, before = self._state.settings.edition, self._games[-1][1]
            # A copy for each move is cheap, and no move is made twice however often something was undone.
            after = before.copy() if self._keep_games else before
            after.dealer = ReplayDealer(notation_of(edition), body.outcomes)
            after.repeat(body.seat, read_move(edition, body.move))
            self._games.append((number, after))
            return after
        if isinstance(body, Undone):
            while self._games[-1][0] >= body.entry:
                self._games.pop()
            return self._games[-1][1]
        return None
