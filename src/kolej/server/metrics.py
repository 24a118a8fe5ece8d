"""Metrics of the server (counters, histograms, gauges) in the text format of Prometheus.

Why not prometheus-client: docs/decisions/0009-metrics-written-here.md. Tests compare the text with that library's.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from kolej.server.time import Time
from kolej.store.models import Listing, NewEntry
from kolej.store.protocol import Store

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
CONTENT_TYPE = "text/plain; version=0.0.4"


class Counter:
    """A counter with labels."""

    def __init__(self, name: str, help: str, *labels: str) -> None:
        self.name = name
        self.help = help
        self.labels = labels
        self.counts: dict[tuple[str, ...], int] = {}

    def add(self, *values: str) -> None:
        """Count one, with these values of the labels."""
        self.counts[values] = self.counts.get(values, 0) + 1

    def lines(self) -> Iterator[str]:
        """The lines of this metric."""
        yield from _head(self.name, self.help, "counter")
        if not self.labels:
            yield f"{self.name} {self.counts.get((), 0)}"
        for values, count in sorted(self.counts.items()) if self.labels else ():
            pairs = ",".join(f'{label}="{_escape(value)}"' for label, value in zip(self.labels, values, strict=True))
            yield f"{self.name}{{{pairs}}} {count}"


class Histogram:
    """A histogram of durations in seconds."""

    def __init__(self, name: str, help: str, bounds: Sequence[float] = SECONDS) -> None:
        self.name = name
        self.help = help
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Add a duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def lines(self) -> Iterator[str]:
        """The lines of this metric."""
        yield from _head(self.name, self.help, "histogram")
        total = 0
        for bound, count in zip((*map(repr, self.bounds), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


class Reading:
    """A gauge or a total that is read when metrics are requested."""

    def __init__(self, name: str, help: str, kind: str, read: Callable[[], float]) -> None:
        self.name = name
        self.help = help
        self.kind = kind
        self.read = read

    def lines(self) -> Iterator[str]:
        """The lines of this metric."""
        yield from _head(self.name, self.help, self.kind)
        yield f"{self.name} {_number(self.read())}"


class Metrics:
    """All metrics of a server."""

    def __init__(self) -> None:
        self.requests = Counter("kolej_requests_total", "HTTP requests.", "method", "route", "status")
        self.refusals = Counter("kolej_refusals_total", "Refused requests by code.", "code")
        self.commands = Counter("kolej_commands_total", "Commands over sockets.", "command", "answer")
        self.cut = Counter("kolej_sockets_cut_total", "Sockets that the server closed.", "reason")
        self.disconnects = Counter(
            "kolej_disconnects_total", "Connections that the server closed because of a limit.", "reason"
        )
        self.failures = Counter("kolej_failures_total", "Unexpected errors.")
        self.ack = Histogram("kolej_ack_seconds", "Time from receiving a command to sending its answer.")
        self.append = Histogram("kolej_append_seconds", "Time until an append to the log is durable.")
        self.loop_lag = Histogram("kolej_loop_lag_seconds", "How much later than planned the event loop runs.")
        self.frames = Counter("kolej_frames_total", "Frames sent.")
        self.counters: list[Counter] = []
        """Those that only some servers have."""
        self.readings: list[Reading] = []

    def add_counter(self, name: str, help: str, *labels: str) -> Counter:
        """Add a counter."""
        counter = Counter(name, help, *labels)
        self.counters.append(counter)
        return counter

    def add_gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Add a value that may rise and fall."""
        self.readings.append(Reading(name, help, "gauge", read))

    def add_total(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Add a number since the start, which only rises. Its name ends in `_total`."""
        self.readings.append(Reading(name, help, "counter", read))

    def text(self) -> str:
        """All metrics as text."""
        parts: tuple[Counter | Histogram | Reading, ...] = (
            self.requests,
            self.refusals,
            self.commands,
            self.cut,
            self.disconnects,
            self.failures,
            self.frames,
            self.ack,
            self.append,
            self.loop_lag,
            *self.counters,
            *self.readings,
        )
        return "".join(f"{line}\n" for part in parts for line in part.lines())


class TimedStore:
    """A store whose appends are timed; everything else is delegated."""

    def __init__(self, store: Store, metrics: Metrics, time: Time) -> None:
        self._store = store
        self._metrics = metrics
        self._time = time

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        """Append to the log, and record how long it took."""
        begun = self._time.ticks()
        last = await self._store.append(table, after, entries, listing)
        self._metrics.append.observe(self._time.ticks() - begun)
        return last

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def timed(store: Store, metrics: Metrics, time: Time) -> Store:
    """Wrap a store so that its appends are timed."""
    return cast(Store, TimedStore(store, metrics, time))


def _head(name: str, help: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def _number(value: float) -> str:
    return {"nan": "NaN", "inf": "+Inf"}.get(str(value), str(value))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
