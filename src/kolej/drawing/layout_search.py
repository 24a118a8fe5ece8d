"""The search for a layout: courses for all strands and places for all names, with nothing on top of anything else.

Every strand bends a little more or less, and every name tries other places, while that makes things better; again and
again, with names that matter more and more. There is no chance in it: a board is always laid out the same way.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from kolej.drawing.boxes import Box, depths, from_point, inside, meet
from kolej.drawing.label_candidates import Name
from kolej.drawing.label_placement import AROUND, Lettering
from kolej.drawing.shapes import Extent, Point
from kolej.drawing.tracks import DOT, LANE, LONGEST, Bend, Course, Strand, course

APART = 2.5
"""Between spaces of routes that are no neighbours, and between a space and a city."""
LONG_ENOUGH = 0.9 * LONGEST
"""A space of this length is as good as a longer one."""
MOST_OUT, MOST_LEAN, MOST_FREE = 0.34, 0.25, 40.0
"""The limits of a bend."""
FIRST = (0.0, 0.07, -0.07, 0.15, -0.15, 0.25, -0.25)
"""Bends to begin with."""
INSISTING = 0.7
PACES = (1.0, 1.0, 0.6, INSISTING, 0.6, 1.0, INSISTING, 0.5, 0.25)
"""How large the changes are, round by round. In two of the rounds names are heard first."""
BEARABLE, WISHES = 2.0, 8
"""What a name puts up with, and how many places it may ask for."""
GAIN = 0.01
"""A change has to make things better by so much."""


class Layout:
    """Finds a course for every strand and a place for every name."""

    def __init__(self, strands: Sequence[Strand], dots: Sequence[Point], lettering: Lettering, frame: Extent) -> None:
        self.strands = strands
        self.dots = dots
        self.lettering = lettering
        self.frame = frame
        self.courses = [course(strand, Bend()) for strand in strands]
        self.walls: Sequence[Sequence[Box]] = [()] * len(strands)
        """For each strand, the parts of the sheet that it has to stay out of."""
        self.force = 0
        """How much names matter: nothing before there are any, then more and more."""
        self.known: dict[tuple[int, Bend], Course] = {}
        grounds = [_ground(strand) for strand in strands]
        self.near = [
            [other for other, there in enumerate(grounds) if other != number and meet(here, there)]
            for number, here in enumerate(grounds)
        ]
        names = [lettering.ground(number) for number in range(len(dots))]
        self.names_near = [[n for n, there in enumerate(names) if meet(here, there)] for here in grounds]
        self.dots_near = [[dot for dot in dots if inside(dot, ground)] for ground in grounds]

    def settle(self) -> None:
        """Look for better courses and places until the rounds are over."""
        for _ in range(2):
            for number in range(len(self.strands)):
                self._try(number, [Bend(out) for out in FIRST])
        self._rounds(PACES)

    def settle_again(self) -> None:
        """Make way for walls that have come up."""
        self._rounds(PACES[-2:])

    def _rounds(self, paces: Sequence[float]) -> None:
        for pace in paces:
            self.force = max(2, self.force + 1)
            self.lettering.write(self.courses, self.force)
            if pace == INSISTING:
                for number in range(len(self.lettering.names)):
                    self._insist(number)
            for number in range(len(self.strands)):
                self._better(number, pace)
        self.lettering.write(self.courses, self.force)

    def _better(self, number: int, pace: float) -> None:
        """Change the bend of a strand a little, for as long as that helps."""
        tries = 4
        while tries and self._try(number, _changed(self.courses[number].bend, pace)):
            tries -= 1

    def _try(self, number: int, bends: Sequence[Bend]) -> bool:
        """Take the best of some bends if it is better than the present one."""
        least = self._cost(number, self.courses[number]) - GAIN
        if least <= 0:
            return False
        best = None
        for bend in bends:
            here = self._course(number, bend)
            cost = self._cost(number, here, least)
            if cost < least:
                best, least = here, cost
        if best is None:
            return False
        self.courses[number] = best
        return True

    def _course(self, number: int, bend: Bend) -> Course:
        key = number, bend
        if key not in self.known:
            self.known[key] = course(self.strands[number], bend)
        return self.known[key]

    def _insist(self, number: int) -> None:
        """Put a name that was crowded out where it would rather be, if the routes there can make way."""
        names = self.lettering.names
        bearable = self.lettering.cost(number, self.courses, self.force) - BEARABLE
        wanted: dict[int, Name] = {}
        for way in self.lettering.ways[number]:
            if way.price < bearable:
                wanted.setdefault(way.side, way)
        for way in list(wanted.values())[:WISHES]:
            around = [n for n, each in enumerate(self.courses) if meet(each.extent, way.extent)]
            before, courses, cost = names[number], list(self.courses), self._cost_around(number, around)
            names[number] = way
            for pace in (1.0, 0.5):
                for strand in around:
                    self._better(strand, pace)
            if self._cost_around(number, around) > cost - GAIN:
                names[number], self.courses = before, courses

    def _cost_around(self, name: int, strands: Sequence[int]) -> float:
        courses = sum(self._cost(strand, self.courses[strand]) for strand in strands)
        return courses + self.lettering.cost(name, self.courses, self.force)

    def _cost(self, number: int, here: Course, enough: float = math.inf) -> float:
        """What a course costs where everything else is as it is; a sum that is `enough` is not carried on."""
        cost = self._alone(number, here)
        for n in self.names_near[number] if self.force else ():
            name = self.lettering.names[n]
            if meet(here.extent, name.extent):
                cost += self.force * depths((name.box,), here.boxes, AROUND)
                cost += 0.3 * depths((name.box,), here.stubs, 0.0)
        for other in self.near[number]:
            if cost >= enough:
                break
            there = self.courses[other]
            if meet(here.extent, there.extent):
                cost += 4 * depths(here.boxes, there.boxes, APART)
                cost += depths(here.stubs, there.boxes, APART) + depths(here.boxes, there.stubs, APART)
        return cost

    def _alone(self, number: int, here: Course) -> float:
        """What a course costs by itself: being bent, having short spaces, leaving the sheet, running over a city."""
        bend = here.bend
        short = max(0.0, 1 - min(lane[0].length for lane in here.lanes) / LONG_ENOUGH)
        left, top, right, bottom = here.extent
        out = max(0, self.frame[0] - left, self.frame[1] - top, right - self.frame[2], bottom - self.frame[3])
        cost = 120 * bend.out**2 + 12 * abs(bend.out) + 12 * bend.lean**2 + 2 * abs(bend.lean)
        cost += 100 * short**2 + 0.03 * (bend.start + bend.stop) + 20 * out
        cost += 2 * depths(self.walls[number], here.boxes, APART)
        for dot in self.dots_near[number]:
            if inside(dot, here.extent, DOT + APART):
                cost += 6 * sum(max(0.0, DOT + APART - from_point(box, dot)) for box in here.boxes)
                if dot not in self.strands[number].ends:
                    cost += 3 * sum(max(0.0, DOT + APART - from_point(box, dot)) for box in here.stubs)
        return cost


def _changed(bend: Bend, pace: float) -> list[Bend]:
    """Bends that differ a little."""
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
    """Where the spaces of a strand may come to lie."""
    (x, y), (u, v) = strand.ends
    aside = MOST_OUT * math.dist(*strand.ends) + LANE * len(strand.routes)
    return min(x, u) - aside, min(y, v) - aside, max(x, u) + aside, max(y, v) + aside
