"""`kolej sim`: many games of bots, and what they came to."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from types import FrameType

import click

from kolej import __version__, _pure
from kolej.cli.progress import Progress
from kolej.engine.errors import KolejError
from kolej.sim.files import STANDARD_OUTPUT, CsvFile, JsonFile, Output, OutputError, Sink
from kolej.sim.plan import Plan, PlanError, planned
from kolej.sim.pool import results
from kolej.sim.summary import Summary
from kolej.sim.summary_text import table

MOST_JOBS = 256


@click.command()
@click.argument("edition")
@click.option("--seats", type=int, help="How many seats; as many as bots are named, or the fewest, unless said.")
@click.option("--games", type=int, default=100, show_default=True, help="How many games to play.")
@click.option("--bots", default="random", show_default=True, help="Bots, comma between; fewer than seats are repeated.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--from", "start", type=int, default=0, show_default=True, help="The number of the first game to play.")
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="Move bots on by a seat after every game.")
@click.option("--jobs", type=int, help="Processes that play at once; one for each processor unless said.")
@click.option("--json", "json_to", metavar="FILE", help="Write settings and summary; - is standard output.")
@click.option("--with-games", is_flag=True, help="Put every game into the JSON as well.")
@click.option("--csv", "csv_to", metavar="FILE", help="Write a row for each seat of each game; - is standard output.")
def sim(
    edition: str,
    seats: int | None,
    games: int,
    bots: str,
    seed: int,
    start: int,
    rotate: bool,
    jobs: int | None,
    json_to: str | None,
    with_games: bool,
    csv_to: str | None,
) -> None:
    """Play many games of EDITION and sum them up.

    EDITION is a name, or the folder of an edition of your own. A bot is a name, or a class of your own as path.py:Name.
    Ctrl-C ends the games and sums up those that are done.

    Example: kolej sim europe --seats 3 --games 200 --bots greedy,random
    """
    for option, value, least in (
        ("--games", games, 1),
        ("--from", start, 0),
        ("--jobs", 1 if jobs is None else jobs, 1),
    ):
        if value < least:
            raise PlanError(f"{option} must be at least {least}, not {value}")
    plan = planned(edition, seats, [name.strip() for name in bots.split(",")], seed, rotate)
    numbers = range(start, start + games)
    jobs = min(jobs or processors(), MOST_JOBS, games)
    if with_games and json_to is None:
        raise PlanError("--with-games says what goes into the JSON; say where that goes with --json FILE")
    if json_to is not None and json_to == csv_to:
        raise PlanError(f"--json and --csv can't both go to {json_to}")
    with noted_signals() as signals, ExitStack() as stack:
        sinks: list[Sink] = []
        for name in (csv_to, json_to):
            if name is not None:
                output = Output(name)
                stack.callback(output.drop)
                sinks.append(CsvFile(output) if name == csv_to else JsonFile(output, plan, numbers, with_games))
        code = run(plan, numbers, jobs, sinks, signals, aside=STANDARD_OUTPUT in (csv_to, json_to))
    raise click.exceptions.Exit(code)


def run(plan: Plan, numbers: range, jobs: int, sinks: list[Sink], signals: list[int], aside: bool) -> int:
    """Play, sum up and say so, `aside` where standard output is for something else; returns the exit code."""
    summary = Summary(plan)
    trouble: KolejError | None = None
    progress = Progress(len(numbers), "games")
    progress.live = progress.live and not (aside and sys.stdout.isatty())
    with progress, closing(results(plan, numbers, jobs, lambda: bool(signals))) as played:
        try:
            for result in played:
                summary.add(result)
                for sink in sinks:
                    sink.add(result)
                progress.to(summary.games)
        except OutputError as error:
            trouble, sinks = error, []
        except KolejError as error:
            trouble = error
    complete = summary.games == len(numbers)
    if summary.games:
        figures = summary.figures()
        click.echo(table(plan, numbers, figures), err=aside)
        details = {"jobs": jobs, "seconds": round(progress.seconds, 3), "complete": complete}
        for sink in sinks:
            sink.finish(figures, {**details, "version": __version__, "engine": _pure.mode()})
    if trouble:
        raise trouble
    processes = "1 process" if jobs == 1 else f"{jobs} processes"
    told = f"{progress.told()} with {processes}" if summary.games else "no game was finished"
    click.echo(told if complete else f"stopped: {told}", err=True)
    return 0 if complete else 128 + signals[0]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def noted_signals() -> Iterator[list[int]]:
    """Ctrl-C and a polite kill are only noted, so that nothing is cut off half done."""
    noted: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        noted.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
