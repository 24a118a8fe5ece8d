"""The shapes of a route space and of a city."""

import math

from kolej.drawing.layout.boxes import Box
from kolej.drawing.shapes import Circle, Point, Polygon, Shape, Text
from kolej.drawing.style import INK, Outline, ink_on

LETTER = 10.0
RIM = "#55503f"

# A locomotive seen from the side, in a square from -1 to 1: chimney, boiler, cab, and the wheels below.
_ENGINE: tuple[Point, ...] = (
    (-0.95, 0.45), (-0.95, -0.25), (-0.72, -0.25), (-0.72, -0.75), (-0.42, -0.75), (-0.42, -0.25), (0.2, -0.25),
    (0.2, -0.85), (0.95, -0.85), (0.95, 0.45),
)  # fmt: skip
_WHEELS: tuple[Point, ...] = ((-0.5, 0.6), (0.5, 0.6))


def space(box: Box, paint: str, label: str, outline: Outline, symbol: bool) -> tuple[Shape, ...]:
    """One space: its background with an outline by kind of route, and a letter or the symbol on it."""
    shapes: list[Shape] = _background(box, paint, outline)
    ink = ink_on(paint)
    if symbol:
        shapes += engine(box, ink)
    elif label:
        shapes.append(Text((box.x, box.y), (label,), LETTER, ink, angle=upright(box.angle), bold=True))
    return tuple(shapes)


def _background(box: Box, paint: str, outline: Outline) -> list[Shape]:
    match outline:
        case Outline.DASHED:
            inner = Box(box.x, box.y, box.angle, box.length - 2, box.thick - 2)
            return [Polygon(inner.corners, paint), Polygon(inner.corners, "", INK, 2.6, (4.0, 2.4))]
        case Outline.POINTED:
            nose = min(0.5, 6.0 / box.length)
            hull = box.at(
                (-0.5, 0), (nose - 0.5, -0.5), (0.5 - nose, -0.5), (0.5, 0), (0.5 - nose, 0.5), (nose - 0.5, 0.5)
            )
            return [Polygon(hull, paint, INK, 1.4)]
        case Outline.SINGLE:
            return [Polygon(_rounded(box), paint, INK, 1.8)]
        case Outline.WAVED:
            return [Polygon(_waved(box), paint, "#2c5d86", 1.4)]
        case Outline.HEAVY:
            inner = Box(box.x, box.y, box.angle, box.length - 2, box.thick - 2)
            return [Polygon(inner.corners, paint, INK, 2.8)]
        case Outline.NOTCHED:
            corner = 5.0 / box.length, 5.0 / box.thick
            notch = box.at((-0.5, -0.5), (corner[0] - 0.5, -0.5), (-0.5, corner[1] - 0.5))
            other = box.at((0.5, 0.5), (0.5 - corner[0], 0.5), (0.5, 0.5 - corner[1]))
            return [Polygon(box.corners, paint, RIM, 1.0), Polygon(notch, INK), Polygon(other, INK)]
        case _:
            return [Polygon(box.corners, paint, RIM, 1.0)]


def _rounded(box: Box) -> tuple[Point, ...]:
    """A box with semicircles at both ends."""
    u = box.thick / 2 / box.length
    turns = [math.pi * n / 6 for n in range(7)]
    left = [(-0.5 + u - u * math.sin(turn), 0.5 * math.cos(turn)) for turn in turns]
    right = [(0.5 - u + u * math.sin(turn), -0.5 * math.cos(turn)) for turn in turns]
    return box.at(*left, *right)


def _waved(box: Box) -> tuple[Point, ...]:
    """A box with wavy long sides, for ferries."""
    steps = 12
    wave = [0.06 * math.cos(2 * math.pi * 2 * n / steps) for n in range(steps + 1)]
    top = [(n / steps - 0.5, -0.44 - wave[n]) for n in range(steps + 1)]
    bottom = [(n / steps - 0.5, 0.44 - wave[n]) for n in range(steps, -1, -1)]
    return box.at(*top, *bottom)


def engine(box: Box, ink: str) -> list[Shape]:
    """The symbol of a wild, in the middle of a box."""
    half = min(box.thick, box.length) * 0.36
    flat = Box(box.x, box.y, math.radians(upright(box.angle)), half, half)
    wheels = [Circle(at, half * 0.3, ink) for at in flat.at(*_WHEELS)]
    return [Polygon(flat.at(*_ENGINE), ink), *wheels]


def upright(angle: float) -> float:
    """An angle in degrees, turned by half if text would be upside down."""
    degrees = math.degrees(angle) % 180
    return degrees - 180 if degrees > 90 else degrees


def city_mark(at: Point, tag: int) -> tuple[Shape, ...]:
    """A city: a circle, or another shape for each tag of the board."""
    if tag == 0:
        return (Circle(at, 7.0, "#ffffff", INK, 2.0), Circle(at, 2.6, INK))
    sides, turn = ((4, 0.0), (3, 0.0), (4, math.pi / 4), (6, 0.0))[(tag - 1) % 4]
    radius = 9.5
    angles = [turn - math.pi / 2 + 2 * math.pi * n / sides for n in range(sides)]
    points = tuple((at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)) for angle in angles)
    return (Polygon(points, "#fff0b8", INK, 2.0), Circle(at, 2.6, INK))
