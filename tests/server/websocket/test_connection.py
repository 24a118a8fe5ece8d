"""The way to a client: framed as others would, in order, and cut off when it is not read."""

import asyncio
import logging
from typing import Any

import pytest
from litestar.types import Message
from websockets.protocol import State
from websockets.server import ServerProtocol

from kolej.server.uvicorn_ext.fast_websocket import head
from kolej.server.websocket.connection import MOST_BYTES, MOST_FRAMES, QueuedLine, StraightLine


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_frames_are_framed_as_others_would(length: int) -> None:
    text = b"x" * length
    protocol = ServerProtocol(logger=logging.getLogger("uvicorn.error"))
    protocol.state = State.OPEN
    protocol.send_text(text)
    assert head(length) + text == b"".join(protocol.data_to_send())


class Stuck:
    """A connection whose other side has so many bytes still to take."""

    def __init__(self) -> None:
        self.waiting = 0
        self.written: list[bytes] = []

    def write_text(self, frame: bytes) -> int:
        self.written.append(frame)
        return self.waiting

    def cut(self) -> None: ...


async def nowhere(_: Message) -> None: ...


def test_a_straight_line_stops_when_too_much_waits() -> None:
    protocol: Any = Stuck()
    line = StraightLine(protocol, nowhere)
    assert line.write(b"one")
    protocol.waiting = MOST_BYTES + 1
    assert not line.write(b"two")
    protocol.waiting = 1
    results = [line.write(b"more") for _ in range(MOST_FRAMES + 1)]
    assert not results[-1]
    protocol.waiting = 0
    assert line.write(b"last")
    assert protocol.written[-1] == b"last"


def test_a_queued_line_keeps_the_order_and_closes_last() -> None:
    async def talk() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Message) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        line = QueuedLine(send)
        for n in range(3):
            assert line.write(b"%d" % n)
        await line.close(1012, "busy")
        return sent

    sent = asyncio.run(talk())
    assert [each.get("text") for each in sent[:3]] == ["0", "1", "2"]
    assert (sent[3]["type"], sent[3]["code"]) == ("websocket.close", 1012)


def test_a_queued_line_stops_when_too_much_waits() -> None:
    async def talk() -> tuple[list[bool], list[Any]]:
        sent: list[Any] = []
        door = asyncio.Event()

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                await door.wait()
            sent.append(message)

        line = QueuedLine(send)
        taken = [line.write(b"x" * 100_000) for _ in range(12)]
        line.cut()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return taken, sent

    taken, sent = asyncio.run(talk())
    assert taken == [True] * 11 + [False]
    assert [each["type"] for each in sent] == ["websocket.close"]
