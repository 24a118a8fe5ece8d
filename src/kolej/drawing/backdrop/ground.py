"""The ground under a board without a map of its own, and its small picture for the home page, both as SVG.

The page colours the ground by the classes that the maps of other boards have too, so that it looks right by day and by
night. The small picture stands alone, with its own colours.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from kolej.drawing.backdrop.coast import DistanceField, Ring, area
from kolej.drawing.geometry import Drawing, DrawnPoint, DrawnRoute
from kolej.drawing.shapes import Point
from kolej.drawing.style import GRAY, paints_of
from kolej.engine.ruleset.rules import Edition

REACH = 52
"""How far the land reaches from cities and routes."""
STEP = 7
"""The cells of the grid on which coasts are found."""
SHORES = (6, 13)
"""The distances of the lines along the coast."""
DEPTHS = (26, 48)
"""The distances from which on the sea is deeper."""
GLOW = (
    '<radialGradient id="ground-glow"><stop class="ground-glow-in" offset="0"/>'
    '<stop class="ground-glow-out" offset="1"/></radialGradient>'
)
LEAST_ISLE = 900
"""The area of the smallest islands and lakes."""
GRID = 12
"""How many lines of the grid in the sea there are across a board."""

SEA, LAND, COAST, INK, DOT = "#cfdfe0", "#f1ead8", "#9db4b4", "#3a3934", "#fffdf6"


class Ground:
    """The land of one board."""

    def __init__(self, drawing: Drawing) -> None:
        self.width, self.height = drawing["width"], drawing["height"]
        self.spots = _spots(drawing)
        self.field = DistanceField(self.width, self.height, STEP, _everything(drawing))

    def land(self, out: float = 0.0) -> list[Ring]:
        """The coasts, or lines in the sea at some distance from them; nothing leaves the board."""
        rings = (ring for ring in self.field.contours(REACH + out) if area(ring) > LEAST_ISLE)
        return [[(min(max(x, 0.0), self.width), min(max(y, 0.0), self.height)) for x, y in ring] for ring in rings]

    def svg(self) -> str:
        """A group of SVG in the coordinates of the board: land below, and the sea cut out around it."""
        box = [(0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)]
        lines = ['<g class="ground">', GLOW]
        lines.append(f'<rect class="ground-land" x="0" y="0" width="{self.width:g}" height="{self.height:g}"/>')
        lines.append(f'<path class="ground-sea" d="{_path([box, *self.land()])}"/>')
        lines += [f'<path class="ground-depth" d="{_path([box, *self.land(out)])}"/>' for out in DEPTHS]
        lines.append(f'<path class="ground-grid" d="{self._grid()}"/>')
        for number, out in enumerate(SHORES, 1):
            lines.append(f'<path class="ground-shore ground-shore-{number}" d="{_path(self.land(out))}"/>')
        # Seen at night only.
        lines += [f'<circle class="ground-glow" cx="{x:.1f}" cy="{y:.1f}" r="40"/>' for x, y in self.spots]
        return "\n".join([*lines, "</g>", ""])

    def _grid(self) -> str:
        gap = max(self.width, self.height) / GRID
        down = [f"M{n * gap:.1f} 0V{self.height:g}" for n in range(1, int(self.width / gap) + 1)]
        across = [f"M0 {n * gap:.1f}H{self.width:g}" for n in range(1, int(self.height / gap) + 1)]
        return "".join(down + across)


def small_picture(edition: Edition, drawing: Drawing) -> str:
    """A picture of the whole board: land, routes as strokes, cities as dots."""
    ground = Ground(drawing)
    board = edition.board
    # Shown at one size, boards of all sizes have strokes of one breadth.
    pen = round((ground.width * ground.height) ** 0.5 / 120, 1)
    paints = paints_of(board)
    strokes: dict[str, list[Sequence[Point]]] = {}
    for route, drawn in zip(board.routes, drawing["routes"], strict=True):
        color = GRAY if route.color is None else paints[route.color - 1]
        strokes.setdefault(color, []).append(_course(drawn))
    everything = [line for lines in strokes.values() for line in lines]
    size = f"0 0 {ground.width:g} {ground.height:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" stroke-linecap="round"'
        f' stroke-linejoin="round"><title>{escape(board.name)}</title>',
        f'<rect width="{ground.width:g}" height="{ground.height:g}" fill="{SEA}"/>',
        f'<path d="{_path(ground.land())}" fill="{LAND}" fill-rule="evenodd" stroke="{COAST}" stroke-width="1.5"/>',
        _stroke(everything, INK, round(pen * 1.3, 1), ' stroke-opacity=".55"'),
        *(_stroke(drawn, color, pen) for color, drawn in strokes.items()),
        f'<g fill="{DOT}" stroke="{INK}" stroke-width="{pen * 0.35:.1f}">',
        *(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{pen * 0.85:.1f}"/>' for x, y in ground.spots),
        "</g></svg>",
    ]
    return "\n".join([*lines, ""])


def _spots(drawing: Drawing) -> list[Point]:
    """Where cities are, those in enlarged parts of a board twice."""
    spots = (spot for city in drawing["cities"] for spot in (city, city["inset"]) if spot is not None)
    return [(spot["x"], spot["y"]) for spot in spots]


def _everything(drawing: Drawing) -> Iterable[Point]:
    """Points on all cities and routes, no farther apart than a cell of the grid."""
    yield from _spots(drawing)
    for route in drawing["routes"]:
        course = _course(route)
        for (ax, ay), (bx, by) in pairwise(course):
            count = max(1, int(max(abs(bx - ax), abs(by - ay)) / STEP) + 1)
            for n in range(count):
                yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count


def _course(route: DrawnRoute) -> list[DrawnPoint]:
    """A route from city to city, through the middles of its spaces."""
    return [route["line"][0], *((x, y) for x, y, _, _ in route["spaces"]), route["line"][-1]]


def _path(rings: Iterable[Ring]) -> str:
    return "".join(f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in ring)}Z" for ring in rings)


def _stroke(lines: Iterable[Sequence[Point]], color: str, width: float, more: str = "") -> str:
    course = "".join(f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in line)}" for line in lines)
    return f'<path d="{course}" fill="none" stroke="{color}" stroke-width="{width:g}"{more}/>'
