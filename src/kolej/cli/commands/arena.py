"""`kolej arena`: bots against each other, and who is the stronger."""

import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from kolej import __version__, _pure
from kolej.cli.commands.sim import MOST_JOBS, noted_signals, processors
from kolej.cli.progress import Progress
from kolej.cli.shell_completion import bot_names, edition_names
from kolej.engine.errors import KolejError
from kolej.sim.arena.contest import ALL, Arena, Contest, contested
from kolej.sim.arena.figures import figures
from kolej.sim.arena.log import Log
from kolej.sim.arena.report import plain, report
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
    help="A name or a folder; may be given several times.",
)
@click.option("--seats", type=int, default=2, show_default=True, help="How many seats.")
@click.option("--bots", required=True, shell_complete=bot_names, help="Two or more bots, comma between.")
@click.option("--games", type=int, default=100, show_default=True, help="Games for each pair on each edition.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--until-clear", is_flag=True, help="End a match as soon as it is clear who is better.")
@click.option("--jobs", type=int, help="Processes that play at once; one for each processor unless said.")
@click.option("--json", "json_to", metavar="FILE", help="Write settings and figures; - is standard output.")
@click.option("--records", metavar="DIR", help="Write every game as a game file into this folder.")
@click.option("--resume", metavar="FILE", help="Note every deal in this file, and go on where it ends.")
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
    """Let bots meet each other in pairs, and say who is stronger.

    Each deal of cards is played once in every order of seats, so that its luck cancels out. A bot is a name, a class of
    your own as path.py:Name, or a program as program:COMMAND. Ctrl-C ends the games and sums up those that are done.

    Example: kolej arena --bots planner,greedy,random --games 50
    """
    for option, value in (("--games", games), ("--jobs", 1 if jobs is None else jobs)):
        if value < 1:
            raise PlanError(f"{option} must be at least 1, not {value}")
    played = contested(places, seats, [name.strip() for name in bots.split(",")], games, seed, until_clear)
    if json_to is not None and json_to == resume:
        raise PlanError(f"--json and --resume can't both go to {json_to}")
    jobs = min(jobs or processors(), MOST_JOBS)
    folder = None if records is None else _folder(records)
    with noted_signals() as signals, ExitStack() as stack:
        output = None if json_to is None else Output(json_to)
        if output is not None:
            stack.callback(output.drop)
        log = None if resume is None else stack.enter_context(closing(Log(resume, played)))
        code = run(played, jobs, folder, log, output, signals)
    raise click.exceptions.Exit(code)


def run(
    arena: Arena, jobs: int, records: Path | None, log: Log | None, output: Output | None, signals: list[int]
) -> int:
    """Play, sum up and say so; returns the exit code."""
    aside = output is not None and output.name == STANDARD_OUTPUT
    contest = Contest(arena)
    fresh = 0
    trouble: KolejError | None = None
    progress = Progress(contest.games_at_most, "games")
    progress.live = progress.live and not (aside and sys.stdout.isatty())
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
            trouble = error
    if contest.games:
        found = figures(arena, contest.played)
        click.echo(report(arena, found), err=aside)
        if output is not None:
            details = {"jobs": jobs, "seconds": round(progress.seconds, 3), "complete": contest.complete}
            whole = plain(arena, found, {**details, "version": __version__, "engine": _pure.mode()})
            output.write(json.dumps(whole, indent=1) + "\n")
            output.keep()
    if trouble is not None:
        raise trouble
    told = f"{progress.told()} with {jobs} {'process' if jobs == 1 else 'processes'}"
    if log is not None and contest.games > fresh:
        told += f"; {contest.games - fresh} more from {log.name}"
    told = told if contest.games else "no deal was finished"
    click.echo(told if contest.complete else f"stopped: {told}", err=True)
    return 0 if contest.complete else 128 + signals[0]


def _folder(name: str) -> Path:
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"can't write games to {name}: {error.strerror}; name a folder") from error
    return path
