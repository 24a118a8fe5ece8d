"""The one thread that writes, and how many writes become one commit.

While a commit is on its way to the disk, others gather; when it ends, all of them make the next one. So a single writer
waits for one sync of the disk, and a thousand at once wait for two.
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
from kolej.store.sqlite.connections import companions
from kolej.store.sqlite.errors import of_one_job, told
from kolej.store.sqlite.queries.entries import Row, append_together

MOST_AT_ONCE = 512
"""Jobs in one commit: enough to share a sync among, few enough that the first of them does not wait long."""
MOST_WAITING = 20_000
CHECKPOINT_AT = 8000
"""Pages in SQLite's log file from which they are moved to the database, 32 MB. The same few pages are written over and
over: the more rarely they are moved, the fewer there are to move."""

T = TypeVar("T")
Work = Callable[[apsw.Connection], Any]

logger = logging.getLogger("kolej.store")


@dataclass(slots=True)
class Job:
    """Something to be written, and who waits for it."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    row: Row | None = None
    """The only thing to write, if it is an entry."""


@dataclass(slots=True)
class Answer:
    """What came of a job."""

    value: Any = None
    error: Exception | None = None

    def give(self, future: asyncio.Future[Any]) -> None:
        """Tell whoever still waits."""
        if future.done():
            return
        if self.error is None:
            future.set_result(self.value)
        else:
            future.set_exception(self.error)


@dataclass(slots=True)
class Figures:
    """What a writer has done so far."""

    commits: int = 0
    """Commits that changed something, and so were synced."""
    written: int = 0
    """Jobs that took place."""
    refused: int = 0
    """Jobs that did not, each for a reason of its own."""
    failed: int = 0
    """Jobs that did not because their commit failed."""


class Writer:
    """Takes a connection over, and jobs from any event loop."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self.figures = Figures()
        self._connection = connection
        self._path = path
        # SQLite would move them to the database before the answers are given.
        connection.wal_autocheckpoint(0)
        self._pages = self._moved = self._pages_written()
        """Pages that were written to the log file, ever and up to when they were last moved to the database."""
        self._places = [os.fspath(file) for file in (path, companions(path)[0])]
        self._files = self._identity()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        # What is acknowledged is on the disk already, so nothing is lost when the interpreter leaves without a word.
        self._thread = threading.Thread(target=self._run, name="kolej store writer", daemon=True)
        self._thread.start()

    async def perform(self, work: Callable[[apsw.Connection], T], row: Row | None = None) -> T:
        """Do some work in the next commit, and return when it is durable.

        Work that only adds an entry may be given as a row as well: then it is done together with others of its kind,
        and the long way only if something stands in the way of any of them.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._door:
            if self._closed:
                raise Closed(f"{self._path}: the store is closed")
            if self._jobs.qsize() >= MOST_WAITING:
                raise Overloaded(f"{self._path}: {MOST_WAITING} writes are waiting already; try again later")
            self._jobs.put(Job(work, loop, future, row))
        return await future

    def close(self) -> None:
        """Write what is waiting; then the thread is gone, and the connection closed."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            jobs, more = self._gather()
            self._answer(jobs, self._commit(jobs))
            self._checkpoint()
        self._connection.close(True)

    def _gather(self) -> tuple[list[Job], bool]:
        """Whatever waits, and whether more may come."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            # Whoever gave up before we began will not be surprised later.
            if not job.future.cancelled():
                jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _commit(self, jobs: list[Job]) -> list[Answer]:
        """Do all jobs in one transaction; each succeeds or is refused on its own."""
        if not jobs:
            return []
        begun = False
        try:
            self._check_place()
            begun = True
            answers = self._attempts(jobs)
        except Exception as error:
            self._roll_back()
            # Whoever waited for another process in vain has written nothing, and would only wait once more.
            if begun and not isinstance(error, apsw.BusyError):
                self._write_over()
            logger.warning("a commit of %d writes failed: %r", len(jobs), error)
            self.figures.failed += len(jobs)
            return [self._refused(error) for _ in jobs]
        refused = sum(answer.error is not None for answer in answers)
        self.figures.refused += refused
        self.figures.written += len(answers) - refused
        pages = self._pages_written()
        self.figures.commits += pages > self._pages
        self._pages = pages
        return answers

    def _check_place(self) -> None:
        """Refuse to write into files that nobody will find. SQLite looks too, but not where it keeps a log file."""
        if self._identity() != self._files:
            raise apsw.exception_for(apsw.SQLITE_READONLY_DBMOVED)

    def _identity(self) -> list[tuple[int, int]]:
        """Which files lie where the database and its log file should."""
        found = []
        for file in self._places:
            with suppress(FileNotFoundError):
                status = os.stat(file)
                found.append((status.st_dev, status.st_ino))
        return found

    def _attempts(self, jobs: list[Job]) -> list[Answer]:
        """First the rows together, then whatever else there is; all one by one if not every row has its place."""
        rows = [job.row for job in jobs if job.row is not None]
        if len(rows) == len(jobs):
            if append_together(self._connection, rows):
                return [Answer(row[1] + 1) for row in rows]
            rows = []
        self._connection.execute("BEGIN IMMEDIATE")
        together = bool(rows) and append_together(self._connection, rows)
        answers = [Answer(job.row[1] + 1) if job.row and together else self._attempt(job) for job in jobs]
        self._connection.execute("COMMIT")
        return answers

    def _attempt(self, job: Job) -> Answer:
        self._connection.execute("SAVEPOINT job")
        try:
            answer = Answer(job.work(self._connection))
        except Exception as error:
            # A full disk and the like end the whole transaction, and every job with it.
            if not of_one_job(error):
                raise
            self._connection.execute("ROLLBACK TO job")
            answer = self._refused(error)
        self._connection.execute("RELEASE job")
        return answer

    def _refused(self, error: Exception) -> Answer:
        better = told(error, self._path)
        if better is not error:
            better.__cause__ = error
        return Answer(error=better)

    def _roll_back(self) -> None:
        # SQLite has mostly done so itself.
        with suppress(apsw.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _write_over(self) -> None:
        """Make sure that a commit that failed stays undone.

        When only its sync failed, it lies whole in SQLite's log file, and whoever opens the file after a crash would
        take it for good, although it was refused. A small commit in its place prevents that, even if its sync fails.
        """
        with suppress(apsw.Error):
            self._connection.execute("UPDATE health SET failed_commits = failed_commits + 1")

    def _answer(self, jobs: list[Job], answers: list[Answer]) -> None:
        """Wake each event loop once, however many wait in it."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Answer]]] = {}
        for job, answer in zip(jobs, answers, strict=True):
            by_loop.setdefault(job.loop, []).append((job.future, answer))
        for loop, pairs in by_loop.items():
            # An event loop that was closed meanwhile has nobody left who waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_give, pairs)

    def _pages_written(self) -> int:
        return self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0]

    def _checkpoint(self) -> None:
        """Move pages to the database, after the answers, and by this connection only."""
        if self._pages - self._moved < CHECKPOINT_AT:
            return
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            self._moved = self._pages
        except apsw.Error as error:
            # Nothing is lost: the pages stay where they are, and the next commit brings us here again.
            logger.warning("pages can't be moved to %s yet: %r", self._path, error)


def _give(pairs: list[tuple[asyncio.Future[Any], Answer]]) -> None:
    for future, answer in pairs:
        answer.give(future)
