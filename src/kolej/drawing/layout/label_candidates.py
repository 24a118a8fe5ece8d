"""Label candidates: positions for a city's name around its city, on one line or several."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from kolej.drawing.layout.boxes import Box, distance, extent_of
from kolej.drawing.shapes import LINE_HEIGHT, Extent, Point, width_of

SIZE = 15.0
NEAR = 12.5
"""Distance of a label from the center of its city."""

Anchor = Literal["start", "middle", "end"]

# Directions to try, the most readable first, with the text anchor there.
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
class Label:
    """A candidate: the name of a city at one position and in one size."""

    lines: tuple[str, ...]
    size: float
    at: Point
    """At the anchor horizontally, in the middle of all lines vertically."""
    anchor: Anchor
    box: Box
    cost: float
    """Its cost without any overlap: labels should be near the city, and on one line."""
    extent: Extent
    side: int
    """The index of its direction from the city."""


def label_candidates(name: str, at: Point, others: Sequence[Point], frame: Extent) -> list[Label]:
    """All candidates for the label of a city, the best first; `others` are the other cities."""
    found: list[Label] = []
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
                # A label that would leave the picture is moved back, which may cost an overlap.
                aside = max(frame[0], min(left, frame[2] - width)) - left
                y = max(frame[1] + height / 2, min(y, frame[3] - height / 2))
                box = Box(left + aside + width / 2, y, 0.0, width, height)
                away = distance(box, at)
                # Readers take a label for that of the nearest city.
                doubt = sum(max(0.0, away + 4.0 - distance(box, other)) for other in near)
                cost = 0.1 * rank + 4.0 * (step - 1) + 0.8 * broken + 0.8 * doubt + 1.0 * smaller
                found.append(Label(lines, size, (x + aside, y), anchor, box, cost, extent_of((box,)), rank))
    return sorted(found, key=lambda each: each.cost)


def _broken(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two or three if it has several words."""
    words = re.findall(r"[^\s-]+-?|-", name)
    variants: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1:
        cuts = range(1, len(words))
        variants.append(
            min(
                ((_joined(words[:cut]), _joined(words[cut:])) for cut in cuts),
                key=lambda lines: max(map(len, lines)),
            )
        )
    if len(words) > 2:
        variants.append(tuple(words))
    return variants


def _joined(words: Sequence[str]) -> str:
    return "".join(word if word.endswith("-") else f"{word} " for word in words).strip()
