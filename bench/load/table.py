"""Players of the load test: guests who join a table, take part in the fair deal and make random legal moves."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bench.load.socket import PATIENCE, Http, Socket, Unexpected
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.server.wire.legal import Legal


class Frame(msgspec.Struct):
    """The parts of a frame that a player needs."""

    type: str
    version: int = 0
    id: str = ""
    code: str = ""
    reason: str = ""
    legal: Legal | None = None
    result: msgspec.Raw = msgspec.Raw(b"null")
    stage: str = ""
    server: str = ""
    waits_for: list[int] = []


read_frame = msgspec.json.Decoder(Frame).decode
_numbers = itertools.count(1)


def new_id(prefix: str = "c") -> str:
    """A new id for a command."""
    return f"{prefix}{next(_numbers)}"


def choices(legal: Legal) -> list[int]:
    """The numbers among legal moves that can be sent as they are."""
    alone = [number for number in (legal.draw, legal.tickets, legal.passes, legal.refuse) if number is not None]
    listed: list[Any] = [*legal.take, *legal.keep, *legal.claim, *legal.build, *legal.pay]
    return alone + [each[0] for each in listed]


async def asked(http: Http, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """The answer of the server, which must be a success."""
    status, _, answer = await http.ask(method, path, body, token)
    if status >= 300:
        raise Unexpected(f"{method} {path} was answered {status}: {answer[:300].decode(errors='replace')}")
    return msgspec.json.decode(answer)


async def guest(http: Http) -> str:
    """The token of a new guest. A browser keeps it as a cookie; sent in a header, it needs no Origin."""
    status, headers, body = await http.ask("GET", "/api/me")
    cookie = headers.get("set-cookie", "")
    if status != 200 or not cookie.startswith("kolej="):
        raise Unexpected(f"no guest: {status} {body[:300]!r} {cookie!r}")
    return cookie[6:].split(";")[0]


async def opened(http: Http, tokens: Sequence[str], edition: str, start: bool = True, **settings: Any) -> str:
    """The code of a new table with these people on its seats, and bots by `settings`; started by default."""
    bots = settings.pop("bots", {})
    wanted = {"edition": edition, "seats": len(tokens) + len(bots), **settings}
    new = {"id": new_id("t"), "settings": wanted, "people": ["Host"], "bots": bots}
    code = str((await asked(http, "POST", "/api/tables", new, tokens[0]))["code"])
    for token in tokens[1:]:
        await asked(http, "POST", f"/api/tables/{code}/join", {"id": new_id("j")}, token)
    if start:
        await started(http, code, tokens[0])
    return code


async def started(http: Http, code: str, token: str) -> None:
    """Start the game."""
    await asked(http, "POST", f"/api/tables/{code}/start", {"id": new_id("s")}, token)


class Chair:
    """A player's WebSocket at a table. `played` is called when one of its commands has been answered."""

    def __init__(self, token: str, code: str) -> None:
        self.token = token
        self.code = code
        self.seat: int | None = None
        self.version = 0
        self.legal: list[int] = []
        self.over = False
        self.sent: dict[str, float] = {}
        self.gaps = 0
        self.seed = Seed.fresh()
        self.socket: Socket | None = None
        self._notified = asyncio.Event()
        self._asked: dict[str, asyncio.Future[Frame]] = {}

    async def sit(self, host: str, port: int, source: str | None = None, since: int | None = None) -> "Chair":
        """Connect, from the address `source` if given; or connect again, after the version `since`."""
        path = f"/api/tables/{self.code}/live" + (f"?since={since}" if since else "")
        self.socket = Socket(self.hear, self.lost)
        await self.socket.connect(host, port, path, self.token, source)
        return self

    def hear(self, raw: bytes) -> None:
        """Handle a frame."""
        frame = read_frame(raw)
        kind = frame.type
        if kind in ("events", "view", "table", "chat", "deal"):
            if kind == "view" or self.version == 0:
                self.version = max(self.version, frame.version)
            elif frame.version > self.version:
                self.gaps += frame.version > self.version + 1
                self.version = frame.version
        if kind in ("events", "view"):
            self.legal = [] if frame.legal is None else choices(frame.legal)
            if frame.legal is not None:
                self.seat = frame.legal.seat
            self.over = bytes(frame.result) != b"null"
            self.advanced()
        elif kind == "deal":
            self.deal(frame)
        elif kind in ("ok", "refused"):
            if asked := self._asked.pop(frame.id, None):
                asked.set_result(frame)
            self.answered(frame)
        elif kind == "table" and self.seat is None:
            seats = msgspec.json.decode(raw)["table"]["seats"]
            self.seat = next((each["seat"] for each in seats if each["yours"]), None)

    def deal(self, frame: Frame) -> None:
        """Send the seat's part of the fair deal."""
        if self.seat in frame.waits_for:
            if frame.stage == "commit":
                self.do("commit", seat=self.seat, hash=seat_commitment(frame.server, self.seat, self.seed))
            elif frame.stage == "open":
                self.do("open", seat=self.seat, seed=self.seed.hex())

    def do(self, what: str, **fields: Any) -> str:
        """Send a command, and return its id."""
        assert self.socket is not None
        name = new_id()
        self.sent[name] = time.perf_counter()
        self.socket.send(msgspec.json.encode({"id": name, "type": what, **fields}))
        return name

    async def ask(self, what: str, **fields: Any) -> Frame:
        """Send a command, and wait for its answer."""
        answer = asyncio.get_running_loop().create_future()
        self._asked[self.do(what, **fields)] = answer
        return await asyncio.wait_for(answer, PATIENCE)

    def act(self, rng: Random) -> str:
        """Make a random legal move."""
        number = rng.choice(self.legal)
        self.legal = []
        return self.do("act", seat=self.seat, version=self.version, move=number)

    def answered(self, frame: Frame) -> None:
        """Called when a command has been answered."""
        self.sent.pop(frame.id, None)

    def advanced(self) -> None:
        """Called when the game has advanced."""
        self._notified.set()

    def lost(self, why: str) -> None:
        """Called when the server has closed the connection."""

    async def dealt(self) -> None:
        """Wait until the game has begun."""
        await asyncio.wait_for(self._notified.wait(), PATIENCE)

    def leave(self) -> None:
        """Close the WebSocket."""
        if self.socket is not None:
            self.socket.close()
