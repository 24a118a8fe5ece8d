"""HTTP protocol for uvicorn with limits: the size of a request's head, the time to send it, and pipelined requests.

httptools has no limit for a head, and uvicorn waits indefinitely for the rest of a request. So without this class one
connection could fill the memory, and a few thousand unfinished requests could use up all connections (slowloris).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from kolej.server.uvicorn_ext.connections import Connections, plain_client
from kolej.server.uvicorn_ext.pacing import Work

MAX_HEAD = 32 * 1024
"""Bytes of a request that are not its body: the request line, headers, sizes of chunks and trailers."""
MAX_HEADERS = 100
MAX_URL = 2 * 1024
"""Bytes of a URL. A query of 32 KiB could have thousands of parameters, and take as long as a hundred requests."""
MAX_HEADER = 8000
"""Bytes of one header. The parser of handshakes takes no longer lines."""
MAX_LISTED = 1024
"""Bytes of all headers together that say how the connection goes on: they are lists, whose parser is slow."""
MAX_PIPELINED = 2
"""Requests that may wait for the response to an earlier one. Browsers send none before they have the response. Each
takes time to parse, and stays in memory if its client reads nothing."""

LINGER_SECONDS, MAX_LINGER = 1.0, 256 * 1024
"""How long a refused client is still listened to, and how much is received of it: closing at once would reset the
connection, and the client might not see the answer."""


Screen = Callable[[list[tuple[bytes, bytes]], str], bytes | None]
"""Looks at the headers and the scheme of a WebSocket handshake; returns the response if it is refused."""


class _Refused(Exception):
    """Stops the parser."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits."""

    timeout = 20.0
    """Seconds in which a request must arrive, from the connection or from its first byte."""

    def __init__(
        self, *args: Any, open_connections: Connections | None = None, screen: Screen | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._screen = screen
        self._open_connections = open_connections or Connections()
        self._network = ""
        """The network whose turns the connection takes."""
        self._client_network = ""
        """The network whose turns the last request takes, which a trusted proxy may have forwarded."""
        self._parsing = self._open_connections.parsing
        self._timer: asyncio.TimerHandle | None = None
        self._overhead = 0
        """Bytes of the current request so far that are not its body."""
        self._in_head = True
        self._refusal = HTTPStatus.BAD_REQUEST
        self._lingering = False
        self._drains = 0
        self._received: deque[bytes] = deque()
        """What was received and is parsed when its turn comes."""
        self._paused = False
        """Whether reading is paused because of that."""
        self._proxied = False
        self._paced: tuple[str, Work] | None = None
        """The last request, by network: it may wait for its turn."""
        self._upgrading = False
        """Whether a WebSocket waits for its turn to be made."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self.client = plain_client(self.client)
        self._network = self._open_connections.add(self, len(self.connections))
        self._proxied = self._open_connections.is_proxy(self.client[0] if self.client else "")
        if self._proxied:
            self._parsing = self._open_connections.parsing_of_proxies
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer. Requests in progress are ended when their turn comes."""
        self._stop_timer()
        self._received.clear()
        self._open_connections.remove(self)
        if self._paced is not None:
            # Otherwise clients who come and go could let more and more requests wait.
            self._open_connections.requests.cancel(*self._paced)
            self._paced = None
        if not self._is_idle():
            self.cycle.disconnected = True
        self._open_connections.endings.do(self.loop, self._network, partial(self._end, exc))

    def _end(self, exc: Exception | None) -> bool:
        busy = not self._is_idle()
        super().connection_lost(exc)
        # Reference counts alone free what does not refer to itself: the garbage collector would stop everybody.
        self.pipeline.clear()
        self.cycle = self.scope = None  # type: ignore[assignment]
        return busy

    def data_received(self, data: bytes) -> None:
        """Parse data, now or when its turn comes."""
        self._received.append(data)
        if len(self._received) == 1:
            self._parsing.do(self.loop, self._network, self._parse_next)
        if self._received and not self.transport.is_closing():
            self._paused = True
            self.transport.pause_reading()

    def _parse_next(self) -> bool:
        """Parse what was received first; returns whether there was something."""
        if not self._received or self.transport.is_closing():
            return False
        protocol: Any = self.transport.get_protocol()
        if protocol is self:
            self._parse(self._received[0])
        else:
            # It came after the handshake of a WebSocket.
            protocol.data_received(self._received[0])
        if self._received:
            self._received.popleft()
        if self._received:
            self._parsing.do(self.loop, self._network, self._parse_next)
        elif self._paused:
            self._paused = False
            if not self.flow.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
        return True

    def _parse(self, data: bytes) -> None:
        """Parse data, as uvicorn does, and close the connection if a limit is exceeded."""
        self._overhead += len(data)
        if self._lingering:
            if self._overhead > MAX_LINGER:
                self.transport.abort()
            return
        if self._upgrading:
            # A client must wait for the response before it sends frames.
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        self._unset_keepalive_if_required()
        upgrade_at = None
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            upgrade_at = upgrade.args[0]
        except httptools.HttpParserError:
            self._refuse(self._refusal)
            return
        if upgrade_at is not None:
            self._upgrade(whole=upgrade_at == len(data))
        elif self._overhead > MAX_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._timer is None and self._is_idle():
            # Line feeds between requests begin no request, but have ended the keep-alive timeout.
            self._start_timer()

    def on_message_begin(self) -> None:
        """Start the timer, unless it runs since the connection was made."""
        super().on_message_begin()
        self._in_head = True
        if self._timer is None:
            self._start_timer()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. A trailer is dropped: it comes after the application has read the headers."""
        if not self._in_head:
            return
        if len(self.headers) >= MAX_HEADERS:
            # At once, and not when the head is complete: thousands of headers can come in one piece.
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _Refused
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuse a head that is too large, though it came in one piece, and too many pipelined requests."""
        self._in_head = False
        if len(self.url) > MAX_URL:
            self._refusal = HTTPStatus.REQUEST_URI_TOO_LONG
            raise _Refused
        if _are_too_large(self.headers, MAX_HEAD - len(self.url)):
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _Refused
        if len(self.pipeline) >= MAX_PIPELINED:
            raise _Refused
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body, whose size the application limits."""
        self._overhead -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the timer: the request has arrived."""
        self._stop_timer()
        self._overhead = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop the timer: a WebSocket has its own timeout."""
        self._stop_timer()
        self._open_connections.remove(self)
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        self._open_connections.add_socket(socket, self._client_network)
        self.parser = None  # type: ignore[assignment]

    def resume_writing(self) -> None:
        """Note that the client has read something."""
        self._drains += 1
        super().resume_writing()

    def read_progress(self) -> int:
        """A number that changes when the client has read much of a response that is still being sent."""
        return self._drains

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Pass a request to the application, not too many at once."""
        self._pace(cycle.scope["headers"], partial(self._start_now, cycle, app))

    def _pace(self, headers: Iterable[tuple[bytes, bytes]], work: Work) -> None:
        """Do some work for a request in its turn, which is the turn of the client if a trusted proxy has sent it."""
        forwarded = self._open_connections.forwarded_network(headers) if self._proxied else None
        self._client_network = forwarded or self._network
        self._paced = self._client_network, work
        self._open_connections.requests.do(self.loop, *self._paced)

    def _start_now(self, cycle: RequestResponseCycle, app: Any) -> bool:
        self._paced = None
        if self.transport.is_closing():
            return False
        super()._start_asgi_task(cycle, app)
        return True

    def _upgrade(self, whole: bool) -> None:
        if not self._should_upgrade():
            # The parser stops here, so there can be no further request.
            self.cycle.keep_alive = False
            if self.cycle.response_complete:
                self.transport.close()
        elif whole and self._is_idle():
            response = self._screen(self.headers, self.scheme or "http") if self._screen else None
            if response is None:
                self._upgrading = True
                self._pace(self.headers, self._upgrade_now)
            else:
                self.transport.write(response)
                self.transport.close()
        else:
            # A client must wait for the response before it sends frames; uvicorn would drop them. And a response that
            # is still being sent would be mixed with frames.
            self._refuse(HTTPStatus.BAD_REQUEST)

    def _upgrade_now(self) -> bool:
        self._paced = None
        if not self._upgrading or self._lingering or self.transport.is_closing():
            return False
        self._upgrading = False
        self.handle_websocket_upgrade()
        return True

    def _is_idle(self) -> bool:
        """Whether no response is due."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.timeout, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with an error and close; only close if a response is being sent."""
        self._stop_timer()
        self._open_connections.count(status.phrase.lower().replace(" ", "-"))
        if not self._is_idle():
            self.transport.close()
            return
        body = f"{status.phrase}\n"
        self.transport.write(
            f"HTTP/1.1 {status} {status.phrase}\r\ncontent-type: text/plain\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}".encode()
        )
        self.transport.write_eof()
        self._lingering, self._overhead = True, 0
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)


def _are_too_large(headers: list[tuple[bytes, bytes]], most: int) -> bool:
    """Whether one of the headers, or all of them together, are too large."""
    size = listed = 0
    for name, value in headers:
        length = len(name) + len(value)
        if length > MAX_HEADER:
            return True
        size += length
        if name in (b"connection", b"upgrade") or name.startswith(b"sec-websocket-"):
            listed += length
    return size > most or listed > MAX_LISTED
