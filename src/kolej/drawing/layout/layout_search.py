"""Layout search: a local search for curves of all strands and positions of all labels, without overlaps.

In every round each strand tries slightly different bends and each label tries other positions, as long as that lowers
the cost; the weight of labels grows from round to round. There is no randomness: a board always gets the same layout.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from kolej.drawing.layout.boxes import Box, distance, inside, intersect, total_overlap
from kolej.drawing.layout.label_candidates import Label
from kolej.drawing.layout.label_placement import AROUND, LabelPlacement
from kolej.drawing.layout.tracks import DOT, LANE, LONGEST, Bend, Curve, Strand, curve
from kolej.drawing.shapes import Extent, Point

APART = 2.5
"""Distance of spaces of different strands, and of a space and a city."""
LONG_ENOUGH = 0.9 * LONGEST
"""The length from which a space is long limit."""
MOST_OUT, MOST_LEAN, MOST_FREE = 0.34, 0.25, 40.0
"""Limits of a bend."""
FIRST = (0.0, 0.07, -0.07, 0.15, -0.15, 0.25, -0.25)
"""Bends to start with."""
LABELS_FIRST = 0.7
PACES = (1.0, 1.0, 0.6, LABELS_FIRST, 0.6, 1.0, LABELS_FIRST, 0.5, 0.25)
"""The size of the changes, round by round. In two of the rounds labels go first."""
TOLERATED, MAX_POSITIONS = 2.0, 8
"""The cost that a label tolerates, and how many positions it may insist on."""
GAIN = 0.01
"""The smallest improvement that counts."""


class LayoutSearch:
    """Finds a curve for every strand and a position for every label."""

    def __init__(self, strands: Sequence[Strand], dots: Sequence[Point], labels: LabelPlacement, frame: Extent) -> None:
        self.strands = strands
        self.dots = dots
        self.labels = labels
        self.frame = frame
        self.curves = [curve(strand, Bend()) for strand in strands]
        self.obstacles: Sequence[Sequence[Box]] = [()] * len(strands)
        """For each strand, the panels that it has to stay out of."""
        self.weight = 0
        """The weight of labels: 0 before they are placed, then growing."""
        self.cache: dict[tuple[int, Bend], Curve] = {}
        grounds = [_ground(strand) for strand in strands]
        self.near = [
            [other for other, there in enumerate(grounds) if other != number and intersect(here, there)]
            for number, here in enumerate(grounds)
        ]
        names = [labels.reach_extent(number) for number in range(len(dots))]
        self.labels_near = [[n for n, there in enumerate(names) if intersect(here, there)] for here in grounds]
        self.dots_near = [[dot for dot in dots if inside(dot, ground)] for ground in grounds]

    def run(self) -> None:
        """Search for all rounds."""
        for _ in range(2):
            for number in range(len(self.strands)):
                self._try(number, [Bend(out) for out in FIRST])
        self._rounds(PACES)

    def refine(self) -> None:
        """Search again after panels have become obstacles."""
        self._rounds(PACES[-2:])

    def _rounds(self, paces: Sequence[float]) -> None:
        for pace in paces:
            self.weight = max(2, self.weight + 1)
            self.labels.place(self.curves, self.weight)
            if pace == LABELS_FIRST:
                for number in range(len(self.labels.labels)):
                    self._insist(number)
            for number in range(len(self.strands)):
                self._better(number, pace)
        self.labels.place(self.curves, self.weight)

    def _better(self, number: int, pace: float) -> None:
        """Change the bend of a strand in small steps, as long as that lowers the cost."""
        tries = 4
        while tries and self._try(number, _changed(self.curves[number].bend, pace)):
            tries -= 1

    def _try(self, number: int, bends: Sequence[Bend]) -> bool:
        """Take the best of some bends if it is better than the present one; returns whether it was."""
        least = self._cost(number, self.curves[number]) - GAIN
        if least <= 0:
            return False
        best = None
        for bend in bends:
            here = self._curve(number, bend)
            cost = self._cost(number, here, least)
            if cost < least:
                best, least = here, cost
        if best is None:
            return False
        self.curves[number] = best
        return True

    def _curve(self, number: int, bend: Bend) -> Curve:
        key = number, bend
        if key not in self.cache:
            self.cache[key] = curve(self.strands[number], bend)
        return self.cache[key]

    def _insist(self, number: int) -> None:
        """Move a label with a high cost to a better position, if the strands there can make room."""
        names = self.labels.labels
        worth_it = self.labels.cost(number, self.curves, self.weight) - TOLERATED
        wanted: dict[int, Label] = {}
        for candidate in self.labels.candidates[number]:
            if candidate.cost < worth_it:
                wanted.setdefault(candidate.side, candidate)
        for candidate in list(wanted.values())[:MAX_POSITIONS]:
            around = [n for n, each in enumerate(self.curves) if intersect(each.extent, candidate.extent)]
            before, curves, cost = names[number], list(self.curves), self._cost_around(number, around)
            names[number] = candidate
            for pace in (1.0, 0.5):
                for strand in around:
                    self._better(strand, pace)
            if self._cost_around(number, around) > cost - GAIN:
                names[number], self.curves = before, curves

    def _cost_around(self, name: int, strands: Sequence[int]) -> float:
        curves = sum(self._cost(strand, self.curves[strand]) for strand in strands)
        return curves + self.labels.cost(name, self.curves, self.weight)

    def _cost(self, number: int, here: Curve, limit: float = math.inf) -> float:
        """The cost of a curve, given everything else; the sum stops as soon as it reaches `limit`."""
        cost = self._alone(number, here)
        for n in self.labels_near[number] if self.weight else ():
            name = self.labels.labels[n]
            if intersect(here.extent, name.extent):
                cost += self.weight * total_overlap((name.box,), here.boxes, AROUND)
                cost += 0.3 * total_overlap((name.box,), here.stubs, 0.0)
        for other in self.near[number]:
            if cost >= limit:
                break
            there = self.curves[other]
            if intersect(here.extent, there.extent):
                cost += 4 * total_overlap(here.boxes, there.boxes, APART)
                cost += total_overlap(here.stubs, there.boxes, APART) + total_overlap(here.boxes, there.stubs, APART)
        return cost

    def _alone(self, number: int, here: Curve) -> float:
        """The cost of a curve by itself: bends, short spaces, leaving the picture, crossing a city."""
        bend = here.bend
        short = max(0.0, 1 - min(lane[0].length for lane in here.lanes) / LONG_ENOUGH)
        left, top, right, bottom = here.extent
        out = max(0, self.frame[0] - left, self.frame[1] - top, right - self.frame[2], bottom - self.frame[3])
        cost = 120 * bend.out**2 + 12 * abs(bend.out) + 12 * bend.lean**2 + 2 * abs(bend.lean)
        cost += 100 * short**2 + 0.03 * (bend.start + bend.stop) + 20 * out
        cost += 2 * total_overlap(self.obstacles[number], here.boxes, APART)
        for dot in self.dots_near[number]:
            if inside(dot, here.extent, DOT + APART):
                cost += 6 * sum(max(0.0, DOT + APART - distance(box, dot)) for box in here.boxes)
                if dot not in self.strands[number].ends:
                    cost += 3 * sum(max(0.0, DOT + APART - distance(box, dot)) for box in here.stubs)
        return cost


def _changed(bend: Bend, pace: float) -> list[Bend]:
    """Bends that differ slightly."""
    found = [replace(bend, start=0.0, stop=0.0)]
    for step in (pace, -pace):
        found += [
            replace(bend, out=max(-MOST_OUT, min(MOST_OUT, bend.out + 0.08 * step))),
            replace(bend, lean=max(-MOST_LEAN, min(MOST_LEAN, bend.lean + 0.12 * step))),
            replace(bend, start=max(0.0, min(MOST_FREE, bend.start + 8 * step))),
            replace(bend, stop=max(0.0, min(MOST_FREE, bend.stop + 8 * step))),
        ]
    return [each for each in found if each != bend]


def _ground(strand: Strand) -> Extent:
    """The bounding box of all possible curves of a strand."""
    (x, y), (u, v) = strand.ends
    aside = MOST_OUT * math.dist(*strand.ends) + LANE * len(strand.routes)
    return min(x, u) - aside, min(y, v) - aside, max(x, u) + aside, max(y, v) + aside
