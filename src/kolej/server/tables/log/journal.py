"""The log of a table in memory: written first, believed then."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import Seed
from kolej.engine.game import Game
from kolej.server.tables.actions import fair_deal as deal
from kolej.server.tables.context import House
from kolej.server.tables.log.entries import Body, body_of, new_entry
from kolej.server.tables.log.redacted_events import Told
from kolej.server.tables.log.replay import Line, line_of, replayed
from kolej.server.tables.log.store_errors import refusal, storing
from kolej.server.tables.log.table_state import Course, Deal, listing, opened
from kolej.store.errors import Repeated, Stale, StoreError
from kolej.store.protocol import Entry, NewEntry, TableState
from kolej.store.protocol import Table as Listed


class Behind(Exception):
    """The log has grown without this book; what was to be written has to be decided again."""


@dataclass(slots=True)
class Page:
    """Entries that are written together or not at all, and the game after them."""

    bodies: Sequence[Body]
    command: str | None = None
    named: int = 0
    """Which of the entries has the command."""
    game: Game | None = None
    """The game after them; None where it stays as it is."""
    told: Told | None = None
    """The events of the move among them."""
    at: int = 0
    """When it was written."""


class Book:
    """What a log says, and how it grows."""

    def __init__(self, house: House, listed: Listed) -> None:
        self.house = house
        self.id = listed.id
        self.code = listed.code
        self.created = listed.created
        self.course: Course
        self.game: Game | None = None
        """The game as it stands; None before it has begun, and after it is over until somebody looks."""
        self.seed: Seed | None = None
        """The server's seed, from the deal to the end."""
        self.doubtful = False
        """Whether something was being written when its writer was called away."""

    async def load(self) -> None:
        """Read the whole log. Whatever goes wrong, the book stays as it was."""
        # Before reading: whoever brings word of another entry meanwhile must not be forgotten.
        self.doubtful = False
        try:
            self.course, self.seed, self.game = await self._read()
        except BaseException:
            self.doubtful = True
            raise

    async def _read(self) -> tuple[Course, Seed | None, Game | None]:
        entries = await self.entries()
        bodies = [body_of(entry) for entry in entries]
        course = opened(self.code, self.created, entries[0].command or "", bodies[0])
        for body in bodies[1:]:
            course.take(body)
        if course.deal is None or course.state is TableState.FINISHED:
            return course, self.seed, None
        seed = await self.kept_seed()
        if not course.began:
            return course, seed, None
        return course, seed, await self._played(course, seed, line_of(enumerate(bodies, start=1)))

    async def _played(self, course: Course, seed: Seed | None, line: Line) -> Game:
        assert course.deal is not None and line.began is not None
        game = replayed(course.deal.terms, line.began, [moved for _, moved in line.moves], line.hash)
        if seed is not None:
            game.dealer = deal.dealer_of(course.deal, seed, await self._own_seeds(course.deal), course.epoch)
        return game

    def is_ready(self) -> bool:
        """Whether the game is there, if it has begun, and nothing is in doubt."""
        return not self.doubtful and (self.game is not None or not self.course.began)

    async def ready(self) -> None:
        """See to it that it is."""
        if self.doubtful:
            await self.load()
        if self.game is None and self.course.began:
            self.game = await self._played(self.course, self.seed, line_of(await self.numbered()))

    async def dealer(self, epoch: int) -> FairDealer:
        """The dealer of the game, with the cards to come shuffled so often."""
        assert self.course.deal is not None and self.seed is not None
        return deal.dealer_of(self.course.deal, self.seed, await self.own_seeds(), epoch)

    async def own_seeds(self) -> dict[int, Seed]:
        """The seeds that seats have opened."""
        assert self.course.deal is not None
        return await self._own_seeds(self.course.deal)

    async def _own_seeds(self, now: Deal) -> dict[int, Seed]:
        with storing():
            return await deal.own_seeds(self.house.store, self.id, now)

    async def kept_seed(self) -> Seed:
        """The server's seed for this table."""
        with storing():
            return await deal.server_seed(self.house.store, self.id)

    async def entries(self, after: int = 0) -> list[Entry]:
        """The entries behind a number, as they stand in the store."""
        with storing():
            return await self.house.store.entries(self.id, after)

    async def numbered(self) -> list[tuple[int, Body]]:
        """What every entry says, with its number."""
        return [(entry.number, body_of(entry)) for entry in await self.entries()]

    async def write(self, page: Page) -> int:
        """Write, and only then go on; returns the number of the entry that has the command.

        Whatever is raised, nothing has changed: Refusal when the store can't write, Repeated when the command has had
        its effect, Behind when somebody else has written.
        """
        before = self.course
        course = before.copy()
        for body in page.bodies:
            course.take(body)
        at = page.at = self.house.time.now_ms()
        entries: list[NewEntry] = [
            new_entry(body, at, page.command if n == page.named else None) for n, body in enumerate(page.bodies)
        ]
        try:
            await self.house.store.append(self.id, before.version, entries, listing(before, course))
        except asyncio.CancelledError:
            # A write that has begun takes place although nobody waits for it.
            self.doubtful = True
            raise
        except Stale as error:
            self.doubtful = True
            raise Behind from error
        except Repeated:
            raise
        except StoreError as error:
            raise refusal(error) from error
        self.course = course
        if page.game is not None:
            self.game = page.game
        return before.version + 1 + page.named

    async def number_of(self, command: str) -> int | None:
        """The entry of a command that has had its effect."""
        try:
            with storing():
                # Behind an entry that never is: the store looks for the command, and writes nothing.
                await self.house.store.append(self.id, -1, [NewEntry("asked", "{}", 0, command)])
        except Repeated as error:
            return error.number
        except Stale:
            return None
        raise AssertionError("nothing can be written behind an entry that is not there")
