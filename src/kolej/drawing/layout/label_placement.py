"""Label placement: a position for every city's name, near its city and without overlaps."""

import math
from collections.abc import Sequence

from kolej.drawing.layout.boxes import Box, distance, inside, overlap
from kolej.drawing.layout.label_candidates import Label
from kolej.drawing.layout.tracks import DOT, Curve
from kolej.drawing.shapes import Extent, Point

AROUND, BETWEEN_LABELS = 2.0, 11.0
"""Free space around a label, and between two labels."""
ON_DOT, ON_LINE, ON_BOX = 6.0, 0.8, 0.7
"""The cost of a unit of overlap with a city, a bare line, and a space; the last times the present weight of labels."""

_Obstacle = tuple[float, float, Box]
"""Something to keep away from: the cost per unit that is too close, the distance to keep, and where it is."""


class LabelPlacement:
    """The labels of a board at their present positions, and the candidates for each."""

    def __init__(self, dots: Sequence[Point], candidates: Sequence[Sequence[Label]]) -> None:
        self.dots = dots
        self.obstacles: Sequence[Sequence[Box]] = [()] * len(dots)
        """For each label, the panels that it has to stay out of."""
        self.candidates = candidates
        self.labels = [choices[0] for choices in candidates]
        self.reaches = [
            max(math.dist(dot, (candidate.box.x, candidate.box.y)) + candidate.box.reach for candidate in choices)
            for dot, choices in zip(dots, candidates, strict=True)
        ]

    def reach_extent(self, number: int) -> Extent:
        """The bounding box of all candidates of a label."""
        (x, y), far = self.dots[number], self.reaches[number]
        return x - far, y - far, x + far, y + far

    def place(self, curves: Sequence[Curve], weight: float) -> None:
        """Move every label to its best position; twice, because labels depend on each other."""
        boxes, stubs = _drawn(curves)
        for _ in range(2):
            for number in range(len(self.labels)):
                self.labels[number] = self._best(number, boxes, stubs, weight)

    def cost(self, number: int, curves: Sequence[Curve], weight: float) -> float:
        """The cost of a label at its position."""
        return _cost(self.labels[number], *self._around(number, *_drawn(curves), weight), math.inf)

    def _best(self, number: int, boxes: Sequence[Box], stubs: Sequence[Box], weight: float) -> Label:
        obstacles, dots = self._around(number, boxes, stubs, weight)
        best = self.labels[number]
        least = _cost(best, obstacles, dots, math.inf)
        for candidate in self.candidates[number]:
            # Candidates are sorted by their own cost: no later one can be better.
            if candidate.cost >= least:
                break
            cost = _cost(candidate, obstacles, dots, least)
            if cost < least:
                best, least = candidate, cost
        return best

    def _around(
        self, number: int, boxes: Sequence[Box], stubs: Sequence[Box], weight: float
    ) -> tuple[list[_Obstacle], list[Point]]:
        """What a label has to keep away from, and the cities nearby."""
        at, reach = self.dots[number], self.reaches[number]
        obstacles = [(ON_BOX * weight, AROUND, box) for box in boxes if _near(at, box, reach)]
        others = (label.box for n, label in enumerate(self.labels) if n != number)
        obstacles += [
            (ON_BOX * weight, BETWEEN_LABELS, box) for box in others if _near(at, box, reach + BETWEEN_LABELS)
        ]
        obstacles += [(ON_BOX * weight, AROUND, panel) for panel in self.obstacles[number]]
        obstacles += [(ON_LINE, 0.0, box) for box in stubs if _near(at, box, reach)]
        return obstacles, [dot for dot in self.dots if math.dist(at, dot) < reach + DOT]


def _drawn(curves: Sequence[Curve]) -> tuple[list[Box], list[Box]]:
    return [box for each in curves for box in each.boxes], [box for each in curves for box in each.stubs]


def _cost(candidate: Label, obstacles: Sequence[_Obstacle], dots: Sequence[Point], limit: float) -> float:
    """The cost of a label; the sum stops as soon as it reaches `limit`."""
    cost = candidate.cost
    for dot in dots:
        if inside(dot, candidate.extent, DOT + AROUND):
            cost += ON_DOT * max(0.0, DOT + AROUND - distance(candidate.box, dot))
    for unit_cost, apart, box in obstacles:
        if cost >= limit:
            break
        cost += unit_cost * overlap(candidate.box, box, apart)
    return cost


def _near(at: Point, box: Box, reach: float) -> bool:
    far = reach + box.reach + AROUND
    return abs(at[0] - box.x) < far and abs(at[1] - box.y) < far
