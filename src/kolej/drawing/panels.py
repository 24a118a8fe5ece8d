"""Panels: backgrounds of enlarged parts of a board, which everything else stays out of."""

from collections import Counter
from collections.abc import Iterable

from kolej.drawing.boxes import Box
from kolej.drawing.shapes import Extent

MARGIN = 12.0
"""Distance of the contents of a panel from its edge."""


def enlarged_areas(areas: Iterable[str]) -> list[str]:
    """The areas of a board that are drawn enlarged: all except the one with most cities."""
    return [area for area, _ in Counter(areas).most_common()[1:]]


def panel_extent(extents: Iterable[Extent], frame: Extent) -> Extent:
    """The extent of a panel around its contents, within the frame."""
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    left, right = max(frame[0], min(lefts) - MARGIN), min(frame[2], max(rights) + MARGIN)
    top, bottom = max(frame[1], min(tops) - MARGIN), min(frame[3], max(bottoms) + MARGIN)
    return left, top, right, bottom


def obstacle(extent: Extent) -> Box:
    """A panel as an obstacle for the contents of other areas."""
    left, top, right, bottom = extent
    return Box((left + right) / 2, (top + bottom) / 2, 0.0, right - left, bottom - top)
