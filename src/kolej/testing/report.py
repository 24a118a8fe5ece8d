"""The report of `check_bot`: which checks a bot passed, and how long its decisions took."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from kolej.engine.errors import KolejError

LEGAL = "legal moves only"
ERRORS = "no errors"
ENDS = "ends its games"
SAME = "same again"
BLIND = "blind to secrets"
QUICK = "in time"
CHECKS = (LEGAL, ERRORS, ENDS, SAME, BLIND, QUICK)
"""The checks in the order in which they are reported."""


class WrongBot(KolejError):
    """A bot that fails a check; `report` has all the results."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        super().__init__(str(report))


@dataclass
class Report:
    """The results of the checks, and how long decisions took."""

    bot: str
    tables: int = 0
    games: int = 0
    unchecked: frozenset[str] = frozenset()
    faults: dict[str, str] = field(default_factory=dict)
    """By check: where it first failed, and how."""
    count: Counter[str] = field(default_factory=Counter)
    """The number of games in which each check failed."""
    seconds: list[float] = field(default_factory=list)
    """How long each decision took."""

    @property
    def fine(self) -> bool:
        """Whether all checks passed."""
        return not self.faults

    @property
    def decisions(self) -> int:
        """The number of decisions that were checked."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """The median time of a decision in seconds."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def p99(self) -> float:
        """The 99th percentile of the time of a decision in seconds."""
        return sorted(self.seconds)[-(-99 * len(self.seconds) // 100) - 1] if self.seconds else 0.0

    def fault(self, check: str, where: str, what: str) -> None:
        """Note that a check failed in a game."""
        self.count[check] += 1
        self.faults.setdefault(check, f"{where}: {what}")

    def __str__(self) -> str:
        tables = f"{_counted(self.games, 'game')} at {_counted(self.tables, 'table')}"
        games = f"{tables}, {_counted(self.decisions, 'decision')}"
        lines = [f"{self.bot}: {games}", ""]
        for check in CHECKS:
            looked = self.decisions and check not in self.unchecked
            answer = "no" if check in self.faults else "yes" if looked else "not checked"
            lines.append(f"{check:<18}{answer}{self._times() if check == QUICK else ''}")
            if check in self.faults:
                lines.append(f"  {self.faults[check]}{_in_others(self.count[check] - 1)}")
        return "\n".join(lines)

    def _times(self) -> str:
        if not self.seconds:
            return ""
        times = [f"{1000 * each:.3g}" for each in (self.median, self.p99, max(self.seconds))]
        return f"; median {times[0]} ms, 99 % within {times[1]} ms, slowest {times[2]} ms"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _in_others(games: int) -> str:
    return f" (and in {games} more {'game' if games == 1 else 'games'})" if games else ""
