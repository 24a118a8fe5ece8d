"""What a table does by itself: deals go on, bots move, clocks run out, bots play for people who are away.

What is due follows from the log and from who is there, never from a timer that was set: after a restart it is due
again. A bot plays for an absent person once they have been gone, and their choice been due, for as long as the table
gives them; but only while somebody else who plays is there to wait for them. Where everybody is gone, a game rests.
"""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import Move
from kolej.server.tables.actions import fair_deal as deal
from kolej.server.tables.actions import undo
from kolej.server.tables.actions.moves import make
from kolej.server.tables.acts import page_of
from kolej.server.tables.bot_moves import decided
from kolej.server.tables.log.entries import ABSENT, BOT, CLOCK, Away, Back, Lapsed
from kolej.server.tables.log.journal import Page
from kolej.store.protocol import TableState

if TYPE_CHECKING:
    from kolej.server.tables.table import Table

LONGEST_REST = 30.0
"""Seconds after which something that failed is tried again, at the longest."""

Duty = tuple[float, Callable[[], Awaitable[None]]]
"""When something is due, and what."""

_log = logging.getLogger("kolej.tables")


def where(error: Exception) -> str:
    """What kind of error, and where in the source it was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}, line {last.lineno}"


class Duties:
    """The duties of one table: there is a task only while something is due or will be."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._poked: asyncio.Event | None = None
        """There only with the task: most tables wait for people, and an event takes a good part of their memory."""

    def poke(self) -> None:
        """Something has changed: see what is due now."""
        if self._poked is not None:
            self._poked.set()
        elif self._next() is not None:
            self._poked = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._run(self._poked))

    async def close(self) -> None:
        """Stop. What was being written is written; what was being thought of will be thought of again."""
        task = self._task
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self, poked: asyncio.Event) -> None:
        failures = 0
        try:
            while not self._table.house.closed:
                poked.clear()
                duty = self._next()
                if duty is None:
                    return
                when, work = duty
                seconds = when - self._now()
                if seconds > 0:
                    await self._table.house.time.wait(poked, seconds)
                    continue
                try:
                    await work()
                    failures = 0
                except Exception as error:
                    if self._table.house.closed:
                        return
                    # Only its kind: what an error says may name cards.
                    _log.warning("table %s rests: %s", self._table.code, where(error))
                    failures += 1
                    await self._rest(min(LONGEST_REST, 0.5 * 2**failures))
        finally:
            self._task = self._poked = None

    def _now(self) -> float:
        return self._table.house.time.ticks()

    async def _rest(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Wait, whatever else happens, unless it makes the waiting useless."""
        end, poked = self._now() + seconds, self._poked
        assert poked is not None, "only its own task rests"
        while self._now() < end and not until():
            poked.clear()
            await self._table.house.time.wait(poked, end - self._now())

    def _next(self) -> Duty | None:
        """What is due first."""
        table, course = self._table, self._table.course
        now = self._now()
        if table.book.doubtful:
            return now, self._look_again
        if course.state is not TableState.RUNNING:
            return None
        if course.deal is not None and course.stage == "dealing":
            waits = table.house.patience if course.deal.waits_for else 0.0
            return table.turns.since + waits, self._begin if course.deal.fixed else self._fix
        if table.asked is not None:
            return table.asked_since + undo.PATIENCE, self._lapse
        for number, seat in enumerate(course.seats):
            if seat.away == ABSENT and table.audience.there(seat.person):
                return now, partial(self._write, Back(number))
        duties = [duty for seat in table.turns.due for duty in self._due(seat, now)]
        return min(duties, key=lambda duty: duty[0], default=None)

    def _due(self, number: int, now: float) -> list[Duty]:
        """What a seat that is due brings with it."""
        table, seat = self._table, self._table.course.seats[number]
        if seat.bot is None and table.course.left is None and table.audience.there(seat.person):
            # Mostly so: somebody who is there thinks, and no clock runs.
            return []
        duties: list[Duty] = [(when, partial(self._write, away)) for when, away in self._deadlines(number)]
        if seat.away == CLOCK and table.audience.there(seat.person) and table.course.left is not None:
            duties.append((table.turns.due[number] + table.course.left[number], partial(self._bot, number)))
        elif seat.bot is not None:
            duties.append((now, partial(self._bot, number)))
        return duties

    def _deadlines(self, number: int) -> list[tuple[float, Away]]:
        """When a person who is due will be played for, and why."""
        table, course = self._table, self._table.course
        seat, there = course.seats[number], table.audience.there
        if seat.person is None or seat.away is not None or number not in table.turns.due:
            return []
        since, deadlines = table.turns.due[number], list[tuple[float, Away]]()
        if course.left is not None:
            deadlines.append((since + course.left[number], Away(number, CLOCK)))
        grace = course.settings.absent
        if grace is not None and not there(seat.person) and any(map(there, course.people)):
            gone = max(since, table.audience.gone_since(seat.person))
            deadlines.append((gone + grace, Away(number, ABSENT)))
        return deadlines

    async def _look_again(self) -> None:
        async def nothing() -> None:
            pass

        await self._table.decide(nothing)

    async def _lapse(self) -> None:
        async def work() -> None:
            table = self._table
            if table.asked is not None and table.asked_since + undo.PATIENCE <= self._now():
                await table.write(Page([Lapsed(None)]))

        await self._table.decide(work)

    async def _write(self, body: Away | Back) -> None:
        async def work() -> None:
            if self._holds(body):
                await self._table.write(Page([body]))

        await self._table.decide(work)

    def _holds(self, body: Away | Back) -> bool:
        """Whether it is still so: while the table was busy, a person may have moved, come or gone."""
        if isinstance(body, Away):
            return any(when <= self._now() and away == body for when, away in self._deadlines(body.seat))
        seat = self._table.course.seats[body.seat]
        return seat.away == ABSENT and self._table.audience.there(seat.person)

    async def _fix(self) -> None:
        """All commitments are there, or waited for long enough."""

        async def work() -> None:
            table, course = self._table, self._table.course
            seed = table.book.seed
            if course.deal is None or course.deal.fixed or seed is None:
                return
            fixed = deal.fixed(course.deal, seed)
            after = course.copy()
            after.take(fixed)
            if after.deal is not None and after.deal.waits_for:
                await table.write(Page([fixed]))
                return
            dealt = deal.begun(after, seed, {})
            await table.write(Page([fixed, *dealt.bodies], game=dealt.game))

        await self._table.decide(work)

    async def _begin(self) -> None:
        """All seeds are there, or waited for long enough."""

        async def work() -> None:
            table, course = self._table, self._table.course
            if course.stage != "dealing" or course.deal is None or table.book.seed is None:
                return
            unfit = await deal.unfit_seats(table.house.store, table.book.id, course.deal)
            dealt = deal.begun(course, table.book.seed, await table.book.own_seeds(), unfit)
            await table.write(Page(dealt.bodies, game=dealt.game))

        await self._table.decide(work)

    async def _bot(self, seat: int) -> None:
        """Let a bot decide for a seat: it thinks at once, and its move is shown at the table's pace."""
        table, course = self._table, self._table.course
        game, bot, version = table.book.game, course.seats[seat].bot or "", course.changed[seat]
        if game is None or table.book.seed is None:
            return
        move = await self._thought(game, seat, bot)
        # Opening choices are made by all at once, and nobody watches them.
        opening = game.view(seat).held[seat] == 0
        pause = 0.0 if opening else table.turns.since + course.settings.pace / 1000 - self._now()
        await self._rest(pause, lambda: not self._still(seat, bot, version))
        await table.decide(lambda: self._moves(seat, bot, version, move))

    async def _thought(self, game: Game, seat: int, bot: str) -> Move:
        table = self._table
        assert table.book.seed is not None
        seed = deal.bot_seed(table.book.seed, seat, table.taken_up)

        async def think(view: View, legal: list[int]) -> int:
            key = f"{table.book.id}:{seat}"
            edition = game.edition.id
            return await table.house.thinkers.think(key, edition, game.seats, bot, seed, seat, view, legal)

        return await decided(game, seat, think)

    def _still(self, seat: int, bot: str, version: int) -> bool:
        """Whether the bot still has to decide what it has thought about."""
        course, due = self._table.course, self._table.turns.due
        goes_on = course.state is TableState.RUNNING and seat in due
        return goes_on and course.seats[seat].bot == bot and course.changed[seat] == version

    async def _moves(self, seat: int, bot: str, version: int, move: Move) -> None:
        table, game = self._table, self._table.book.game
        if not self._still(seat, bot, version) or table.asked is not None or game is None:
            return
        made = make(game, seat, move, BOT, table.turns.spent(seat))
        await table.write(page_of(made, f"bot:{seat}:{table.course.version}", []))
