"""One table: one thing at a time, written before anybody is told."""

import asyncio
from collections.abc import Awaitable, Callable

from kolej.engine.game import Game
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables import acts, changes
from kolej.server.tables.background import Duties
from kolej.server.tables.broadcast import frames
from kolej.server.tables.broadcast import history as past
from kolej.server.tables.broadcast.broadcaster import Teller
from kolej.server.tables.broadcast.subscribers import Audience
from kolej.server.tables.context import House
from kolej.server.tables.idempotency import Answers
from kolej.server.tables.log.entries import Asked
from kolej.server.tables.log.journal import Behind, Book, Page
from kolej.server.tables.log.table_state import Course
from kolej.server.tables.setup.seats import own_seat
from kolej.server.tables.turn_times import Turns
from kolej.server.tables.watcher import Watcher
from kolej.server.wire import Change, Command, NewSettings, TableInfo
from kolej.store.errors import Repeated
from kolej.store.protocol import TableState

TRIES = 3
"""How often a command is decided anew when somebody else has written meanwhile."""


class Table:
    """A table that somebody looks at, or that a game is on at."""

    def __init__(self, house: House, book: Book) -> None:
        self.house = house
        self.book = book
        self.audience = Audience(house.time.ticks())
        self.turns = Turns(house.time)
        self.teller = Teller(book, self.audience, self.turns)
        self.lock = asyncio.Lock()
        self.asked_since = 0.0
        """When an undo was asked for, or this server heard of it."""
        self.taken_up = book.course.version
        """How far the log had come when this server took the table up."""
        self._answers = Answers()
        self._duties = Duties(self)
        self._take_note()

    @property
    def course(self) -> Course:
        """What the log says, but for the game."""
        return self.book.course

    @property
    def code(self) -> str:
        """The six letters of the table."""
        return self.book.code

    @property
    def asked(self) -> Asked | None:
        """An undo that waits for consent."""
        return self.course.asked

    # What others ask for

    def info(self, who: Who | None) -> TableInfo:
        """The table as somebody sees it."""
        return self.teller.info(who)

    async def change(self, who: Who, what: str, change: Change | NewSettings) -> TableInfo:
        """Change something around the game."""
        work = changes.CHANGES.get(what)
        if work is None:
            raise Refusal("bad-command", f"{what[:20]!r} is no change; there are {', '.join(changes.CHANGES)}")
        answer = await self._once(f"{who.person}:{change.id}", lambda key: work(self, who, change, key))
        if isinstance(answer, Refusal):
            raise answer
        return self.info(who)

    async def command(self, watcher: Watcher, command: Command) -> bytes:
        """Do what a socket asks for, or say why not. Its effect is durable and everybody told when this returns."""
        answer: int | Refusal
        try:
            question = acts.QUESTIONS.get(type(command))
            if question is not None:
                return await question(self, watcher, command)
            who, work = acts.known(watcher), acts.ACTS[type(command)]
            answer = await self._once(f"{who.person}:{command.id}", lambda key: work(self, watcher, command, key))
        except Refusal as refusal:
            answer = refusal
        if isinstance(answer, Refusal):
            return frames.refused(command.id, answer.code, answer.reason, answer.rule)
        return frames.ok(command.id, answer)

    async def attach(self, watcher: Watcher, seat: int | None, since: int | None) -> None:
        """Let somebody look: the table first, then the game or what was missed of it, then everything as it happens."""
        self.house.still_open()
        async with self.lock:
            await self._ready()
            if seat is not None:
                own_seat(self.course, watcher.who, seat)
            mine = self.course.seats_of(watcher.who)
            watcher.seat = seat if seat is not None else min(mine, default=None)
            send = await self.teller.catch_up(watcher, since)
            came = self.audience.add(watcher)
            send()
            if self.asked is not None:
                watcher.send(frames.undo(self.course.version, self.asked))
            if came and mine:
                self.teller.tell_table(but=watcher)
        self.wake()

    def detach(self, watcher: Watcher) -> None:
        """Somebody looks no more."""
        gone = self.audience.remove(watcher, self.house.time.ticks())
        if gone and self.course.seats_of(watcher.who):
            self.teller.tell_table()
        self.wake()

    async def history(self, who: Who | None, seat: int | None) -> bytes:
        """Everything that happened so far, as somebody may know it."""
        async with self.lock:
            await self._ready()
        if seat is not None:
            own_seat(self.course, who, seat)
        return await past.history(self.book, seat)

    async def file(self, who: Who | None) -> str:
        """The game file, once the game is over."""
        return await past.file(self.book)

    # What its own parts need

    async def write(self, page: Page) -> int:
        """Write, and then tell everybody. The lock must be held."""
        self.house.still_open()
        before = self.course
        try:
            number = await self.book.write(page)
        except asyncio.CancelledError:
            self.wake()
            raise
        after = self.book.course
        self.turns.note(self.book.game, page.bodies)
        self.house.moves += page.told is not None
        if before.state is not after.state:
            self._keep_running()
        if before.asked is None and after.asked is not None:
            self.asked_since = self.house.time.ticks()
        moved = self.teller.seat_anew() if before.seats is not after.seats else []
        self.teller.tell(before, page)
        self.teller.show(moved)
        self.house.hub.announce(self.book.id, after.version)
        self.wake()
        return number

    async def decide(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something of one's own accord, between the commands of others."""
        async with self.lock:
            await self._ready()
            try:
                await work()
            except (Behind, Repeated):
                # The log has grown without this book: once it is read, what is due shows itself again.
                self.book.doubtful = True
                await self._ready()

    def playing(self) -> Game:
        """The game that is on."""
        if self.course.stage == "over":
            raise Refusal("over", "the game is over")
        if self.book.game is None:
            raise Refusal("not-started", "the game has not begun")
        return self.book.game

    def heard(self, last: int) -> None:
        """Somebody says that the log has grown up to this entry."""
        if last > self.course.version:
            self.book.doubtful = True
            self.wake()

    def wake(self) -> None:
        """See whether there is anything to do by itself."""
        self._duties.poke()

    async def close(self) -> None:
        """Stop what it does by itself."""
        await self._duties.close()

    async def _once(self, key: str, work: Callable[[str], Awaitable[int]]) -> int | Refusal:
        """Carry a command out once, however often it is sent."""
        async with self.lock:
            answer = self._answers.of(key)
            if answer is None:
                answer = await self._tried(key, work)
                self._answers.keep(key, answer)
            return answer

    async def _tried(self, key: str, work: Callable[[str], Awaitable[int]]) -> int | Refusal:
        try:
            for _ in range(TRIES):
                try:
                    await self._ready()
                    return await work(key)
                except Behind:
                    continue
            return Refusal("busy", "too much happens at this table at once; try again in a moment")
        except Repeated as error:
            return error.number
        except Refusal as refusal:
            # What looks wrong now may have had its effect before a restart: then it was right when it came.
            return await self._number_of(key) or refusal

    async def _number_of(self, key: str) -> int | None:
        try:
            return await self.book.number_of(key)
        except Refusal:
            return None

    async def _ready(self) -> None:
        """See to it that the game is in memory, and that whatever was written without us is known to all."""
        if self.book.is_ready():
            return
        before, version, doubtful = self.asked, self.course.version, self.book.doubtful
        await self.book.ready()
        if doubtful and self.course.version > version:
            self._take_note()
            moved = self.teller.seat_anew()
            for watcher in self.audience.watchers:
                (await self.teller.catch_up(watcher, None if watcher in moved else version))()
                if before is not None or self.asked is not None:
                    watcher.send(frames.undo(self.course.version, self.asked))

    def _take_note(self) -> None:
        self.asked_since = self.house.time.ticks()
        self.turns.note(self.book.game, ())
        self._keep_running()

    def _keep_running(self) -> None:
        if self.course.state is TableState.RUNNING:
            self.house.running.add(self)
        else:
            self.house.running.discard(self)
