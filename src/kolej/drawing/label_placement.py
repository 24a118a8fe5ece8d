"""Finds a place for every name: close to its city, off the spaces, off other cities and off other names."""

import math
from collections.abc import Sequence

from kolej.drawing.boxes import Box, depth, from_point, inside
from kolej.drawing.label_candidates import Name
from kolej.drawing.shapes import Extent, Point
from kolej.drawing.tracks import DOT, Course

AROUND, FROM_NAME = 2.0, 11.0
"""Left free around a name, and between it and the next name."""
ON_DOT, ON_LINE, ON_BOX = 6.0, 0.8, 0.7
"""The price of a unit of a name on a city, on a bare line, and, times how much it matters by now, on a space."""

_Thing = tuple[float, float, Box]
"""Something in the way: the price of each unit too close, how close that is, and where it is."""


class Lettering:
    """The names of a board where they stand, and where else they might."""

    def __init__(self, dots: Sequence[Point], ways: Sequence[Sequence[Name]]) -> None:
        self.dots = dots
        self.walls: Sequence[Sequence[Box]] = [()] * len(dots)
        """For each name, the parts of the sheet that it has to stay out of."""
        self.ways = ways
        self.names = [options[0] for options in ways]
        self.reaches = [
            max(math.dist(dot, (way.box.x, way.box.y)) + way.box.reach for way in options)
            for dot, options in zip(dots, ways, strict=True)
        ]

    def ground(self, number: int) -> Extent:
        """Where a name may come to stand."""
        (x, y), far = self.dots[number], self.reaches[number]
        return x - far, y - far, x + far, y + far

    def write(self, courses: Sequence[Course], force: float) -> None:
        """Give every name its best place; twice, as names are in each other's way."""
        boxes, stubs = _drawn(courses)
        for _ in range(2):
            for number in range(len(self.names)):
                self.names[number] = self._best(number, boxes, stubs, force)

    def cost(self, number: int, courses: Sequence[Course], force: float) -> float:
        """What a name costs where it is."""
        return _cost(self.names[number], *self._around(number, *_drawn(courses), force), math.inf)

    def _best(self, number: int, boxes: Sequence[Box], stubs: Sequence[Box], force: float) -> Name:
        things, dots = self._around(number, boxes, stubs, force)
        best = self.names[number]
        least = _cost(best, things, dots, math.inf)
        for way in self.ways[number]:
            # The ways are in order of price: no later one can be better.
            if way.price >= least:
                break
            cost = _cost(way, things, dots, least)
            if cost < least:
                best, least = way, cost
        return best

    def _around(
        self, number: int, boxes: Sequence[Box], stubs: Sequence[Box], force: float
    ) -> tuple[list[_Thing], list[Point]]:
        """What a name has to keep clear of, and the cities nearby."""
        at, reach = self.dots[number], self.reaches[number]
        things = [(ON_BOX * force, AROUND, box) for box in boxes if _near(at, box, reach)]
        others = (name.box for n, name in enumerate(self.names) if n != number)
        things += [(ON_BOX * force, FROM_NAME, box) for box in others if _near(at, box, reach + FROM_NAME)]
        things += [(ON_BOX * force, AROUND, wall) for wall in self.walls[number]]
        things += [(ON_LINE, 0.0, box) for box in stubs if _near(at, box, reach)]
        return things, [dot for dot in self.dots if math.dist(at, dot) < reach + DOT]


def _drawn(courses: Sequence[Course]) -> tuple[list[Box], list[Box]]:
    return [box for each in courses for box in each.boxes], [box for each in courses for box in each.stubs]


def _cost(way: Name, things: Sequence[_Thing], dots: Sequence[Point], enough: float) -> float:
    """What a name costs in a place; a sum that is `enough` is not carried on."""
    cost = way.price
    for dot in dots:
        if inside(dot, way.extent, DOT + AROUND):
            cost += ON_DOT * max(0.0, DOT + AROUND - from_point(way.box, dot))
    for weight, apart, box in things:
        if cost >= enough:
            break
        cost += weight * depth(way.box, box, apart)
    return cost


def _near(at: Point, box: Box, reach: float) -> bool:
    far = reach + box.reach + AROUND
    return abs(at[0] - box.x) < far and abs(at[1] - box.y) < far
