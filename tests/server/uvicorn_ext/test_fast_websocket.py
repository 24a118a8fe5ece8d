"""The fast WebSocket protocol: any data, in any pieces, is received as by uvicorn's own protocol."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode

from kolej.server.uvicorn_ext.connections import Connections
from kolej.server.uvicorn_ext.fast_websocket import (
    CONTROL_BURST,
    MAX_INBOX,
    MAX_PIECE,
    MAX_QUEUED,
    MAX_UNREAD,
    FastWebSocketProtocol,
)

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LEAVE = b"leave"
"""A text after which the application closes."""
MOST = 2000
"""Bytes of a message."""


class Wire:
    """A transport that records what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False
        self.aborted = False
        self.reading = True
        self.stops = 0
        self.unsent = 0

    def write(self, data: bytes) -> None:
        # A real transport ignores data after it was closed.
        if not self.closed:
            self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, _name: str) -> None:
        return None

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def pause_reading(self) -> None:
        self.reading = False
        self.stops += 1

    def resume_reading(self) -> None:
        self.reading = True


class Listener:
    """A protocol after its handshake, and an application that records what it receives."""

    def __init__(self, kind: Callable[..., WebSocketsSansIOProtocol], early: bytes = b"", patient: bool = True) -> None:
        self.heard: list[Any] = []
        self.opened = asyncio.Event()
        self.patient = patient
        config = Config(
            self.app,
            ws_max_size=MOST,
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            log_config=None,
            interface="asgi3",
        )
        config.load()
        self.wire = Wire()
        self.protocol = kind(config, ServerState(), {}, asyncio.get_running_loop())
        self.protocol.connection_made(self.wire)  # type: ignore[arg-type]
        self.protocol.data_received(REQUEST + early)

    async def app(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.heard.append(await receive())
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        self.opened.set()
        while self.patient and self.heard[-1]["type"] != "websocket.disconnect":
            self.heard.append(await receive())
            if self.heard[-1].get("text") == LEAVE.decode():
                await send({"type": "websocket.close", "code": 1000, "reason": ""})
        if not self.patient:
            await asyncio.sleep(60)


async def heard(kind: type[WebSocketsSansIOProtocol], early: bytes, pieces: list[bytes]) -> tuple[Any, ...]:
    """What the application receives, what is sent back, and whether the connection was closed."""
    listener = Listener(kind, early)
    await asyncio.wait_for(listener.opened.wait(), 10)
    for piece in pieces:
        if listener.wire.closed:
            break
        try:
            listener.protocol.data_received(piece)
        except InvalidState:
            # uvicorn closes twice if more data follows an invalid text; a real transport stops at the first.
            break
        for _ in range(4):
            await asyncio.sleep(0)
    for _ in range(4):
        await asyncio.sleep(0)
    # The first write is the response to the handshake.
    return listener.heard, b"".join(listener.wire.written[1:]), listener.wire.closed


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def bare(opcode: Opcode, data: bytes) -> bytes:
    """The same with a mask of zeros."""
    return bytes((0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0)) + data


def talk(rng: Random) -> list[bytes]:
    """A few frames of every kind, sometimes an invalid one."""
    out = list[bytes]()
    for _ in range(rng.randint(1, 12)):
        text = "żółw ".encode() * rng.choice([0, 1, 10, 14, 15, 100])
        kind = rng.randrange(25)
        if kind < 12:
            out.append(frame(Opcode.TEXT, text))
        elif kind < 15:
            cut = rng.randrange(len(text) + 1)
            out.append(frame(Opcode.TEXT, text[:cut], fin=False))
            out += [frame(Opcode.PONG, b"")] if kind == 13 else []
            out.append(frame(Opcode.CONT, text[cut:]))
        elif kind < 17:
            out.append(frame(Opcode.BINARY, text))
        elif kind < 19:
            out.append(frame(rng.choice([Opcode.PING, Opcode.PONG]), b"there?"))
        elif kind == 19:
            out.append(frame(Opcode.TEXT, b"\xff\xfe no text"))
        elif kind == 20:
            out.append(frame(Opcode.TEXT, b"x" * (MOST + 1)))
        elif kind == 21:
            out.append(Frame(Opcode.TEXT, b"not masked").serialize(mask=False))
        elif kind == 22:
            out += [frame(Opcode.TEXT, b"begun", fin=False), frame(Opcode.TEXT, b"another")]
        elif kind == 23:
            out.append(frame(Opcode.TEXT, LEAVE))
        else:
            out.append(frame(Opcode.CLOSE, b"\x03\xe8"))
    return out


def pieces(rng: Random, frames: list[bytes]) -> list[bytes]:
    """The same bytes split as a network might deliver them."""
    data = b"".join(frames)
    how = rng.randrange(3)
    if how < 2:
        return [data] if how else frames
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randint(1, 10)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True) if a < b]


