"""Moves cities a little apart where the spaces between them would be too short.

Printed maps do the same: what is drawn large is drawn in its right order, not at its exact place.
"""

import math
from collections.abc import Sequence

from kolej.drawing.shapes import Extent, Point
from kolej.drawing.tracks import CLEAR, GAP, LONGEST

FARTHEST = 26.0
"""No city is moved farther than this."""
ROUNDS = 120
PUSH, HOME = 0.12, 0.05
"""How much of what is lacking is mended in a round, and how strongly a city is drawn back to its place."""
INNER = 14.0
"""Between a city and the edge of the sheet."""


def spread(places: Sequence[Point], joined: Sequence[tuple[int, int, int]], frame: Extent) -> list[Point]:
    """The places, moved. Each of `joined` names two of them and the spaces between them."""
    now = list(places)
    for _ in range(ROUNDS):
        for a, b, spaces in joined:
            (x, y), (u, v) = now[a], now[b]
            apart = math.hypot(u - x, v - y)
            lacking = 2 * CLEAR + spaces * (LONGEST + GAP) - apart
            if lacking > 0 and apart > 0:
                push = PUSH * lacking / apart
                dx, dy = push * (u - x), push * (v - y)
                now[a], now[b] = (x - dx, y - dy), (u + dx, v + dy)
        now = [_drawn_back(home, at, frame) for home, at in zip(places, now, strict=True)]
    return now


def _drawn_back(home: Point, at: Point, frame: Extent) -> Point:
    dx, dy = (1 - HOME) * (at[0] - home[0]), (1 - HOME) * (at[1] - home[1])
    share = min(1.0, FARTHEST / (math.hypot(dx, dy) or 1.0))
    return (
        max(frame[0] + INNER, min(home[0] + share * dx, frame[2] - INNER)),
        max(frame[1] + INNER, min(home[1] + share * dy, frame[3] - INNER)),
    )
