"""A fake server: real tables and a real store, without HTTP and sockets, with a clock that stands still."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec

from kolej import bots
from kolej.bots import Bot
from kolej.engine.game import Game
from kolej.engine.knowledge.events import BY_TAG, SECRET, audience
from kolej.engine.knowledge.view import View
from kolej.server.accounts.identity import Identity
from kolej.server.bots.fair_lock import Owner
from kolej.server.bots.request import BotRequest
from kolej.server.errors import Refusal
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Act
from kolej.server.wire.frames import EventsFrame, Frame, Ok, TableFrame, ViewFrame
from kolej.server.wire.legal import Legal
from kolej.server.wire.results import Result
from kolej.server.wire.tables import Change, NewSettings, NewTable, TableInfo, TableSettings
from kolej.store.models import Entry, Listing, NewEntry
from kolej.store.sqlite import SqliteStore
from kolej.testing.fold import fold
from kolej.testing.json import event_from_json, view_from_json

FRAMES = msgspec.json.Decoder(Frame)


class ManualTime:
    """A clock that only advances on request."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self.skew = 0.0
        """Seconds that the wall clock is fast."""
        self._moved = asyncio.Event()

    def now_ms(self) -> int:
        return 1_700_000_000_000 + round((self.seconds + self.skew) * 1000)

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


