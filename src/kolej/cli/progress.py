"""How far a long piece of work has come: a line that is drawn over and over, where there is a terminal to see it."""

import shutil
import sys
import time
from collections.abc import Callable
from typing import TextIO

REDRAW = 0.1
"""Seconds between two drawings."""


class Progress:
    """Counts up to a total on a terminal; elsewhere it says nothing until `close` tells how it went.

    with Progress(1000, "games") as progress:
        for done in range(1000):
            progress.to(done + 1)
    """

    def __init__(
        self, total: int, what: str, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.total = total
        self.what = what
        self.stream = sys.stderr if stream is None else stream
        self.clock = clock
        self.live = self.stream.isatty()
        self.done = 0
        self.before = 0
        """How many of those were done before it began: they say nothing about its pace."""
        self.began = clock()
        self._drawn_at = self.began
        self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to(self, done: int) -> None:
        """So many are done."""
        self.done = done
        now = self.clock()
        if self.live and now - self._drawn_at >= REDRAW:
            self._drawn_at = now
            self._draw(self.line(shutil.get_terminal_size().columns - 1))

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self.clock() - self.began

    def line(self, width: int) -> str:
        """How far, how fast and how long yet, with a bar in the room that is left."""
        rate = (self.done - self.before) / self.seconds if self.seconds else 0.0
        left = f"{clock_time((self.total - self.done) / rate)} left" if rate else ""
        text = f"{self.done}/{self.total} {self.what}  {rate:.1f}/s  {left}"
        room = width - len(text) - 4
        if room < 10:
            return text[:width]
        full = room * self.done // max(self.total, 1)
        return f"[{'#' * full}{'.' * (room - full)}]  {text}"

    def close(self) -> None:
        """Wipe the line."""
        if self._width:
            self._draw("")
            self._width = 0

    def told(self) -> str:
        """How it went, in words."""
        done = self.done - self.before
        rate = f", {done / self.seconds:.1f} a second" if self.seconds else ""
        return f"{done} {self.what} in {self.seconds:.1f} s{rate}"

    def _draw(self, text: str) -> None:
        self.stream.write(f"\r{text.ljust(self._width)}")
        if not text:
            self.stream.write("\r")
        self.stream.flush()
        self._width = len(text)


def clock_time(seconds: float) -> str:
    """As on a clock: 0:07, 12:30, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
