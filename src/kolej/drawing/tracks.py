"""Where the spaces of routes lie: boxes along lines that are straight, or bent gently where that serves.

Routes between the same two cities run side by side as lanes of one strand, and a strand is bent as a whole.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kolej.drawing.boxes import THICK, Box, extent_of
from kolej.drawing.shapes import Point

LANE = THICK + 3.0
"""From one track to the next beside it."""
GAP = 3.0
"""Between two spaces of a route."""
LONGEST, SHORTEST = 42.0, 15.0
"""The length of a space."""
DOT = 9.0
"""How far the mark of a city reaches from its middle."""
CLEAR = 13.0
"""Kept free around the middle of a city."""
STEPS = 20
"""Straight pieces in a bent line."""


@dataclass(frozen=True)
class Strand:
    """The routes between two cities: where they begin and end, and how many spaces each has."""

    ends: tuple[Point, Point]
    routes: tuple[int, ...]
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bend:
    """How a strand leaves the straight line."""

    out: float = 0.0
    """How far its middle does, in parts of its length."""
    lean: float = 0.0
    """How far the bend is pushed towards one of the ends, in the same measure."""
    start: float = 0.0
    stop: float = 0.0
    """Room left free at the ends, beside that of the city."""


class Course:
    """One way for a strand to run."""

    __slots__ = ("bend", "boxes", "extent", "lanes", "line", "stubs")

    def __init__(self, bend: Bend, line: tuple[Point, ...], lanes: tuple[tuple[Box, ...], ...]) -> None:
        self.bend, self.line, self.lanes = bend, line, lanes
        self.boxes = tuple(box for lane in lanes for box in lane)
        self.stubs = _stubs(line, lanes[0])
        self.extent = extent_of((*self.boxes, *self.stubs))


def _stubs(line: Sequence[Point], lane: Sequence[Box]) -> tuple[Box, ...]:
    """The line from each city to the first space, as far as it is seen."""
    found = []
    for city, box in ((line[0], lane[0]), (line[-1], lane[-1])):
        away = math.dist(city, (box.x, box.y))
        bare = away - CLEAR - box.length / 2
        if bare > THICK:
            angle = math.atan2(box.y - city[1], box.x - city[0])
            share = (CLEAR + bare / 2) / away
            x, y = city[0] + share * (box.x - city[0]), city[1] + share * (box.y - city[1])
            found.append(Box(x, y, angle, bare, 2.0))
    return tuple(found)


def course(strand: Strand, bend: Bend) -> Course:
    """The strand with this bend."""
    (x0, y0), (x2, y2) = strand.ends
    ux, uy = x2 - x0, y2 - y0
    x1 = (x0 + x2) / 2 + bend.lean * ux - 2 * bend.out * uy
    y1 = (y0 + y2) / 2 + bend.lean * uy + 2 * bend.out * ux
    line = [(x0, y0)]
    for n in range(1, STEPS):
        t = n / STEPS
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        line.append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))
    line.append((x2, y2))
    middle = (len(strand.routes) - 1) / 2
    lanes = _lanes(line, [(n - middle) * LANE for n in range(len(strand.routes))], strand.spaces, bend)
    return Course(bend, tuple(line), lanes)


def _lanes(
    line: Sequence[Point], asides: Sequence[float], spaces: Sequence[int], bend: Bend
) -> tuple[tuple[Box, ...], ...]:
    """Boxes along a line, moved aside: as long as they may be, and those beside each other equally long."""
    walked = [0.0]
    for (x, y), (u, v) in pairwise(line):
        walked.append(walked[-1] + math.hypot(u - x, v - y))
    spots = [_spots(line, walked, aside, count, bend) for aside, count in zip(asides, spaces, strict=True)]
    lengths = {count: min(length for _, length in spots) for count, spots in _by_count(spaces, spots).items()}
    return tuple(
        tuple(Box(x, y, angle, lengths[count]) for x, y, angle in lane)
        for count, (lane, _) in zip(spaces, spots, strict=True)
    )


_Spots = tuple[list[tuple[float, float, float]], float]


def _by_count(spaces: Sequence[int], lanes: Sequence[_Spots]) -> dict[int, list[_Spots]]:
    found: dict[int, list[_Spots]] = {}
    for count, lane in zip(spaces, lanes, strict=True):
        found.setdefault(count, []).append(lane)
    return found


def _spots(line: Sequence[Point], walked: Sequence[float], aside: float, count: int, bend: Bend) -> _Spots:
    """The middles and directions of the spaces of a lane, and how long they may be."""
    ends = 2 * CLEAR + bend.start + bend.stop
    room = max(walked[-1] - ends, count * (SHORTEST + GAP))
    pitch = min(room / count, LONGEST + GAP)
    # Where there is room to spare, the spaces stand in the middle of what is left.
    first = (walked[-1] + bend.start - bend.stop - pitch * (count - 1)) / 2
    spots = [_spot(line, walked, first + n * pitch, aside) for n in range(count)]
    length = pitch - GAP
    for (x, y, angle), (u, v, turned) in pairwise(spots):
        # On the inner side of a curve the corners of neighbours come closer than their middles.
        length = min(length, math.hypot(u - x, v - y) - GAP - THICK * abs(math.tan((turned - angle) / 2)))
    return spots, max(length, 1.0)


def _spot(line: Sequence[Point], walked: Sequence[float], along: float, aside: float) -> tuple[float, float, float]:
    """A point so far along a line and so far aside of it, and the direction there."""
    n = min(max(bisect_left(walked, along), 1), len(line) - 1)
    share = (along - walked[n - 1]) / ((walked[n] - walked[n - 1]) or 1.0)
    (x, y), (u, v) = line[n - 1], line[n]
    # The direction turns from one piece of the line to the next, not in jumps at its points.
    before, after = line[max(n - 2, 0)], line[min(n + 1, len(line) - 1)]
    dx = (1 - share) * (u - before[0]) + share * (after[0] - x)
    dy = (1 - share) * (v - before[1]) + share * (after[1] - y)
    angle = math.atan2(dy, dx)
    return x + share * (u - x) - aside * math.sin(angle), y + share * (v - y) + aside * math.cos(angle), angle
