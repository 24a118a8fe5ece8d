"""Worker pool: games spread over several processes, with results in the order of their numbers.

Every game is played by a worker process, even with one job, so that a game with a slow bot can be stopped at any time.
Workers receive batches of games that take about `BATCH_SECONDS`. The pool does not know what is played: its work is a
function of a number.
"""

import os
import signal
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Generic, TypeVar

from kolej.engine.errors import KolejError
from kolej.sim.games import GameResult, play
from kolej.sim.plan import SimulationPlan

BATCH_SECONDS = 0.2
"""How much work a worker receives at once."""
POLL_SECONDS = 0.1
"""How often the pool checks whether to stop."""
STDERR = 2
SHUTDOWN_SECONDS = 3.0
"""How long workers may take to clean up, such as ending bot processes that they started."""

R = TypeVar("R")


class PoolError(KolejError):
    """A game failed, or the worker processes did."""


class WorkCancelled(BaseException):
    """The pool no longer wants this work. Not an Exception, so that it is not taken for a bot's error."""


@dataclass(slots=True)
class Batch(Generic[R]):
    """What a worker sends back: results in order, and the error that stopped it, if any."""

    numbers: range
    seconds: float
    results: list[R] = field(default_factory=list)
    fault: str = ""


def results(
    plan: SimulationPlan, numbers: range, jobs: int, stop: Callable[[], bool] = lambda: False
) -> Generator[GameResult, None, None]:
    """The results of these games of a plan, in order."""
    return in_order(partial(play, plan), numbers, jobs, stop)


def in_order(
    work: Callable[[int], R], numbers: range, jobs: int, stop: Callable[[], bool] = lambda: False
) -> Generator[R, None, None]:
    """The results of `work` for these numbers, in order. Ends early if `stop()`; raises `PoolError` if one fails."""
    assigned, next_up, end, size = numbers.start, numbers.start, numbers.stop, 1
    waiting: dict[int, Batch[R]] = {}
    with Workers(work, min(jobs, len(numbers))) as workers:
        while next_up < end:
            while workers.idle and assigned < end:
                # Smaller batches towards the end, so that all workers finish at about the same time.
                share = -(-(end - assigned) // (2 * len(workers.processes)))
                until = assigned + min(size, share)
                workers.assign(range(assigned, until))
                assigned = until
            for batch in workers.collect():
                waiting[batch.numbers.start] = batch
                size = max(1, int(BATCH_SECONDS * len(batch.numbers) / max(batch.seconds, 1e-9)))
                if batch.fault:
                    end = min(end, batch.numbers.stop)
            if stop():
                return
            while next_up in waiting:
                batch = waiting.pop(next_up)
                next_up = batch.numbers.stop
                yield from batch.results
                if batch.fault:
                    raise PoolError(batch.fault)


class Workers(Generic[R]):
    """Worker processes; none outlives the `with` block."""

    def __init__(self, work: Callable[[int], R], jobs: int) -> None:
        self.work = work
        self.jobs = jobs
        self.processes: dict[Connection, Process] = {}
        self.idle: list[Connection] = []

    def __enter__(self) -> "Workers[R]":
        try:
            for _ in range(self.jobs):
                self._start_one()
        except OSError as error:
            self.__exit__()
            raise PoolError(f"can't start {self.jobs} worker processes: {error.strerror}; use fewer --jobs") from error
        return self

    def _start_one(self) -> None:
        here, there = Pipe()
        # Each side must close the other's end of the pipe to notice when it is gone; a fork inherits all ends.
        process = Process(target=_work, args=(self.work, there, [*self.processes, here]), daemon=True)
        process.start()
        there.close()
        self.processes[here] = process
        self.idle.append(here)

    def __exit__(self, *_: object) -> None:
        for connection, process in self.processes.items():
            connection.close()
            process.terminate()
        until = time.monotonic() + SHUTDOWN_SECONDS
        for process in self.processes.values():
            process.join(max(0.0, until - time.monotonic()))
            process.kill()
            process.join()

    def assign(self, numbers: range) -> None:
        """Send games to an idle worker."""
        connection = self.idle.pop()
        try:
            connection.send(numbers)
        except OSError as error:
            raise self._lost(connection) from error

    def collect(self) -> list[Batch[R]]:
        """The batches finished since the last call; waits up to `POLL_SECONDS` for one."""
        ready = wait(list(self.processes), POLL_SECONDS)
        out: list[Batch[R]] = []
        for connection in [each for each in self.processes if each in ready]:
            try:
                out.append(connection.recv())
            except (EOFError, OSError) as error:
                raise self._lost(connection) from error
            self.idle.append(connection)
        return out

    def _lost(self, connection: Connection) -> PoolError:
        process = self.processes[connection]
        process.join(1)
        return PoolError(
            f"a worker process ended by itself (exit code {process.exitcode}); was there too little memory?"
        )


def _work(work: Callable[[int], R], connection: Connection, inherited: list[Connection]) -> None:
    """The loop of a worker process, until its connection closes."""
    playing = False

    def cancel(_number: int, _frame: FrameType | None) -> None:
        # A signal sent to the whole process group arrives here too; it counts only if the pool closed the connection.
        if playing and connection.poll():
            # Interrupted compiled arithmetic reports a memory error on standard error, which would mislead.
            os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)
            raise WorkCancelled

    # Ctrl-C reaches every process of the terminal; only the pool's process reacts to it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, cancel)
    for other in inherited:
        other.close()
    try:
        while True:
            numbers = connection.recv()
            playing = True
            batch = _run_batch(work, numbers)
            playing = False
            connection.send(batch)
    except (EOFError, OSError, WorkCancelled):
        return


def _run_batch(work: Callable[[int], R], numbers: range) -> Batch[R]:
    batch: Batch[R] = Batch(numbers, 0.0)
    began = time.perf_counter()
    for number in numbers:
        try:
            batch.results.append(work(number))
        except KolejError as error:
            batch.fault = str(error)
            break
        except Exception as error:
            # Errors are sent as text: not every error can be pickled.
            batch.fault = f"game or deal {number} failed: {type(error).__name__}: {error}"
            break
    batch.seconds = time.perf_counter() - began
    return batch
