"""Strength of a search by its time budget, and at a full table.

    python bench/search_scaling.py slope --edition new_york --games 60 --resume slope.jsonl
    python bench/search_scaling.py alone --edition europe --seats 5 --games 60 --resume alone.jsonl

`slope` plays `search` against the planner with two seats and several budgets, and fits a line through its win rate over
the logarithm of the time: one line for each deal, as the same deals are played with every budget. `alone` seats one
`search` among planners, once on every seat of each deal, and prints how much more often than by chance it wins.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log2, sqrt
from pathlib import Path

from kolej.bots.budget import read_budget
from kolej.cli.progress import Progress
from kolej.sim.arena.intervals import paired_interval, t_quantile
from kolej.sim.arena.matches import Match, orders
from kolej.sim.games import run_game
from kolej.sim.pool import in_order
from kolej.sim.summary_text import percent

BUDGETS = "50ms,100ms,200ms,400ms,800ms"


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot against others on an edition, for a number of deals."""

    edition: str
    seats: int
    bot: str
    other: str
    deals: int
    seed: int

    def key(self, deal: int) -> str:
        """The key of one of its deals in a file."""
        return f"{self.edition} {self.seats} {self.bot} {self.other} {self.seed} {deal}"


def score(cells: Sequence[Cell], number: int) -> float:
    """The part of a deal that the bot won, seated once on every seat."""
    cell, deal = cells[number // cells[0].deals], number % cells[0].deals
    match = Match(cell.edition, cell.seats, (cell.bot, cell.other), (cell.bot, cell.other), cell.seed)
    won = list[Fraction]()
    for order in orders(cell.seats)[: cell.seats]:
        winners = run_game(match.setup(deal, order)).standings().winners
        won.append(Fraction(sum(order[seat] == 0 for seat in winners), len(winners)))
    return float(sum(won) / len(won))


def scores(cells: Sequence[Cell], jobs: int, file: Path | None) -> Iterator[list[float]]:
    """What the bot of each cell won, deal by deal; deals in the file are not played again."""
    known: dict[str, float] = {}
    if file is not None and file.exists():
        known = dict(json.loads(line) for line in file.read_text().splitlines())
    numbers = range(len(cells) * cells[0].deals)
    with Progress(len(numbers), "deals") as progress:
        for at, number in enumerate(numbers):
            key = cells[number // cells[0].deals].key(number % cells[0].deals)
            if key not in known:
                # From here on all deals are missing: a file has the first deals, without gaps.
                for later, won in zip(numbers[at:], in_order(partial(score, cells), numbers[at:], jobs), strict=True):
                    key = cells[later // cells[0].deals].key(later % cells[0].deals)
                    known[key] = won
                    if file is not None:
                        with file.open("a") as out:
                            print(json.dumps([key, won]), file=out)
                    progress.to(later + 1)
                break
    for cell in cells:
        yield [known[cell.key(deal)] for deal in range(cell.deals)]


def slope(options: argparse.Namespace) -> None:
    """Fit a line through the win rate over the logarithm of the time."""
    budgets = options.budgets.split(",")
    deals = -(-options.games // 2)
    cells = [Cell(options.edition, 2, f"search@{each}", options.others, deals, options.seed) for each in budgets]
    rows = list(scores(cells, options.jobs, options.resume))
    for budget, row in zip(budgets, rows, strict=True):
        print(f"search@{budget:<8}{2 * deals:>5} games {win_rate(row)}")
    times = [log2(read_budget(each).seconds) for each in budgets]
    middle = sum(times) / len(times)
    spread = sum((time - middle) ** 2 for time in times)
    slopes = [
        sum((time - middle) * row[deal] for time, row in zip(times, rows, strict=True)) / spread
        for deal in range(deals)
    ]
    mean = sum(slopes) / deals
    error = sqrt(sum((each - mean) ** 2 for each in slopes) / (deals - 1) / deals)
    reach = t_quantile(deals - 1) * error
    print(f"each doubling of the time: {100 * mean:+.1f} points of 100, 95 % from {100 * (mean - reach):+.1f}", end=" ")
    print(f"to {100 * (mean + reach):+.1f}")


def alone(options: argparse.Namespace) -> None:
    """Play one bot among others."""
    deals = -(-options.games // options.seats)
    cell = Cell(options.edition, options.seats, options.bot, options.others, deals, options.seed)
    (row,) = scores([cell], options.jobs, options.resume)
    times = options.seats * sum(row) / deals
    print(f"{options.edition}, {options.seats} seats, {options.bot} among {options.others}:", end=" ")
    print(f"{deals * options.seats} games", end=" ")
    print(f"{win_rate(row)}; {times:.2f} times chance")


def win_rate(row: Sequence[float]) -> str:
    """The win rate and its interval over deals, as text."""
    low, high = paired_interval({deal: Fraction(won).limit_denominator(1000) for deal, won in enumerate(row)})
    return f"won {percent(sum(row) / len(row))} % ({percent(low)} to {percent(high)})"


def main(words: Sequence[str]) -> None:
    """Parse the command line and run one of the subcommands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (("slope", slope), ("alone", alone)):
        command = commands.add_parser(name, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--edition", default="new_york", help="the edition (new_york)")
        command.add_argument("--others", default="planner", metavar="BOT", help="the bot on all other seats (planner)")
        command.add_argument("--games", type=int, default=60, help="games, at least (60)")
        command.add_argument("--seed", type=int, default=1, help="the seed of the deals (1)")
        command.add_argument("--jobs", type=int, default=1, help="processes (1)")
        command.add_argument(
            "--resume", type=Path, metavar="FILE", help="log every deal to this file, and resume where it ends"
        )
        if run is slope:
            command.add_argument("--budgets", default=BUDGETS, help=f"({BUDGETS})")
        else:
            command.add_argument("--seats", type=int, default=4, help="how many seats (4)")
            command.add_argument("--bot", default="search@250ms", help="the bot that sits alone (search@250ms)")
    options = parser.parse_args(words)
    options.run(options)


if __name__ == "__main__":
    main(sys.argv[1:])
