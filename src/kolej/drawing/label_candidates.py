"""Where the name of a city may stand: beside its city, on one line or on several."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from kolej.drawing.boxes import Box, extent_of, from_point
from kolej.drawing.shapes import LINE_HEIGHT, Extent, Point, width_of

SIZE = 15.0
NEAR = 12.5
"""From the middle of a city to its name."""

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
    (0.3, -1, "start"),
    (0.3, 1, "start"),
    (-0.3, -1, "end"),
    (-0.3, 1, "end"),
    (1, -0.35, "start"),
    (1, 0.35, "start"),
    (-1, -0.35, "end"),
    (-1, 0.35, "end"),
    (-0.6, -1, "start"),
    (-0.6, 1, "start"),
    (0.6, -1, "end"),
    (0.6, 1, "end"),
    (-1.3, -1, "start"),
    (-1.3, 1, "start"),
    (1.3, -1, "end"),
    (1.3, 1, "end"),
)
_STEPS = (1.0, 1.25, 1.6, 2.0, 2.5, 3.1, 3.8)


@dataclass(frozen=True)
class Name:
    """One way to write a name beside its city."""

    lines: tuple[str, ...]
    size: float
    at: Point
    """At the anchor, in the middle of the height of all lines."""
    anchor: Anchor
    box: Box
    price: float
    """What it costs even where it is in nobody's way: names stand close by, and on one line."""
    extent: Extent
    side: int
    """On which side of the city it stands, of those that are tried."""


def ways_to_write(name: str, at: Point, others: Sequence[Point], frame: Extent) -> list[Name]:
    """Every way that is worth a try, the best first."""
    found: list[Name] = []
    near = [other for other in others if math.dist(at, other) < 160]
    for (broken, lines), smaller in product(enumerate(_broken(name)), (0, 2)):
        size = min(SIZE - smaller, SIZE * (frame[2] - frame[0]) / max(width_of(line, SIZE) for line in lines))
        width = max(width_of(line, size) for line in lines)
        height = size * (LINE_HEIGHT * (len(lines) - 1) + 1.0)
        for rank, (dx, dy, anchor) in enumerate(_SIDES):
            for step in _STEPS:
                x = at[0] + dx * NEAR * step
                y = at[1] + dy * (NEAR * step + height / 2 - size * 0.2)
                left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
                # A name that would leave the sheet is pushed back, and pays where it then stands in the way.
                aside = max(frame[0], min(left, frame[2] - width)) - left
                y = max(frame[1] + height / 2, min(y, frame[3] - height / 2))
                box = Box(left + aside + width / 2, y, 0.0, width, height)
                away = from_point(box, at)
                # A name is taken for that of the nearest city.
                doubt = sum(max(0.0, away + 4.0 - from_point(box, other)) for other in near)
                price = 0.1 * rank + 4.0 * (step - 1) + 0.8 * broken + 0.8 * doubt + 1.0 * smaller
                found.append(Name(lines, size, (x + aside, y), anchor, box, price, extent_of((box,)), rank))
    return sorted(found, key=lambda each: each.price)


def _broken(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two or three where it has several words."""
    words = re.findall(r"[^\s-]+-?|-", name)
    ways: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1:
        cuts = range(1, len(words))
        ways.append(
            min(
                ((_joined(words[:cut]), _joined(words[cut:])) for cut in cuts),
                key=lambda lines: max(map(len, lines)),
            )
        )
    if len(words) > 2:
        ways.append(tuple(words))
    return ways


def _joined(words: Sequence[str]) -> str:
    return "".join(word if word.endswith("-") else f"{word} " for word in words).strip()
