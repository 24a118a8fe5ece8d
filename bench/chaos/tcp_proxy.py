"""A TCP proxy that misbehaves on request: it delays, stops forwarding, refuses, or cuts connections."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from random import Random

CHUNK = 65_536
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class TcpProxy:
    """Forwards connections from a port to another port, or to a Unix socket."""

    def __init__(self, upstream: Path | tuple[str, int], host: str = "127.0.0.1") -> None:
        self.host = host
        self.port = 0
        self.delay = 0.0
        """Seconds that everything is delayed, in each direction."""
        self.cuts = 0
        """Connections that were cut."""
        self._upstream = upstream
        self._forwards = asyncio.Event()
        self._forwards.set()
        self._accepts = True
        self._writers: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen, on a free port."""
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut everything, and listen no more."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks)
        # Transports that were aborted are closed in the next iteration.
        await asyncio.sleep(0.01)

    def cut(self, share: float = 1.0, rng: Random | None = None) -> int:
        """Cut a share of all connections, without a word to either side; returns how many."""
        chosen = [each for each in self._writers if share >= 1 or (rng or Random()).random() < share]
        for pair in chosen:
            for writer in pair:
                writer.transport.abort()
        self.cuts += len(chosen)
        return len(chosen)

    def stall(self) -> None:
        """Keep all connections open, also new ones, and forward nothing: they are half open."""
        self._forwards.clear()

    def refuse(self) -> None:
        """Cut all connections, and every new one."""
        self._accepts = False
        self.cut()

    def redirect(self, upstream: Path | tuple[str, int]) -> None:
        """Forward new connections elsewhere, as a load balancer does in an upgrade."""
        self._upstream = upstream

    def heal(self) -> None:
        """Forward everything again, without delay. What was held back arrives late."""
        self.delay = 0.0
        self._accepts = True
        self._forwards.set()

    async def _connect(self) -> Streams:
        if isinstance(self._upstream, Path):
            return await asyncio.open_unix_connection(str(self._upstream))
        return await asyncio.open_connection(*self._upstream)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other: asyncio.StreamWriter | None = None
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await self._forwards.wait()
            if not self._accepts:
                return
            answers, other = await self._connect()
            pair = writer, other
            self._writers.add(pair)
            try:
                await _both(self._pump(reader, other), self._pump(answers, writer))
            finally:
                self._writers.discard(pair)
        except (OSError, asyncio.CancelledError):
            # Cancelled only by `close`; asyncio would log that for each connection.
            pass
        finally:
            for each in (writer, other):
                if each is not None:
                    each.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            await self._forwards.wait()
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()


async def _both(*pumps: Awaitable[None]) -> None:
    """Run both directions until one of them has failed, or both have ended."""
    tasks = [asyncio.ensure_future(pump) for pump in pumps]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
