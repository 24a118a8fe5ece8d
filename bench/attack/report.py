"""Rows of figures, their verdicts, and the table that is printed."""

from dataclasses import asdict, dataclass, field
from typing import Any

from bench.attack.honest import Felt

MAX_RATIO = 3.0
"""Acknowledgements under attack: the 99th percentile may be so many times that of the quiet phase."""
MAX_UNANSWERED = 1.0
"""Seconds for which nobody may be locked out."""
MAX_MEMORY = 400 * 10**6
"""Bytes of the server's process, without its bot workers."""
MAX_BOT_WAIT = 3.0
"""Seconds that a medium bot may take: a worker may be busy with one decision of an expert, of nearly two seconds."""
MAX_LOG = 100 * 10**3
"""Bytes that the log may grow by."""


def quantile(times: list[float], part: float) -> float | None:
    """A quantile of times in milliseconds; None if there are none."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


@dataclass
class Phase:
    """The figures of one phase. Times of acknowledgements are in milliseconds, others in seconds."""

    moves: int
    ack_p50: float | None
    ack_p99: float | None
    unanswered: float
    bot_wait: float | None
    disconnected: int
    refused: int
    client_lag: float

    @classmethod
    def of(cls, felt: Felt) -> "Phase":
        """The figures of what was felt."""
        times = felt.acknowledged
        longest = max(felt.bot_waits, default=None)
        p50, p99 = quantile(times, 0.5), quantile(times, 0.99)
        return cls(len(times), p50, p99, felt.unanswered, longest, felt.disconnected, felt.refused, felt.client_lag)


@dataclass
class Row:
    """The figures of one abuse."""

    abuse: str
    about: str
    quiet: Phase | None = None
    attack: Phase | None = None
    memory_before: int | None = None
    memory_peak: int | None = None
    memory_after: int | None = None
    log_bytes: int = 0
    server_cpu: float = 0.0
    """CPU seconds of the server during the attack."""
    seconds: float = 0.0
    """Seconds in which moves were measured."""
    attack_seconds: float = 0.0
    """Seconds that the attack lasted; some end when the server has refused everything."""
    counts: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    @property
    def ratio(self) -> float | None:
        """The 99th percentile under attack, divided by that of the quiet phase."""
        if self.quiet is None or self.attack is None or not self.quiet.ack_p99 or self.attack.ack_p99 is None:
            return None
        return self.attack.ack_p99 / self.quiet.ack_p99

    def judge(self) -> None:
        """Add to the failures what the figures say."""
        if self.attack is not None:
            if self.ratio is None:
                self.failures.append("no move was acknowledged")
            elif self.ratio > MAX_RATIO:
                self.failures.append(f"acknowledgements took {self.ratio:.1f} times as long")
            if self.attack.unanswered > MAX_UNANSWERED:
                self.failures.append(f"no answer for {self.attack.unanswered:.1f} s")
            if self.attack.bot_wait is not None and self.attack.bot_wait > MAX_BOT_WAIT:
                self.failures.append(f"a bot took {self.attack.bot_wait:.1f} s")
            if self.attack.disconnected:
                self.failures.append(f"{self.attack.disconnected} sockets of other people were closed")
        if self.memory_peak is not None and self.memory_peak > MAX_MEMORY:
            self.failures.append(f"memory rose to {self.memory_peak / 10**6:.0f} MB")
        if self.log_bytes > MAX_LOG:
            self.failures.append(f"the log grew by {self.log_bytes / 1000:.0f} kB")

    def plain(self) -> dict[str, Any]:
        """The figures as a JSON object."""
        return {**asdict(self), "ratio": self.ratio, "passed": not self.failures}

    def line(self) -> str:
        """The figures as a row of the table, and the notes below it."""
        cells = [
            *_phase(self.quiet, ack_p50=(8, 1), ack_p99=(8, 1)),
            *_phase(self.attack, ack_p50=(9, 1), ack_p99=(8, 1)),
            _cell(self.ratio, 7, 1),
            *_phase(self.attack, unanswered=(8, 2), bot_wait=(8, 2)),
            *(_cell(None if size is None else size / 10**6, 8, 0) for size in self._memory()),
            _cell(self.log_bytes / 1000, 8, 1),
        ]
        notes = [f"{name} {count}" for name, count in self.counts.items()]
        if self.attack is not None:
            notes.append(f"attack of {self.attack_seconds:.0f} s")
            notes.append(f"{self.attack.moves} moves in {self.seconds:.0f} s, server CPU {self.server_cpu:.1f} s")
            notes.append(f"players' own delay {1000 * self.attack.client_lag:.0f} ms")
        verdict = "ok" if not self.failures else "FAILED"
        failures = "".join(f"\n    - {failure}" for failure in self.failures)
        return f"{self.abuse:<20}{''.join(cells)}  {verdict}\n    {', '.join(notes) or '-'}{failures}"

    def _memory(self) -> tuple[int | None, int | None, int | None]:
        return self.memory_before, self.memory_peak, self.memory_after


def _phase(phase: Phase | None, **columns: tuple[int, int]) -> list[str]:
    """Cells of a phase: attributes with width and digits."""
    cells: list[tuple[float | None, int, int]] = [
        (getattr(phase, name, None), *shape) for name, shape in columns.items()
    ]
    return [_cell(*cell) for cell in cells]


def _cell(value: float | None, width: int, digits: int) -> str:
    return f"{'-':>{width}}" if value is None else f"{value:>{width}.{digits}f}"


HEAD = (
    f"{'':<20}{'quiet, ack ms':>16}{'attack, ack ms':>17}{'':>7}{'longest wait, s':>16}{'server, MB':>24}{'log':>8}\n"
    f"{'abuse':<20}{'p50':>8}{'p99':>8}{'p50':>9}{'p99':>8}{'ratio':>7}{'answer':>8}{'bot':>8}"
    f"{'before':>8}{'peak':>8}{'after':>8}{'kB':>8}  verdict"
)
