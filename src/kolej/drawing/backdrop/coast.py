"""Coasts: land around everything on a board, for boards without a map of their own.

The land reaches a certain distance from every city and route, a little more or less from place to place. Distances are
computed on a grid; coasts are their contours, found by marching squares and smoothed.
"""

import math
from collections.abc import Iterable, Sequence

from kolej.drawing.shapes import Point

Ring = list[Point]

FAR = 1e9
DIAGONAL = math.sqrt(2)


class DistanceField:
    """The distance of every point of a grid from the nearest of some points."""

    def __init__(self, width: float, height: float, step: float, points: Iterable[Point]) -> None:
        self.step = step
        # A margin of one cell all around, so that contours that leave the board are closed.
        self.columns = math.ceil(width / step) + 3
        self.rows = math.ceil(height / step) + 3
        self.values = [FAR] * (self.columns * self.rows)
        for x, y in points:
            column, row = round(x / step) + 1, round(y / step) + 1
            if 0 <= column < self.columns and 0 <= row < self.rows:
                self.values[row * self.columns + column] = 0.0
        self._spread(range(self.rows), range(self.columns), -1)
        self._spread(range(self.rows - 1, -1, -1), range(self.columns - 1, -1, -1), 1)

    def _spread(self, rows: range, columns: range, back: int) -> None:
        """One pass of the chamfer distance transform, from the neighbours that were visited before."""
        values, step = self.values, self.step
        for row in rows:
            above = row + back
            for column in columns:
                at = row * self.columns + column
                best = values[at]
                beside = column + back
                if 0 <= beside < self.columns:
                    best = min(best, values[row * self.columns + beside] + step)
                if 0 <= above < self.rows:
                    best = min(best, values[above * self.columns + column] + step)
                    for across in (column - 1, column + 1):
                        if 0 <= across < self.columns:
                            best = min(best, values[above * self.columns + across] + step * DIAGONAL)
                values[at] = best

    def height(self, column: int, row: int, level: float) -> float:
        """How far a point of the grid is inside a contour; the margin is always outside."""
        if column in (0, self.columns - 1) or row in (0, self.rows - 1):
            return -self.step
        return level - self.values[row * self.columns + column] + ripple(column * self.step, row * self.step)

    def contours(self, level: float) -> list[Ring]:
        """The closed lines at a distance, in the coordinates of the board."""
        heights = [[self.height(column, row, level) for column in range(self.columns)] for row in range(self.rows)]
        follows: dict[Point, Point] = {}
        for row in range(self.rows - 1):
            for column in range(self.columns - 1):
                for start, end in self._segments(heights, column, row):
                    follows[start] = end
        rings: list[Ring] = []
        while follows:
            start, at = follows.popitem()
            ring = [start]
            while at != start and at in follows:
                ring.append(at)
                at = follows.pop(at)
            rings.append(smooth(smooth(ring)))
        return rings

    def _segments(self, heights: Sequence[Sequence[float]], column: int, row: int) -> Iterable[tuple[Point, Point]]:
        """The parts of a contour in one cell, with the land on their right."""
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        inside = [heights[y][x] > 0 for x, y in corners]
        if all(inside) or not any(inside):
            return
        leaving: list[Point] = []
        entering: list[Point] = []
        for n in range(4):
            (ax, ay), (bx, by) = corners[n], corners[(n + 1) % 4]
            if inside[n] != inside[(n + 1) % 4]:
                a, b = heights[ay][ax], heights[by][bx]
                part = a / (a - b)
                # Both cells of an edge must find the same point: it is computed in the same direction, and rounded.
                x, y = (ax + part * (bx - ax) - 1) * self.step, (ay + part * (by - ay) - 1) * self.step
                (leaving if inside[n] else entering).append((round(x, 3), round(y, 3)))
        yield from zip(leaving, entering, strict=True)


def ripple(x: float, y: float) -> float:
    """How much farther the land reaches here: a few waves, which look like bays and capes."""
    return 9 * math.sin(x / 47 + 1.3 * math.sin(y / 61)) + 6 * math.sin(y / 31 + x / 83) + 3 * math.sin(x / 17 - y / 23)


def smooth(ring: Ring) -> Ring:
    """A closed line with its corners cut (Chaikin)."""
    if len(ring) < 3:
        return ring
    out: Ring = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        out += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
    return out


def area(ring: Ring) -> float:
    """The area inside a closed line."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
