"""Journal: the log of a table in memory, and the batches of entries that are appended to it.

A batch is written whole or not at all, and to the store first; only then does the state change.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import Seed
from kolej.engine.game import Game
from kolej.server.errors import Refusal
from kolej.server.limits import Turn, one_turn
from kolej.server.tables.log import seeds
from kolej.server.tables.log.entries import CHAT, Body, GameStarted, Moved, Undone, body_of, new_entry
from kolej.server.tables.log.listing import listing
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.replay import MoveLine, repeated, replayed_in_turns
from kolej.server.tables.log.store_errors import deleted, refusal_of, storing
from kolej.server.tables.log.table_state import DealState, TableState, opened
from kolej.server.time import Time
from kolej.store.errors import Repeated, Stale, StoreError, Uncertain
from kolej.store.models import Entry, NewEntry, Table, TableStatus
from kolej.store.protocol import Store

READ_AT_ONCE = 500
"""Entries that are read from the store at once: a log of any length needs the memory of these."""
READ_BEFORE_YIELDING = 64
"""Entries that are decoded before other tasks get their turn."""
MOST_DEFERRED = 50
"""Moves of other processes that are applied together, in about a millisecond."""

_log = logging.getLogger("kolej.tables")


@dataclass(slots=True)
class Batch:
    """Entries that are written together, and the game after them. Actions return one."""

    bodies: Sequence[Body]
    game: Game | None = None
    """The game after them; None if it stays as it is."""
    events: RedactedEvents | None = None
    """The events of the move among them."""
    key: str | None = None
    """The idempotency key of the command."""
    key_entry: int = 0
    """The index of the entry that carries the key."""


@dataclass(slots=True)
class Written:
    """A batch that is durable."""

    batch: Batch
    before: TableState
    states: Sequence[TableState]
    """The state after each entry."""
    at: int
    """When it was written, in milliseconds since 1970."""
    entries: Sequence[NewEntry | Entry] = ()
    """The batch as it was stored."""

    @property
    def after(self) -> TableState:
        """The state after all entries."""
        return self.states[-1]

    @property
    def number(self) -> int:
        """The number of the entry that carries the key."""
        return self.before.version + 1 + self.batch.key_entry


class OutOfDate(Exception):
    """Another process has appended to the log: what was to be written has to be decided again."""


class Journal:
    """The state and the game that a log leads to, and how the log grows."""

    def __init__(self, store: Store, time: Time, table: Table) -> None:
        self.store = store
        self.id = table.id
        self.code = table.code
        self._state: TableState
        self._game: Game | None = None
        self._deferred: list[Entry] = []
        """Moves that were shown already, and are applied when somebody asks for the state or the game."""
        self.note_applied: Callable[[Game, Sequence[Moved], int], None] | None = None
        """Called after deferred moves were applied, with the time of the last one, in milliseconds since 1970."""
        self.shown = 0
        """The last entry that was shown although it could not be applied; what is read again is not sent again."""
        self.server_seed: Seed | None = None
        """The server's seed, from the start of the deal to the end of the game."""
        self.stale = False
        """Whether the log may have grown without this journal."""
        self.rewritten = False
        """Whether all of the log has to be read again, because names in it were replaced or it can't be followed."""
        self.deleted = False
        self.due_at: int | None = None
        """When the current decision became due by the last reading of the log, in milliseconds since 1970."""
        self.reading = object()
        """Another one after each reading of the log: the deletion of a person changes names, but no version."""
        self._time = time
        self._created = table.created

    @property
    def version(self) -> int:
        """The number of the last entry that is known."""
        return self._state.version + len(self._deferred)

    @property
    def state(self) -> TableState:
        """The state that the log leads to."""
        if self._deferred:
            self._apply_deferred()
        return self._state

    @state.setter
    def state(self, state: TableState) -> None:
        self._deferred.clear()
        self._state = state

    @property
    def applied(self) -> TableState:
        """The state without moves that wait to be applied: they change no seat, request, clock or status."""
        return self._state

    @property
    def game(self) -> Game | None:
        """The current game. None before it starts, and after it is over until somebody subscribes."""
        if self._deferred:
            self._apply_deferred()
        return self._game

    @game.setter
    def game(self, game: Game | None) -> None:
        self._game = game

    def can_defer(self, after: int) -> bool:
        """Whether a move after this entry can be applied later."""
        current = not self.stale and not self.rewritten and not self.deleted
        return current and self._game is not None and after == self.version

    def defer(self, moved: Entry) -> None:
        """Apply a move of another process later, together with others. It was shown to everybody here already."""
        self._deferred.append(moved)
        if len(self._deferred) >= MOST_DEFERRED:
            self._apply_deferred()

    def _apply_deferred(self) -> None:
        deferred, self._deferred = self._deferred, []
        try:
            moves = [body for entry in deferred if isinstance(body := body_of(entry), Moved)]
            assert self._game is not None, "moves are deferred only while the game is in memory"
            game, state = repeated(self._game, moves), self._state.copy()
        except Exception as error:
            # Reading all of the log again shows what is wrong.
            _log.warning("table %s could not apply moves of another process: %s", self.code, type(error).__name__)
            self.rewritten, self.shown = True, deferred[-1].number
            return
        for move in moves:
            state.apply(move)
        self._game, self._state = game, state
        if self.note_applied is not None:
            self.note_applied(game, moves, deferred[-1].at)

    async def load(self) -> None:
        """Read the whole log. If that fails, the journal stays as it was."""
        # Reset before reading: a notice of another entry that comes meanwhile must not be lost.
        self.stale = self.rewritten = False
        self.reading = object()
        try:
            self.state, self.server_seed, self.game = await self._read()
        except BaseException:
            self.stale = self.rewritten = True
            raise

    async def _read(self) -> tuple[TableState, Seed | None, Game | None]:
        state: TableState | None = None
        line = MoveLine()
        expected = 1
        due_at: int | None = None
        async for entry in self.each_entry():
            if entry.number != expected:
                # The store never leaves a gap: what is missing was lost on the disk.
                raise Refusal("damaged")
            expected += 1
            body = body_of(entry)
            line.add(entry.number, body)
            # While several seats choose their first tickets, the choice of one makes no other one due.
            if isinstance(body, GameStarted | Undone) or (isinstance(body, Moved) and not body.choosing):
                due_at = entry.at
            if entry.number % READ_BEFORE_YIELDING == 0:
                await asyncio.sleep(0)
            if state is None:
                state = opened(self.code, self._created, entry.command or "", body)
            else:
                state.apply(body)
        if state is None:
            raise Refusal("damaged")
        self.due_at = due_at
        if state.deal is None or state.status is TableStatus.FINISHED:
            return state, self.server_seed, None
        seed = await self.read_server_seed()
        if not state.started:
            return state, seed, None
        return state, seed, await self.replayed(state, seed, line)

    async def replayed(self, state: TableState, seed: Seed | None, line: MoveLine) -> Game:
        """The game after these moves, with its dealer if the server's seed is known."""
        assert state.deal is not None and line.started is not None
        moves = [moved for _, moved in line.moves]
        game = await replayed_in_turns(state.deal.terms, line.started, moves, line.hash, line.ended_early)
        if seed is not None:
            game.dealer = seeds.dealer_of(state.deal, seed, await self._seat_seeds(state.deal), state.epoch)
        return game

    def is_ready(self) -> bool:
        """Whether the state is up to date, and the game in memory if it has started."""
        # First: applying moves that wait may show that all of the log has to be read again.
        loaded = self.game is not None or not self.state.started
        return loaded and not self.stale and not self.rewritten and not self.deleted

    async def make_ready(self) -> None:
        """Read the log again if it may have grown, and load the game if it has started."""
        if self.deleted:
            raise deleted()
        if self.stale or self.rewritten:
            await self.load()
        await self.load_game()

    async def load_game(self) -> None:
        """Replay the game, unless it is in memory or has not started."""
        if self.game is None and self.state.started:
            self.game = await self.replayed(self.state, self.server_seed, await self.move_line())

    async def dealer(self, epoch: int) -> FairDealer:
        """The dealer of the game, with the cards to come shuffled for an epoch."""
        assert self.state.deal is not None and self.server_seed is not None
        return seeds.dealer_of(self.state.deal, self.server_seed, await self.seat_seeds(), epoch)

    async def seat_seeds(self) -> dict[int, Seed]:
        """The seeds that seats have opened."""
        assert self.state.deal is not None
        return await self._seat_seeds(self.state.deal)

    async def _seat_seeds(self, deal: DealState) -> dict[int, Seed]:
        with storing():
            return await seeds.seat_seeds(self.store, self.id, deal)

    async def read_server_seed(self) -> Seed:
        """The server's seed for this table; made at the first call."""
        with storing():
            return await seeds.server_seed(self.store, self.id)

    async def entries(self, after: int = 0) -> list[Entry]:
        """The stored entries after a number."""
        with storing():
            return await self.store.entries(self.id, after)

    async def each_entry(self, without: str | None = None) -> AsyncIterator[Entry]:
        """The stored entries, but those of one kind, without having all of them in memory."""
        after = 0
        while True:
            with storing():
                page = await self.store.entries(self.id, after, READ_AT_ONCE, without)
            for entry in page:
                yield entry
            if len(page) < READ_AT_ONCE:
                return
            after = page[-1].number

    async def last_chats(self, limit: int) -> list[Entry]:
        """The last chat messages, in order."""
        with storing():
            return await self.store.last_entries(self.id, CHAT, limit)

    async def bodies(self, turn: Turn = one_turn) -> list[tuple[int, Body]]:
        """The content of every entry but chat, of which there may be much, with its number."""
        entries = [entry async for entry in self.each_entry(without=CHAT)]
        bodies = list[tuple[int, Body]]()
        for first in range(0, len(entries), READ_BEFORE_YIELDING):
            async with turn():
                bodies += [(entry.number, body_of(entry)) for entry in entries[first : first + READ_BEFORE_YIELDING]]
        return bodies

    async def body(self, number: int) -> Body | None:
        """The content of one entry, if there is one with this number."""
        with storing():
            found = await self.store.entries(self.id, number - 1, 1)
        return body_of(found[0]) if found and found[0].number == number else None

    async def move_line(self, turn: Turn = one_turn) -> MoveLine:
        """The moves that were not undone."""
        return MoveLine(await self.bodies(turn))

    async def write(self, batch: Batch) -> Written:
        """Append a batch, then go on to the state after it.

        If anything is raised, nothing has changed: Refusal if the store can't write, Repeated if the command has had
        its effect already, OutOfDate if another process has appended.
        """
        before, states = self.state, self.states_after(batch.bodies)
        state = states[-1]
        at = self._time.now_ms()
        entries: list[NewEntry] = [
            new_entry(body, at, batch.key if n == batch.key_entry else None) for n, body in enumerate(batch.bodies)
        ]
        try:
            await self.store.append(self.id, before.version, entries, listing(before, state))
        except asyncio.CancelledError:
            # A write that has begun is carried out although nobody waits for it any more.
            self.stale = True
            raise
        except Stale as error:
            self.stale = True
            raise OutOfDate from error
        except Repeated:
            raise
        except StoreError as error:
            # Only the log shows whether it was written.
            self.stale = self.stale or isinstance(error, Uncertain)
            raise refusal_of(error) from error
        self.state = state
        if batch.game is not None:
            self.game = batch.game
        return Written(batch, before, states, at, entries)

    def states_after(self, bodies: Sequence[Body]) -> list[TableState]:
        """The state after each of these entries."""
        state, states = self.state, list[TableState]()
        for body in bodies:
            state = state.after(body)
            states.append(state)
        return states

    async def delete(self) -> None:
        """Delete the table with its log. OutOfDate, and nothing was deleted, if another process has appended."""
        try:
            with storing():
                await self.store.delete_table(self.id, self.state.version)
        except asyncio.CancelledError:
            # A deletion that has begun is carried out although nobody waits for it any more.
            self.stale = True
            raise
        except Stale as error:
            self.stale = True
            raise OutOfDate from error
        self.deleted = True
        self.game = self.server_seed = None

    async def number_of(self, key: str) -> int | None:
        """The entry with an idempotency key, if the command has had its effect.

        If not, this may find that the log has grown: then the journal is stale.
        """
        with storing():
            number, last = await self.store.command_entry(self.id, key)
        self.stale = self.stale or (number is None and last > self.state.version)
        return number
