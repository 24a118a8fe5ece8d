"""Accepting connections: a few in one iteration of the event loop, and again soon after files have run out.

uvloop accepts one in each iteration and does other work in between. So a player would wait behind all who connect at
the same time, and behind the work that each of them causes. Too many in one iteration would let those wait who play.
"""

import asyncio
import socket
from collections.abc import Callable

from kolej.server.limits import unmapped
from kolej.server.uvicorn_ext.connections import Connections

MAX_ACCEPTED = 4
"""Connections that are accepted in one iteration."""
PAUSE_SECONDS = 0.1
"""Seconds without accepting after files have run out, in which those of disconnected clients are closed."""


class Acceptor:
    """Accepts connections from a listening socket."""

    def __init__(
        self, listener: socket.socket, make_protocol: Callable[[], asyncio.Protocol], connections: Connections
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._make_protocol = make_protocol
        self._connections = connections
        self._tasks: set[asyncio.Task[None]] = set()
        self._pause: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Begin to accept."""
        self._pause = None
        self._listener.setblocking(False)
        self._loop.add_reader(self._listener.fileno(), self._accept)

    def close(self) -> None:
        """Accept no more."""
        if self._pause is not None:
            self._pause.cancel()
        elif self._listener.fileno() >= 0:
            self._loop.remove_reader(self._listener.fileno())

    def _accept(self) -> None:
        for _ in range(MAX_ACCEPTED):
            try:
                accepted, address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:
                self._connections.make_room()
                self._loop.remove_reader(self._listener.fileno())
                self._pause = self._loop.call_later(PAUSE_SECONDS, self.open)
                return
            if not self._connections.may_connect(unmapped(address[0]), self._loop.time()):
                # Before anything is made for it. One who shares an address with a flood may have to try again.
                accepted.close()
                continue
            task = self._loop.create_task(self._connect(accepted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _connect(self, accepted: socket.socket) -> None:
        try:
            accepted.setblocking(False)
            await self._loop.connect_accepted_socket(self._make_protocol, accepted)
        except OSError:
            # The client has gone already.
            accepted.close()
