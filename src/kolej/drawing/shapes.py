"""Shapes: the polygons, circles, polylines, texts and groups that a picture of a board consists of."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""

LINE_HEIGHT = 1.15
"""Distance of two lines of text, in font sizes."""

# Widths of bold letters in most sans-serif fonts, slightly too wide, so that texts fit into their places.
_WIDTHS = {
    **dict.fromkeys("ijlI'|.,:;! ", 0.30),
    **dict.fromkeys("frt()[]-/", 0.40),
    **dict.fromkeys("acekszvxyJ", 0.58),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZØŁ×–", 0.73),
    **dict.fromkeys("mwMW@%æœÆŒ", 0.92),
}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon, optionally with an outline."""

    points: tuple[Point, ...]
    fill: str
    outline: str = ""
    width: float = 0.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled circle, optionally with an outline."""

    at: Point
    radius: float
    fill: str
    outline: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through several points."""

    points: tuple[Point, ...]
    color: str
    width: float
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text; `at` is at the anchor horizontally, and in the middle of all lines vertically."""

    at: Point
    lines: tuple[str, ...]
    size: float
    color: str
    anchor: Literal["start", "middle", "end"] = "middle"
    angle: float = 0.0
    """In degrees, clockwise."""
    bold: bool = False
    halo: str = ""
    """The colour of a rim around the letters, which keeps them readable on any background."""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, such as those of a route space."""

    kind: str
    id: str
    title: str
    shapes: tuple["Shape", ...]


Shape = Polygon | Circle | Polyline | Text | Group


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: shapes in drawing order, the first at the bottom."""

    width: float
    height: float
    title: str
    paper: str
    shapes: tuple[Shape, ...]


def width_of(text: str, size: float) -> float:
    """The approximate width of a text."""
    # An accented letter is as wide as the plain one; the combining accent has no width.
    letters = (letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return size * sum(_WIDTHS.get(letter, 0.62) for letter in letters)


def each(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Every shape, recursively; a group comes before its members."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from each(shape.shapes)


def extent(shape: Shape) -> Extent:
    """The bounding box of a shape. Rotated text is assumed to fill a square."""
    match shape:
        case Circle():
            reach = shape.radius + shape.width / 2
            return _around([shape.at], reach)
        case Polygon() | Polyline():
            return _around(shape.points, shape.width / 2)
        case Text():
            return _extent_of_text(shape)
        case Group():
            inner = [extent(each) for each in shape.shapes]
            lefts, tops, rights, bottoms = zip(*inner, strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)


def _around(points: Iterable[Point], reach: float) -> Extent:
    xs, ys = zip(*points, strict=True)
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _extent_of_text(text: Text) -> Extent:
    width = max(width_of(line, text.size) for line in text.lines)
    height = text.size * LINE_HEIGHT * len(text.lines)
    x, y = text.at
    if text.angle:
        return _around([text.at], max(width, height) / 2)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[text.anchor]
    return left, y - height / 2, left + width, y + height / 2
