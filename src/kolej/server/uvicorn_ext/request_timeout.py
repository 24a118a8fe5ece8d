"""Whoever begins a request must end it: connections that only dribble are closed.

uvicorn waits for ever for the rest of a request, so that a few thousand half ones from anywhere would use up all the
connections that the machine allows.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class PunctualProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with an end to its patience."""

    patience = 20.0
    """Seconds in which a request must have come whole, from the connection or from its first byte."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come, and is waited for."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._waiting is None:
            self._wait()

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._wait_no_more()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, which has a patience of its own."""
        self._wait_no_more()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self.patience, self._give_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        answering: RequestResponseCycle | None = self.cycle
        if answering is None or answering.response_complete:
            self.transport.write(LATE)
        self.transport.close()
