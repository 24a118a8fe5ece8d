"""Progress bar of a long run: one line on standard error, redrawn in place if that is a terminal."""

import shutil
import sys
import time
from collections.abc import Callable
from typing import TextIO

REDRAW = 0.1
"""Seconds between two updates."""


class Progress:
    """Counts up to a total on a terminal; it prints nothing elsewhere.

    with Progress(1000, "game") as progress:
        for done in range(1000):
            progress.to(done + 1)
    """

    def __init__(
        self, total: int, noun: str, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.total = total
        self.noun = noun
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.live = self.stream.isatty()
        self.done = 0
        self.before = 0
        """How many of those were done before the start; they do not count for the rate."""
        self.started = clock()
        self._drawn_at = self.started
        self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to(self, done: int) -> None:
        """Set the number of items that are done."""
        self.done = done
        now = self.clock()
        if self.live and now - self._drawn_at >= REDRAW:
            self._drawn_at = now
            self._draw(self.line(shutil.get_terminal_size().columns - 1))

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return self.clock() - self.started

    def line(self, width: int) -> str:
        """Count, rate and time left, with a bar in the remaining width."""
        rate = (self.done - self.before) / self.seconds if self.seconds else 0.0
        left = f"{clock_time((self.total - self.done) / rate)} left" if rate else ""
        text = f"{self.done}/{self.total} {self.noun}s  {rate:.1f}/s  {left}"
        room = width - len(text) - 4
        if room < 10:
            return text[:width]
        full = room * self.done // max(self.total, 1)
        return f"[{'#' * full}{'.' * (room - full)}]  {text}"

    def close(self) -> None:
        """Erase the line."""
        if self._width:
            self._draw("")
            self._width = 0

    def summary(self) -> str:
        """Count, time and rate: 100 games in 2.0 s, 50.0 per second."""
        done = self.done - self.before
        rate = f", {done / self.seconds:.1f} per second" if self.seconds else ""
        return f"{done} {self.noun if done == 1 else f'{self.noun}s'} in {self.seconds:.1f} s{rate}"

    def _draw(self, text: str) -> None:
        self.stream.write(f"\r{text.ljust(self._width)}")
        if not text:
            self.stream.write("\r")
        self.stream.flush()
        self._width = len(text)


def clock_time(seconds: float) -> str:
    """A duration: 0:07, 12:30, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
