"""Where the names of cities stand: beside their city, off the routes and off each other as far as there is room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kolej.drawing.looks import INK, PAPER
from kolej.drawing.shapes import LINE_HEIGHT, Extent, Point, Words, width_of
from kolej.drawing.tracks import Box, depth

SIZE = 12.5
NEAR = 12.0
"""From the middle of a city to its name."""
ROUNDS = 6

Anchor = Literal["start", "middle", "end"]

# Directions to try, those that read best first, with the anchor of the words there.
_SIDES: tuple[tuple[float, float, Anchor], ...] = (
    (1, 0, "start"),
    (-1, 0, "end"),
    (0, -1, "middle"),
    (0, 1, "middle"),
    (0.8, -0.75, "start"),
    (0.8, 0.75, "start"),
    (-0.8, -0.75, "end"),
    (-0.8, 0.75, "end"),
    (0.4, -1, "start"),
    (0.4, 1, "start"),
    (-0.4, -1, "end"),
    (-0.4, 1, "end"),
    (1, -0.35, "start"),
    (1, 0.35, "start"),
    (-1, -0.35, "end"),
    (-1, 0.35, "end"),
)
_STEPS = (1.0, 1.35, 1.8, 2.4)


@dataclass(frozen=True)
class _Option:
    lines: tuple[str, ...]
    size: float
    at: Point
    anchor: Anchor
    box: Box
    price: float
    """What it costs even where it is in nobody's way: names stand close by, and on one line."""


def place_names(
    cities: Sequence[tuple[str, Point]], spaces: Sequence[Box], lines: Sequence[Box], frame: Extent
) -> list[Words]:
    """The name of each city, in the same order. Better on a line than on a space of a route."""
    options = [_options(name, at, frame) for name, at in cities]
    things = [(2.0, box) for box in (*spaces, *(Box(x, y, 0.0, 18.0, 18.0) for _, (x, y) in cities))]
    things += [(0.2, box) for box in lines]
    fixed = []
    for (_, at), mine in zip(cities, options, strict=True):
        far = max(math.dist(at, (each.box.x, each.box.y)) + each.box.reach for each in mine)
        near = [(weight, box) for weight, box in things if math.dist(at, (box.x, box.y)) < far + box.reach]
        fixed.append([each.price + sum(weight * depth(each.box, box) for weight, box in near) for each in mine])
    chosen = [costs.index(min(costs)) for costs in fixed]
    for _ in range(ROUNDS):
        before = list(chosen)
        for city, mine in enumerate(options):
            others = [options[other][chosen[other]].box for other in range(len(cities)) if other != city]
            costs = [
                fixed[city][n] + 3 * sum(depth(each.box, other) for other in others) for n, each in enumerate(mine)
            ]
            chosen[city] = costs.index(min(costs))
        if chosen == before:
            break
    taken = [mine[n] for mine, n in zip(options, chosen, strict=True)]
    return [Words(each.at, each.lines, each.size, INK, each.anchor, bold=True, halo=PAPER) for each in taken]


def _options(name: str, at: Point, frame: Extent) -> list[_Option]:
    found: list[_Option] = []
    for broken, lines in enumerate(_broken(name)):
        size = min(SIZE, SIZE * (frame[2] - frame[0]) / max(width_of(line, SIZE) for line in lines))
        width = max(width_of(line, size) for line in lines)
        height = size * LINE_HEIGHT * len(lines)
        for rank, (dx, dy, anchor) in enumerate(_SIDES):
            for step in _STEPS:
                x = at[0] + dx * NEAR * step
                y = at[1] + dy * (NEAR * step + height / 2 - size * 0.2)
                left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
                # A name that would leave the sheet is pushed back, and pays where it then stands in the way.
                aside = max(frame[0], min(left, frame[2] - width)) - left
                y = max(frame[1] + height / 2, min(y, frame[3] - height / 2))
                box = Box(left + aside + width / 2, y, 0.0, width, height)
                price = 0.1 * rank + 4.0 * (step - 1) + 0.8 * broken
                found.append(_Option(lines, size, (x + aside, y), anchor, box, price))
    return found


def _broken(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two or three where it has several words."""
    words = name.split()
    ways: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1:
        cuts = range(1, len(words))
        cut = min(cuts, key=lambda n: max(len(" ".join(words[:n])), len(" ".join(words[n:]))))
        ways.append((" ".join(words[:cut]), " ".join(words[cut:])))
    if len(words) > 2:
        ways.append(tuple(words))
    return ways
