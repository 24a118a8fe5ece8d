"""What an abuse is: a coroutine with bounds, a target that it may attack, and findings that it returns."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Bounds:
    """The most that an abuse may do. It stops at whichever is reached first."""

    seconds: float
    count: int = 1_000_000
    """Connections, requests or messages; each abuse says which."""
    bytes: int = 2**40

    def scaled(self, factor: float) -> "Bounds":
        """Bounds with another effort. An abuse lasts at least a second, so that something can be measured."""
        return replace(
            self,
            seconds=max(min(1.0, self.seconds), self.seconds * factor),
            count=max(1, round(self.count * factor)),
            bytes=max(2**16, round(self.bytes * factor)),
        )


class Effort:
    """What was spent of the bounds."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.count = 0
        self.bytes = 0
        self._end = time.monotonic() + bounds.seconds

    def seconds_left(self) -> float:
        """The time that is left, never negative."""
        return max(0.0, self._end - time.monotonic())

    def more(self) -> bool:
        """Whether nothing is exhausted yet."""
        return self.seconds_left() > 0 and self.count < self.bounds.count and self.bytes < self.bounds.bytes

    def spend(self, count: int = 0, size: int = 0) -> None:
        """Count what was done."""
        self.count += count
        self.bytes += size


@dataclass(frozen=True)
class Target:
    """What the attacker knows about the server, and what was prepared on it."""

    host: str
    port: int
    tables: tuple[str, ...] = ()
    """Codes of running tables of other people."""
    finished: str = ""
    """The code of a finished game."""
    long: str = ""
    """The code of a running table with a very long log."""
    long_token: str = ""
    """The token of the player on seat 0 of the long table."""
    data: str = ""
    """The data folder. No attacker can reach it; it is for abuses that simulate a failing disk."""


@dataclass
class Findings:
    """What an abuse found."""

    counts: Counter[str] = field(default_factory=Counter)
    """What was done and how it was answered, for the notes of the row."""
    failures: list[str] = field(default_factory=list)
    """What the server should not have allowed, apart from what honest players felt."""


Run = Callable[[Target, Effort], Awaitable[Findings]]


@dataclass(frozen=True)
class Abuse:
    """One abuse."""

    name: str
    about: str
    run: Run
    bounds: Bounds
    measured: bool = True
    """Whether load is the point, so that honest players play meanwhile; otherwise only the findings count."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the server for this abuse, to save time; limits keep their defaults."""
    long_table: bool = False
    """Whether a table with a very long log is needed."""
    small_disk: bool = False
    """Whether the data folder is to be on a small disk of its own."""
    damaged: bool = False
    """Whether a part of the database is to be damaged before the server starts."""


def abuse(
    name: str,
    bounds: Bounds,
    *,
    measured: bool = True,
    settings: Mapping[str, str] | None = None,
    long_table: bool = False,
    small_disk: bool = False,
    damaged: bool = False,
) -> Callable[[Run], Abuse]:
    """Make an abuse of a coroutine function; its docstring says what it does."""

    def made(run: Run) -> Abuse:
        about = " ".join((run.__doc__ or "").split())
        return Abuse(name, about, run, bounds, measured, settings or {}, long_table, small_disk, damaged)

    return made
