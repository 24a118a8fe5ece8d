"""Where the spaces of routes lie: boxes along lines that are straight, or bent a little where they are in the way.

Routes between the same two cities run side by side as lanes of one strand, and a strand is bent as a whole. Every
strand tries a few bends and takes the one that is least in the way of cities and of other strands, until none gains
by another.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kolej.drawing.shapes import Extent, Point

THICK = 15.0
"""The breadth of a space."""
LANE = THICK + 4.0
"""From one track to the next beside it."""
GAP = 3.0
"""Between two spaces of a route."""
LONGEST, SHORTEST = 42.0, 15.0
"""The length of a space."""
APART = 2.0
"""Between spaces of routes that are no neighbours."""
CLEAR = 13.0
"""Kept free around the middle of a city."""

BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.2, -0.2, 0.26, -0.26)
"""How far the middle of a strand leaves the straight line, in parts of its length."""
SLIDES = (0.0, 8.0, -8.0, 16.0, -16.0)
"""How far the spaces are pushed towards one of the ends."""
ROUNDS = 12


@dataclass(frozen=True)
class Box:
    """A rectangle that may be turned: a space, or a thing to keep clear of."""

    x: float
    y: float
    angle: float
    """In radians, clockwise, as y grows downwards."""
    length: float
    thick: float = THICK

    @cached_property
    def axes(self) -> tuple[Point, Point]:
        """Along it and across it."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        return (c, s), (-s, c)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        return self.at((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

    def at(self, *points: Point) -> tuple[Point, ...]:
        """Points given in parts of its length and breadth, counted from its middle."""
        (ax, ay), (bx, by) = self.axes
        return tuple(
            (self.x + u * self.length * ax + v * self.thick * bx, self.y + u * self.length * ay + v * self.thick * by)
            for u, v in points
        )

    @cached_property
    def reach(self) -> float:
        return math.hypot(self.length, self.thick) / 2


def depth(one: Box, other: Box, apart: float = 0.0) -> float:
    """How far two boxes reach into each other, or lack of being so far apart; 0 when they do not."""
    dx, dy = other.x - one.x, other.y - one.y
    if dx * dx + dy * dy >= (one.reach + other.reach + apart) ** 2:
        return 0.0
    # Boxes apart can be told apart along a side of one of them: the shadows that they cast there do not meet.
    return max(0.0, apart + min(_shadow(one, other, dx, dy), _shadow(other, one, dx, dy)))


def _shadow(one: Box, other: Box, dx: float, dy: float) -> float:
    (ax, ay), (bx, by) = one.axes
    (ux, uy), (vx, vy) = other.axes
    along = one.length + abs(ax * ux + ay * uy) * other.length + abs(ax * vx + ay * vy) * other.thick
    across = one.thick + abs(bx * ux + by * uy) * other.length + abs(bx * vx + by * vy) * other.thick
    return min(along / 2 - abs(dx * ax + dy * ay), across / 2 - abs(dx * bx + dy * by))


@dataclass(frozen=True)
class Strand:
    """The routes between two cities: where they begin and end, and how many spaces each has."""

    ends: tuple[Point, Point]
    routes: tuple[int, ...]
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """One way for a strand to run."""

    bend: float
    slide: float
    line: tuple[Point, ...]
    lanes: tuple[tuple[Box, ...], ...]

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(box for lane in self.lanes for box in lane)

    @cached_property
    def stubs(self) -> tuple[Box, ...]:
        """The line from each city to the first space, as far as it is seen."""
        found = []
        for city, box in ((self.line[0], self.lanes[0][0]), (self.line[-1], self.lanes[0][-1])):
            away = math.dist(city, (box.x, box.y))
            bare = away - CLEAR - box.length / 2
            if bare > THICK:
                angle = math.atan2(box.y - city[1], box.x - city[0])
                share = (CLEAR + bare / 2) / away
                x, y = city[0] + share * (box.x - city[0]), city[1] + share * (box.y - city[1])
                found.append(Box(x, y, angle, bare, 2.0))
        return tuple(found)

    @cached_property
    def extent(self) -> Extent:
        corners = [corner for box in (*self.boxes, *self.stubs) for corner in box.corners]
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def course(strand: Strand, bend: float, slide: float) -> Course:
    """The strand with this bend, its spaces pushed on by `slide`."""
    (x0, y0), (x2, y2) = strand.ends
    nx, ny = y0 - y2, x2 - x0
    x1, y1 = (x0 + x2) / 2 + 2 * bend * nx, (y0 + y2) / 2 + 2 * bend * ny
    steps = 32
    line = tuple(
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2,
        )
        for t in (n / steps for n in range(steps + 1))
    )
    middle = (len(strand.routes) - 1) / 2
    lanes = tuple(_lane(line, (n - middle) * LANE, spaces, slide) for n, spaces in enumerate(strand.spaces))
    return Course(bend, slide, line, lanes)


