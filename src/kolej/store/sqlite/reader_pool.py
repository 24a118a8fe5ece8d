"""Reader pool: read-only connections beside the writer, each used by one thread at a time."""

import asyncio
import queue
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import apsw

from kolej.store.errors import Closed
from kolej.store.sqlite.connections import DatabaseFile
from kolej.store.sqlite.errors import store_errors

MAX_READERS = 4

T = TypeVar("T")


class ReaderPool:
    """Connections for reading, opened when they are needed and then reused."""

    def __init__(self, database: DatabaseFile) -> None:
        self._database = database
        self._idle: queue.SimpleQueue[apsw.Connection] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(MAX_READERS, "kolej store reader")
        self._closed = False

    async def perform(self, work: Callable[[apsw.Connection], T]) -> T:
        """Call a function with a connection, inside one read transaction."""
        if self._closed:
            raise Closed(f"{self._database.path}: the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)

    def close(self) -> None:
        """Wait for the reads that are running, and close the connections."""
        self._closed = True
        self._threads.shutdown()
        while not self._idle.empty():
            self._idle.get().close(True)

    def _read(self, work: Callable[[apsw.Connection], T]) -> T:
        try:
            connection = self._idle.get_nowait()
        except queue.Empty:
            connection = self._database.reader()
        try:
            with store_errors(self._database.path):
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
