"""Running the server: one process, one event loop, until it is told to stop."""

import asyncio
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from kolej.engine.errors import KolejError
from kolej.server import logs
from kolej.server.app import create_app
from kolej.server.http.middleware import Door
from kolej.server.settings import Settings
from kolej.server.uvicorn_ext import gc_policy as rubbish
from kolej.server.uvicorn_ext.fast_websocket import StraightProtocol
from kolej.server.uvicorn_ext.request_timeout import PunctualProtocol
from kolej.store.sqlite import SqliteStore

HARD_LIMIT = 64 * 1024
"""Bytes of a frame at which a socket is closed unread; shorter ones that are too long are answered."""


Ready = Callable[[str], None]


class CannotListen(KolejError):
    """The address is not to be had."""


class Server(uvicorn.Server):
    """uvicorn's server, which says goodbye before it hangs up."""

    def __init__(self, config: uvicorn.Config, app: Door) -> None:
        super().__init__(config)
        self._kolej = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at the first signal, at once at the second. Unlike uvicorn's, it ends as a program that did its work."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, let work under way end, tell everyone, and then hang up."""
        for listener in self.servers:
            listener.close()
        service = self._kolej.state.get("service")
        if service is not None:
            await service.sockets.close(self._kolej.settings.grace)
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """The socket to listen at."""
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
    """The address to open in a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{listener.getsockname()[1]}/"


def run(settings: Settings, ready: Ready) -> None:
    """Serve until a signal comes. `ready` is called with the address when the server answers there."""
    logs.set_up(settings)
    listener = listen(settings)
    try:
        store = SqliteStore.open(settings.data)
        config = _config(create_app(settings, store), settings)
        rubbish.settle()
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(config, store, listener, url(settings, listener), ready))
    finally:
        listener.close()


async def _serve(config: uvicorn.Config, store: SqliteStore, listener: socket.socket, at: str, ready: Ready) -> None:
    app = config.app
    assert isinstance(app, Door)
    async with store:
        server = Server(config, app)
        telling = asyncio.create_task(_tell(server, at, ready))
        looking = asyncio.create_task(rubbish.look_now_and_then())
        try:
            await server.serve([listener])
        except SystemExit:
            # uvicorn ends like this when the application could not start; why is for whoever gave the command.
            if isinstance(app.state.get("failure"), KolejError):
                raise app.state.failure from None
            raise
        finally:
            telling.cancel()
            looking.cancel()


async def _tell(server: Server, at: str, ready: Ready) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    # A browser may take its time to start.
    await asyncio.to_thread(ready, at)


def _config(app: Door, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=PunctualProtocol,
        ws=StraightProtocol,
        ws_max_size=HARD_LIMIT,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        # Compressed together, what one player writes and another one hides would show in the length.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=list(settings.proxy),
        timeout_keep_alive=5,
        timeout_graceful_shutdown=settings.grace,
        h11_max_incomplete_event_size=32 * 1024,
    )