def _lane(line: Sequence[Point], aside: float, spaces: int, slide: float) -> tuple[Box, ...]:
    """Boxes along a line, moved aside: as long as they may be, and in the middle between the cities."""
    walked = [0.0]
    for (x, y), (u, v) in pairwise(line):
        walked.append(walked[-1] + math.hypot(u - x, v - y))
    room = max(walked[-1] - 2 * CLEAR, spaces * (SHORTEST + GAP))
    pitch = min(room / spaces, LONGEST + GAP)
    slack = (room - pitch * spaces) / 2
    first = (walked[-1] - pitch * (spaces - 1)) / 2 + max(-slack, min(slack, slide))
    spots = [_spot(line, walked, first + n * pitch, aside) for n in range(spaces)]
    pitches = [math.hypot(u - x, v - y) for (x, y, _), (u, v, _) in pairwise(spots)]
    length = min([pitch, *pitches]) - GAP
    return tuple(Box(x, y, angle, length) for x, y, angle in spots)


def _spot(line: Sequence[Point], walked: Sequence[float], along: float, aside: float) -> tuple[float, float, float]:
    """A point so far along a line and so far aside of it, and the direction there."""
    n = next((n for n in range(1, len(line) - 1) if walked[n] >= along), len(line) - 1)
    (x, y), (u, v) = line[n - 1], line[n]
    share = (along - walked[n - 1]) / (walked[n] - walked[n - 1])
    angle = math.atan2(v - y, u - x)
    return x + share * (u - x) - aside * math.sin(angle), y + share * (v - y) + aside * math.cos(angle), angle


class Layout:
    """Finds a course for every strand."""

    def __init__(self, strands: Sequence[Strand], obstacles: Sequence[Box], frame: Extent) -> None:
        self.obstacles = obstacles
        self.frame = frame
        self.options = [_options(strand) for strand in strands]
        self.chosen = [0] * len(strands)
        grounds = [_around([option.extent for option in mine]) for mine in self.options]
        self.near = [
            [other for other, there in enumerate(grounds) if other != number and _meet(here, there)]
            for number, here in enumerate(grounds)
        ]
        self._own: dict[tuple[int, int], float] = {}
        self._between: dict[tuple[int, int, int, int], float] = {}

    def courses(self) -> list[Course]:
        """Let every strand look for a better course, over and over while one is found."""
        for _ in range(ROUNDS):
            before = list(self.chosen)
            for number, options in enumerate(self.options):
                now = self._cost(number, self.chosen[number])
                if now > 0:
                    costs = [self._cost(number, option) for option in range(len(options))]
                    self.chosen[number] = costs.index(min(costs))
            if self.chosen == before:
                break
        return [options[chosen] for options, chosen in zip(self.options, self.chosen, strict=True)]

    def _cost(self, number: int, option: int) -> float:
        others = sum(self._with(number, option, other, self.chosen[other]) for other in self.near[number])
        return self._alone(number, option) + others

    def _alone(self, number: int, option: int) -> float:
        """What a course costs by itself: being bent, leaving the sheet, running over a city."""
        key = number, option
        if key not in self._own:
            here = self.options[number][option]
            left, top, right, bottom = here.extent
            out = max(0, self.frame[0] - left, self.frame[1] - top, right - self.frame[2], bottom - self.frame[3])
            over = sum(depth(box, obstacle) for box in (*here.boxes, *here.stubs) for obstacle in self.obstacles)
            self._own[key] = 25 * abs(here.bend) + 0.02 * abs(here.slide) + 20 * out + 6 * over
        return self._own[key]

    def _with(self, number: int, option: int, other: int, other_option: int) -> float:
        """What two courses cost each other: spaces in the way of spaces, or a bare line in their way."""
        key = (number, option, other, other_option) if number < other else (other, other_option, number, option)
        known = self._between.get(key)
        if known is None:
            one, two = self.options[key[0]][key[1]], self.options[key[2]][key[3]]
            known = 0.0
            if _meet(one.extent, two.extent):
                known += 4 * _depths(one.boxes, two.boxes)
                known += _depths(one.stubs, two.boxes) + _depths(one.boxes, two.stubs)
            self._between[key] = known
        return known


def _options(strand: Strand) -> list[Course]:
    """Every bend, and every slide where there is room for one."""
    return [
        course(strand, bend, slide) for bend in BENDS for slide in (SLIDES if _has_slack(strand, bend) else SLIDES[:1])
    ]


def _has_slack(strand: Strand, bend: float) -> bool:
    """Whether the spaces of a strand can be pushed towards its ends at all."""
    # A flat arc is longer than its chord by about 8/3 of the square of its bend.
    room = math.dist(*strand.ends) * (1 + 8 / 3 * bend * bend) - 2 * CLEAR
    return room > min(strand.spaces) * (LONGEST + GAP)


def _depths(some: Sequence[Box], others: Sequence[Box]) -> float:
    return sum(depth(one, other, APART) for one in some for other in others)


def _around(extents: Sequence[Extent]) -> Extent:
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _meet(one: Extent, other: Extent) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
