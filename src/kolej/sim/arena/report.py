"""Report of an arena: the statistics as text, 80 columns wide, and as JSON."""

from dataclasses import asdict
from typing import Any

from kolej.sim.arena.contest import LABEL, Arena
from kolej.sim.arena.figures import ArenaFigures, PairFigures
from kolej.sim.arena.intervals import Interval
from kolej.sim.arena.log import settings
from kolej.sim.plan import edition_of
from kolej.sim.summary_text import percent

PAIR = 2 * LABEL + 4
EDITION = 11
WINS = "wins, %"
SURE = "95 % interval"


def report(arena: Arena, figures: ArenaFigures) -> str:
    """All statistics as text."""
    label = dict(zip(arena.bots, arena.labels, strict=True))
    most = "at most " if arena.until_clear else ""
    lines = [
        f"{', '.join(edition_of(name).id for name in arena.editions)}; {arena.seats} seats; seed {arena.seed}",
        f"{most}{arena.deals} deals for each pair and edition, each deal in {arena.orders} orders of seats",
        *(f"  {short} is {name}" for name, short in label.items() if short != name),
        "",
        f"{'pair':<{PAIR}}{'edition':<{EDITION}}{'games':>6}{WINS:>9}{SURE:>15}{'points':>11}",
    ]
    for overall in figures.overall:
        rows = [each for each in figures.pairs if each.bots == overall.bots]
        name = " – ".join(label[bot] for bot in overall.bots)
        for row in [*rows, overall] if len(rows) > 1 else rows:
            lines.append(f"{name:<{PAIR}}{_cells(row)}")
            name = ""
    lines += ["", f"{'bot':<{PAIR}}{'rating':>{EDITION}}{SURE:>15}{WINS:>9}{SURE:>15}"]
    for bot in figures.bots:
        low, high = bot.rating_interval
        rating = f"{bot.rating:>{EDITION}.0f}{f'{low:.0f} to {high:.0f}':>15}"
        lines.append(f"{label[bot.bot]:<{PAIR}}{rating}{percent(bot.win_rate):>9}{_percents(bot.interval):>15}")
    lines += ["", f"{label[figures.anchor]} is rated 0; 400 points are odds of ten to one."]
    if arena.until_clear:
        sure = sum(pair.clear for pair in figures.pairs)
        lines.append(f"{sure} of {len(figures.pairs)} matches show which bot is better.")
    return "\n".join(lines)


def _cells(row: PairFigures) -> str:
    edition = ("all" if row.edition is None else row.edition)[: EDITION - 1]
    points = " :".join(f"{points:4.0f}" for points in row.points)
    return f"{edition:<{EDITION}}{row.games:>6}{percent(row.win_rate):>9}{_percents(row.interval):>15}{points:>11}"


def _percents(interval: Interval) -> str:
    return "–".join(map(percent, interval))


def to_json(arena: Arena, figures: ArenaFigures, run: dict[str, Any]) -> dict[str, Any]:
    """All statistics as a JSON object; `run` holds what may differ when the same games are played again."""
    return {"settings": {**settings(arena), "orders": arena.orders}, **asdict(figures), "run": run}
