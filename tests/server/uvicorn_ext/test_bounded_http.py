"""Request timeout: incomplete requests are closed, and complete ones are not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from kolej.server.uvicorn_ext.fast_websocket import FastWebSocketProtocol
from kolej.server.uvicorn_ext.request_timeout import RequestTimeoutProtocol

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TIMEOUT = 0.3


class ShortTimeout(RequestTimeoutProtocol):
    """The protocol with a short timeout."""

    timeout = TIMEOUT


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers once the request has arrived, slowly if the path asks for it."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await receive()
        return
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        more = message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(2 * TIMEOUT)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok", "more_body": False})


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server with a short timeout."""
    config = Config(application, ws=FastWebSocketProtocol, log_config=None, timeout_keep_alive=5)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: ShortTimeout(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()
        for task in list(state.tasks):
            task.cancel()


@pytest.mark.parametrize("begun", [b"", b"GET / HT", ASKED[:-2]])
def test_half_a_request_is_answered_as_late(begun: bytes) -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(begun)
            return await asyncio.wait_for(reader.read(), 10 * TIMEOUT)

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 408 ")


def test_dribbling_wins_no_time() -> None:
    async def talk() -> tuple[bytes, float]:
        async with connected() as (reader, writer):
            began = asyncio.get_running_loop().time()
            answer = asyncio.create_task(reader.read())
            for byte in ASKED[:-2] * 10:
                if answer.done():
                    break
                writer.write(bytes([byte]))
                await asyncio.sleep(TIMEOUT / 20)
                # If the server has just closed, this client must notice first: another byte would reset the connection.
                for _ in range(5):
                    await asyncio.sleep(0)
            return await answer, asyncio.get_running_loop().time() - began

    answer, seconds = asyncio.run(talk())
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert seconds >= TIMEOUT


def test_half_a_body_ends_the_connection() -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf")
            return await asyncio.wait_for(reader.read(), 10 * TIMEOUT)

    # The application has the request already, and it must answer.
    assert asyncio.run(talk()) == b""


def test_a_whole_request_is_given_the_time_it_takes() -> None:
    async def talk() -> list[bytes]:
        async with connected() as (reader, writer):
            answers = []
            for path in (b"/", b"/slow", b"/"):
                writer.write(ASKED.replace(b" / ", b" " + path + b" "))
                answers.append(await reader.readuntil(b"ok"))
            return answers

    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in asyncio.run(talk()))


def test_every_request_of_a_connection_has_its_own_time() -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(ASKED)
            await reader.readuntil(b"ok")
            # Between requests uvicorn's keep-alive timeout applies, which is longer here.
            await asyncio.sleep(2 * TIMEOUT)
            writer.write(ASKED[:20])
            return await asyncio.wait_for(reader.read(), 10 * TIMEOUT)

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 408 ")


def test_a_socket_is_no_request() -> None:
    async def talk() -> tuple[bytes, bool]:
        async with connected() as (reader, writer):
            writer.write(UPGRADE)
            answer = await reader.readuntil(b"\r\n\r\n")
            rest = asyncio.create_task(reader.read(1))
            await asyncio.sleep(3 * TIMEOUT)
            still = not rest.done()
            rest.cancel()
            return answer, still

    answer, still_open = asyncio.run(talk())
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert still_open
