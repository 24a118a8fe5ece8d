"""Request timeout for uvicorn: connections that do not finish a request in time are closed (slowloris protection).

uvicorn waits forever for the rest of a request, so that a few thousand unfinished ones could use up all connections
that the machine allows.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class RequestTimeoutProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with a timeout for requests."""

    timeout = 20.0
    """Seconds in which a request must arrive, from the connection or from its first byte."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start the timer, unless it runs since the connection was made."""
        super().on_message_begin()
        if self._timer is None:
            self._start_timer()

    def on_message_complete(self) -> None:
        """Stop the timer: the request has arrived."""
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop the timer: a WebSocket has its own timeout."""
        self._stop_timer()
        super().handle_websocket_upgrade()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.timeout, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.write(TIMEOUT_RESPONSE)
        self.transport.close()
