"""`kolej bench`: how fast random games are played, beside a fixed loop in the same run."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from statistics import median

import click

from kolej import _pure, editions
from kolej.engine.chance.rng import Luck
from kolej.engine.ruleset.compile import compile_tables
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Award, Tie
from kolej.engine.simulation.simulate import copy_often, midway, simulate

SEED = 1
COPIES = 20_000


@dataclass(frozen=True)
class Row:
    """One line of the table. `baseline_ratio` is decisions a second divided by baseline loops a second."""

    edition: str
    seats: int
    mode: str
    jobs: int
    games: int
    games_per_s: float
    decisions_per_s: float
    copy_us: float
    baseline_ratio: float


def baseline() -> float:
    """Loops a second of a fixed piece of plain Python: what this machine is worth right now."""
    began = time.perf_counter()
    for _ in range(200):
        numbers = [0] * 64
        total = 0
        for n in range(64):
            numbers[n] = (n * 40014 + total) % 8191
            total += numbers[n] & 15
    return 200 / (time.perf_counter() - began)


@cache
def prepared(name: str, seats: int) -> tuple[Tables, list[Award], list[Tie]]:
    """What a run of games needs; made once in each process, outside what is timed."""
    edition = editions.load(name)
    return compile_tables(edition.board, edition.rules, seats), list(edition.rules.awards), list(edition.rules.ties)


def measured(name: str, seats: int, games: int, seed: int) -> tuple[float, int]:
    """Seconds and decisions of so many random games, scored, in whatever process this runs."""
    tables, awards, ties = prepared(name, seats)
    luck = Luck(seed)
    began = time.perf_counter()
    decisions = simulate(tables, awards, ties, luck, games).decisions
    return time.perf_counter() - began, decisions


def copy_us(name: str, seats: int) -> float:
    """Microseconds to copy a game in the middle: the best of a few runs, as all else is noise."""
    state = midway(prepared(name, seats)[0], Luck(SEED), 40 * seats)
    times = []
    for _ in range(5):
        began = time.perf_counter()
        copy_often(state, COPIES)
        times.append(time.perf_counter() - began)
    return min(times) / COPIES * 1e6


def measure(name: str, seats: int, seconds: float, jobs: int) -> Row:
    """One row: games for about so many seconds, in rounds, with the baseline before and after each."""
    measured(name, seats, 20, SEED)
    took, _ = measured(name, seats, 20, SEED)
    games = max(10, int(20 * seconds / took / 3))
    speeds, ratios, per_game = [], [], []
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(measured, [name] * jobs, [seats] * jobs, [5] * jobs, range(jobs)))
        for turn in range(3):
            before = baseline()
            seeds = range(turn * jobs, (turn + 1) * jobs)
            if jobs == 1:
                runs = [measured(name, seats, games, seeds[0])]
            else:
                runs = list(pool.map(measured, [name] * jobs, [seats] * jobs, [games] * jobs, seeds))
            loops = (before + baseline()) / 2
            decisions = sum(run[1] for run in runs)
            speed = sum(run[1] / run[0] for run in runs)
            speeds.append(speed)
            ratios.append(speed / loops)
            per_game.append(decisions / games / jobs)
    return Row(
        name,
        seats,
        _pure.mode(),
        jobs,
        games * jobs * 3,
        round(median(speeds) / median(per_game), 1),
        round(median(speeds), 0),
        round(copy_us(name, seats), 3),
        round(median(ratios), 3),
    )


def in_other_mode(arguments: list[str]) -> list[Row]:
    """The same rows with the interpreted sources, which need a process of their own."""
    command = [sys.executable, "-m", "kolej.cli.commands.bench", "--mode", "interpreted", "--json", *arguments]
    run = subprocess.run(command, env={**os.environ, "KOLEJ_PURE": "1"}, capture_output=True, text=True, check=True)
    return [Row(**row) for row in json.loads(run.stdout)]


def show(row: Row) -> str:
    """A line of the table."""
    return (
        f"{row.edition:<10}{row.seats:>5}  {row.mode:<12}{row.jobs:>4}{row.games:>8}{row.games_per_s:>11,.0f}"
        f"{row.decisions_per_s:>14,.0f}{row.copy_us:>9.3f}{row.baseline_ratio:>11.2f}"
    )


HEAD = (
    f"{'edition':<10}{'seats':>5}  {'mode':<12}{'jobs':>4}{'games':>8}{'games/s':>11}"
    f"{'decisions/s':>14}{'copy us':>9}{'baseline':>11}"
)


@click.command()
@click.option("--edition", "names", multiple=True, help="Only this edition; may be given several times.")
@click.option(
    "--seats", "counts", multiple=True, type=int, help="Only this number of seats; may be given several times."
)
@click.option(
    "--mode", type=click.Choice(["both", "compiled", "interpreted"]), default="both", help="How the engine runs."
)
@click.option("--seconds", type=float, default=1.0, show_default=True, help="About how long to play for each row.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that play at once.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of a table.")
def bench(names: tuple[str, ...], counts: tuple[int, ...], mode: str, seconds: float, jobs: int, as_json: bool) -> None:
    """Measure random games of every edition and seat count.

    Every legal move is listed for every decision, and every game is scored. The last column compares with a fixed
    loop of plain Python timed in the same run, so that figures of different machines and days can be compared.

    Example: kolej bench --edition europe --seats 2
    """
    here = _pure.mode()
    if mode == "compiled" and here != "compiled":
        raise click.UsageError("no compiled engine is running here; `kolej --version` says why it is not")
    wanted = [(name, seats) for name in names or editions.names() for seats in editions.load(name).rules.seats]
    chosen = [(name, seats) for name, seats in wanted if not counts or seats in counts]
    if not chosen:
        raise click.UsageError(f"no edition here has {' or '.join(map(str, counts))} seats")
    rows: list[Row] = []
    if not as_json:
        click.echo(HEAD)
    for name, seats in chosen:
        now = [] if mode == "interpreted" and here == "compiled" else [measure(name, seats, seconds, jobs)]
        if here == "compiled" and mode != "compiled":
            now += in_other_mode(
                ["--edition", name, "--seats", str(seats), "--seconds", str(seconds), "--jobs", str(jobs)]
            )
        rows += now
        if not as_json:
            click.echo("\n".join(map(show, now)))
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    bench()
