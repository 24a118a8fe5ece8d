"""Background tasks of a table: deals go on, bots move, clocks run out, bots substitute absent people.

What is due follows from the log and from who is online, never from a timer that was set earlier: after a restart it is
due again. A bot substitutes an absent person once they have been offline, and their decision due, for the time that
the table allows; but only while another player is online who would have to wait. Where all players are offline, the
game rests. Where bots play all seats, it goes on only while somebody watches: else anybody could keep the bot workers
busy with games that nobody sees.
"""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from kolej.engine.game import Game
from kolej.engine.moves.moves import Move
from kolej.server.bots.request import BotRequest
from kolej.server.errors import Refusal
from kolej.server.limits import wider_network
from kolej.server.tables.actions import endings, fair_deal, moves, seat_requests, undo
from kolej.server.tables.bot_moves import choose_move
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.context import TableContext
from kolej.server.tables.log.entries import (
    ABSENT,
    CLOCK,
    EndDropped,
    PlayerAway,
    PlayerBack,
    SeatRequestDropped,
    UndoDropped,
)
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.turn_times import TurnTimes
from kolej.store.models import TableStatus

ALONE_SECONDS = 0.5
"""Seconds between two moves where only bots play, at least: somebody who watches dozens of such tables would otherwise
have them move as fast as the server can."""
MOST_BACKOFF = 30.0
"""The longest pause in seconds before something that failed is tried again."""

Task = tuple[float, Callable[[], Awaitable[None]]]
"""When something is due, and what."""

WriteIfDue = Callable[[Callable[[], Awaitable[Batch | None]]], Awaitable[None]]
"""Calls a function under the table's lock, and writes the batch that it returns, if it does."""

_log = logging.getLogger("kolej.tables")


