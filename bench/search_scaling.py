"""What more time, and a full table, do for a search.

    python bench/search_scaling.py slope --edition new_york --games 60 --resume slope.jsonl
    python bench/search_scaling.py alone --edition europe --seats 5 --games 60 --resume alone.jsonl

`slope` lets `search` meet the planner with two seats under several budgets, and fits a line through what it won over
the logarithm of the time: one line for each deal, for the same deals are played under every budget. `alone` lets one
`search` sit among planners, once on every seat of each deal, and tells how much oftener than by chance it wins.
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
from kolej.sim.arena.intervals import paired, t_quantile
from kolej.sim.arena.matches import Match, orders
from kolej.sim.games import played
from kolej.sim.pool import in_order
from kolej.sim.summary_text import percent

BUDGETS = "50ms,100ms,200ms,400ms,800ms"


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot against others on a board, so many deals."""

    edition: str
    seats: int
    bot: str
    other: str
    deals: int
    seed: int

    def key(self, deal: int) -> str:
        """What a deal of it is called in a file."""
        return f"{self.edition} {self.seats} {self.bot} {self.other} {self.seed} {deal}"


def score(cells: Sequence[Cell], number: int) -> float:
    """The part of a deal that the bot won, sitting once on every seat."""
    cell, deal = cells[number // cells[0].deals], number % cells[0].deals
    match = Match(cell.edition, cell.seats, (cell.bot, cell.other), (cell.bot, cell.other), cell.seed)
    won = list[Fraction]()
    for order in orders(cell.seats)[: cell.seats]:
        winners = played(match.seated(deal, order)).standings().winners
        won.append(Fraction(sum(order[seat] == 0 for seat in winners), len(winners)))
    return float(sum(won) / len(won))


def scores(cells: Sequence[Cell], jobs: int, file: Path | None) -> Iterator[list[float]]:
    """What the bot of each cell won, deal by deal; what the file has is not played again."""
    known: dict[str, float] = {}
    if file is not None and file.exists():
        known = dict(json.loads(line) for line in file.read_text().splitlines())
    numbers = range(len(cells) * cells[0].deals)
    with Progress(len(numbers), "deals") as progress:
        for at, number in enumerate(numbers):
            key = cells[number // cells[0].deals].key(number % cells[0].deals)
            if key not in known:
                # What is missing is played from here on, in order: a file has the first deals and no gaps.
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


def slope(asked: argparse.Namespace) -> None:
    """A line through what was won over the logarithm of the time."""
    budgets = asked.budgets.split(",")
    deals = -(-asked.games // 2)
    cells = [Cell(asked.edition, 2, f"search@{each}", asked.others, deals, asked.seed) for each in budgets]
    rows = list(scores(cells, asked.jobs, asked.resume))
    for budget, row in zip(budgets, rows, strict=True):
        print(f"search@{budget:<8}{2 * deals:>5} games {told(row)}")
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


def alone(asked: argparse.Namespace) -> None:
    """One bot among others."""
    deals = -(-asked.games // asked.seats)
    cell = Cell(asked.edition, asked.seats, asked.bot, asked.others, deals, asked.seed)
    (row,) = scores([cell], asked.jobs, asked.resume)
    times = asked.seats * sum(row) / deals
    print(
        f"{asked.edition}, {asked.seats} seats, {asked.bot} among {asked.others}: {deals * asked.seats} games", end=" "
    )
    print(f"{told(row)}; {times:.2f} times chance")


def told(row: Sequence[float]) -> str:
    """The part that was won, and its interval over deals."""
    low, high = paired({deal: Fraction(won).limit_denominator(1000) for deal, won in enumerate(row)})
    return f"won {percent(sum(row) / len(row))} % ({percent(low)} to {percent(high)})"


def main(words: Sequence[str]) -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    for name, work in (("slope", slope), ("alone", alone)):
        kind = kinds.add_parser(name, help=work.__doc__)
        kind.set_defaults(work=work)
        kind.add_argument("--edition", default="new_york", help="the board (new_york)")
        kind.add_argument("--others", default="planner", metavar="BOT", help="who sits on all other seats (planner)")
        kind.add_argument("--games", type=int, default=60, help="games, at least (60)")
        kind.add_argument("--seed", type=int, default=1, help="the deals (1)")
        kind.add_argument("--jobs", type=int, default=1, help="processes (1)")
        kind.add_argument("--resume", type=Path, metavar="FILE", help="note every deal here, and go on where it ends")
        if work is slope:
            kind.add_argument("--budgets", default=BUDGETS, help=f"({BUDGETS})")
        else:
            kind.add_argument("--seats", type=int, default=4, help="how many seats (4)")
            kind.add_argument("--bot", default="search@250ms", help="who sits alone (search@250ms)")
    asked = parser.parse_args(words)
    asked.work(asked)


if __name__ == "__main__":
    main(sys.argv[1:])
