"""Writer thread with group commit: all writes that wait share one commit and one sync of the disk.

While a commit is written, new jobs queue up; together they make the next commit. So a single job waits for one sync of
the disk, and each of a thousand concurrent jobs for at most two.
"""

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import apsw

from kolej.store.errors import Closed, Overloaded
from kolej.store.sqlite.connections import sidecar_files
from kolej.store.sqlite.errors import concerns_one_job, store_error
from kolej.store.sqlite.queries.entries import Row, append_rows
from kolej.store.sqlite.queries.health import overwrite_failed_commit

MAX_BATCH = 512
"""Jobs in one commit: many enough to share a sync, few enough that the first does not wait long."""
MAX_WAITING = 20_000
"""Jobs that may wait before others are refused."""
CHECKPOINT_PAGES = 8000
"""Pages in the write-ahead log (32 MB) after which a checkpoint moves them to the database. The same few pages are
written again and again: the rarer the checkpoints, the fewer pages there are to move."""

T = TypeVar("T")
Work = Callable[[apsw.Connection], Any]

logger = logging.getLogger("kolej.store")


@dataclass(slots=True)
class Job:
    """A write, and the future that waits for it."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    row: Row | None = None
    """The entry, if the job appends one entry and nothing else."""


@dataclass(slots=True)
class JobResult:
    """The result of a job."""

    value: Any = None
    error: Exception | None = None

    def deliver(self, future: asyncio.Future[Any]) -> None:
        """Resolve the future, unless its caller has given up."""
        if future.done():
            return
        if self.error is None:
            future.set_result(self.value)
        else:
            future.set_exception(self.error)


@dataclass(slots=True)
class WriterStats:
    """Counters of a writer."""

    commits: int = 0
    """Commits that changed something, and so were synced."""
    written: int = 0
    """Jobs that were committed."""
    refused: int = 0
    """Jobs that were refused, each for its own reason."""
    failed: int = 0
    """Jobs whose commit failed."""


class Writer:
    """Owns the connection for writing, and takes jobs from any event loop."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self.stats = WriterStats()
        self._connection = connection
        self._path = path
        # Automatic checkpoints would run before the results are delivered.
        connection.wal_autocheckpoint(0)
        self._pages = self._checkpointed = self._pages_written()
        """Pages written to the log file: in total, and up to the last checkpoint."""
        self._paths = [os.fspath(file) for file in (path, sidecar_files(path)[0])]
        self._files = self._identity()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        # A daemon: what is acknowledged is on the disk, so nothing is lost if the interpreter exits.
        self._thread = threading.Thread(target=self._run, name="kolej store writer", daemon=True)
        self._thread.start()

    async def perform(self, work: Callable[[apsw.Connection], T], row: Row | None = None) -> T:
        """Run a job in the next commit, and return when it is durable.

        A job that only appends one entry may be passed as a row as well: then it is inserted by one statement together
        with others of its kind, and on its own only if one of them is refused.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._lock:
            if self._closed:
                raise Closed(f"{self._path}: the store is closed")
            if self._jobs.qsize() >= MAX_WAITING:
                raise Overloaded(f"{self._path}: {MAX_WAITING} writes are waiting already; try again later")
            self._jobs.put(Job(work, loop, future, row))
        return await future

    def close(self) -> None:
        """Write what is waiting, end the thread and close the connection."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            jobs, more = self._take_jobs()
            self._deliver(jobs, self._commit(jobs))
            self._checkpoint()
        self._connection.close(True)

    def _take_jobs(self) -> tuple[list[Job], bool]:
        """The jobs that wait, and whether more may come."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            # A job that was cancelled before it began is dropped.
            if not job.future.cancelled():
                jobs.append(job)
            if len(jobs) == MAX_BATCH:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _commit(self, jobs: list[Job]) -> list[JobResult]:
        """Run all jobs in one transaction; each succeeds or is refused on its own."""
        if not jobs:
            return []
        begun = False
        try:
            self._check_files()
            begun = True
            results = self._attempts(jobs)
        except Exception as error:
            self._roll_back()
            # After a lock timeout nothing was written, and another attempt would only wait again.
            if begun and not isinstance(error, apsw.BusyError):
                self._overwrite_failed()
            logger.warning("a commit of %d writes failed: %r", len(jobs), error)
            self.stats.failed += len(jobs)
            return [self._refused(error) for _ in jobs]
        refused = sum(result.error is not None for result in results)
        self.stats.refused += refused
        self.stats.written += len(results) - refused
        pages = self._pages_written()
        self.stats.commits += pages > self._pages
        self._pages = pages
        return results

    def _check_files(self) -> None:
        """Refuse to write if the files were moved or replaced. SQLite does not check this with a write-ahead log."""
        if self._identity() != self._files:
            raise apsw.exception_for(apsw.SQLITE_READONLY_DBMOVED)

    def _identity(self) -> list[tuple[int, int]]:
        """Device and inode of the database and of its log file."""
        found = []
        for file in self._paths:
            with suppress(FileNotFoundError):
                status = os.stat(file)
                found.append((status.st_dev, status.st_ino))
        return found

    def _attempts(self, jobs: list[Job]) -> list[JobResult]:
        """Insert the rows together, then run the other jobs; if a row is refused, run every job on its own."""
        rows = [job.row for job in jobs if job.row is not None]
        if len(rows) == len(jobs):
            if append_rows(self._connection, rows):
                return [JobResult(row[1] + 1) for row in rows]
            rows = []
        self._connection.execute("BEGIN IMMEDIATE")
        together = bool(rows) and append_rows(self._connection, rows)
        results = [JobResult(job.row[1] + 1) if job.row and together else self._attempt(job) for job in jobs]
        self._connection.execute("COMMIT")
        return results

    def _attempt(self, job: Job) -> JobResult:
        self._connection.execute("SAVEPOINT job")
        try:
            result = JobResult(job.work(self._connection))
        except Exception as error:
            # A full disk or the like ends the whole transaction, and every job with it.
            if not concerns_one_job(error):
                raise
            self._connection.execute("ROLLBACK TO job")
            result = self._refused(error)
        self._connection.execute("RELEASE job")
        return result

    def _refused(self, error: Exception) -> JobResult:
        better = store_error(error, self._path)
        if better is not error:
            better.__cause__ = error
        return JobResult(error=better)

    def _roll_back(self) -> None:
        # In most cases SQLite has done so itself.
        with suppress(apsw.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _overwrite_failed(self) -> None:
        """Make sure that a failed commit stays undone.

        If only its sync failed, it is complete in the log file, and after a crash SQLite would recover it although its
        jobs were refused. A small commit in its place prevents that, even if its own sync fails.
        """
        with suppress(apsw.Error):
            overwrite_failed_commit(self._connection)

    def _deliver(self, jobs: list[Job], results: list[JobResult]) -> None:
        """Deliver the results. Each event loop is woken once, however many futures it has."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], JobResult]]] = {}
        for job, result in zip(jobs, results, strict=True):
            by_loop.setdefault(job.loop, []).append((job.future, result))
        for loop, pairs in by_loop.items():
            # In an event loop that was closed meanwhile nobody waits any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_deliver_all, pairs)

    def _pages_written(self) -> int:
        return self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0]

    def _checkpoint(self) -> None:
        """Move pages from the log file to the database. Only this connection does, after the results are delivered."""
        if self._pages - self._checkpointed < CHECKPOINT_PAGES:
            return
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            self._checkpointed = self._pages
        except apsw.Error as error:
            # Nothing is lost: the pages stay in the log file, and the next commit tries again.
            logger.warning("checkpoint of %s failed: %r", self._path, error)


def _deliver_all(pairs: list[tuple[asyncio.Future[Any], JobResult]]) -> None:
    for future, result in pairs:
        result.deliver(future)
