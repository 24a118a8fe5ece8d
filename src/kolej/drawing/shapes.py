"""A few plain shapes: all that a picture of a board is made of. Whoever can draw these can draw a board."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""

LINE_HEIGHT = 1.15
"""From one line of words to the next, in sizes of the letters."""

# Widths of bold letters in most sans-serif faces, a little on the wide side, so that words fit where they are put.
_WIDTHS = {
    **dict.fromkeys("ijlI'|.,:;! ", 0.30),
    **dict.fromkeys("frt()[]-/", 0.40),
    **dict.fromkeys("acekszvxyJ", 0.58),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZØŁ×–", 0.73),
    **dict.fromkeys("mwMW@%æœÆŒ", 0.92),
}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape with straight sides, and perhaps an outline."""

    points: tuple[Point, ...]
    fill: str
    outline: str = ""
    width: float = 0.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle, and perhaps an outline."""

    at: Point
    radius: float
    fill: str
    outline: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through several points."""

    points: tuple[Point, ...]
    color: str
    width: float
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of words around a point: `at` is in the middle of their height."""

    at: Point
    lines: tuple[str, ...]
    size: float
    color: str
    anchor: Literal["start", "middle", "end"] = "middle"
    angle: float = 0.0
    """In degrees, clockwise."""
    bold: bool = False
    halo: str = ""
    """The colour of a rim around the letters, which keeps them readable on anything."""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are one thing, such as a space of a route."""

    kind: str
    id: str
    title: str
    shapes: tuple["Shape", ...]


Shape = Polygon | Disc | Line | Words | Group


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on a sheet, the first at the bottom."""

    width: float
    height: float
    title: str
    paper: str
    shapes: tuple[Shape, ...]


def width_of(words: str, size: float) -> float:
    """About how wide words are."""
    # A letter with an accent is as wide as without; the accent itself, split off, has no width.
    letters = (letter for letter in unicodedata.normalize("NFD", words) if not unicodedata.combining(letter))
    return size * sum(_WIDTHS.get(letter, 0.62) for letter in letters)


def each(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Every shape, and after every group what is in it."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from each(shape.shapes)


def extent(shape: Shape) -> Extent:
    """The smallest upright box around a shape. Turned words are taken to fill a square."""
    match shape:
        case Disc():
            reach = shape.radius + shape.width / 2
            return _around([shape.at], reach)
        case Polygon() | Line():
            return _around(shape.points, shape.width / 2)
        case Words():
            return _extent_of_words(shape)
        case Group():
            inner = [extent(each) for each in shape.shapes]
            lefts, tops, rights, bottoms = zip(*inner, strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)


def _around(points: Iterable[Point], reach: float) -> Extent:
    xs, ys = zip(*points, strict=True)
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _extent_of_words(words: Words) -> Extent:
    width = max(width_of(line, words.size) for line in words.lines)
    height = words.size * LINE_HEIGHT * len(words.lines)
    x, y = words.at
    if words.angle:
        return _around([words.at], max(width, height) / 2)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[words.anchor]
    return left, y - height / 2, left + width, y + height / 2
