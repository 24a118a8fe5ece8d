"""`kolej sim`: simulate many games between bots and summarize them."""

import sys
from contextlib import ExitStack, closing

import click

from kolej import __version__, _pure
from kolej.cli.engine_mode import show_how_to_compile
from kolej.cli.parallel import MAX_JOBS, available_processors, collected_signals
from kolej.cli.progress import Progress
from kolej.cli.shell_completion import bot_lists, edition_names, file_names, house_rules
from kolej.engine.errors import KolejError
from kolej.sim.files import STANDARD_OUTPUT, CsvFile, JsonFile, Output, OutputError, ResultWriter
from kolej.sim.plan import PlanError, SimulationPlan, plan_simulation
from kolej.sim.pool import results
from kolej.sim.summary import Summary
from kolej.sim.summary_text import table


@click.command()
@click.argument("edition", shell_complete=edition_names)
@click.option("--seats", type=int, help="Number of seats; default: one per bot, or the minimum of the edition.")
@click.option("--games", type=int, default=100, show_default=True, help="Number of games.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    shell_complete=bot_lists,
    help="Bots, separated by commas; repeated to fill the seats.",
)
@click.option(
    "--house",
    multiple=True,
    metavar="NAME",
    shell_complete=house_rules,
    help="A house rule, such as no-flush; may be given several times.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--from", "start", type=int, default=0, show_default=True, help="Number of the first game to play.")
@click.option(
    "--rotate/--no-rotate", default=True, show_default=True, help="Move bots to the next seat after each game."
)
@click.option("--jobs", type=int, help="Number of processes; default: one per processor.")
@click.option(
    "--json",
    "json_to",
    metavar="FILE",
    shell_complete=file_names,
    help="Write settings and summary as JSON; - is standard output.",
)
@click.option("--with-games", is_flag=True, help="Include every game in the JSON.")
@click.option(
    "--csv",
    "csv_to",
    metavar="FILE",
    shell_complete=file_names,
    help="Write one row per game and seat as CSV; - is standard output.",
)
def sim(
    edition: str,
    seats: int | None,
    games: int,
    bots: str,
    house: tuple[str, ...],
    seed: int,
    start: int,
    rotate: bool,
    jobs: int | None,
    json_to: str | None,
    with_games: bool,
    csv_to: str | None,
) -> None:
    """Simulate many games of EDITION and summarize them.

    EDITION is a name, or the folder of a custom edition. A bot is a name, or a custom class as path.py:Name. Ctrl-C
    stops the run and summarizes the games that are finished.

    Example: kolej sim europe --seats 3 --games 200 --bots greedy,random
    """
    for option, value, least in (
        ("--games", games, 1),
        ("--from", start, 0),
        ("--jobs", 1 if jobs is None else jobs, 1),
    ):
        if value < least:
            raise PlanError(f"{option} must be at least {least}, not {value}")
    plan = plan_simulation(edition, seats, [name.strip() for name in bots.split(",")], seed, rotate, house=house)
    numbers = range(start, start + games)
    jobs = min(jobs or available_processors(), MAX_JOBS, games)
    if with_games and json_to is None:
        raise PlanError("--with-games adds games to the JSON; name its file with --json FILE")
    if json_to is not None and json_to == csv_to:
        raise PlanError(f"--json and --csv can't both go to {json_to}")
    with collected_signals() as signals, ExitStack() as stack:
        sinks: list[ResultWriter] = []
        for name in (csv_to, json_to):
            if name is not None:
                output = Output(name)
                stack.callback(output.discard)
                sinks.append(CsvFile(output) if name == csv_to else JsonFile(output, plan, numbers, with_games))
        code = run(plan, numbers, jobs, sinks, signals, to_stderr=STANDARD_OUTPUT in (csv_to, json_to))
    raise click.exceptions.Exit(code)


def run(
    plan: SimulationPlan, numbers: range, jobs: int, sinks: list[ResultWriter], signals: list[int], to_stderr: bool
) -> int:
    """Play the games and print the summary, optionally to standard error; returns the exit code."""
    summary = Summary(plan)
    failure: KolejError | None = None
    progress = Progress(len(numbers), "game")
    progress.live = progress.live and not (to_stderr and sys.stdout.isatty())
    with progress, closing(results(plan, numbers, jobs, lambda: bool(signals))) as played:
        try:
            for result in played:
                summary.add(result)
                for sink in sinks:
                    sink.add(result)
                progress.to(summary.games)
        except OutputError as error:
            failure, sinks = error, []
        except KolejError as error:
            failure = error
    complete = summary.games == len(numbers)
    if summary.games:
        figures = summary.figures()
        click.echo(table(plan, numbers, figures), err=to_stderr)
        details = {"jobs": jobs, "seconds": round(progress.seconds, 3), "complete": complete}
        for sink in sinks:
            sink.finish(figures, {**details, "version": __version__, "engine": _pure.mode()})
    if failure:
        raise failure
    processes = "1 process" if jobs == 1 else f"{jobs} processes"
    ran = f"{progress.summary()} with {processes} (engine: {_pure.mode()})" if summary.games else "no game was finished"
    click.echo(ran if complete else f"stopped: {ran}", err=True)
    if summary.games:
        show_how_to_compile()
    return 0 if complete else 128 + signals[0]
