"""`kolej arena`: matches between bots, and which one is stronger."""

import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from kolej import __version__, _pure
from kolej.cli.parallel import MAX_JOBS, available_processors, collected_signals
from kolej.cli.progress import Progress
from kolej.cli.shell_completion import bot_lists, edition_names, file_names, folder_names
from kolej.engine.errors import KolejError
from kolej.sim.arena.contest import ALL, Arena, Contest, make_arena
from kolej.sim.arena.figures import figures
from kolej.sim.arena.log import ArenaLog
from kolej.sim.arena.report import report, to_json
from kolej.sim.files import STANDARD_OUTPUT, Output, OutputError
from kolej.sim.plan import PlanError


@click.command()
@click.option(
    "--edition",
    "places",
    multiple=True,
    default=[ALL],
    show_default=True,
    shell_complete=edition_names,
    help="Name or folder of an edition; can be given several times.",
)
@click.option("--seats", type=int, default=2, show_default=True, help="Number of seats.")
@click.option("--bots", required=True, shell_complete=bot_lists, help="Two or more bots, separated by commas.")
@click.option("--games", type=int, default=100, show_default=True, help="Games per pair of bots and edition.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--until-clear", is_flag=True, help="Stop a match as soon as the better bot is clear.")
@click.option("--jobs", type=int, help="Number of processes; default: one per processor.")
@click.option(
    "--json",
    "json_to",
    metavar="FILE",
    shell_complete=file_names,
    help="Write settings and results as JSON; - is standard output.",
)
@click.option(
    "--records", metavar="DIR", shell_complete=folder_names, help="Write every game as a game file into this folder."
)
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=file_names,
    help="Log every deal in this file, and continue a run that it has logged.",
)
def arena(
    places: tuple[str, ...],
    seats: int,
    bots: str,
    games: int,
    seed: int,
    until_clear: bool,
    jobs: int | None,
    json_to: str | None,
    records: str | None,
    resume: str | None,
) -> None:
    """Compare the strength of bots in matches.

    Every pair of bots plays. Each deal of cards is played once in every order of seats, so that the luck of the
    deal cancels out. A bot is a name, a custom class as path.py:Name, or a program as program:COMMAND. Ctrl-C stops
    the run and reports the games that are finished.

    Example: kolej arena --bots planner,greedy,random --games 50
    """
    for option, value in (("--games", games), ("--jobs", 1 if jobs is None else jobs)):
        if value < 1:
            raise PlanError(f"{option} must be at least 1, not {value}")
    played = make_arena(places, seats, [name.strip() for name in bots.split(",")], games, seed, until_clear)
    if json_to is not None and json_to == resume:
        raise PlanError(f"--json and --resume can't both go to {json_to}")
    jobs = min(jobs or available_processors(), MAX_JOBS)
    folder = None if records is None else _folder(records)
    with collected_signals() as signals, ExitStack() as stack:
        output = None if json_to is None else Output(json_to)
        if output is not None:
            stack.callback(output.discard)
        log = None if resume is None else stack.enter_context(closing(ArenaLog(resume, played)))
        code = run(played, jobs, folder, log, output, signals)
    raise click.exceptions.Exit(code)


def run(
    arena: Arena, jobs: int, records: Path | None, log: ArenaLog | None, output: Output | None, signals: list[int]
) -> int:
    """Play the matches and report the results; returns the exit code."""
    to_stderr = output is not None and output.name == STANDARD_OUTPUT
    contest = Contest(arena)
    fresh = 0
    failure: KolejError | None = None
    progress = Progress(contest.games_at_most, "game")
    progress.live = progress.live and not (to_stderr and sys.stdout.isatty())
    results = contest.run(jobs, {} if log is None else log.known, records, lambda: bool(signals))
    with progress, closing(results):
        try:
            for unit, deal in results:
                if log is not None:
                    log.add(unit, deal)
                fresh += arena.orders
                progress.before = contest.games - fresh
                progress.total = contest.games_at_most
                progress.to(contest.games)
        except KolejError as error:
            failure = error
    if contest.games:
        found = figures(arena, contest.played)
        click.echo(report(arena, found), err=to_stderr)
        if output is not None:
            details = {"jobs": jobs, "seconds": round(progress.seconds, 3), "complete": contest.complete}
            whole = to_json(arena, found, {**details, "version": __version__, "engine": _pure.mode()})
            output.write(json.dumps(whole, indent=1) + "\n")
            output.commit()
    if failure is not None:
        raise failure
    summary = f"{progress.summary()} with {jobs} {'process' if jobs == 1 else 'processes'}"
    if log is not None and contest.games > fresh:
        summary += f"; {contest.games - fresh} more from {log.name}"
    summary = summary if contest.games else "no deal was finished"
    click.echo(summary if contest.complete else f"stopped: {summary}", err=True)
    return 0 if contest.complete else 128 + signals[0]


def _folder(name: str) -> Path:
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"can't write games to {name}: {error.strerror}; name another folder") from error
    return path
