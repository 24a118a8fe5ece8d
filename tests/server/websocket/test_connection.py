"""Outgoing frames: encoded as the websockets library does, in order, and refused when the client reads too slowly."""

import asyncio
import logging
from typing import Any

import pytest
from starlette.types import Message
from websockets.protocol import State
from websockets.server import ServerProtocol

from kolej.server.uvicorn_ext.fast_websocket import frame_header
from kolej.server.websocket.connection import MAX_BYTES, MAX_FRAMES, DirectOutgoing, QueuedOutgoing


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_frames_are_framed_as_others_would(length: int) -> None:
    text = b"x" * length
    protocol = ServerProtocol(logger=logging.getLogger("uvicorn.error"))
    protocol.state = State.OPEN
    protocol.send_text(text)
    assert frame_header(length) + text == b"".join(protocol.data_to_send())


class Stuck:
    """A connection with this many unsent bytes."""

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
    outgoing = DirectOutgoing(protocol, nowhere)
    assert outgoing.write(b"one")
    protocol.waiting = MAX_BYTES + 1
    assert not outgoing.write(b"two")
    protocol.waiting = 1
    results = [outgoing.write(b"more") for _ in range(MAX_FRAMES + 1)]
    assert not results[-1]
    protocol.waiting = 0
    assert outgoing.write(b"last")
    assert protocol.written[-1] == b"last"


def test_a_queued_line_keeps_the_order_and_closes_last() -> None:
    async def talk() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Message) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        outgoing = QueuedOutgoing(send)
        for n in range(3):
            assert outgoing.write(b"%d" % n)
        await outgoing.close(1012, "busy")
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

        outgoing = QueuedOutgoing(send)
        taken = [outgoing.write(b"x" * 100_000) for _ in range(12)]
        outgoing.cut()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return taken, sent

    taken, sent = asyncio.run(talk())
    assert taken == [True] * 11 + [False]
    assert [each["type"] for each in sent] == ["websocket.close"]