class FakeBotPool:
    """A bot pool without processes; it can be made to wait and to fail."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, int]] = []
        self.owners: list[tuple[str, ...]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails = 0
        self._bots: dict[str, Bot] = {}

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        await self.gate.wait()
        self.calls.append((request.key, request.bot, request.seed))
        self.owners.append(owner)
        if self.fails:
            self.fails -= 1
            raise OSError("the bot is out")
        assert request.view.viewer == request.seat
        bot = self._bots.setdefault(request.key, bots.BOTS["greedy"](request.seed))
        return bot.choose(request.decision())


class FaultyStore(SqliteStore):
    """The SQLite store, which can be made to fail and to be slow, and counts entries."""

    refuses: Exception | None = None
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


class FakeSubscriber:
    """A subscriber that folds its frames as the page does."""

    def __init__(self, identity: Identity | None) -> None:
        self.identity = identity
        self.seat: int | None = None
        self.raw: list[bytes] = []
        self.frames: list[Any] = []
        self.table: TableInfo | None = None
        self.view: View | None = None
        self.legal: Legal | None = None
        self.result: Result | None = None
        self.version = 0
        self.dismissed: Refusal | None = None

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)
        read = FRAMES.decode(frame)
        self.frames.append(read)
        if isinstance(read, TableFrame):
            self.table = read.table
        if isinstance(read, ViewFrame):
            self.view = view_from_json(read.view)
        if isinstance(read, EventsFrame):
            assert read.seat == self.seat
            for name, fields in read.events:
                self._may_know(name, fields)
                assert self.view is not None
                self.view = fold(self.view, event_from_json({"kind": name, **fields}))
        if isinstance(read, ViewFrame | EventsFrame):
            self.legal, self.result = read.legal, read.result or self.result
            assert self.view is not None
            assert read.due is None or read.due == list(self.view.due)
        whole = isinstance(read, ViewFrame) or len(self.frames) == 1
        assert whole or read.version in (self.version, self.version + 1), (read.version, self.version)
        self.version = read.version

    def dismiss(self, refusal: Refusal) -> None:
        self.dismissed = refusal

    def _may_know(self, name: str, fields: dict[str, Any]) -> None:
        if fields.get("seat") != self.seat or self.seat is None:
            hidden = [each for each in BY_TAG[name].__dataclass_fields__.values() if audience(each) == SECRET]
            assert all(fields[each.name] is None for each in hidden), f"{name} shows {fields}"

    def of(self, kind: type[Any]) -> list[Any]:
        return [frame for frame in self.frames if isinstance(frame, kind)]


class FakeServer:
    """Tables in a temporary folder, and helpers to create and play them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots = "easy"

    async def __aenter__(self) -> Self:
        self.time = ManualTime()
        self.bot_pool = FakeBotPool()
        self.store = FaultyStore.open(self.folder)
        self.registry = TableRegistry(self.store, self.bot_pool, self.time)
        self._ids = 0
        self.network: Any = None
        """Connects several registries, where a test has them."""
        return self

    async def __aexit__(self, *_: object) -> None:
        self.store.refuses = None
        if self.store.held is not None:
            self.store.held.set()
        await self.registry.close()
        await self.store.close()

    async def restart(self) -> None:
        """Stop at once, and start again on the same store."""
        await self.registry.close()
        self.bot_pool = FakeBotPool()
        self.registry = TableRegistry(self.store, self.bot_pool, self.time)
        await self.registry.open()

    async def person(self, name: str) -> Identity:
        return Identity((await self.store.add_person(name, 0)).id, name)

    def id(self) -> str:
        self._ids += 1
        return f"c{self._ids}"

    async def table(self, identity: Identity, **settings: Any) -> Table:
        given: dict[str, Any] = {"edition": "new_york", "seats": 2, "pace": 0, "people": [identity.name]} | settings
        info = await self.registry.create(identity, new_table(self.id(), **given))
        return await self.registry.table(info.code)

    async def change(self, table: Table, identity: Identity, what: str, **fields: Any) -> TableInfo:
        return await table.change(identity, what, Change(id=self.id(), **fields))

    async def subscribe(
        self, table: Table, identity: Identity | None, seat: int | None = None, since: int | None = None
    ) -> FakeSubscriber:
        subscriber = FakeSubscriber(identity)
        await table.attach(subscriber, seat, since)
        return subscriber

    async def pair(self, **settings: Any) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
        """Ada and Bob at a table whose game has started."""
        ada, bob = await self.person("Ada"), await self.person("Bob")
        table = await self.table(ada, **settings)
        await self.change(table, bob, "join")
        await self.change(table, ada, "start")
        return table, await self.subscribe(table, ada), await self.subscribe(table, bob)

    async def alone(self, **settings: Any) -> tuple[Table, FakeSubscriber]:
        """Ada at a table with a bot; its game has started."""
        ada = await self.person("Ada")
        table = await self.table(ada, **({"bots": {"1": "easy"}} | settings))
        await self.change(table, ada, "start")
        return table, await self.subscribe(table, ada)

    async def ask(self, table: Table, subscriber: FakeSubscriber, command: Any) -> Any:
        """Send a command; returns the answer."""
        return FRAMES.decode(await table.command(subscriber, command))

    async def act(
        self, table: Table, subscriber: FakeSubscriber, move: Any, seat: int | None = None, **fields: Any
    ) -> Any:
        at = subscriber.seat if seat is None else seat
        assert at is not None
        given: dict[str, Any] = {"id": self.id(), "version": subscriber.version} | fields
        return await self.ask(table, subscriber, Act(seat=at, move=move, **given))

    async def play(
        self,
        table: Table,
        subscribers: Sequence[FakeSubscriber],
        rng: Random,
        until: Callable[[], bool] = lambda: False,
    ) -> None:
        """Let the subscribers play at random until the game is over, or a condition holds."""
        for _ in range(3_000):
            if table.state.stage == "over" or until():
                return
            due = [each for each in subscribers if each.seat is not None and each.seat in game_of(table).to_act()]
            if not due:
                await asyncio.sleep(0.001)
                continue
            answer = await self.act(table, due[0], self.choice(game_of(table), due[0], rng))
            assert isinstance(answer, Ok), answer
        raise AssertionError("the game does not end")

    def choice(self, game: Game, subscriber: FakeSubscriber, rng: Random) -> Any:
        """A random move of those that the page shows."""
        legal = subscriber.legal
        assert legal is not None and subscriber.seat is not None
        whole = [move for move in game.legal(subscriber.seat) if move not in [each[0] for each in legal.stand_ins]]
        claims = [claim[0] for claim in legal.claim] + [build[0] for build in legal.build]
        return rng.choice(claims if claims and rng.random() < 0.7 else whole)

    async def entries(self, table: Table) -> list[Entry]:
        return await self.store.entries(table.journal.id)


def new_table(id: str, people: Sequence[str] = (), bots: dict[str, str] | None = None, **settings: Any) -> NewTable:
    """The request for a table with these settings."""
    return NewTable(id, TableSettings(**settings), list(people), bots or {})


def new_settings(id: str, bots: dict[str, str] | None = None, **settings: Any) -> NewSettings:
    """The request for a change of these settings."""
    return NewSettings(id, msgspec.to_builtins(settings), bots or {})


def game_of(table: Table) -> Game:
    assert table.journal.game is not None
    return table.journal.game


async def wait_until(so: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(4_000):
        if so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to be so")


async def wait_idle(table: Table) -> None:
    """Wait until the background tasks of a table have nothing to do for now."""
    for _ in range(20):
        await asyncio.sleep(0.001)
        async with table.lock:
            pass
