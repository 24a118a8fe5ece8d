"""Limits of HTTP requests: those that are late, too large or too many are refused, and others are not."""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from kolej.server.uvicorn_ext import bounded_http
from kolej.server.uvicorn_ext.bounded_http import (
    MAX_HEAD,
    MAX_HEADER,
    MAX_HEADERS,
    MAX_LINGER,
    MAX_LISTED,
    MAX_PIPELINED,
    MAX_URL,
    BoundedHttpProtocol,
    Screen,
)
from kolej.server.uvicorn_ext.connections import Connections
from kolej.server.uvicorn_ext.fast_websocket import FastWebSocketProtocol
from kolej.server.uvicorn_ext.pacing import Work

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TIMEOUT = 0.3


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class ShortTimeout(BoundedHttpProtocol):
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
    names = b",".join(name for name, _ in scope["headers"])
    headers = [(b"content-length", b"2"), (b"x-had", names)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok", "more_body": False})


@asynccontextmanager
async def connected(
    reasons: list[str] | None = None, connections: Connections | None = None, screen: Screen | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server with a short timeout, which adds the reasons for which it closes connections."""
    connections = connections or Connections(count=([] if reasons is None else reasons).append)
    config = Config(application, ws=FastWebSocketProtocol, log_config=None, timeout_keep_alive=5)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: ShortTimeout(config, state, {}, open_connections=connections, screen=screen), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()
        for task in list(state.tasks):
            task.cancel()
        for each in list(state.connections):
            each.transport.abort()
        await asyncio.sleep(0)


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


async def answer_to(*pieces: bytes, reasons: list[str] | None = None) -> bytes:
    """Everything the server sends after these pieces, until it closes the connection."""
    async with connected(reasons) as (reader, writer):
        received = asyncio.create_task(reader.read())
        with suppress(ConnectionError):
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                if received.done():
                    break
        try:
            return await asyncio.wait_for(received, 20 * TIMEOUT)
        except ConnectionError:
            return b""


CHUNKED = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
SENT = [b"x" * 1024] * (2 * MAX_HEAD // 1024)
"""Twice as much as a head may have."""


@pytest.mark.parametrize(
    "pieces",
    [
        [b"GET /", *SENT],
        [b"GET / HTTP/1.1\r\nHost: here\r\nA: ", *SENT],
        [b"GET / HTTP/1.1\r\nHost: here\r\n", *[b"a: b\r\n" * 100] * 80],
        [ASKED[:-2] + b"A: " + b"x" * MAX_HEAD + b"\r\n\r\n"],
        [ASKED[:-2] + b"a: b\r\n" * (MAX_HEADERS + 1) + b"\r\n"],
        [ASKED[:-2] + b"A: " + b"x" * MAX_HEADER + b"\r\n\r\n"],
        [ASKED[:-2] + (b"A: " + b"x" * 7000 + b"\r\n") * 5 + b"\r\n"],
        [ASKED[:-2] + b"Connection: " + b"a," * (MAX_LISTED // 2) + b"\r\n\r\n"],
        [UPGRADE[:-2] + (b"Sec-WebSocket-Protocol: " + b"a," * 50 + b"a\r\n") * 10 + b"\r\n"],
        [UPGRADE[:-2] + b"A: " + b"x" * MAX_HEADER + b"\r\n\r\n"],
    ],
    ids=["url", "header", "headers", "whole", "count", "long", "sum", "list", "lists", "handshake"],
)
def test_a_head_that_is_too_large_is_refused(pieces: list[bytes]) -> None:
    assert asyncio.run(answer_to(*pieces)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("request_", [ASKED, UPGRADE], ids=["request", "handshake"])
def test_a_url_that_is_too_long_is_refused(request_: bytes) -> None:
    long = request_.replace(b" / ", b" /?" + b"a&" * (MAX_URL // 2) + b" ")
    assert asyncio.run(answer_to(long)).startswith(b"HTTP/1.1 414 ")


def test_a_handshake_as_large_as_it_may_be_is_accepted() -> None:
    """The parser of websockets must take all that the limits allow: it has limits of its own."""
    longest = UPGRADE.replace(b" / ", b" /" + b"x" * (MAX_URL - 1) + b" ")[:-2]
    longest += (b"A: " + b"x" * (MAX_HEADER - 1) + b"\r\n") * 3 + b"b: c\r\n" * (MAX_HEADERS - 8) + b"\r\n"

    async def talk() -> bytes:
        async with connected() as (reader, writer), asyncio.timeout(10):
            writer.write(longest)
            return await reader.readuntil(b"\r\n")

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 101 ")


def test_a_handshake_that_can_not_be_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise nobody would count it: it is no HTTP connection any more, and no socket of a table yet."""
    monkeypatch.setattr(bounded_http, "MAX_HEADER", MAX_HEAD)
    unreadable = UPGRADE[:-2] + b"A: " + b"x" * 9000 + b"\r\n\r\n"
    assert asyncio.run(answer_to(unreadable)).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(("seconds", "sent"), [(0.05, 0), (60, 2 * MAX_LINGER)], ids=["time", "bytes"])
def test_a_refused_client_that_stays_is_disconnected(
    seconds: float, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, "LINGER_SECONDS", seconds)

    async def talk() -> None:
        all = Connections()
        async with connected(connections=all) as (reader, writer), asyncio.timeout(5):
            writer.write(b"nonsense\r\n\r\n")
            await reader.readuntil(b"Bad Request\n")
            assert len(all._networks) == 1
            writer.write(bytes(sent))
            while all._networks:
                await asyncio.sleep(0.01)

    asyncio.run(talk())


@pytest.mark.parametrize(
    "pieces",
    [
        [CHUNKED, b"1;", *SENT],
        [CHUNKED, b"0\r\n", *[b"a: b\r\n" * 100] * 80],
        [CHUNKED, *[b"1\r\nx\r\n" * 100] * 200],
    ],
    ids=["extension", "trailers", "chunks"],
)
def test_chunks_and_trailers_are_part_of_the_head(pieces: list[bytes]) -> None:
    reasons: list[str] = []
    # The application has the request already and waits for its body, so that nothing can be answered.
    assert asyncio.run(answer_to(*pieces, reasons=reasons)) == b""
    assert reasons == ["request-header-fields-too-large"]


def test_a_large_head_and_a_large_body_are_no_fault() -> None:
    async def talk() -> list[bytes]:
        async with connected() as (reader, writer):
            answers = []
            large = b"POST / HTTP/1.1\r\nHost: here" + (b"\r\nA: " + b"x" * (MAX_HEADER - 1)) * 3
            for request in (large + b"\r\nContent-Length: 100000\r\n\r\n" + b"y" * 100_000, ASKED):
                for begin in range(0, len(request), 1000):
                    writer.write(request[begin : begin + 1000])
                    await writer.drain()
                answers.append(await reader.readuntil(b"ok"))
            return answers

    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in asyncio.run(talk()))


def test_trailers_are_no_headers() -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(CHUNKED + b"1\r\nx\r\n0\r\nX-Late: 1\r\n\r\n")
            return await reader.readuntil(b"ok")

    assert b"x-had: host,transfer-encoding\r\n" in asyncio.run(talk())


def test_pipelined_requests_are_answered_up_to_a_limit() -> None:
    async def talk(count: int) -> bytes:
        async with connected() as (reader, writer):
            writer.write(ASKED.replace(b" / ", b" /slow ") + ASKED * count)
            answers = b""
            with suppress(TimeoutError):
                async with asyncio.timeout(4 * TIMEOUT):
                    while answers.count(b"ok") <= count and not reader.at_eof():
                        answers += await reader.read(100_000)
            return answers

    assert asyncio.run(talk(MAX_PIPELINED)).count(b"ok") == MAX_PIPELINED + 1
    assert asyncio.run(talk(MAX_PIPELINED + 1)) == b""


def test_frames_before_the_handshake_is_answered_are_refused() -> None:
    assert asyncio.run(answer_to(UPGRADE + b"\x81\x85\0\0\0\0he")).startswith(b"HTTP/1.1 400 ")


def test_a_socket_begins_after_the_responses_before_it() -> None:
    assert asyncio.run(answer_to(ASKED.replace(b" / ", b" /slow ") + UPGRADE)) == b""


def test_a_connection_that_asks_for_another_protocol_is_closed_after_the_response() -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(ASKED[:-2] + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            return await asyncio.wait_for(reader.read(), 2 * TIMEOUT)

    answer = asyncio.run(talk())
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"ok")


def test_line_feeds_between_requests_win_no_time() -> None:
    async def talk() -> bytes:
        async with connected() as (reader, writer):
            writer.write(ASKED)
            await reader.readuntil(b"ok")
            writer.write(b"\r\n")
            return await asyncio.wait_for(reader.read(), 4 * TIMEOUT)

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 408 ")


class Held:
    """A pacer that does nothing until it is released, as if others had used up the budget."""

    def __init__(self) -> None:
        self.works: list[Work] = []
        self.networks: list[str] = []
        self.held = True

    def do(self, loop: asyncio.AbstractEventLoop, network: str, work: Work) -> None:
        self.networks.append(network)
        if self.held:
            self.works.append(work)
        else:
            work()

    def cancel(self, network: str, work: Work) -> None:
        self.cancelled = work

    def release(self) -> None:
        self.held = False
        while self.works:
            self.works.pop(0)()


def held(name: str, proxies: Sequence[str] = ()) -> tuple[Connections, Held]:
    connections, pacer = Connections(proxies), Held()
    setattr(connections, name, pacer)
    return connections, pacer


def test_what_is_not_parsed_yet_stays_with_the_client() -> None:
    async def talk() -> int:
        connections, pacer = held("parsing")
        async with connected(connections=connections) as (_, writer):
            for _ in range(400):
                writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 50000\r\n\r\n" + bytes(50_000))
                await asyncio.sleep(0)
            while not pacer.works:
                await asyncio.sleep(0)
            await asyncio.sleep(0.05)
            assert len(pacer.works) == 1
            waiting = writer.transport.get_write_buffer_size()
            writer.transport.abort()
            await asyncio.sleep(0.05)
            return waiting

    # The server has stopped reading: most of the twenty megabytes wait at the client.
    assert asyncio.run(talk()) > 10_000_000


def test_pieces_are_parsed_in_order() -> None:
    async def talk() -> bytes:
        connections, pacer = held("parsing")
        async with connected(connections=connections) as (reader, writer):
            for piece in (ASKED[:10], ASKED[10:25], ASKED[25:]):
                writer.write(piece)
                await asyncio.sleep(0.02)
            pacer.release()
            return await reader.readuntil(b"ok")

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 200 ")


def test_a_request_whose_client_has_gone_is_not_started() -> None:
    async def talk() -> bool:
        connections, pacer = held("requests")
        async with connected(connections=connections) as (_, writer):
            writer.write(ASKED)
            while not pacer.works:
                await asyncio.sleep(0)
            writer.transport.abort()
            await asyncio.sleep(0.05)
            assert pacer.cancelled is pacer.works[0]
            return pacer.works[0]()

    assert asyncio.run(talk()) is False


def forwarded(request: bytes, value: bytes) -> bytes:
    return request[:-2] + b"X-Forwarded-For: " + value + b"\r\n\r\n"


@pytest.mark.parametrize("request_", [ASKED, UPGRADE], ids=["request", "handshake"])
@pytest.mark.parametrize(
    ("proxies", "network"),
    [(["127.0.0.1"], "203.0.113.9"), (["127.0.0.1", "203.0.113.0/24"], "198.51.100.7"), ([], "127.0.0.1")],
    ids=["proxy", "two proxies", "no proxy"],
)
def test_behind_a_trusted_proxy_each_client_has_its_own_turn(request_: bytes, proxies: list[str], network: str) -> None:
    async def talk() -> list[str]:
        connections, pacer = held("requests", proxies)
        async with connected(connections=connections) as (_, writer):
            writer.write(forwarded(request_, b"192.0.2.1, 198.51.100.7, 203.0.113.9"))
            while not pacer.works:
                await asyncio.sleep(0)
        return pacer.networks

    assert asyncio.run(talk()) == [network]


@pytest.mark.parametrize(("proxies", "name"), [(["127.0.0.1"], "parsing_of_proxies"), ([], "parsing")])
def test_clients_of_a_proxy_do_not_share_the_rate_of_an_address(proxies: list[str], name: str) -> None:
    async def talk() -> list[str]:
        connections, pacer = held(name, proxies)
        async with connected(connections=connections) as (_, writer), asyncio.timeout(5):
            writer.write(ASKED)
            while not pacer.works:
                await asyncio.sleep(0)
        return pacer.networks

    assert asyncio.run(talk()) == ["127.0.0.1"]
    pacer = Connections(rate=1).parsing_of_proxies
    assert all(pacer._rates.take("127.0.0.1", 0) for _ in range(1000))


def test_a_handshake_waits_for_its_turn() -> None:
    async def talk(sent: bytes) -> bytes:
        connections, pacer = held("requests")
        async with connected(connections=connections) as (reader, writer):
            writer.write(UPGRADE)
            while not pacer.works:
                await asyncio.sleep(0)
            if sent:
                writer.write(sent)
                await asyncio.sleep(0.05)
            pacer.release()
            return await reader.readuntil(b"\r\n\r\n")

    assert asyncio.run(talk(b"")).startswith(b"HTTP/1.1 101 ")
    # Frames may be sent only after the answer to the handshake.
    assert asyncio.run(talk(b"\x81\x80\0\0\0\0")).startswith(b"HTTP/1.1 400 ")


def test_a_handshake_that_is_refused_becomes_no_websocket(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a protocol was made")

    monkeypatch.setattr(FastWebSocketProtocol, "__init__", never)
    screened: list[tuple[bytes, bytes]] = []

    def screen(headers: list[tuple[bytes, bytes]], scheme: str) -> bytes:
        screened.extend(headers)
        return b"HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n"

    async def talk() -> bytes:
        async with connected(screen=screen) as (reader, writer):
            writer.write(UPGRADE)
            return await reader.read()

    assert asyncio.run(talk()).startswith(b"HTTP/1.1 403 ")
    assert (b"host", b"here") in screened


@pytest.mark.parametrize(
    "sent",
    [
        ASKED,
        UPGRADE,
        ASKED * 3 * MAX_PIPELINED,
        b"GET / HT",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200,
    ],
    ids=["request", "websocket", "pipelined", "half", "nonsense", "headers"],
)
def test_a_connection_leaves_nothing_to_the_garbage_collector(sent: bytes) -> None:
    """Collecting the cycles of thousands of connections would take longer than a move may."""

    async def talk() -> None:
        async with connected() as (reader, writer):
            writer.write(sent)
            await asyncio.sleep(0.05)
            writer.transport.abort()
            with suppress(OSError):
                await reader.read()
            await asyncio.sleep(0.05)

    def left() -> int:
        return sum(isinstance(each, BoundedHttpProtocol | FastWebSocketProtocol) for each in gc.get_objects())

    asyncio.run(talk())
    gc.collect()
    gc.disable()
    try:
        before = left()
        asyncio.run(talk())
        assert left() == before
    finally:
        gc.enable()
