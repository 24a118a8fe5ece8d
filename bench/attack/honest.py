"""Honest players: they move at a steady rate while others attack, and note how long the server lets them wait."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.attack.prepared_data import BOT_LEVEL, EDITION, SETTINGS, PreparedData, PreparedTable
from bench.load.server import Server
from bench.load.socket import Http, Socket, Unexpected
from bench.load.table import Chair, Frame, opened

RATE = 80.0
"""Moves a second of all honest players together."""
TICK = 0.004
PROBE_EVERY = 0.1
"""Seconds between two requests over new connections."""
PROBE_PATIENCE = 5.0
"""Seconds after which such a request is given up and sent again."""
BOT_PACE = 0.2
"""Seconds between two moves of the player against a bot."""
PER_ADDRESS = 100
"""Sockets of idle tables from one address, fewer than one address may have."""
FAILED = (OSError, TimeoutError, asyncio.IncompleteReadError, Unexpected)


@dataclass
class Felt:
    """What the honest players felt in one phase. Times are in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """How long each move waited for its acknowledgement."""
    unanswered: float = 0.0
    """The longest time without an answer: to a move, to a request over a new connection, or to reconnect."""
    bot_waits: list[float] = field(default_factory=list)
    """How long the player against a bot waited for its turn."""
    disconnected: int = 0
    """Sockets of honest players and of idle tables that the server closed."""
    refused: int = 0
    client_lag: float = 0.0
    """The longest delay of the players' own process. What they felt is not more exact than this."""

    def waited(self, seconds: float) -> None:
        """Note a time without an answer."""
        self.unanswered = max(self.unanswered, seconds)


class HonestChair(Chair):
    """The seat of an honest player."""

    def __init__(self, players: "HonestPlayers", token: str, code: str) -> None:
        super().__init__(token, code)
        self.players = players
        self.ready = False
        self.against_bot = False
        self.waiting_since: float | None = None

    def advanced(self) -> None:
        super().advanced()
        if self.against_bot:
            self._note_turn()
        if self.over:
            self.players.finished(self.code)
        elif self.legal and not self.sent and not self.ready:
            self.ready = True
            self.players.later(self.players.bot_turn(self)) if self.against_bot else self.players.ready.append(self)

    def _note_turn(self) -> None:
        now = time.perf_counter()
        if not self.legal and not self.over:
            self.waiting_since = self.waiting_since or now
        elif self.waiting_since is not None:
            self.players.felt.bot_waits.append(now - self.waiting_since)
            self.waiting_since = None

    def answered(self, frame: Frame) -> None:
        began = self.sent.pop(frame.id, None)
        felt = self.players.felt
        if frame.type == "refused":
            felt.refused += 1
        elif began is not None:
            felt.acknowledged.append(time.perf_counter() - began)
            felt.waited(felt.acknowledged[-1])
        self.advanced()

    def lost(self, why: str) -> None:
        if not self.players.closed:
            self.players.felt.disconnected += 1
            self.players.later(self.players.reconnect(self))


