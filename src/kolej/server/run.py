"""Running the server: the listening socket, uvicorn, signals and shutdown, in one process with one event loop."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from kolej.engine.errors import KolejError
from kolej.server import logs
from kolej.server.app import create_app
from kolej.server.http.middleware import RequestMiddleware
from kolej.server.settings import Settings
from kolej.server.tables.offered_editions import OFFERED
from kolej.server.uvicorn_ext import gc_policy
from kolej.server.uvicorn_ext.accepting import Acceptor
from kolej.server.uvicorn_ext.bounded_http import BoundedHttpProtocol
from kolej.server.uvicorn_ext.connections import MAX_CONNECTIONS, Connections
from kolej.server.uvicorn_ext.fast_websocket import FastWebSocketProtocol
from kolej.server.uvicorn_ext.file_limit import raise_file_limit
from kolej.server.websocket.handshake import HandshakeCheck, rejection_bytes
from kolej.store.opening import open_store
from kolej.store.protocol import Store

MAX_FRAME = 64 * 1024
"""Bytes of a frame from which on a socket is closed; shorter commands that are too long get an answer."""
SWITCH_SECONDS = 0.0005
"""Seconds after which a thread has to let another one run Python. While the event loop is busy, the thread that writes
to the store waits so long several times in a move; Python's default is ten times as much."""

Ready = Callable[[str], None]


class CannotListen(KolejError):
    """The address can't be listened on."""


class Server(uvicorn.Server):
    """uvicorn's server, which sends `gone` frames before it closes connections."""

    def __init__(self, config: uvicorn.Config, app: RequestMiddleware, connections: Connections) -> None:
        super().__init__(config)
        self._app = app
        self._connections = connections
        self._acceptors: list[Acceptor] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and listen. Only uvicorn's own way works with the event loop of Windows."""
        await super().startup(sockets if sys.platform == "win32" else [])
        service = self._app.app.state.service
        if service is not None:
            connections = self.server_state.connections
            service.metrics.add_gauge("kolej_connections", "Open connections.", lambda: len(connections))
        if sys.platform == "win32":
            return
        self._acceptors = [Acceptor(each, self._make_protocol, self._connections) for each in sockets or ()]
        for acceptor in self._acceptors:
            acceptor.open()

    def _make_protocol(self) -> asyncio.Protocol:
        # As uvicorn makes it.
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down at the first signal, immediately at the second. Unlike uvicorn's, the exit status is 0."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, wait for commands in progress, notify clients, and then close connections."""
        for acceptor in self._acceptors:
            acceptor.close()
        for listener in self.servers:
            listener.close()
        service = self._app.app.state.service
        if service is not None:
            await service.sockets.close(self._app.settings.grace)
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """The listening socket."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotListen(f"{settings.host}: {error.strerror}; name an address of this machine by --host") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        where = f"{settings.host} port {settings.port}"
        raise CannotListen(f"{where}: {error.strerror}; stop what is there, or name another by --port") from error
    return listener


def url(settings: Settings, listener: socket.socket) -> str:
    """The URL to open in a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}:{listener.getsockname()[1]}{settings.prefix}/"


def run(settings: Settings, ready: Ready) -> None:
    """Serve until a signal arrives. `ready` is called with the URL once the server answers there."""
    logs.set_up(settings)
    with OFFERED.with_boards(settings.board), closing(listen(settings)) as listener:
        store = open_store(settings.database or settings.data)
        app = create_app(settings, store)
        connections = Connections(
            settings.proxy,
            raise_file_limit(MAX_CONNECTIONS),
            partial(_count_disconnect, app),
            settings.requests_per_second,
        )
        config = _config(app, settings, connections)
        gc_policy.configure_gc()
        sys.setswitchinterval(SWITCH_SECONDS)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(config, store, connections, listener, url(settings, listener), ready))


async def _serve(
    config: uvicorn.Config,
    store: Store,
    connections: Connections,
    listener: socket.socket,
    at: str,
    ready: Ready,
) -> None:
    app = config.app
    assert isinstance(app, RequestMiddleware)
    async with store:
        server = Server(config, app, connections)
        open_connections: Any = server.server_state.connections
        background = (
            asyncio.create_task(_announce(server, at, ready)),
            asyncio.create_task(gc_policy.collect_periodically()),
            asyncio.create_task(connections.check_periodically(open_connections)),
        )
        try:
            await server.serve([listener])
        except SystemExit:
            # uvicorn exits like this when the application could not start; the command line shows the error.
            failure = app.app.state.failure
            if isinstance(failure, KolejError):
                raise failure from None
            raise
        finally:
            for task in background:
                task.cancel()


async def _announce(server: Server, at: str, ready: Ready) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    # In a thread, because a browser may start slowly.
    await asyncio.to_thread(ready, at)


def _count_disconnect(app: RequestMiddleware, reason: str) -> None:
    service = app.app.state.service
    if service is not None:
        service.metrics.disconnects.add(reason)


def _refused_handshake(
    app: RequestMiddleware, handshakes: HandshakeCheck, headers: list[tuple[bytes, bytes]], scheme: str
) -> bytes | None:
    """The response to a handshake that is refused; None to one that the application sees."""
    refusal = handshakes.refusal(headers, scheme)
    service = app.app.state.service
    if refusal is None or service is None:
        return None
    service.metrics.refusals.add(refusal.code)
    return rejection_bytes(refusal)


def _config(app: RequestMiddleware, settings: Settings, connections: Connections) -> uvicorn.Config:
    # uvicorn calls these like classes.
    screen = partial(_refused_handshake, app, HandshakeCheck(settings))
    http: Any = partial(BoundedHttpProtocol, open_connections=connections, screen=screen)
    websocket: Any = partial(FastWebSocketProtocol, open_connections=connections)
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        ws_max_size=MAX_FRAME,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        # Compression of chosen text together with secrets would leak them through the length (as in CRIME).
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=list(settings.proxy),
        timeout_keep_alive=5,
        timeout_graceful_shutdown=settings.grace,
    )
