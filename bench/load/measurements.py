"""Measurements of a load test: times of acknowledgements and of the disk, CPU time and memory."""

import os
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any


def share(times: list[float], part: float) -> float:
    """A quantile of times, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


@dataclass
class Times:
    """The measurements of one phase of a run."""

    name: str
    acknowledged: list[float] = field(default_factory=list)
    synced: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0
    computed: float = 0
    own: float = 0
    memory: int = 0
    late: int = 0
    """Moves that were due when no seat was free to make one."""
    loops: list[float] = field(default_factory=list)
    """The speed of the machine, second by second: loops a second of plain Python, as in `kolej bench`."""

    def line(self) -> str:
        """The measurements as a row of a table."""
        took = self.seconds or 1
        return (
            f"{self.name:<10}{len(self.acknowledged) / took:>8,.0f}"
            + "".join(f"{share(self.acknowledged, part):>9.2f}" for part in (0.5, 0.99, 1))
            + "".join(f"{share(self.synced, part):>9.2f}" for part in (0.5, 0.99, 1))
            + f"{100 * self.computed / took:>8.0f}{100 * self.own / took:>8.0f}{self.memory / 2**20:>8.0f}"
            + f"{sum(self.refused.values()):>9}{median(self.loops) / 1000:>9.0f}"
        )

    def moves_a_second(self) -> float:
        """Moves for each second of CPU time that the servers have used."""
        return len(self.acknowledged) / (self.computed or 1)

    def plain(self) -> dict[str, Any]:
        """The measurements as a JSON object."""
        acknowledged, synced = (
            {name: share(times, part) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1))}
            for times in (self.acknowledged, self.synced)
        )
        return {
            "name": self.name,
            "moves": len(self.acknowledged),
            "seconds": self.seconds,
            "acknowledged_ms": acknowledged,
            "sync_ms": synced,
            "server_cpu": self.computed / (self.seconds or 1),
            "moves_a_cpu_second": self.moves_a_second(),
            "load_cpu": self.own / (self.seconds or 1),
            "server_rss": self.memory,
            "baseline_loops": median(self.loops),
            "refused": dict(self.refused),
        }


HEAD = (
    f"{'':<10}{'':>8}{'acknowledged, ms':>27}{'sync of the disk, ms':>27}{'server':>8}{'load':>8}{'server':>8}\n"
    f"{'':<10}{'moves/s':>8}{'p50':>9}{'p99':>9}{'max':>9}{'p50':>9}{'p99':>9}{'max':>9}"
    f"{'cpu %':>8}{'cpu %':>8}{'MiB':>8}{'refused':>9}{'kloops/s':>9}"
)


class Disk(threading.Thread):
    """Measures now and then how long a small synced write to the disk takes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.path = folder / "probe"
        self.times: list[float] = []
        self.done = threading.Event()

    def run(self) -> None:
        with self.path.open("wb") as file:
            while not self.done.wait(0.1):
                file.write(bytes(4096))
                file.flush()
                began = time.perf_counter()
                getattr(os, "fdatasync", os.fsync)(file.fileno())
                self.times.append(time.perf_counter() - began)
