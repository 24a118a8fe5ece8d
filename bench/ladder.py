"""The ladder: win rates of one bot against each bot of the ladder on every edition, as a table in Markdown.

    python bench/ladder.py >bench/results/ladder.md

Deals depend on the seed alone, so that the same commit gives the same table anywhere, unless a bot has a time budget.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from kolej.cli.parallel import available_processors
from kolej.cli.progress import Progress
from kolej.engine.errors import KolejError
from kolej.sim.arena.contest import ALL, Arena, Contest, make_arena
from kolej.sim.arena.figures import ArenaFigures, PairFigures, figures
from kolej.sim.arena.log import ArenaLog
from kolej.sim.summary_text import percent

LADDER = ("random", "greedy", "path", "hungry", "one-step", "long-route")
GAMES = 1000
SEED = 1


def options(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="One bot against each bot of the ladder, as a table in Markdown.")
    parser.add_argument("--bot", default="planner", help="the bot that plays against all others (planner)")
    parser.add_argument("--add", action="append", default=[], metavar="BOT", help="one more opponent")
    parser.add_argument(
        "--search", metavar="BUDGET", help="let search@BUDGET be the bot, and planner one of the opponents"
    )
    parser.add_argument("--edition", action="append", metavar="E", help="an edition (all)")
    parser.add_argument("--seats", type=int, default=2, help="how many seats (2)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games for each cell of the table ({GAMES})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"the seed of the deals ({SEED})")
    parser.add_argument(
        "--jobs", type=int, default=available_processors(), help="processes; default: one per processor"
    )
    parser.add_argument("--resume", metavar="FILE", help="log every deal to this file, and resume where it ends")
    return parser.parse_args(words)


def arena_of(chosen: argparse.Namespace) -> Arena:
    """One bot against all others; the others do not meet."""
    bot = f"search@{chosen.search}" if chosen.search else chosen.bot
    others = [*LADDER, *(["planner"] if chosen.search else []), *chosen.add]
    names = [bot, *(name for name in others if name != bot)]
    pairs = [(0, number) for number in range(1, len(names))]
    return make_arena(chosen.edition or [ALL], chosen.seats, names, chosen.games, chosen.seed, pairs=pairs)


def play(arena: Arena, jobs: int, log: ArenaLog | None) -> ArenaFigures:
    """Play everything, with a progress line on the terminal."""
    contest = Contest(arena)
    fresh = 0
    results = contest.run(jobs, {} if log is None else log.known)
    with Progress(contest.games_at_most, "games") as progress, closing(results):
        for unit, deal in results:
            if log is not None:
                log.add(unit, deal)
            fresh += arena.orders
            progress.before = contest.games - fresh
            progress.to(contest.games)
    return figures(arena, contest.played)


def table_lines(arena: Arena, found: ArenaFigures, command: str, commit: str) -> Iterator[str]:
    """The table, and everything that is needed to reproduce it."""
    hero = arena.bots[0]
    editions = [pair.edition for pair in found.pairs if pair.bots == found.pairs[0].bots]
    yield f"# The ladder: {hero}"
    yield ""
    yield f"`{command}`, commit {commit}, seed {arena.seed}."
    yield ""
    yield f"How often `{hero}` wins with {arena.seats} seats, in %, and the 95 % interval over deals. In each cell:"
    yield f"{arena.deals} deals, each played in {arena.orders} orders of seats. A shared victory counts in parts."
    yield ""
    yield f"| against | {' | '.join([*map(str, editions), 'all'])} |"
    yield f"|---{'|---:' * (len(editions) + 1)}|"
    for overall in found.overall:
        cells = [pair for pair in found.pairs if pair.bots == overall.bots]
        yield f"| {overall.bots[1]} | {' | '.join(map(cell, [*cells, overall]))} |"
    yield ""
    yield f"| bot | rating, {found.anchor} being 0 | 95 % interval |"
    yield "|---|---:|---:|"
    for bot in found.bots:
        low, high = bot.rating_interval
        yield f"| {bot.bot} | {bot.rating:.0f} | {low:.0f} to {high:.0f} |"


def cell(pair: PairFigures) -> str:
    """A win rate and its interval, as text."""
    return f"{percent(pair.win_rate)} ({'–'.join(map(percent, pair.interval))})"


def command_for(chosen: argparse.Namespace) -> str:
    """The command that gives the same table, without options that don't affect it."""
    defaults = options([])
    words = ["python", "bench/ladder.py"]
    for name, value in vars(chosen).items():
        if name not in ("jobs", "resume") and value != getattr(defaults, name):
            for each in value if isinstance(value, list) else [value]:
                words += [f"--{name}", str(each)]
    return shlex.join(words)


def commit_here() -> str:
    """The commit that is checked out, and whether files differ from it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--exclude=*", "--dirty= with changes"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def main(words: Sequence[str]) -> None:
    """Play, and print the table."""
    chosen = options(words)
    arena = arena_of(chosen)
    log = ArenaLog(chosen.resume, arena) if chosen.resume else None
    commit = commit_here()
    found = play(arena, chosen.jobs, log)
    print("\n".join(table_lines(arena, found, command_for(chosen), commit)))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KolejError as error:
        sys.exit(f"ladder: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
