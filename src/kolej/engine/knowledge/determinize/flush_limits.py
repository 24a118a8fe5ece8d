"""Flush limits: which hidden draws were coloured, given what a full display revealed.

Whether a display with too many wilds is flushed reveals a lower or upper limit on how many of the cards drawn by then
were coloured. The draws are sampled in order; each is coloured with the probability it has among all deals that agree
with every limit, earlier and later ones.
"""

from typing import Final

from kolej.engine.chance.rng import Rng
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import LOG_AT_LEAST, LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED

RESOLUTION: Final = 1 << 28
"""Into how many steps a probability is divided when it is compared with a random number."""


def limits(log: list[int], kinds: int, bounds: list[int], slots: list[int]) -> tuple[list[int], list[int]]:
    """For the first 0, 1, 2 ... of some draws: how many of them were coloured, at least and at most.

    `bounds` and `slots` are positions in the log, ascending; all other draws of the deck are filled in already.
    """
    lowest = [0] * (len(slots) + 1)
    highest = list(range(len(slots) + 1))
    for at in bounds:
        code, bound = log[at] // LOG_CODE, log[at] % LOG_CODE
        before = 0
        for place in range(deck_start(log, kinds, at), at):
            entry = log[place]
            if entry // LOG_CODE == LOG_DREW and entry // LOG_KIND % 16 != WILD and place not in slots:
                bound -= 1
        for slot in slots:
            before += slot < at
        if code == LOG_AT_LEAST:
            lowest[before] = max(lowest[before], bound)
        else:
            highest[before] = min(highest[before], bound)
    return lowest, highest


def deck_start(log: list[int], kinds: int, at: int) -> int:
    """The position in the log at which the deck begins that was drawn from at `at`."""
    mark = LOG_RESHUFFLED * LOG_CODE
    start = at
    while start > 0 and log[start - 1] != mark:
        start -= 1
    return start + kinds if start > 0 else 0


def agreement(coloured: int, wilds: int, lowest: list[int], highest: list[int]) -> list[list[float]]:
    """By number of draws made, and how many were coloured: the probability that the rest agrees with the limits."""
    draws = len(lowest) - 1
    chances = [[0.0] * (draws + 2) for _ in range(draws + 1)]
    for n in range(draws, -1, -1):
        for c in range(max(lowest[n], 0), min(highest[n], coloured) + 1):
            if n == draws:
                chances[n][c] = 1.0
            else:
                left = coloured + wilds - n
                spare = wilds - (n - c)
                chance = (coloured - c) / left * chances[n + 1][c + 1]
                if spare > 0:
                    chance += spare / left * chances[n + 1][c]
                chances[n][c] = chance
    return chances


def coloured_slots(coloured: int, wilds: int, lowest: list[int], highest: list[int], rng: Rng) -> list[bool] | None:
    """For each draw, at random, whether it was coloured; None if nothing agrees with the limits."""
    chances = agreement(coloured, wilds, lowest, highest)
    if chances[0][0] == 0.0:
        return None
    out: list[bool] = []
    c = 0
    for n in range(len(lowest) - 1):
        chance = (coloured - c) / (coloured + wilds - n) * chances[n + 1][c + 1] / chances[n][c]
        is_coloured = rng.below(RESOLUTION) < int(chance * RESOLUTION)
        out.append(is_coloured)
        c += is_coloured
    return out


def certain_slots(coloured: int, wilds: int, lowest: list[int], highest: list[int]) -> dict[int, bool]:
    """The draws for which the limits leave no choice, and whether they were coloured."""
    chances = agreement(coloured, wilds, lowest, highest)
    out: dict[int, bool] = {}
    counts = {0}
    for n in range(len(lowest) - 1):
        by_coloured = {c + 1 for c in counts if c < coloured and chances[n + 1][c + 1] > 0.0}
        by_wild = {c for c in counts if n - c < wilds and chances[n + 1][c] > 0.0}
        if not by_coloured or not by_wild:
            out[n] = bool(by_coloured)
        counts = by_coloured | by_wild
    return out
