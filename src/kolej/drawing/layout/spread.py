"""Spreading of cities: they are moved apart where the spaces between them would be too short.

Printed maps do the same: relative positions matter more than exact ones.
"""

import math
from collections.abc import Sequence

from kolej.drawing.layout.tracks import CLEAR, GAP, LONGEST
from kolej.drawing.shapes import Extent, Point

FARTHEST = 26.0
"""The greatest distance that a city is moved."""
ROUNDS = 120
PUSH, HOME = 0.12, 0.05
"""The fraction of a missing distance that one round adds, and how strongly a city is pulled back to its position."""
INNER = 14.0
"""Distance of a city from the edge of the picture."""


def spread_cities(places: Sequence[Point], joined: Sequence[tuple[int, int, int]], frame: Extent) -> list[Point]:
    """The positions after moving. Each of `joined` is two indexes of positions and the spaces between them."""
    now = list(places)
    for _ in range(ROUNDS):
        for a, b, spaces in joined:
            (x, y), (u, v) = now[a], now[b]
            apart = math.hypot(u - x, v - y)
            missing = 2 * CLEAR + spaces * (LONGEST + GAP) - apart
            if missing > 0 and apart > 0:
                push = PUSH * missing / apart
                dx, dy = push * (u - x), push * (v - y)
                now[a], now[b] = (x - dx, y - dy), (u + dx, v + dy)
        now = [_pulled_back(home, at, frame) for home, at in zip(places, now, strict=True)]
    return now


def _pulled_back(home: Point, at: Point, frame: Extent) -> Point:
    dx, dy = (1 - HOME) * (at[0] - home[0]), (1 - HOME) * (at[1] - home[1])
    share = min(1.0, FARTHEST / (math.hypot(dx, dy) or 1.0))
    return (
        max(frame[0] + INNER, min(home[0] + share * dx, frame[2] - INNER)),
        max(frame[1] + INNER, min(home[1] + share * dy, frame[3] - INNER)),
    )