def same(early: bytes, said: list[bytes]) -> tuple[Any, ...]:
    """What is received, which must equal what uvicorn's own protocol receives."""
    ours = asyncio.run(heard(FastWebSocketProtocol, early, said))
    assert ours == asyncio.run(heard(WebSocketsSansIOProtocol, early, said))
    return ours


@pytest.mark.parametrize("seed", range(40))
def test_everything_is_heard_as_uvicorn_hears_it(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        early = rng.choice([b"", b"", frame(Opcode.TEXT, b"early")[:3]])
        same(early, [piece for _ in range(rng.randint(1, 4)) for piece in pieces(rng, talk(rng))])


def test_what_looks_like_a_frame_inside_another_is_none() -> None:
    inner = frame(Opcode.TEXT, b"inner")
    outer = bare(Opcode.BINARY, inner)
    messages, _, closed = same(b"", [outer[:6], inner, frame(Opcode.TEXT, b"after")])
    assert [message.get("bytes") or message.get("text") for message in messages[1:]] == [inner, "after"]
    assert not closed
    messages, _, closed = same(outer[:6], [inner])
    assert [message.get("bytes") for message in messages[1:]] == [inner]


def test_a_text_within_another_breaks_the_connection() -> None:
    messages, _, closed = same(b"", [frame(Opcode.TEXT, b"begun", fin=False), frame(Opcode.TEXT, b"another")])
    assert closed and not [message for message in messages if message.get("text")]


def test_nothing_is_heard_after_the_goodbye() -> None:
    messages, _, _ = same(b"", [frame(Opcode.TEXT, LEAVE), frame(Opcode.TEXT, b"wait"), frame(Opcode.CLOSE, b"")])
    assert "wait" not in [message.get("text") for message in messages]


def test_a_short_text_passes_the_parser_by() -> None:
    async def listen() -> Any:
        listener = Listener(FastWebSocketProtocol)
        await asyncio.wait_for(listener.opened.wait(), 10)
        listener.protocol.conn.receive_data = None  # type: ignore[assignment,method-assign]
        listener.protocol.data_received(frame(Opcode.TEXT, b'{"type":"ping"}'))
        listener.protocol.data_received(frame(Opcode.TEXT, b"x" * 300))
        for _ in range(4):
            await asyncio.sleep(0)
        return [message.get("text") for message in listener.heard[1:]], listener.wire.stops

    assert asyncio.run(listen()) == (['{"type":"ping"}', "x" * 300], 0)


def test_a_flood_waits_where_it_comes_from() -> None:
    async def listen() -> list[bool]:
        listener = Listener(FastWebSocketProtocol, patient=False)
        await asyncio.wait_for(listener.opened.wait(), 10)
        reading = []
        for _ in range(MAX_QUEUED):
            reading.append(listener.wire.reading)
            listener.protocol.data_received(frame(Opcode.TEXT, b"more"))
        return [*reading, listener.wire.reading]

    assert asyncio.run(listen()) == [True] * MAX_QUEUED + [False]


def test_what_is_written_in_one_turn_leaves_together_and_before_a_goodbye() -> None:
    async def write() -> tuple[list[int], list[bytes]]:
        listener = Listener(FastWebSocketProtocol)
        await asyncio.wait_for(listener.opened.wait(), 10)
        listener.wire.written.clear()
        protocol: Any = listener.protocol
        waiting = [protocol.write_text(b"one"), protocol.write_text(b"three")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        protocol.write_text(b"last")
        protocol.shutdown()
        protocol.write_text(b"too late")
        await asyncio.sleep(0)
        return waiting, listener.wire.written

    waiting, written = asyncio.run(write())
    assert waiting == [0, 3]
    assert written[:2] == [b"\x81\x03one\x81\x05three", b"\x81\x04last"]
    assert len(written) == 3 and written[2][0] == 0x88


def test_who_has_just_spoken_is_not_asked_whether_they_are_there() -> None:
    async def ask() -> list[list[int]]:
        listener = Listener(FastWebSocketProtocol)
        await asyncio.wait_for(listener.opened.wait(), 10)
        protocol = listener.protocol
        protocol.ping_interval = 60
        asked = []
        for spoken in (True, False, True):
            listener.wire.written.clear()
            if spoken:
                protocol.data_received(frame(Opcode.TEXT, b"here"))
            protocol.send_keepalive_ping()
            asked.append([written[0] for written in listener.wire.written])
            assert protocol.ping_timer is not None or protocol.pong_timer is not None
        protocol.stop_keepalive()
        return asked

    assert asyncio.run(ask()) == [[], [0x89], []]


def test_half_a_frame_that_ends_like_a_request_is_half_a_frame() -> None:
    inner = frame(Opcode.TEXT, b"inner")
    outer = bare(Opcode.BINARY, b"\r\n\r\n" + inner)
    messages, _, closed = same(outer[: -len(inner)], [inner])
    assert [message.get("bytes") or message.get("text") for message in messages[1:]] == [b"\r\n\r\n" + inner]
    assert not closed


async def opened() -> tuple[Listener, list[str]]:
    """A protocol after its handshake, and the reasons for which connections were closed."""
    reasons: list[str] = []

    def make(*args: Any) -> FastWebSocketProtocol:
        return FastWebSocketProtocol(*args, open_connections=Connections(count=reasons.append))

    listener = Listener(make, patient=False)
    await asyncio.wait_for(listener.opened.wait(), 10)
    listener.wire.written.clear()
    return listener, reasons


@pytest.mark.parametrize(
    ("begun", "repeated"),
    [
        (b"", frame(Opcode.PING, b"")),
        (b"", frame(Opcode.PONG, b"")),
        (frame(Opcode.TEXT, b"begun", fin=False), frame(Opcode.CONT, b"", fin=False)),
    ],
    ids=["ping", "pong", "fragment"],
)
def test_control_frames_and_fragments_are_limited(begun: bytes, repeated: bytes) -> None:
    async def flood() -> tuple[bool, bool, list[str], int]:
        listener, reasons = await opened()
        listener.protocol.data_received(begun + repeated * (CONTROL_BURST - 1))
        before = listener.wire.closed
        listener.protocol.data_received(repeated * 40_000)
        return before, listener.wire.aborted, reasons, len(b"".join(listener.wire.written))

    before, aborted, reasons, written = asyncio.run(flood())
    assert (before, aborted, reasons) == (False, True, ["flood"])
    assert written < MAX_PIECE


def test_pongs_that_are_not_read_do_not_pile_up() -> None:
    async def flood() -> tuple[bool, list[str]]:
        listener, reasons = await opened()
        listener.wire.unsent = MAX_UNREAD + 1
        listener.protocol.data_received(frame(Opcode.PING, b""))
        return listener.wire.aborted, reasons

    assert asyncio.run(flood()) == (True, ["not-reading"])


def test_many_texts_at_once_are_parsed_as_they_are_heard() -> None:
    async def flood() -> tuple[int, bool, int]:
        listener, _ = await opened()
        listener.protocol.data_received(frame(Opcode.TEXT, b"") * 40_000)
        return listener.protocol.queue.qsize(), listener.wire.reading, len(listener.wire.written)

    waiting, reading, written = asyncio.run(flood())
    assert MAX_INBOX <= waiting < MAX_INBOX + MAX_PIECE
    assert (reading, written) == (False, 0)


def test_many_texts_at_once_are_all_heard() -> None:
    async def listen() -> tuple[list[Any], bool]:
        listener = Listener(FastWebSocketProtocol)
        await asyncio.wait_for(listener.opened.wait(), 10)
        listener.protocol.data_received(b"".join(frame(Opcode.TEXT, b"%d" % n) for n in range(5000)))
        for _ in range(6000):
            await asyncio.sleep(0)
        return [message.get("text") for message in listener.heard[1:]], listener.wire.reading

    assert asyncio.run(listen()) == ([str(n) for n in range(5000)], True)


@pytest.mark.parametrize("unsent", [0, 1])
def test_without_a_pong_nothing_waits_for_the_client(unsent: int) -> None:
    async def ping() -> tuple[bool, bool, list[str]]:
        listener, reasons = await opened()
        listener.wire.unsent = unsent
        listener.protocol.keepalive_timeout()
        return listener.wire.closed, listener.wire.aborted, reasons

    assert asyncio.run(ping()) == (True, unsent == 1, ["no-pong"])


def test_a_client_that_sends_and_does_not_read_must_answer_pings() -> None:
    async def ping() -> list[list[int]]:
        listener, _ = await opened()
        protocol, asked = listener.protocol, []
        protocol.ping_interval = 60
        for listener.wire.unsent in (0, 1):
            listener.wire.written.clear()
            protocol.data_received(frame(Opcode.TEXT, b"here"))
            protocol.send_keepalive_ping()
            asked.append([written[0] for written in listener.wire.written])
        protocol.stop_keepalive()
        return asked

    assert asyncio.run(ping()) == [[], [0x89]]


def test_a_closed_socket_must_be_read() -> None:
    async def close() -> list[int | None]:
        listener, _ = await opened()
        protocol: Any = listener.protocol
        before = protocol.read_progress()
        await protocol.send({"type": "websocket.close", "code": 1000, "reason": ""})
        after = protocol.read_progress()
        protocol.shutdown()
        return [before, after]

    assert asyncio.run(close()) == [None, 0]
