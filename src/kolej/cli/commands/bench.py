"""`kolej bench`: the speed of random games, compared with a fixed loop timed in the same run.

Three ways to play are measured: inside the compiled core, through the public `kolej.Game` decision by decision, and the
same with a view read before every move.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from random import Random
from statistics import median

import click

from kolej import _pure, editions
from kolej.cli.engine_mode import show_how_to_compile
from kolej.cli.shell_completion import edition_names
from kolej.engine.chance.rng import Rng
from kolej.engine.ruleset.compile import compile_tables
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.simulation.simulate import copy_often, midway, simulate
from kolej.game import Game
from kolej.sim.plan import edition_of

SEED = 1
COPIES = 20_000


@dataclass(frozen=True)
class Row:
    """One row of the table. `baseline_ratio` is decisions per second divided by baseline loops per second."""

    edition: str
    seats: int
    through: str
    """`core`, `game` or `view`, as in `WAYS`."""
    mode: str
    jobs: int
    games: int
    games_per_s: float
    decisions_per_s: float
    copy_us: float | None
    """Microseconds to copy a state; for the core only."""
    baseline_ratio: float


def baseline() -> float:
    """Loops per second of a fixed piece of plain Python: the present speed of this machine."""
    start = time.perf_counter()
    for _ in range(200):
        numbers = [0] * 64
        total = 0
        for n in range(64):
            numbers[n] = (n * 40014 + total) % 8191
            total += numbers[n] & 15
    return 200 / (time.perf_counter() - start)


@cache
def prepared(name: str, seats: int) -> tuple[RuleTables, list[Award], list[Tie]]:
    """The tables and scoring of an edition, compiled once per process, outside the timed part."""
    edition = edition_of(name)
    return compile_tables(edition.board, edition.rules, seats), list(edition.rules.awards), list(edition.rules.ties)


def play_in_core(name: str, seats: int, games: int, seed: int) -> int:
    """Play games inside the compiled core and score them; returns the number of decisions."""
    tables, awards, ties = prepared(name, seats)
    return simulate(tables, awards, ties, Rng(seed), games).decisions


def play_through_game(name: str, seats: int, games: int, seed: int) -> int:
    """The same through the public API, with the legal moves listed as numbers for every decision."""
    edition, random, decisions = edition_of(name), Random(seed).random, 0
    for number in range(games):
        game = Game.start(edition, seats, seed=f"{seed}/{number}")
        while not game.over:
            moves = game.legal_moves
            game.play(game.to_act()[0], moves[int(random() * len(moves))])
            decisions += 1
        game.standings()
    return decisions


def play_with_views(name: str, seats: int, games: int, seed: int) -> int:
    """The same with a view before every move, of which the hand, the display, the owners and the tickets are read."""
    edition, random, decisions = edition_of(name), Random(seed).random, 0
    for number in range(games):
        game = Game.start(edition, seats, seed=f"{seed}/{number}")
        while not game.over:
            seat = game.to_act()[0]
            view = game.view(seat)
            _ = view.hand, view.display, view.owner, view.own_tickets
            moves = game.legal_moves
            game.play(seat, moves[int(random() * len(moves))])
            decisions += 1
        game.standings()
    return decisions


WAYS: dict[str, Callable[[str, int, int, int], int]] = {
    "core": play_in_core,
    "game": play_through_game,
    "view": play_with_views,
}
"""The ways to play games, by the name that is shown."""


def measured(through: str, name: str, seats: int, games: int, seed: int) -> tuple[float, int]:
    """Seconds and decisions of a number of random games."""
    start = time.perf_counter()
    decisions = WAYS[through](name, seats, games, seed)
    return time.perf_counter() - start, decisions


def copy_us(name: str, seats: int) -> float:
    """Microseconds to copy a game in the middle: the best of several runs, as the rest is noise."""
    state = midway(prepared(name, seats)[0], Rng(SEED), 40 * seats)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        copy_often(state, COPIES)
        times.append(time.perf_counter() - start)
    return min(times) / COPIES * 1e6


def measure(through: str, name: str, seats: int, seconds: float, jobs: int) -> Row:
    """One row: games for about a number of seconds, in rounds, with the baseline before and after each."""
    measured(through, name, seats, 20, SEED)
    elapsed, _ = measured(through, name, seats, 20, SEED)
    games = max(10, int(20 * seconds / elapsed / 3))
    speeds, ratios, per_game = [], [], []
    with ProcessPoolExecutor(jobs) as pool:
        work = partial(measured, through, name, seats)
        list(pool.map(work, [5] * jobs, range(jobs)))
        for turn in range(3):
            before = baseline()
            seeds = range(turn * jobs, (turn + 1) * jobs)
            if jobs == 1:
                runs = [work(games, seeds[0])]
            else:
                runs = list(pool.map(work, [games] * jobs, seeds))
            loops = (before + baseline()) / 2
            decisions = sum(run[1] for run in runs)
            speed = sum(run[1] / run[0] for run in runs)
            speeds.append(speed)
            ratios.append(speed / loops)
            per_game.append(decisions / games / jobs)
    return Row(
        edition_of(name).id,
        seats,
        through,
        _pure.mode(),
        jobs,
        games * jobs * 3,
        round(median(speeds) / median(per_game), 1),
        round(median(speeds), 0),
        round(copy_us(name, seats), 3) if through == "core" else None,
        round(median(ratios), 3),
    )


def in_other_mode(arguments: list[str]) -> list[Row]:
    """The same rows with the interpreted sources, which need a separate process."""
    command = [sys.executable, "-m", "kolej.cli.commands.bench", "--mode", "interpreted", "--json", *arguments]
    run = subprocess.run(command, env={**os.environ, "KOLEJ_PURE": "1"}, capture_output=True, text=True, check=True)
    return [Row(**row) for row in json.loads(run.stdout)]


def show(row: Row) -> str:
    """A row as a line of text."""
    return (
        f"{row.edition:<10}{row.seats:>5}  {row.through:<8}{row.mode:<12}{row.jobs:>4}{row.games:>8}"
        f"{row.games_per_s:>11,.0f}{row.decisions_per_s:>14,.0f}"
        f"{'' if row.copy_us is None else format(row.copy_us, '.3f'):>9}{row.baseline_ratio:>11.2f}"
    )


HEAD = (
    f"{'edition':<10}{'seats':>5}  {'through':<8}{'mode':<12}{'jobs':>4}{'games':>8}{'games/s':>11}"
    f"{'decisions/s':>14}{'copy us':>9}{'baseline':>11}"
)


@click.command()
@click.option(
    "--edition",
    "names",
    multiple=True,
    shell_complete=edition_names,
    help="Measure only this edition (a name or a folder); can be given several times.",
)
@click.option(
    "--seats", "counts", multiple=True, type=int, help="Measure only this number of seats; can be given several times."
)
@click.option(
    "--through",
    "ways",
    multiple=True,
    type=click.Choice(list(WAYS)),
    help="Measure only the compiled core, the public API, or the API with views; can be given several times.",
)
@click.option(
    "--mode",
    type=click.Choice(["both", "compiled", "interpreted"]),
    default="both",
    show_default=True,
    help="How the engine runs.",
)
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Approximate seconds per row.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of processes.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of a table.")
def bench(
    names: tuple[str, ...],
    counts: tuple[int, ...],
    ways: tuple[str, ...],
    mode: str,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Measure the speed of random games.

    Measures every edition with every number of seats: inside the compiled core, decision by decision through the public
    `kolej.Game`, and with a view read before every move. All legal moves are generated for every decision, and every
    game is scored. The last column is relative to a fixed loop of plain Python timed in the same run, so that
    results of different machines and days can be compared.

    Example: kolej bench --edition europe --seats 2
    """
    here = _pure.mode()
    if mode == "compiled" and here != "compiled":
        raise click.UsageError("the engine is not compiled here; see `kolej --version`")
    wanted = [(name, seats) for name in names or editions.names() for seats in edition_of(name).rules.seats]
    chosen = [(way, name, seats) for name, seats in wanted if not counts or seats in counts for way in ways or WAYS]
    if not chosen:
        raise click.UsageError(f"no edition has {' or '.join(map(str, counts))} seats")
    rows: list[Row] = []
    show_how_to_compile()
    if not as_json:
        click.echo(HEAD)
    for way, name, seats in chosen:
        elsewhere = mode == "interpreted" and here == "compiled"
        measured_rows = [] if elsewhere else [measure(way, name, seats, seconds, jobs)]
        if here == "compiled" and mode != "compiled":
            options = {"edition": name, "seats": seats, "through": way, "seconds": seconds, "jobs": jobs}
            measured_rows += in_other_mode([f"--{option}={value}" for option, value in options.items()])
        rows += measured_rows
        if not as_json:
            click.echo("\n".join(map(show, measured_rows)))
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    bench()
