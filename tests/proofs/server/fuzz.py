"""Fuzzing of sockets: malformed frames change nothing, and each is answered or closes its socket.

They come from people with a seat, from a spectator and from a stranger. The game stands still meanwhile, so that what
is legal is known, and is left out.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from bench.load.server import Server
from bench.load.socket import BINARY, CLOSE, PING, TEXT, Http, Socket
from bench.load.table import guest
from kolej.engine.knowledge.view import View
from kolej.server.wire.commands import Act, Chat, Command
from tests.proofs.server.people import Person, gathered, looked

WAVE = 100
"""Frames that are sent before waiting for answers."""
LONGEST = 8 * 1024

Frame = tuple[int, bytes]
"""A WebSocket opcode and its payload."""

_read = msgspec.json.Decoder(Command).decode
NUMBERS = (0, 1, 2, 3, 15, 16, -1, 2**31, 2**63, 2**64, 10**40, 0.5, 1e308, -0.0)
TEXTS = (
    "",
    "a",
    "draw",
    "keep",
    "claim x 1 red",
    "x" * 36,
    "x" * 37,
    "x" * 500,
    "\0",
    "\ud7ff",
    "🚂",
    "1:2",
    "../..",
    "'",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"claim": []},
    {"claim": [0, []]},
    {"claim": [0, [99]]},
    {"claim": [10**9, [0]]},
)


@dataclass
class Sender:
    """A client that sends malformed frames and reconnects when the server closes the socket."""

    server: Server
    code: str
    token: str | None
    effect: Callable[[Command], bool]
    """Whether a command that can be read would have an effect, and must not be sent."""
    rng: Random
    counts: Counter[str] = field(default_factory=Counter)
    socket: Socket | None = None
    received: int = 0
    failures: list[str] = field(default_factory=list)

    async def connect(self) -> Socket:
        """Connect to the table."""
        socket = Socket(self.hear)
        await socket.connect(self.server.host, self.server.port, f"/api/tables/{self.code}/live", self.token)
        self.socket = socket
        return socket

    def hear(self, raw: bytes) -> None:
        """Count answers and check what they say."""
        if raw.startswith((b'{"type":"refused"', b'{"type":"ok"', b'{"type":"answer"')):
            self.received += 1
            if b"the server failed" in raw or b'"code":"storage"' in raw:
                self.failures.append(raw.decode())
            self.counts[str(msgspec.json.decode(raw).get("code", "questions"))] += 1

    async def send(self, count: int) -> None:
        """Send this many frames and wait for their answers."""
        while count > 0:
            socket = self.socket if self.socket is not None and self.socket.open else await self.connect()
            wave = [self.frame() for _ in range(min(WAVE, count))]
            awaited = self.received + sum(code == TEXT for code, _ in wave)
            for code, body in wave:
                socket.raw(code, body)
            count -= len(wave)
            self.counts["frames"] += len(wave)
            async with asyncio.timeout(60):
                while self.received < awaited and not socket.gone.done():
                    await asyncio.sleep(0.001)
            if socket.gone.done():
                self.counts["sockets ended"] += 1
                self.received = 0

    def frame(self) -> Frame:
        """Any frame that can have no effect."""
        rng = self.rng
        if rng.random() < 0.0004:
            # These end the socket, which takes a while.
            return rng.choice(
                [(TEXT, b"\xff\xfe{"), (TEXT, b'"' + b"x" * 70_000 + b'"'), (3, b"what"), (CLOSE, b"\x03"), (11, b"")]
            )
        if rng.random() < 0.02:
            return rng.choice([(BINARY, rng.randbytes(20)), (PING, rng.randbytes(5)), (TEXT, b"x" * (LONGEST + 1))])
        while True:
            text = self.text()
            if len(text) > LONGEST:
                return TEXT, text
            try:
                command = _read(text)
            except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
                return TEXT, text
            if not self.effect(command):
                return TEXT, text

    def text(self) -> bytes:
        """Something that resembles a command."""
        rng = self.rng
        way = rng.random()
        if way < 0.1:
            return bytes(rng.randrange(32, 127) for _ in range(rng.randrange(40)))
        if way < 0.13:
            depth = rng.choice([10, 100, 1500])
            return b"[" * depth + b"]" * rng.choice([0, depth])
        said = self.command()
        raw = msgspec.json.encode(said)
        if way < 0.3 and len(raw) > 2:
            # One byte is changed, or the end is missing; still text.
            at = rng.randrange(len(raw))
            raw = raw[:at] if rng.random() < 0.5 else raw[:at] + bytes([rng.randrange(32, 127)]) + raw[at + 1 :]
            return raw.decode("utf-8", "ignore").encode()
        return raw

    def command(self) -> dict[str, Any]:
        """A command with something wrong in it, or nothing."""
        rng = self.rng
        shape = rng.choice(SHAPES)
        said = {name: value(rng) for name, value in shape.items()}
        said["id"] = f"f{rng.randrange(10**9)}"
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            name = rng.choice([*said, "more", "type", "seat"])
            if rng.random() < 0.3:
                said.pop(name, None)
            else:
                said[name] = rng.choice([*NUMBERS, *TEXTS, *ODD])
        return said


def _is(value: Any) -> Callable[[Random], Any]:
    return lambda rng: value


def _number(most: int) -> Callable[[Random], Any]:
    return lambda rng: rng.randrange(most)


def _cards(rng: Random) -> list[int]:
    return [rng.choice([0, 0, 0, 1, 2, 15]) for _ in range(rng.choice([1, 7, 9, 9, 9, 16]))]


def _claim(rng: Random) -> Any:
    return {"claim": [rng.randrange(120), _cards(rng)]}


_SEAT, _ROUTE = _number(5), _number(120)
SHAPES: list[dict[str, Callable[[Random], Any]]] = [
    {"type": _is("act"), "seat": _SEAT, "version": _number(60), "move": _number(3000)},
    {"type": _is("act"), "seat": _SEAT, "version": _number(60), "move": _claim},
    {"type": _is("act"), "seat": _SEAT, "version": _number(60), "move": lambda rng: rng.choice(TEXTS)},
    {"type": _is("look"), "seat": _SEAT},
    {"type": _is("undo"), "seat": _SEAT},
    {"type": _is("agree"), "seat": _SEAT, "agree": _is(True)},
    {"type": _is("chat"), "text": lambda rng: rng.choice(TEXTS)},
    {"type": _is("commit"), "seat": _SEAT, "hash": lambda rng: rng.choice(["0" * 64, "0" * 63, "G" * 64])},
    {"type": _is("open"), "seat": _SEAT, "seed": lambda rng: rng.choice(["0" * 64, "", "x" * 129])},
    {"type": _is("why"), "seat": _SEAT, "route": _ROUTE},
    {"type": _is("why"), "seat": _SEAT, "city": _number(60)},
    {"type": _is("stand-ins"), "seat": _SEAT, "route": _ROUTE, "cards": _cards},
    {"type": _is("reach"), "seat": _SEAT},
    {"type": _is("odds"), "seat": _SEAT, "route": _ROUTE, "cards": _cards},
    {"type": _is("ping")},
]  # fmt: skip


def effect_of(person: Person) -> Callable[[Command], bool]:
    """Whether a command of a player at this table would have an effect."""

    def effect(command: Command) -> bool:
        if isinstance(command, Chat):
            return True
        # A move of a seat that is due may happen to be legal, unless its number is not listed.
        if isinstance(command, Act) and command.seat == person.seat and person.legal:
            return not isinstance(command.move, int) or command.move in person.legal
        return False

    return effect


async def fuzzed(server: Server, frames: int, seed: int) -> Counter[str]:
    """Send this many frames to a running game; AssertionError when anything has changed or failed."""
    rng = Random(seed)
    people = await gathered(server, "europe", 3, rng)
    for person in people:
        person.moving = False
        await person.connect()
    await _settled(people)
    # After some moves there is more to ask about.
    for _ in range(25):
        due = next(person for person in people if person.legal)
        due.moving = True
        due.act()
        due.moving = False
        await _settled(people)
    http = Http(server.host, server.port)
    code = people[0].code
    nobody = Person(server, None, code, rng)
    senders = [Sender(server, code, each.token, effect_of(each), Random(rng.random())) for each in people]
    senders += [
        Sender(server, code, token, effect_of(nobody), Random(rng.random())) for token in (await guest(http), None)
    ]
    before = [await looked(server, code, person.token) for person in (*people, nobody)]
    await asyncio.gather(*(sender.send(-(-frames // len(senders))) for sender in senders))
    await _same(server, code, [*people, nobody], before)
    counts: Counter[str] = Counter()
    for sender in senders:
        assert not sender.failures, sender.failures[:3]
        counts += sender.counts
        if sender.socket is not None:
            sender.socket.close()
    for person in people:
        assert not person.faults, person.faults[:3]
        person.leave()
    http.close()
    assert server.answers(), "the server does not answer any more"
    return counts


async def _same(server: Server, code: str, people: list[Person], before: list[tuple[int, View]]) -> None:
    after = [await looked(server, code, person.token) for person in people]
    assert after == before, "the table is not as it was"


async def _settled(people: list[Person]) -> None:
    async with asyncio.timeout(30):
        while not any(person.legal for person in people) or any(person.unanswered for person in people):
            await asyncio.sleep(0.002)
        while len({person.version for person in people}) > 1 or any(person.view is None for person in people):
            await asyncio.sleep(0.002)
