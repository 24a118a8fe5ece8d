"""Figures of a running server, in the text form that Prometheus reads."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from kolej.server.time import Time
from kolej.store.protocol import Listing, NewEntry, Store

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
CONTENT_TYPE = "text/plain; version=0.0.4"


class Counter:
    """Counts what happened, by labels."""

    def __init__(self, name: str, help: str, *labels: str) -> None:
        self.name = name
        self.help = help
        self.labels = labels
        self.counts: dict[tuple[str, ...], int] = {}

    def add(self, *values: str) -> None:
        """One more."""
        self.counts[values] = self.counts.get(values, 0) + 1

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.help, "counter")
        if not self.labels:
            yield f"{self.name} {self.counts.get((), 0)}"
        for values, count in sorted(self.counts.items()) if self.labels else ():
            pairs = ",".join(f'{label}="{_escape(value)}"' for label, value in zip(self.labels, values, strict=True))
            yield f"{self.name}{{{pairs}}} {count}"


class Histogram:
    """How long something took."""

    def __init__(self, name: str, help: str, bounds: Sequence[float] = SECONDS) -> None:
        self.name = name
        self.help = help
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long this time."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.help, "histogram")
        total = 0
        for bound, count in zip((*map(repr, self.bounds), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


class Gauge:
    """How much there is now."""

    def __init__(self, name: str, help: str, read: Callable[[], float]) -> None:
        self.name = name
        self.help = help
        self.read = read

    def lines(self) -> Iterator[str]:
        """As text."""
        yield from _head(self.name, self.help, "gauge")
        yield f"{self.name} {self.read():g}"


class Metrics:
    """Everything that a server counts."""

    def __init__(self) -> None:
        self.requests = Counter("kolej_requests_total", "HTTP requests.", "method", "route", "status")
        self.refusals = Counter("kolej_refusals_total", "Requests that were refused, by code.", "code")
        self.commands = Counter("kolej_commands_total", "Commands over sockets.", "command", "answer")
        self.cut = Counter("kolej_sockets_cut_total", "Sockets that were closed for a reason of ours.", "reason")
        self.failures = Counter("kolej_failures_total", "Errors that nobody expected.")
        self.ack = Histogram("kolej_ack_seconds", "From a command that came to its answer that went.")
        self.append = Histogram("kolej_append_seconds", "From an append to the log to its being durable.")
        self.frames = Counter("kolej_frames_total", "Frames that were sent.")
        self.gauges: list[Gauge] = []

    def watch(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Add a figure that is read when it is asked for."""
        self.gauges.append(Gauge(name, help, read))

    def text(self) -> str:
        """All of it."""
        parts: tuple[Counter | Histogram | Gauge, ...] = (
            self.requests,
            self.refusals,
            self.commands,
            self.cut,
            self.failures,
            self.frames,
            self.ack,
            self.append,
            *self.gauges,
        )
        return "".join(f"{line}\n" for part in parts for line in part.lines())


class TimedStore:
    """A store whose appends are timed; everything else is the store's own."""

    def __init__(self, store: Store, metrics: Metrics, time: Time) -> None:
        self._store = store
        self._metrics = metrics
        self._time = time

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        """As the store does, and remember how long it took."""
        begun = self._time.ticks()
        last = await self._store.append(table, after, entries, listing)
        self._metrics.append.observe(self._time.ticks() - begun)
        return last

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def timed(store: Store, metrics: Metrics, time: Time) -> Store:
    """The same store, its appends timed."""
    return cast(Store, TimedStore(store, metrics, time))


def _head(name: str, help: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
