"""Reading beside the writer: a few connections that can't write, each used by one thread at a time."""

import asyncio
import queue
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import apsw

from kolej.store.errors import Closed
from kolej.store.sqlite.connections import Place
from kolej.store.sqlite.errors import telling

MOST_AT_ONCE = 4

T = TypeVar("T")


class Readers:
    """Connections for reading, opened when they are needed and kept for the next."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._idle: queue.SimpleQueue[apsw.Connection] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "kolej store reader")
        self._closed = False

    async def perform(self, work: Callable[[apsw.Connection], T]) -> T:
        """Read something; all of it as it was at one moment."""
        if self._closed:
            raise Closed(f"{self._place.path}: the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)

    def close(self) -> None:
        """Finish what was begun, and close the connections."""
        self._closed = True
        self._threads.shutdown()
        while not self._idle.empty():
            self._idle.get().close(True)

    def _read(self, work: Callable[[apsw.Connection], T]) -> T:
        try:
            connection = self._idle.get_nowait()
        except queue.Empty:
            connection = self._place.reader()
        try:
            with telling(self._place.path):
                connection.execute("BEGIN")
                answer = work(connection)
            return answer
        finally:
            self._put_back(connection)

    def _put_back(self, connection: apsw.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._idle.put(connection)
        except apsw.Error:
            connection.close(True)
