"""A server without its edge: a real store, a hall, people who look through sockets, and time that stands still."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec

from kolej import bots, editions
from kolej.bots import Bot
from kolej.engine.decision import Choice
from kolej.engine.game import Game
from kolej.engine.knowledge.events import SECRET, audience
from kolej.engine.knowledge.view import View
from kolej.engine.record.json import KINDS, event_from, view_from
from kolej.engine.silent_game import tables_of
from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.tables.registry import Hall
from kolej.server.tables.table import Table
from kolej.store.protocol import Entry, Listing, NewEntry
from kolej.store.sqlite import SqliteStore
from kolej.testing.fold import fold

FRAMES = msgspec.json.Decoder(wire.Frame)


class Hours:
    """Time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self._moved = asyncio.Event()

    def now_ms(self) -> int:
        return 1_700_000_000_000 + round(self.seconds * 1000)

    def ticks(self) -> float:
        return self.seconds

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        end = self.seconds + seconds
        while not event.is_set() and self.seconds < end:
            waiting = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(self._moved.wait())]
            try:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in waiting:
                    task.cancel()

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        self._moved.set()
        self._moved = asyncio.Event()


class Quick:
    """Bots that think here and now, and may be told to wait."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails = 0
        self._bots: dict[str, Bot] = {}

    async def think(
        self, key: str, edition: str, seats: int, bot: str, seed: int, seat: int, view: View, legal: list[int]
    ) -> int:
        await self.gate.wait()
        self.asked.append((key, bot, seed))
        if self.fails:
            self.fails -= 1
            raise OSError("the bot is out")
        assert view.viewer == seat
        mind = self._bots.setdefault(key, bots.BOTS["greedy"](seed))
        found = editions.load(edition)
        return mind.choose(Choice(found, tables_of(found, seats), view, seat, legal))


class Watchful(SqliteStore):
    """The real store, which can be made to refuse and to be slow, and which counts."""

    refuses: Exception | None = None
    keeps_secrets = True
    held: asyncio.Event | None = None
    appended = 0

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        if self.refuses is not None:
            raise self.refuses
        if self.held is not None:
            await self.held.wait()
        last = await super().append(table, after, entries, listing)
        self.appended += len(entries)
        return last

    async def keep_secret(self, table: int | None, name: str, value: bytes) -> bytes:
        if self.refuses is not None:
            raise self.refuses
        return await super().keep_secret(table, name, value)


class Looker:
    """A socket, and what a page would make of its frames."""

    def __init__(self, who: Who | None) -> None:
        self.who = who
        self.seat: int | None = None
        self.raw: list[bytes] = []
        self.frames: list[Any] = []
        self.table: wire.TableInfo | None = None
        self.view: View | None = None
        self.legal: wire.Legal | None = None
        self.result: wire.Result | None = None
        self.version = 0

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)
        read = FRAMES.decode(frame)
        self.frames.append(read)
        if isinstance(read, wire.TableFrame):
            self.table = read.table
        if isinstance(read, wire.ViewFrame):
            self.view = view_from(read.view)
        if isinstance(read, wire.EventsFrame):
            assert read.seat == self.seat
            for name, fields in read.events:
                self._may_know(name, fields)
                assert self.view is not None
                self.view = fold(self.view, event_from({"kind": name, **fields}))
        if isinstance(read, wire.ViewFrame | wire.EventsFrame):
            self.legal, self.result = read.legal, read.result or self.result
        whole = isinstance(read, wire.ViewFrame) or len(self.frames) == 1
        assert whole or read.version in (self.version, self.version + 1), (read.version, self.version)
        self.version = read.version

    def _may_know(self, name: str, fields: dict[str, Any]) -> None:
        if fields.get("seat") != self.seat or self.seat is None:
            hidden = [each for each in KINDS[name].__dataclass_fields__.values() if audience(each) == SECRET]
            assert all(fields[each.name] is None for each in hidden), f"{name} shows {fields}"

    def of(self, kind: type[Any]) -> list[Any]:
        return [frame for frame in self.frames if isinstance(frame, kind)]


class World:
    """Everything that a test needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots = "easy"

    async def __aenter__(self) -> Self:
        self.time = Hours()
        self.thinkers = Quick()
        self.store = Watchful.open(self.folder)
        self.hall = Hall(self.store, self.thinkers, self.time)
        self._ids = 0
        return self

    async def __aexit__(self, *_: object) -> None:
        self.store.refuses = None
        if self.store.held is not None:
            self.store.held.set()
        await self.hall.close()
        await self.store.close()

    async def restart(self) -> None:
        """A server that stops at once and is started again."""
        await self.hall.close()
        self.thinkers = Quick()
        self.hall = Hall(self.store, self.thinkers, self.time)
        await self.hall.open()

    async def person(self, name: str) -> Who:
        return Who((await self.store.add_person(name, 0)).id, name)

    def id(self) -> str:
        self._ids += 1
        return f"c{self._ids}"

    async def table(self, who: Who, **settings: Any) -> Table:
        given: dict[str, Any] = {"edition": "new_york", "seats": 2, "pace": 0, "people": [who.name]} | settings
        info = await self.hall.create(who, wire.NewTable(id=self.id(), **given))
        return await self.hall.table(info.code)

    async def change(self, table: Table, who: Who, what: str, **fields: Any) -> wire.TableInfo:
        return await table.change(who, what, wire.Change(id=self.id(), **fields))

    async def look(self, table: Table, who: Who | None, seat: int | None = None, since: int | None = None) -> Looker:
        looker = Looker(who)
        await table.attach(looker, seat, since)
        return looker

    async def pair(self, **settings: Any) -> tuple[Table, Looker, Looker]:
        """Ada and Bob at a table that has begun."""
        ada, bob = await self.person("Ada"), await self.person("Bob")
        table = await self.table(ada, **settings)
        await self.change(table, bob, "join")
        await self.change(table, ada, "start")
        return table, await self.look(table, ada), await self.look(table, bob)

    async def alone(self, **settings: Any) -> tuple[Table, Looker]:
        """Ada at a table with a bot; it has begun."""
        ada = await self.person("Ada")
        table = await self.table(ada, **({"bots": {"1": "easy"}} | settings))
        await self.change(table, ada, "start")
        return table, await self.look(table, ada)

    async def ask(self, table: Table, looker: Looker, command: Any) -> Any:
        """Send a command; returns what it is answered."""
        return FRAMES.decode(await table.command(looker, command))

    async def act(self, table: Table, looker: Looker, move: Any, seat: int | None = None, **fields: Any) -> Any:
        at = looker.seat if seat is None else seat
        assert at is not None
        given: dict[str, Any] = {"id": self.id(), "version": looker.version} | fields
        return await self.ask(table, looker, wire.Act(seat=at, move=move, **given))

    async def play(
        self, table: Table, lookers: Sequence[Looker], luck: Random, until: Callable[[], bool] = lambda: False
    ) -> None:
        """Let those who look play at random until the game is over, or something is so."""
        for _ in range(3_000):
            if table.course.stage == "over" or until():
                return
            due = [each for each in lookers if each.seat is not None and each.seat in game_of(table).to_act()]
            if not due:
                await asyncio.sleep(0.001)
                continue
            answer = await self.act(table, due[0], self.choice(game_of(table), due[0], luck))
            assert isinstance(answer, wire.Ok), answer
        raise AssertionError("the game does not end")

    def choice(self, game: Game, looker: Looker, luck: Random) -> Any:
        """A move at random out of what a page is shown."""
        legal = looker.legal
        assert legal is not None and looker.seat is not None
        whole = [move for move in game.legal(looker.seat) if move not in [bundle[0] for bundle in legal.bundles]]
        claims = [claim[0] for claim in legal.claim] + [build[0] for build in legal.build]
        return luck.choice(claims if claims and luck.random() < 0.7 else whole)

    async def entries(self, table: Table) -> list[Entry]:
        return await self.store.entries(table.book.id)


def game_of(table: Table) -> Game:
    assert table.book.game is not None
    return table.book.game


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(4_000):
        if so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to be so")


async def settled(table: Table) -> None:
    """Wait until a table has nothing more to do by itself for now."""
    for _ in range(20):
        await asyncio.sleep(0.001)
        async with table.lock:
            pass