def where(error: Exception) -> str:
    """The type of an error, and where it was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}, line {last.lineno}"


class BackgroundTasks:
    """The background work of one table. It has an asyncio task only while something is due or will be."""

    def __init__(
        self,
        context: TableContext,
        journal: Journal,
        subscribers: Subscribers,
        times: TurnTimes,
        write_if_due: WriteIfDue,
    ) -> None:
        self._context = context
        self._journal = journal
        self._subscribers = subscribers
        self._times = times
        self._write_if_due = write_if_due
        self._loaded_version = journal.state.version
        """The version at which this process loaded the table; bots get other seeds after a restart."""
        self.network = ""
        """The network that the host was last seen in by this process; empty after a restart until they return."""
        self.read_soon = False
        """Whether other processes have appended something that may lead to background work."""
        self._task: asyncio.Task[None] | None = None
        self._woken: asyncio.Event | None = None
        """Exists only with the task: most tables wait for people, and an event is a large part of their memory."""

    @property
    def needs_log(self) -> bool:
        """Whether the table has to be up to date at all times, and not only when it is next used."""
        if len(self._subscribers):
            return True
        # Without sockets elsewhere, nobody but the owner appends anything.
        idle = self._subscribers.everywhere and not self._depends_on_moves
        return not idle and self._context.hub.owns(self._journal.id)

    @property
    def needs_moves(self) -> bool:
        """Whether a move of another process may lead to background work here, as long as nothing but moves happens."""
        return self._context.hub.owns(self._journal.id) and self._depends_on_moves

    @property
    def _depends_on_moves(self) -> bool:
        """Whether a move may lead to background work, as long as nothing but moves happens."""
        state, online = self._journal.applied, self._subscribers.online
        if state.status is not TableStatus.RUNNING:
            return False
        requests = (state.undo_request, state.end_request, state.seat_request)
        if state.stage == "dealing" or state.time_left is not None or any(each is not None for each in requests):
            return True
        return any(seat.bot is not None or seat.away is not None or not online(seat.person) for seat in state.seats)

    def wake(self) -> None:
        """Something has changed: look at what is due now."""
        if self._woken is not None:
            self._woken.set()
        elif self._next() is not None:
            self._woken = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._run(self._woken))

    async def close(self) -> None:
        """Stop. A write that has begun is carried out; everything else will be due again."""
        task = self._task
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self, woken: asyncio.Event) -> None:
        failures = 0
        try:
            while not self._context.closed:
                woken.clear()
                task = self._next()
                if task is None:
                    return
                when, work = task
                seconds = when - self._now()
                if seconds > 0:
                    await self._context.time.wait(woken, seconds)
                    continue
                try:
                    await work()
                    failures = 0
                except Exception as error:
                    if self._context.closed:
                        return
                    # Only the type and the place: the message of an error may name cards. A full queue is no fault,
                    # and must not fill the log.
                    full = isinstance(error, Refusal) and error.code == "too-many"
                    level = logging.DEBUG if full else logging.WARNING
                    _log.log(level, "table %s pauses: %s", self._journal.code, where(error))
                    failures += 1
                    await self._sleep(min(MOST_BACKOFF, 0.5 * 2**failures))
        finally:
            self._task = self._woken = None

    @property
    def _state(self) -> TableState:
        return self._journal.state

    def _now(self) -> float:
        return self._context.time.ticks()

    async def _sleep(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Wait, whatever else happens, unless a condition makes the waiting useless."""
        end, woken = self._now() + seconds, self._woken
        assert woken is not None, "only the task itself sleeps"
        while self._now() < end and not until():
            woken.clear()
            await self._context.time.wait(woken, end - self._now())

    # What is due

    def _next(self) -> Task | None:
        """What is due first."""
        state, times, now = self._state, self._times, self._now()
        if self._journal.deleted:
            return None
        if self._journal.stale or self._journal.rewritten:
            # Otherwise it is read again when it is next used.
            return (now, partial(self._write_if_due, _nothing)) if self.needs_log or self.read_soon else None
        if state.status is not TableStatus.RUNNING or not self._context.hub.owns(self._journal.id):
            return None
        if state.deal is not None and state.stage == "dealing":
            when = self._deal_goes_on(state)
            return None if when is None else (when, partial(self._write_if_due, self._continue_deal))
        if state.undo_request is not None:
            return times.undo_requested + undo.TIMEOUT, partial(self._write_if_due, self._drop_undo)
        if state.end_request is not None:
            return times.end_requested + endings.TIMEOUT, partial(self._write_if_due, self._drop_end_request)
        for number, seat in enumerate(state.seats):
            if seat.away == ABSENT and self._subscribers.online(seat.person) and state.may_come_back(number):
                return now, partial(self._write_if_due, partial(self._come_back, number))
        if not self._subscribers.everywhere and all(seat.bot is not None for seat in state.seats):
            return None
        tasks = [task for seat in times.due for task in self._seat_tasks(seat, now)]
        if state.seat_request is not None:
            lapses = times.seat_requested + seat_requests.TIMEOUT
            tasks.append((lapses, partial(self._write_if_due, self._drop_seat_request)))
        return min(tasks, key=lambda task: task[0], default=None)

    def _deal_goes_on(self, state: TableState) -> float | None:
        """When the deal goes on without its missing seats, or asks about them; None while it waits for an answer."""
        deal = state.deal
        assert deal is not None, "only a deal goes on"
        if not deal.asked & deal.waits_for:
            waits = [self._waits_until(state.seats[seat].person) for seat in deal.waits_for]
            return max(waits, default=self._times.since)
        return self._now() if fair_deal.fallback_allowed(state, self._subscribers.online) else None

    def _waits_until(self, person: int | None) -> float:
        """When the deal has waited long enough for the commitment or the seed of a person; None has left."""
        since, timeout = self._times.since, self._context.deal_timeout
        if person is None:
            return since
        if self._subscribers.online(person):
            return since + timeout
        offline = max(since, self._subscribers.offline_since(person))
        return min(since + timeout, offline + fair_deal.OFFLINE_TIMEOUT)

    def _seat_tasks(self, number: int, now: float) -> list[Task]:
        """What is due because the decision of a seat is."""
        state, online = self._state, self._subscribers.online
        seat = state.seats[number]
        if seat.bot is None and state.time_left is None and online(seat.person):
            # The usual case: a person thinks, and no clock runs.
            return []
        tasks: list[Task] = [
            (when, partial(self._write_if_due, partial(self._go_away, away))) for when, away in self._deadlines(number)
        ]
        if seat.away == CLOCK and online(seat.person) and state.time_left is not None:
            tasks.append((self._times.due[number] + state.time_left[number], partial(self._bot, number)))
        elif seat.bot is not None:
            tasks.append((now, partial(self._bot, number)))
        return tasks

    def _deadlines(self, number: int) -> list[tuple[float, PlayerAway]]:
        """When a person whose decision is due will be substituted, and why."""
        state, online = self._state, self._subscribers.online
        seat = state.seats[number]
        if seat.person is None or seat.away is not None or number not in self._times.due:
            return []
        since, deadlines = self._times.due[number], list[tuple[float, PlayerAway]]()
        if state.time_left is not None:
            deadlines.append((since + state.time_left[number], PlayerAway(number, CLOCK)))
        grace = state.settings.absent
        if grace is not None and not online(seat.person) and any(map(online, state.people)):
            offline = max(since, self._subscribers.offline_since(seat.person))
            deadlines.append((offline + grace, PlayerAway(number, ABSENT)))
        return deadlines

    # Decisions under the table's lock. While the task waited for it, everything may have changed.

    async def _continue_deal(self) -> Batch | None:
        state = self._state
        if state.deal is None or state.stage != "dealing":
            return None
        when = self._deal_goes_on(state)
        if when is None or when > self._now():
            return None
        if state.deal.waits_for and not fair_deal.fallback_allowed(state, self._subscribers.online):
            return fair_deal.ask_for_fallback(state.deal)
        if state.deal.fixed:
            return await fair_deal.finish_deal(self._journal)
        return fair_deal.fix_commitments(self._journal)

    async def _drop_undo(self) -> Batch | None:
        due = self._times.undo_requested + undo.TIMEOUT <= self._now()
        return Batch([UndoDropped(None)]) if self._state.undo_request is not None and due else None

    async def _drop_end_request(self) -> Batch | None:
        due = self._times.end_requested + endings.TIMEOUT <= self._now()
        return Batch([EndDropped(None)]) if self._state.end_request is not None and due else None

    async def _drop_seat_request(self) -> Batch | None:
        due = self._times.seat_requested + seat_requests.TIMEOUT <= self._now()
        return Batch([SeatRequestDropped(None)]) if self._state.seat_request is not None and due else None

    async def _go_away(self, away: PlayerAway) -> Batch | None:
        due = any(when <= self._now() and each == away for when, each in self._deadlines(away.seat))
        return Batch([away]) if due else None

    async def _come_back(self, number: int) -> Batch | None:
        seat = self._state.seats[number]
        online = self._subscribers.online(seat.person)
        back = seat.away == ABSENT and online and self._state.may_come_back(number)
        return Batch([PlayerBack(number)]) if back else None

    # Bots

    async def _bot(self, seat: int) -> None:
        """Let a bot decide for a seat. It computes its move at once; the move is shown at the table's pace."""
        state, game = self._state, self._journal.game
        bot, version = state.seats[seat].bot or "", state.changed[seat]
        if game is None or self._journal.server_seed is None:
            return
        move = await self._bot_decision(game, seat, bot)
        # Opening choices are made by all at once, and nobody watches them.
        opening = game.view(seat).held[seat] == 0
        pace = state.settings.pace / 1000
        if all(each.bot is not None for each in state.seats):
            pace = max(pace, ALONE_SECONDS)
        pause = 0.0 if opening else self._times.since + pace - self._now()
        await self._sleep(pause, lambda: not self._still_due(seat, bot, version))
        await self._write_if_due(partial(self._bot_move, seat, bot, version, move))

    async def _bot_decision(self, game: Game, seat: int, bot: str) -> Move:
        assert self._journal.server_seed is not None
        seed = fair_deal.bot_seed(self._journal.server_seed, seat, self._loaded_version)
        host, table = str(self._state.host), str(self._journal.id)
        owner = (self._network(), host, table)

        async def think(position: Game) -> int:
            request = BotRequest.of(position, seat, bot=bot, seed=seed, key=f"{table}:{seat}")
            return await self._context.bot_pool.choose_move(owner, request)

        return await choose_move(game, seat, think)

    def _network(self) -> str:
        """The network whose turn a decision takes: that of the host, or of another player who is online at any process.

        Tables without either share one turn, so that nobody gets more turns by hosting tables and staying away.
        """
        state, network_of = self._state, self._subscribers.network_of
        self.network = network_of(state.host) or self.network
        return wider_network(self.network or next(filter(None, map(network_of, state.people)), ""))

    def _still_due(self, seat: int, bot: str, version: int) -> bool:
        """Whether the decision that a bot was asked for is still due."""
        state = self._state
        goes_on = state.status is TableStatus.RUNNING and seat in self._times.due
        return goes_on and state.seats[seat].bot == bot and state.changed[seat] == version

    async def _bot_move(self, seat: int, bot: str, version: int, move: Move) -> Batch | None:
        state, game = self._state, self._journal.game
        asked = state.undo_request is not None or state.end_request is not None
        if not self._still_due(seat, bot, version) or asked or game is None:
            return None
        return moves.bot_move(state, game, seat, move, self._times)


async def _nothing() -> Batch | None:
    """Write nothing. Used where the table only has to read its log again, which it does before every write."""
    return None
