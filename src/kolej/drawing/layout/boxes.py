"""Boxes: rotated rectangles (route spaces, labels) and their overlap."""

import math
from collections.abc import Iterable, Sequence

from kolej.drawing.shapes import Extent, Point

THICK = 16.0
"""The width of a space, across the route."""


class Box:
    """A rotated rectangle."""

    # Not a dataclass, for speed: a layout search creates some hundred thousand.
    __slots__ = ("angle", "c", "length", "reach", "s", "thick", "x", "y")

    def __init__(self, x: float, y: float, angle: float, length: float, thick: float = THICK) -> None:
        """The angle is in radians, clockwise, as y grows downwards."""
        self.x, self.y, self.angle, self.length, self.thick = x, y, angle, length, thick
        self.c, self.s = math.cos(angle), math.sin(angle)
        self.reach = math.hypot(length, thick) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        return self.at((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

    def at(self, *points: Point) -> tuple[Point, ...]:
        """Points in the coordinates of the box: relative to its center, in units of its length and width."""
        along, across = (self.length * self.c, self.length * self.s), (-self.thick * self.s, self.thick * self.c)
        return tuple((self.x + u * along[0] + v * across[0], self.y + u * along[1] + v * across[1]) for u, v in points)


def overlap(one: Box, other: Box, apart: float = 0.0) -> float:
    """How deep two boxes overlap, or how much is missing to a distance of `apart`; 0 if they are apart."""
    dx, dy = other.x - one.x, other.y - one.y
    near = one.reach + other.reach + apart
    if dx * dx + dy * dy >= near * near:
        return 0.0
    # Separating axis theorem: disjoint boxes have disjoint projections on a side of one of them.
    c = abs(one.c * other.c + one.s * other.s)
    s = abs(one.c * other.s - one.s * other.c)
    mine = min(
        (one.length + c * other.length + s * other.thick) / 2 - abs(dx * one.c + dy * one.s),
        (one.thick + s * other.length + c * other.thick) / 2 - abs(dy * one.c - dx * one.s),
    )
    if mine + apart <= 0:
        return 0.0
    theirs = min(
        (other.length + c * one.length + s * one.thick) / 2 - abs(dx * other.c + dy * other.s),
        (other.thick + s * one.length + c * one.thick) / 2 - abs(dy * other.c - dx * other.s),
    )
    return max(0.0, apart + min(mine, theirs))


def total_overlap(some: Sequence[Box], others: Sequence[Box], apart: float) -> float:
    """The sum of the overlaps of some boxes with others."""
    total = 0.0
    for one in some:
        x, y, reach = one.x, one.y, one.reach + apart
        for other in others:
            # Most are far apart, and are excluded without a call: this is the innermost loop of the search.
            dx, dy, near = other.x - x, other.y - y, reach + other.reach
            if dx * dx + dy * dy < near * near:
                total += overlap(one, other, apart)
    return total


def distance(box: Box, at: Point) -> float:
    """The distance of a point from a box; 0 inside it."""
    dx, dy = at[0] - box.x, at[1] - box.y
    along = max(0.0, abs(dx * box.c + dy * box.s) - box.length / 2)
    across = max(0.0, abs(dy * box.c - dx * box.s) - box.thick / 2)
    return math.hypot(along, across)


def extent_of(boxes: Iterable[Box]) -> Extent:
    """The bounding box of some boxes."""
    left = top = math.inf
    right = bottom = -math.inf
    for box in boxes:
        c, s = abs(box.c) / 2, abs(box.s) / 2
        wide, tall = c * box.length + s * box.thick, s * box.length + c * box.thick
        left, right = min(left, box.x - wide), max(right, box.x + wide)
        top, bottom = min(top, box.y - tall), max(bottom, box.y + tall)
    return left, top, right, bottom


def intersect(one: Extent, other: Extent) -> bool:
    """Whether two bounding boxes intersect."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(point: Point, extent: Extent, margin: float = 0.0) -> bool:
    """Whether a point is in a bounding box that is enlarged by `margin`."""
    return extent[0] - margin < point[0] < extent[2] + margin and extent[1] - margin < point[1] < extent[3] + margin
