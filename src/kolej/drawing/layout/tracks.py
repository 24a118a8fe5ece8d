"""Curves of routes between two cities, and the spaces along them.

Routes between the same two cities run side by side as the lanes of one strand, and a strand is bent as a whole.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kolej.drawing.layout.boxes import THICK, Box, extent_of
from kolej.drawing.shapes import Point

LANE = THICK + 3.0
"""Distance of two neighbouring lanes."""
GAP = 3.0
"""Distance of two spaces of a route."""
LONGEST, SHORTEST = 42.0, 15.0
"""Limits of the length of a space."""
DOT = 9.0
"""Radius of a city."""
CLEAR = 13.0
"""Radius around a city that is kept free of spaces."""
STEPS = 20
"""Straight segments of a curve."""


@dataclass(frozen=True)
class Strand:
    """The routes between two cities: their end points, and how many spaces each route has."""

    ends: tuple[Point, Point]
    routes: tuple[int, ...]
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bend:
    """How a curve deviates from the straight line."""

    out: float = 0.0
    """How far its middle is moved aside, as a fraction of its length."""
    lean: float = 0.0
    """How far the bend is moved towards one of the ends, in the same unit."""
    start: float = 0.0
    stop: float = 0.0
    """Additional free space at the ends."""


class Curve:
    """A strand with a bend: its line, and the boxes of its spaces lane by lane."""

    __slots__ = ("bend", "boxes", "extent", "lanes", "line", "stubs")

    def __init__(self, bend: Bend, line: tuple[Point, ...], lanes: tuple[tuple[Box, ...], ...]) -> None:
        self.bend, self.line, self.lanes = bend, line, lanes
        self.boxes = tuple(box for lane in lanes for box in lane)
        self.stubs = _stubs(line, lanes[0])
        self.extent = extent_of((*self.boxes, *self.stubs))


def _stubs(line: Sequence[Point], lane: Sequence[Box]) -> tuple[Box, ...]:
    """The visible parts of the line between each city and the nearest space."""
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


def curve(strand: Strand, bend: Bend) -> Curve:
    """The curve of a strand with a bend: a quadratic Bézier curve."""
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
    return Curve(bend, tuple(line), lanes)


def _lanes(
    line: Sequence[Point], asides: Sequence[float], spaces: Sequence[int], bend: Bend
) -> tuple[tuple[Box, ...], ...]:
    """The boxes of parallel lanes along a line, as long as possible; lanes with equally many spaces get equal boxes."""
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
    """The centers and directions of the spaces of a lane, and their greatest possible length."""
    ends = 2 * CLEAR + bend.start + bend.stop
    room = max(walked[-1] - ends, count * (SHORTEST + GAP))
    pitch = min(room / count, LONGEST + GAP)
    # If there is more room than needed, the spaces are centered.
    first = (walked[-1] + bend.start - bend.stop - pitch * (count - 1)) / 2
    spots = [_spot(line, walked, first + n * pitch, aside) for n in range(count)]
    length = pitch - GAP
    for (x, y, angle), (u, v, turned) in pairwise(spots):
        # On the inner side of a curve, corners of neighbours are closer than their centers.
        length = min(length, math.hypot(u - x, v - y) - GAP - THICK * abs(math.tan((turned - angle) / 2)))
    return spots, max(length, 1.0)


def _spot(line: Sequence[Point], walked: Sequence[float], along: float, aside: float) -> tuple[float, float, float]:
    """The point at a distance along a line and a distance aside of it, and the direction there."""
    n = min(max(bisect_left(walked, along), 1), len(line) - 1)
    share = (along - walked[n - 1]) / ((walked[n] - walked[n - 1]) or 1.0)
    (x, y), (u, v) = line[n - 1], line[n]
    # The direction is interpolated between segments, so that it does not jump at their ends.
    before, after = line[max(n - 2, 0)], line[min(n + 1, len(line) - 1)]
    dx = (1 - share) * (u - before[0]) + share * (after[0] - x)
    dy = (1 - share) * (v - before[1]) + share * (after[1] - y)
    angle = math.atan2(dy, dx)
    return x + share * (u - x) - aside * math.sin(angle), y + share * (v - y) + aside * math.cos(angle), angle
