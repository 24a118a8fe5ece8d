"""Two versions of the server under the same load, in turns: how much slower or faster one of them is.

    python -m bench.load.compare ../before/.venv/bin/python
    python -m bench.load.compare ../before/.venv/bin/python --runs 8 -- --tables 1000 --rate 300 --seconds 20

The argument is the Python of the other version, of a clone in which `make setup` was run. The players are those of this
version in all runs. Versions take turns as before, after, after, before: a machine that becomes slower in the
meantime is slower for both. The options after -- are those of `python -m bench.load`.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec

LOAD = ("--tables", "300", "--rate", "600", "--seconds", "12", "--burst-seconds", "0")
"""The options of the load if none are given."""

Run = Mapping[str, Any]

FIGURES: Mapping[str, tuple[Callable[[Run], float], str]] = {
    "acknowledged p50, ms": (lambda run: run["acknowledged_ms"]["p50"], ".2f"),
    "acknowledged p99, ms": (lambda run: run["acknowledged_ms"]["p99"], ".2f"),
    "CPU time a move, us": (lambda run: 1e6 / run["moves_a_cpu_second"], ".0f"),
    "memory, MiB": (lambda run: run["server_rss"] / 2**20, ".0f"),
    "speed of plain Python, kloops/s": (lambda run: run["baseline_loops"] / 1000, ".0f"),
}
"""What is printed of each run."""


def measured(python: str, options: list[str]) -> Run:
    """Put the server of a version under load."""
    with tempfile.TemporaryDirectory(prefix="kolej-compare-") as folder:
        path = Path(folder) / "figures.json"
        command = [sys.executable, "-m", "bench.load", *options, "--python", python, "--json", str(path)]
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}")
        run: Run = msgspec.json.decode(path.read_bytes())[0]
        return run


def main(words: list[str]) -> int:
    """Measure both versions in turns, and print the figures of all runs, their means and the ratio."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", help="the Python of the other version")
    parser.add_argument("--runs", type=int, default=4, help="runs of each version (4)")
    parser.add_argument("load", nargs="*", default=list(LOAD), help="options of bench.load, after --")
    options = parser.parse_args(words)
    runs: dict[str, list[Run]] = {options.before: [], sys.executable: []}
    for turn in range(options.runs):
        for python in list(runs) if turn % 2 == 0 else reversed(runs):
            runs[python].append(measured(python, options.load))
    for name, (figure, form) in FIGURES.items():
        before, after = ([figure(run) for run in each] for each in runs.values())
        print(f"{name:<32} before {', '.join(format(each, form) for each in before)}; mean {mean(before):{form}}")
        print(f"{'':<32} after  {', '.join(format(each, form) for each in after)}; mean {mean(after):{form}}", end=" ")
        print(f"({100 * (mean(after) / mean(before) - 1):+.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
