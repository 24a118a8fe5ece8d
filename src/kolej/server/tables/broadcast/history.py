"""History: past entries as frames, for subscribers who missed some and for stepping back through a game."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

import msgspec

from kolej.engine.game import Game
from kolej.server.limits import Turn
from kolej.server.tables.broadcast import frames
from kolej.server.tables.broadcast.completed_tickets import CompletedTickets
from kolej.server.tables.log.entries import (
    CHAT,
    Body,
    ChatSent,
    DealBody,
    EndedEarly,
    GameStarted,
    Moved,
    StationsChosen,
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

SLICE_SECONDS = 0.0005
"""How long entries are replayed before other tasks get their turn."""
MISSED_AT_ONCE = 32
"""Missed entries that become frames before other tasks get their turn."""
MAX_CHATS = 200
"""Chat messages in a history: the last ones, however many were sent."""
PAGE_BYTES = 2**20
"""A page of a history ends after so many bytes. Nearly every game fits into one page."""


async def missed(
    journal: Journal, since: int, viewer: int | None, table_frame: Callable[[TableState], bytes], turn: Turn
) -> list[bytes]:
    """A frame for every entry after a version. No game started among them, and nothing was undone."""
    state, game = journal.state, journal.game
    # Another process may have appended more: what this journal does not know yet is not sent yet.
    entries = (await journal.entries(since))[: state.version - since]
    last = max((entry.number for entry in entries if entry.kind in ("moved", "stopped")), default=0)

    def frame(entry: Entry) -> bytes:
        body = body_of(entry)
        if isinstance(body, Moved | EndedEarly):
            assert game is not None
            is_last = entry.number == last
            legal = frames.legal(game, viewer) if is_last else frames.NULL
            result = frames.result(game, state.ending) if is_last else frames.NULL
            events = RedactedEvents.read(body.events)
            due = frames.due(game) if is_last else frames.NULL
            return frames.events(entry.number, events, viewer, due, legal, result)
        if isinstance(body, ChatSent):
            return frames.chat(entry.number, entry.at, body)
        if isinstance(body, StationsChosen) and game is not None:
            return frames.new_result(entry.number, game, state.ending)
        if isinstance(body, DealBody):
            return frames.deal(entry.number, state)
        if isinstance(body, UndoRequested | UndoDropped):
            return frames.undo(entry.number, body if isinstance(body, UndoRequested) else None)
        return table_frame(state.with_version(entry.number))

    found: list[bytes] = []
    for first in range(0, len(entries), MISSED_AT_ONCE):
        async with turn():
            found += [frame(entry) for entry in entries[first : first + MISSED_AT_ONCE]]
    return found


async def history(journal: Journal, viewer: int | None, after: int = 0) -> bytes:
    """A page of the game so far as one viewer may know it, with the entries after a number.

    The first view, then events, a view after each undo, and the last chat messages. A page needs a limited amount of
    memory, however long the log is; the game is replayed from its start for each.
    """
    state = journal.state
    chats = [entry for entry in await journal.last_chats(MAX_CHATS) if after < entry.number <= state.version]
    page = _Page(chats)
    stepper = _Stepper(state)
    tickets = CompletedTickets(viewer)
    slice = TimeSlice()
    async for entry in journal.each_entry(without=CHAT):
        # Another process may have appended more: what this journal does not know yet is not sent yet.
        if entry.number > state.version:
            break
        if page.size > PAGE_BYTES:
            return page.encoded(state, page.last)
        body = body_of(entry)
        game = stepper.step(entry.number, body)
        completed = tickets.change(game)
        if entry.number > after:
            await page.add(entry.number, _frame(entry.number, body, game, viewer, state), slice)
            if completed is not None:
                page.completed.append((entry.number, completed))
            if isinstance(body, Undone):
                page.undone.append((entry.number, body.entry))
        await slice.end()
    await page.add(state.version, None, slice)
    return page.encoded(state, None)


class TimeSlice:
    """The time for which a task runs before it lets others run."""

    def __init__(self, seconds: float = SLICE_SECONDS) -> None:
        self._seconds = seconds
        self._begun = perf_counter()

    async def end(self) -> None:
        """Let others run if the time is over."""
        if perf_counter() - self._begun >= self._seconds:
            await asyncio.sleep(0)
            self._begun = perf_counter()


def _frame(number: int, body: Body, game: Game | None, viewer: int | None, state: TableState) -> bytes | None:
    if game is None:
        return None
    if isinstance(body, Moved | EndedEarly):
        events = RedactedEvents.read(body.events)
        result = frames.result(game, state.ending)
        return frames.events(number, events, viewer, frames.due(game), frames.NULL, result)
    return frames.view(number, game, viewer, state.names, frames.NULL, state.ending)


class _Page:
    """The frames of a page, among them the chat messages that were sent meanwhile."""

    def __init__(self, chats: list[Entry]) -> None:
        self.size = 0
        self.last = 0
        """The number of the last entry in it."""
        self.completed: list[tuple[int, list[int]]] = []
        self.undone: list[tuple[int, int]] = []
        self._chats = deque(chats)
        self._frames: list[msgspec.Raw] = []

    async def add(self, number: int, frame: bytes | None, slice: TimeSlice) -> None:
        """Go on to an entry, which may have no frame. Chat messages before it come first."""
        while self._chats and self._chats[0].number <= number:
            self._add_chat(self._chats.popleft())
            await slice.end()
        if frame is not None:
            self._append(frame)
        self.last = number

    def _add_chat(self, entry: Entry) -> None:
        sent = body_of(entry)
        assert isinstance(sent, ChatSent)
        self._append(frames.chat(entry.number, entry.at, sent))

    def _append(self, frame: bytes) -> None:
        self.size += len(frame)
        self._frames.append(msgspec.Raw(frame))

    def encoded(self, state: TableState, next: int | None) -> bytes:
        """The page as JSON; `next` is the number after which the next page starts."""
        return frames.encode(
            History(
                state.version,
                state.names,
                state.settings.seats,
                self._frames,
                next,
                completed=self.completed,
                undone=self.undone,
            )
        )


class _Stepper:
    """The game after each entry. Earlier positions are kept only where something was undone."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._keep_games = state.undo_count > 0
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
        if isinstance(body, EndedEarly):
            after = self._games[-1][1].copy() if self._keep_games else self._games[-1][1]
            after.end_early()
            self._games.append((number, after))
            return after
        if isinstance(body, Undone):
            while self._games[-1][0] >= body.entry:
                self._games.pop()
            return self._games[-1][1]
        return None
