"""Many games over several processes, handed back in the order of their numbers.

Every game is played by a worker process, also with one job only, so that a game in which a bot thinks for long can be
stopped at any time. Workers are given a few games at a time, as many as take about `SPELL` seconds. What is played is
not this module's business: it is a function of a number.
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
from kolej.sim.games import Result, play
from kolej.sim.plan import Plan

SPELL = 0.2
"""Seconds of work to hand out at once."""
GLANCE = 0.1
"""Seconds between two looks at whether to stop."""
STDERR = 2
GRACE = 3.0
"""Seconds that workers have to put away what they hold, such as programs they have started."""

R = TypeVar("R")


class Stopped(KolejError):
    """Not all games could be played."""


class Recalled(BaseException):
    """Nobody waits for this work any more. Not an Exception, so that no bot is blamed for it."""


@dataclass(slots=True)
class Spell(Generic[R]):
    """What a worker sends back: results in order, then what stopped it, if anything did."""

    numbers: range
    seconds: float
    results: list[R] = field(default_factory=list)
    fault: str = ""


def results(
    plan: Plan, numbers: range, jobs: int, stop: Callable[[], bool] = lambda: False
) -> Generator[Result, None, None]:
    """The results of these games of a plan, in order, as `in_order` gives them."""
    return in_order(partial(play, plan), numbers, jobs, stop)


def in_order(
    work: Callable[[int], R], numbers: range, jobs: int, stop: Callable[[], bool] = lambda: False
) -> Generator[R, None, None]:
    """What `work` makes of these numbers, in order. Ends early when `stop` says so; raises `Stopped` where it fails."""
    given, next_up, end, size = numbers.start, numbers.start, numbers.stop, 1
    waiting: dict[int, Spell[R]] = {}
    with Workers(work, min(jobs, len(numbers))) as workers:
        while next_up < end:
            while workers.idle and given < end:
                # Smaller portions towards the end, so that all workers finish at about the same time.
                share = -(-(end - given) // (2 * len(workers.processes)))
                until = given + min(size, share)
                workers.give(range(given, until))
                given = until
            for spell in workers.done():
                waiting[spell.numbers.start] = spell
                size = max(1, int(SPELL * len(spell.numbers) / max(spell.seconds, 1e-9)))
                if spell.fault:
                    end = min(end, spell.numbers.stop)
            if stop():
                return
            while next_up in waiting:
                spell = waiting.pop(next_up)
                next_up = spell.numbers.stop
                yield from spell.results
                if spell.fault:
                    raise Stopped(spell.fault)


class Workers(Generic[R]):
    """Processes that play; none outlives the `with` block."""

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
            raise Stopped(f"can't start {self.jobs} worker processes: {error.strerror}; use fewer --jobs") from error
        return self

    def _start_one(self) -> None:
        here, there = Pipe()
        # Each side keeps its own end only, or neither would notice that the other is gone; a new process has them all.
        process = Process(target=_work, args=(self.work, there, [*self.processes, here]), daemon=True)
        process.start()
        there.close()
        self.processes[here] = process
        self.idle.append(here)

    def __exit__(self, *_: object) -> None:
        for connection, process in self.processes.items():
            connection.close()
            process.terminate()
        until = time.monotonic() + GRACE
        for process in self.processes.values():
            process.join(max(0.0, until - time.monotonic()))
            process.kill()
            process.join()

    def give(self, numbers: range) -> None:
        """Hand games to a worker that has nothing to do."""
        connection = self.idle.pop()
        try:
            connection.send(numbers)
        except OSError as error:
            raise self._lost(connection) from error

    def done(self) -> list[Spell[R]]:
        """What has been played since; waits a moment for it."""
        ready = wait(list(self.processes), GLANCE)
        out: list[Spell[R]] = []
        for connection in [each for each in self.processes if each in ready]:
            try:
                out.append(connection.recv())
            except (EOFError, OSError) as error:
                raise self._lost(connection) from error
            self.idle.append(connection)
        return out

    def _lost(self, connection: Connection) -> Stopped:
        process = self.processes[connection]
        process.join(1)
        return Stopped(f"a worker process ended by itself (exit code {process.exitcode}); was there too little memory?")


def _work(work: Callable[[int], R], connection: Connection, not_mine: list[Connection]) -> None:
    """What a worker does until its connection closes."""
    playing = False

    def recall(_number: int, _frame: FrameType | None) -> None:
        # A kill that was meant for every process comes here too; it counts only if the other side has hung up.
        if playing and connection.poll():
            # Compiled arithmetic that is interrupted takes it for a lack of memory, and would say so to nobody's use.
            os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)
            raise Recalled

    # Ctrl-C reaches every process of the terminal; only the one that hands out work answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, recall)
    for other in not_mine:
        other.close()
    try:
        while True:
            numbers = connection.recv()
            playing = True
            spell = _spell(work, numbers)
            playing = False
            connection.send(spell)
    except (EOFError, OSError, Recalled):
        return


def _spell(work: Callable[[int], R], numbers: range) -> Spell[R]:
    spell: Spell[R] = Spell(numbers, 0.0)
    began = time.perf_counter()
    for number in numbers:
        try:
            spell.results.append(work(number))
        except KolejError as error:
            spell.fault = str(error)
            break
        except Exception as error:
            # Errors travel as text: not every error can be pickled.
            spell.fault = f"number {number} of the games failed: {type(error).__name__}: {error}"
            break
    spell.seconds = time.perf_counter() - began
    return spell