class HonestPlayers:
    """All honest players, the idle players of the other tables, and a visitor who connects again and again."""

    def __init__(self, server: Server, data: PreparedData) -> None:
        self.server = server
        self.data = data
        self.felt = Felt()
        self.ready: list[HonestChair] = []
        self.tables: dict[str, list[HonestChair]] = {}
        self.closed = False
        self._rng = Random(1)
        self._http = Http(server.host, server.port)
        self._idle: list[Socket] = []
        self._unanswered_since: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        """Connect the players of all tables."""
        limit = asyncio.Semaphore(16)

        async def idle(number: int, table: PreparedTable) -> None:
            async with limit:
                socket = Socket(lambda raw: None, self._idle_lost)
                source = f"127.0.{32 + number // PER_ADDRESS}.1"
                path = f"/api/tables/{table.code}/live"
                self._idle.append(
                    await socket.connect(self.server.host, self.server.port, path, table.tokens[0], source)
                )

        for table in self.data.honest:
            await self._sit(table.code, table.tokens)
        await self._sit(self.data.with_bot.code, self.data.with_bot.tokens)
        await asyncio.gather(*(idle(number, table) for number, table in enumerate(self.data.others)))
        self.later(self._visit())

    async def _sit(self, code: str, tokens: list[str]) -> None:
        chairs = [HonestChair(self, token, code) for token in tokens]
        self.tables[code] = chairs
        for chair in chairs:
            chair.against_bot = len(chairs) == 1
            await chair.sit(self.server.host, self.server.port)

    async def play(self, until: "asyncio.Future[Any]") -> Felt:
        """Move at a steady rate until something is done, and return what was felt."""
        felt = self.felt = Felt()
        before, owed = time.perf_counter(), 0.0
        while not until.done():
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            felt.client_lag = max(felt.client_lag, now - before - TICK)
            owed, before = min(RATE, owed + (now - before) * RATE), now
            while owed >= 1:
                owed -= 1
                self._move()
        self._note_unanswered(felt)
        return felt

    def _move(self) -> None:
        while self.ready:
            at = self._rng.randrange(len(self.ready))
            chair, self.ready[at] = self.ready[at], self.ready[-1]
            self.ready.pop()
            if self._acts(chair):
                return

    def _acts(self, chair: HonestChair) -> bool:
        chair.ready = False
        if chair.legal and not chair.over and chair.socket is not None and chair.socket.open:
            chair.act(self._rng)
            return True
        return False

    async def bot_turn(self, chair: HonestChair) -> None:
        """Move against the bot after a moment."""
        await asyncio.sleep(BOT_PACE)
        self._acts(chair)

    def _note_unanswered(self, felt: Felt) -> None:
        """Note what still waits at the end of a phase."""
        now = time.perf_counter()
        pending = [now - began for chairs in self.tables.values() for each in chairs for began in each.sent.values()]
        for age in pending:
            felt.waited(age)
            if age > 1:
                felt.acknowledged.append(age)
        if self._unanswered_since is not None:
            felt.waited(now - self._unanswered_since)
        for chairs in self.tables.values():
            felt.bot_waits.extend(now - each.waiting_since for each in chairs if each.waiting_since is not None)

    async def _visit(self) -> None:
        """Request something over a new connection, again and again; note how long answers fail to come."""
        # Not only until it is cancelled: `asyncio.wait_for` can swallow a cancellation that comes with the answer.
        while not self.closed:
            self._unanswered_since = self._unanswered_since or time.perf_counter()
            http = Http(self.server.host, self.server.port)
            try:
                async with asyncio.timeout(PROBE_PATIENCE):
                    status, _, _ = await http.ask("GET", "/api/levels")
            except FAILED:
                status = 0
            finally:
                http.close()
            if status == 200:
                self.felt.waited(time.perf_counter() - self._unanswered_since)
                self._unanswered_since = None
            await asyncio.sleep(PROBE_EVERY)

    async def reconnect(self, chair: HonestChair) -> None:
        """Connect again until the server lets the player in."""
        began = time.perf_counter()
        chair.sent.clear()
        while not self.closed:
            try:
                await chair.sit(self.server.host, self.server.port)
            except FAILED:
                self.felt.waited(time.perf_counter() - began)
                await asyncio.sleep(PROBE_EVERY)
            else:
                self.felt.waited(time.perf_counter() - began)
                return

    def finished(self, code: str) -> None:
        """Start another game for the players of a finished one."""
        chairs = self.tables.pop(code, None)
        if chairs is not None:
            self.later(self._rematch(chairs))

    async def _rematch(self, chairs: list[HonestChair]) -> None:
        tokens = [chair.token for chair in chairs]
        bots = {"1": BOT_LEVEL} if chairs[0].against_bot else {}
        for chair in chairs:
            chair.leave()
        try:
            code = await opened(self._http, tokens, EDITION, bots=bots, **SETTINGS)
            await self._sit(code, tokens)
        except FAILED:
            # The other tables go on, and how long the server did not answer is noted by the visitor.
            self.felt.refused += 1

    def _idle_lost(self, why: str) -> None:
        self.felt.disconnected += not self.closed

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close all connections."""
        self.closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for chairs in self.tables.values():
            for chair in chairs:
                chair.leave()
        for socket in self._idle:
            socket.close()
        self._http.close()
        await asyncio.sleep(0)
