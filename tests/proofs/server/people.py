"""Players that reconnect after every crash of the server and remember everything they were sent."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from bench.load.server import Server
from bench.load.socket import Http, Socket, Unexpected
from bench.load.table import choices, guest, new_id, opened, started
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.engine.knowledge.view import View
from kolej.server.wire.legal import Legal
from kolej.testing.fold import fold
from kolej.testing.json import event_from_json, view_from_json

RETRY_SECONDS = 0.2

Json = dict[str, Any]


@dataclass
class Person:
    """A player at a table that moves as soon as a decision is due."""

    server: Server
    token: str | None
    code: str
    rng: Random
    seat: int | None = None
    version: int = 0
    view: View | None = None
    legal: list[int] = field(default_factory=list)
    over: bool = False
    unanswered: dict[str, bytes] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    """Acknowledged commands, and in which entry."""
    seen: dict[int, Json] = field(default_factory=dict)
    """The events of each entry, as they came."""
    resumed: int = 0
    resent: int = 0
    faults: list[str] = field(default_factory=list)
    playing: bool = True
    moving: bool = True
    """Whether decisions are made as soon as they are due."""
    socket: Socket | None = None
    greeted: bool = False
    """Whether the first frame has arrived, which describes the table and stands for no entry."""
    seed: Seed = field(default_factory=Seed.fresh)
    reconnect_seconds: float = 0.02
    """The mean pause after a connection that could not be made."""

    async def live(self) -> None:
        """Stay connected to the table until stopped."""
        while self.playing:
            try:
                await self.connect()
                assert self.socket is not None
                await self.socket.gone
            except (OSError, Unexpected):
                await asyncio.sleep(self.reconnect_seconds * (0.5 + self.rng.random()))
            self.disconnected()

    def disconnected(self) -> None:
        """A connection has been lost, or could not be made."""

    async def connect(self, since: bool = True) -> None:
        """Connect to the table, or reconnect."""
        path = f"/api/tables/{self.code}/live"
        if since and self.view is not None:
            path += f"?since={self.version}"
            self.resumed += 1
        self.greeted = False
        socket = Socket(self.hear)
        await socket.connect(self.server.host, self.server.port, path, self.token)
        self.socket = socket
        for raw in self.unanswered.values():
            self.resent += 1
            socket.send(raw)

    def hear(self, raw: bytes) -> None:
        """Handle a frame."""
        try:
            self.take(msgspec.json.decode(raw))
        except Exception as error:
            self.faults.append(f"seat {self.seat} at {self.version}: {error!r} at {raw[:300]!r}")

    def take(self, frame: Json) -> None:
        """Advance by one frame."""
        match frame["type"]:
            case "ok" | "refused":
                self.answered(frame)
            case "gone" | "answer":
                pass
            case "view":
                self.version, self.view = frame["version"], view_from_json(frame["view"])
                self.choose(frame)
            case kind:
                if kind == "table" and self.token is not None:
                    mine = [each["seat"] for each in frame["table"]["seats"] if each["yours"]]
                    self.seat = mine[0] if mine else None
                if self.greeted:
                    self.count(frame["version"], kind)
                self.greeted = True
                if kind == "events":
                    self.happened(frame)
                elif kind == "deal":
                    self.deal(frame)

    def count(self, version: int, kind: str) -> None:
        """Versions have no gap. The table, its deal and an undo may be sent again, in their current form."""
        sent_again = version == self.version and kind in ("table", "deal", "undo")
        if self.view is not None and version != self.version + 1 and not sent_again:
            self.faults.append(f"seat {self.seat}: {kind} has version {version} after {self.version}")
        self.version = max(self.version, version)

    def happened(self, frame: Json) -> None:
        """Fold what happened into the view."""
        if frame["version"] in self.seen:
            self.faults.append(f"seat {self.seat}: events {frame['version']} came twice")
        self.seen[frame["version"]] = frame
        assert self.view is not None, "events came before a view"
        for name, fields in frame["events"]:
            self.view = fold(self.view, event_from_json({"kind": name, **fields}))
        self.choose(frame)

    def choose(self, frame: Json) -> None:
        """Move, if a decision is due."""
        self.over = frame.get("result") is not None
        legal = frame["legal"]
        self.legal = [] if legal is None else choices(msgspec.convert(legal, Legal))
        self.act()

    def act(self) -> None:
        """Make any legal move, if there is one and nothing is under way."""
        if self.legal and self.moving and not self.unanswered:
            self.do("act", seat=self.seat, version=self.version, move=self.rng.choice(self.legal))
            self.legal = []

    def deal(self, frame: Json) -> None:
        """Contribute to the fair deal, if this connection plays: only that one has the seed."""
        if self.playing and self.seat is not None and self.seat in frame["waits_for"] and not self.unanswered:
            if frame["stage"] == "commit":
                self.do("commit", seat=self.seat, hash=seat_commitment(frame["server"], self.seat, self.seed))
            elif frame["stage"] == "open":
                self.do("open", seat=self.seat, seed=self.seed.hex())

    def do(self, what: str, **fields: Any) -> None:
        """Send a command; it is sent again, under the same id, until it is answered."""
        name = new_id("k")
        raw = self.unanswered[name] = msgspec.json.encode({"id": name, "type": what, **fields})
        if self.socket is not None and self.socket.open:
            self.socket.send(raw)

    def _resend(self, raw: bytes) -> None:
        if self.socket is not None and self.socket.open:
            self.socket.send(raw)

    def answered(self, frame: Json) -> None:
        """A command has been answered."""
        raw = self.unanswered.pop(frame["id"], None)
        if frame["type"] == "refused" and frame["code"] == "storage" and self.server.settings.get("KOLEJ_DATABASE"):
            # The database is being started again; a command is sent until it has its effect.
            if raw is not None:
                self.unanswered[frame["id"]] = raw
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self._resend, raw)
            return
        if frame["type"] == "refused":
            self.faults.append(f"seat {self.seat} at {self.version} was refused: {frame} for {raw!r}")
        elif raw is not None and b'"type":"act"' in raw:
            self.acknowledged[frame["id"]] = frame["version"]
        # The next choice may be due before the last one is acknowledged.
        self.act()

    def leave(self) -> None:
        """Disconnect from the table."""
        self.playing = False
        if self.socket is not None:
            self.socket.close()


async def gathered(
    server: Server, edition: str, seats: int, rng: Random, first_connected: bool = False, **settings: Any
) -> list[Person]:
    """Players at a new table that has been started; connected before that, they contribute their own seeds."""
    http = Http(server.host, server.port)
    tokens = [await guest(http) for _ in range(seats)]
    code = await opened(
        http, tokens, edition, start=not first_connected, **{"undo": "none", "pace": 0, "absent": 86_400, **settings}
    )
    people = [Person(server, token, code, Random(rng.random())) for token in tokens]
    if first_connected:
        for person in people:
            await person.connect()
        await started(http, code, tokens[0])
        for person in people:
            assert person.socket is not None
            person.socket.close()
    http.close()
    return people


async def history(server: Server, code: str, token: str | None, seat: int | None) -> Json:
    """All frames of a table for one viewer."""
    http = Http(server.host, server.port)
    found: Json = {"frames": [], "next": 0}
    while found["next"] is not None:
        query = f"?after={found['next']}" + ("" if seat is None else f"&seat={seat}")
        status, headers, body = await http.ask("GET", f"/api/tables/{code}/history{query}", token=token)
        assert status == 200, (status, body[:300])
        assert "content-encoding" not in headers
        page: Json = msgspec.json.decode(body)
        found = {**page, "frames": found["frames"] + page["frames"]}
    http.close()
    return found


async def looked(server: Server, code: str, token: str | None) -> tuple[int, View]:
    """The version of a table and the whole view of a player that has just connected."""
    looker = Person(server, token, code, Random(0), playing=False, moving=False)
    await looker.connect()
    for _ in range(1000):
        if looker.view is not None:
            break
        await asyncio.sleep(0.01)
    looker.leave()
    assert looker.view is not None and not looker.faults, looker.faults
    return looker.version, looker.view
