"""The grounds of enlarged parts of a board: the rest of the board keeps out of them."""

from collections import Counter
from collections.abc import Iterable

from kolej.drawing.boxes import Box
from kolej.drawing.shapes import Extent

MARGIN = 12.0
"""From everything in a part to the edge of its ground."""


def enlarged(areas: Iterable[str]) -> list[str]:
    """The parts of a board that are drawn enlarged: all but the one with most cities."""
    return [area for area, _ in Counter(areas).most_common()[1:]]


def panel(extents: Iterable[Extent], frame: Extent) -> Extent:
    """The ground of a part that reaches as far as these."""
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    left, right = max(frame[0], min(lefts) - MARGIN), min(frame[2], max(rights) + MARGIN)
    top, bottom = max(frame[1], min(tops) - MARGIN), min(frame[3], max(bottoms) + MARGIN)
    return left, top, right, bottom


def wall(extent: Extent) -> Box:
    """A ground as a thing to keep out of."""
    left, top, right, bottom = extent
    return Box((left + right) / 2, (top + bottom) / 2, 0.0, right - left, bottom - top)
