"""Summary of a simulation as a text table, 80 columns wide."""

from collections.abc import Sequence

from kolej.sim.games import ALL_PASSED, LAST_ROUND
from kolej.sim.names import short_names
from kolej.sim.plan import SimulationPlan, edition_of
from kolej.sim.summary import BotFigures, Figures, Spread, Wins

LABEL = 20
CELL = 12
ACROSS = 5
"""Columns that fit beside a label."""


def table(plan: SimulationPlan, numbers: range, figures: Figures) -> str:
    """All statistics as text."""
    labels = short_names([bot.bot for bot in figures.bots], CELL - 1)
    board = edition_of(plan.edition).board
    played = (
        f"games {numbers.start} to {numbers.start + figures.games - 1}"
        if figures.games > 1
        else f"game {numbers.start}"
    )
    lines = [f"{board.name}, {plan.seats} seats, {played} of seed {plan.seed}"]
    if plan.house:
        lines.append(f"  house rules: {', '.join(plan.house)}")
    lines += [f"  {label} is {bot.bot}" for label, bot in zip(labels, figures.bots, strict=True) if label != bot.bot]
    lines += ["", *grid("bot", labels, _bot_rows(figures.bots))]
    lines += ["", *grid("place in turn order", [str(n + 1) for n in range(plan.seats)], _win_rows(figures.turn_order))]
    lines += ["", *grid("length of a game", ["least", "median", "mean", "most"], _length_rows(figures))]
    lines += ["", _endings(figures)]
    return "\n".join(lines)


def grid(title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Rows of cells under column heads; columns that don't fit follow below."""
    out: list[str] = []
    for start in range(0, len(heads), ACROSS):
        part = slice(start, start + ACROSS)
        out += [
            f"{label:<{LABEL}}" + "".join(f"{cell:>{CELL}}" for cell in cells[part])
            for label, cells in [(title, heads), *rows]
        ]
    return out


def _bot_rows(bots: Sequence[BotFigures]) -> list[tuple[str, list[str]]]:
    names = list(dict.fromkeys(line for bot in bots for line in bot.lines))
    return [
        ("seats", [str(bot.seats) for bot in bots]),
        *_win_rows([bot.wins for bot in bots]),
        ("points", [f"{bot.points:.1f}" for bot in bots]),
        ("  standard deviation", ["–" if bot.points_sd is None else f"{bot.points_sd:.1f}" for bot in bots]),
        *((f"  {name}"[: LABEL - 1], [f"{bot.lines[name]:.1f}" for bot in bots]) for name in names),
        ("tickets kept", [f"{bot.tickets_kept:.2f}" for bot in bots]),
        ("  completed", [f"{bot.tickets_completed:.2f}" for bot in bots]),
    ]


def _win_rows(wins: Sequence[Wins]) -> list[tuple[str, list[str]]]:
    return [
        ("wins, %", [percent(each.share) for each in wins]),
        ("  95 % interval", [f"{percent(each.low)}–{percent(each.high)}" for each in wins]),
        ("  if all were equal", [percent(each.fair) for each in wins]),
    ]


def percent(share: float) -> str:
    """A share in percent, without the sign."""
    return f"{100 * share:.1f}"


def _length_rows(figures: Figures) -> list[tuple[str, list[str]]]:
    def cells(spread: Spread) -> list[str]:
        return [str(spread.least), f"{spread.median:g}", f"{spread.mean:.1f}", str(spread.most)]

    return [("  decisions", cells(figures.decisions)), ("  turns", cells(figures.turns))]


def _endings(figures: Figures) -> str:
    shared = f"; {figures.shared_victories} victories were shared" if figures.shared_victories else ""
    return (
        f"{figures.endings[LAST_ROUND]} ended with a last round, "
        f"{figures.endings[ALL_PASSED]} because everyone passed{shared}."
    )
