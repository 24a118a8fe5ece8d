"""What was found about a bot."""

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
"""What a bot must be, in the order in which it is told."""


class WrongBot(KolejError):
    """A bot that does not play as a bot must; `report` has everything that was found."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        super().__init__(str(report))


@dataclass
class Report:
    """Faults by check, the first of each kind in words, and how long decisions took."""

    bot: str
    tables: int = 0
    games: int = 0
    unchecked: frozenset[str] = frozenset()
    faults: dict[str, str] = field(default_factory=dict)
    """By check: where it was first not met, and how."""
    count: Counter[str] = field(default_factory=Counter)
    """How many games each check was not met in."""
    seconds: list[float] = field(default_factory=list)
    """How long each decision took."""

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def decisions(self) -> int:
        """How many were looked at."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """Half of all decisions took no longer, in seconds."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def p99(self) -> float:
        """Of 100 decisions 99 took no longer, in seconds."""
        return sorted(self.seconds)[-(-99 * len(self.seconds) // 100) - 1] if self.seconds else 0.0

    def fault(self, check: str, where: str, what: str) -> None:
        """Note that a check was not met in a game."""
        self.count[check] += 1
        self.faults.setdefault(check, f"{where}: {what}")

    def __str__(self) -> str:
        games = f"{self.games} games at {self.tables} tables, {self.decisions:,} decisions"
        lines = [f"{self.bot}: {games}", ""]
        for check in CHECKS:
            looked = self.decisions and check not in self.unchecked
            answer = "no" if check in self.faults else "yes" if looked else "not checked"
            lines.append(f"{check:<18}{answer}{self._times() if check == QUICK else ''}")
            if check in self.faults:
                more = self.count[check] - 1
                lines.append(f"  {self.faults[check]}{f' (and in {more} more games)' if more else ''}")
        return "\n".join(lines)

    def _times(self) -> str:
        if not self.seconds:
            return ""
        times = [f"{1000 * each:.3g}" for each in (self.median, self.p99, max(self.seconds))]
        return f"; median {times[0]} ms, 99 % within {times[1]} ms, slowest {times[2]} ms"
