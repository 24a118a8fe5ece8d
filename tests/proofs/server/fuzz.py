"""Frames that no client should send: none of them changes anything, and each is answered, or ends its socket.

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

from bench.load_server import Server
from bench.load_socket import BINARY, CLOSE, PING, TEXT, Http, Socket
from bench.load_table import guest
from kolej.engine.knowledge.view import View
from kolej.server import wire
from tests.proofs.server.people import Person, gathered, looked

WAVE = 100
"""Frames that are sent before answers are waited for."""
LONGEST = 8 * 1024

Frame = tuple[int, bytes]
"""A code of WebSocket, and what is sent with it."""

_read = msgspec.json.Decoder(wire.Command).decode
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
    """Somebody who sends what should not be sent, and comes back when the server has had enough."""

    server: Server
    code: str
    token: str | None
    effect: Callable[[wire.Command], bool]
    """Whether a command that can be read would have an effect, and must not be sent."""
    luck: Random
    counts: Counter[str] = field(default_factory=Counter)
    socket: Socket | None = None
    heard: int = 0
    failures: list[str] = field(default_factory=list)

    async def connect(self) -> Socket:
        """Come to the table."""
        socket = Socket(self.hear)
        await socket.connect(self.server.host, self.server.port, f"/api/tables/{self.code}/live", self.token)
        self.socket = socket
        return socket

    def hear(self, raw: bytes) -> None:
        """Count answers, and see what they say."""
        if raw.startswith((b'{"type":"refused"', b'{"type":"ok"', b'{"type":"answer"')):
            self.heard += 1
            if b"the server failed" in raw or b'"code":"storage"' in raw:
                self.failures.append(raw.decode())
            self.counts[str(msgspec.json.decode(raw).get("code", "questions"))] += 1

    async def send(self, count: int) -> None:
        """Send so many frames, and wait for what comes of them."""
        while count > 0:
            socket = self.socket if self.socket is not None and self.socket.open else await self.connect()
            wave = [self.frame() for _ in range(min(WAVE, count))]
            awaited = self.heard + sum(code == TEXT for code, _ in wave)
            for code, body in wave:
                socket.raw(code, body)
            count -= len(wave)
            self.counts["frames"] += len(wave)
            async with asyncio.timeout(60):
                while self.heard < awaited and not socket.gone.done():
                    await asyncio.sleep(0.001)
            if socket.gone.done():
                self.counts["sockets ended"] += 1
                self.heard = 0

    def frame(self) -> Frame:
        """Any frame that can have no effect."""
        luck = self.luck
        if luck.random() < 0.0004:
            # These end the socket, which takes a while.
            return luck.choice(
                [(TEXT, b"\xff\xfe{"), (TEXT, b'"' + b"x" * 70_000 + b'"'), (3, b"what"), (CLOSE, b"\x03"), (11, b"")]
            )
        if luck.random() < 0.02:
            return luck.choice([(BINARY, luck.randbytes(20)), (PING, luck.randbytes(5)), (TEXT, b"x" * (LONGEST + 1))])
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
        """Something like a command."""
        luck = self.luck
        way = luck.random()
        if way < 0.1:
            return bytes(luck.randrange(32, 127) for _ in range(luck.randrange(40)))
        if way < 0.13:
            depth = luck.choice([10, 100, 1500])
            return b"[" * depth + b"]" * luck.choice([0, depth])
        said = self.command()
        raw = msgspec.json.encode(said)
        if way < 0.3 and len(raw) > 2:
            # One byte is another, or the end is missing; still text.
            at = luck.randrange(len(raw))
            raw = raw[:at] if luck.random() < 0.5 else raw[:at] + bytes([luck.randrange(32, 127)]) + raw[at + 1 :]
            return raw.decode("utf-8", "ignore").encode()
        return raw

    def command(self) -> dict[str, Any]:
        """A command with something wrong in it, or nothing."""
        luck = self.luck
        shape = luck.choice(SHAPES)
        said = {name: value(luck) for name, value in shape.items()}
        said["id"] = f"f{luck.randrange(10**9)}"
        for _ in range(luck.choice([0, 0, 1, 1, 2])):
            name = luck.choice([*said, "more", "do", "seat"])
            if luck.random() < 0.3:
                said.pop(name, None)
            else:
                said[name] = luck.choice([*NUMBERS, *TEXTS, *ODD])
        return said


def _is(value: Any) -> Callable[[Random], Any]:
    return lambda luck: value


def _number(most: int) -> Callable[[Random], Any]:
    return lambda luck: luck.randrange(most)


def _cards(luck: Random) -> list[int]:
    return [luck.choice([0, 0, 0, 1, 2, 15]) for _ in range(luck.choice([1, 7, 9, 9, 9, 16]))]


def _claim(luck: Random) -> Any:
    return {"claim": [luck.randrange(120), _cards(luck)]}


_SEAT, _ROUTE = _number(5), _number(120)
SHAPES: list[dict[str, Callable[[Random], Any]]] = [
    {"do": _is("act"), "seat": _SEAT, "version": _number(60), "move": _number(3000)},
    {"do": _is("act"), "seat": _SEAT, "version": _number(60), "move": _claim},
    {"do": _is("act"), "seat": _SEAT, "version": _number(60), "move": lambda luck: luck.choice(TEXTS)},
    {"do": _is("look"), "seat": _SEAT},
    {"do": _is("undo"), "seat": _SEAT},
    {"do": _is("agree"), "seat": _SEAT, "agree": _is(True)},
    {"do": _is("chat"), "text": lambda luck: luck.choice(TEXTS)},
    {"do": _is("commit"), "seat": _SEAT, "hash": lambda luck: luck.choice(["0" * 64, "0" * 63, "G" * 64])},
    {"do": _is("open"), "seat": _SEAT, "seed": lambda luck: luck.choice(["0" * 64, "", "x" * 129])},
    {"do": _is("why"), "seat": _SEAT, "route": _ROUTE},
    {"do": _is("why"), "seat": _SEAT, "city": _number(60)},
    {"do": _is("picks"), "seat": _SEAT, "route": _ROUTE, "cards": _cards},
    {"do": _is("reach"), "seat": _SEAT},
    {"do": _is("odds"), "seat": _SEAT, "route": _ROUTE, "cards": _cards},
    {"do": _is("ping")},
]  # fmt: skip


def effect_of(person: Person) -> Callable[[wire.Command], bool]:
    """Whether a command of somebody at this table would do something."""

    def effect(command: wire.Command) -> bool:
        if isinstance(command, wire.Chat):
            return True
        # What somebody who is due sends may be legal by chance, unless it is a number that is not listed.
        if isinstance(command, wire.Act) and command.seat == person.seat and person.legal:
            return not isinstance(command.move, int) or command.move in person.legal
        return False

    return effect


async def fuzzed(server: Server, frames: int, seed: int) -> Counter[str]:
    """Send so many frames to a running game; AssertionError when anything has changed or failed."""
    luck = Random(seed)
    people = await gathered(server, "europe", 3, luck)
    for person in people:
        person.moving = False
        await person.connect()
    await _settled(people)
    # Some moves in, there is more to be asked about.
    for _ in range(25):
        due = next(person for person in people if person.legal)
        due.moving = True
        due.act()
        due.moving = False
        await _settled(people)
    http = Http(server.host, server.port)
    code = people[0].code
    nobody = Person(server, None, code, luck)
    senders = [Sender(server, code, each.token, effect_of(each), Random(luck.random())) for each in people]
    senders += [
        Sender(server, code, token, effect_of(nobody), Random(luck.random())) for token in (await guest(http), None)
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
