"""The plan of a board: where its cities, spaces and names lie on a sheet, before anything is painted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kolej.drawing.boxes import Box
from kolej.drawing.label_candidates import Name, ways_to_write
from kolej.drawing.label_placement import Lettering
from kolej.drawing.layout_search import Layout
from kolej.drawing.panels import enlarged, panel, wall
from kolej.drawing.shapes import Extent, Point
from kolej.drawing.spread import spread
from kolej.drawing.style import spaces_of
from kolej.drawing.tracks import DOT, Strand
from kolej.engine.board.model import Board
from kolej.engine.ruleset.rules import Edition

MARGIN = 44.0
EDGE = 5.0
"""Left free along the edges of the sheet."""
PER_SPACE, PER_CITY, LEAST = 4_300, 29_000, 200_000
"""How much of the sheet a space, a city and a board needs, so that boards of all sizes are equally legible."""


@dataclass(frozen=True)
class Dot:
    """A city where it is drawn, which may be in two places."""

    city: int
    at: Point
    area: str
    name: Name


@dataclass(frozen=True)
class Track:
    """A route where it is drawn."""

    spaces: tuple[Box, ...]
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """The ground of an enlarged part of a board."""

    area: str
    extent: Extent


@dataclass(frozen=True)
class Plan:
    """Where everything lies."""

    width: int
    height: int
    tracks: tuple[Track, ...]
    """In the order of the board's routes."""
    dots: tuple[Dot, ...]
    """The board's cities in their order, and after them those that are drawn a second time."""
    panels: tuple[Panel, ...]


def plan(edition: Edition) -> Plan:
    """The plan of an edition's board, the same whenever it is asked for."""
    return _plan(edition.board, tuple(spaces_of(edition)))


@lru_cache(maxsize=16)
def _plan(board: Board, spaces: tuple[int, ...]) -> Plan:
    area = max(PER_SPACE * sum(spaces), PER_CITY * len(board.cities), LEAST)
    tall = math.sqrt(area / board.aspect)
    wide = tall * board.aspect
    width, height = math.ceil(wide + 2 * MARGIN), math.ceil(tall + 2 * MARGIN)
    frame = (EDGE, EDGE, width - EDGE, height - EDGE)

    drawn = _drawn(board)
    cities, areas = [n for n, _, _ in drawn], [area for _, _, area in drawn]
    homes = [(MARGIN + x * wide, MARGIN + y * tall) for _, (x, y), _ in drawn]
    bundles = _bundles(board)
    joined = [(a, b, max(spaces[route] for route in routes)) for (a, b), routes in bundles.items()]
    places = spread(homes, joined, frame)
    strands = [
        Strand((places[a], places[b]), tuple(routes), tuple(spaces[n] for n in routes))
        for (a, b), routes in bundles.items()
    ]
    ways = [
        ways_to_write(board.cities[n].name, at, [other for other in places if other != at], frame)
        for n, at in zip(cities, places, strict=True)
    ]
    lettering = Lettering(places, ways)
    layout = Layout(strands, places, lettering, frame)

    def grounds() -> dict[str, Extent]:
        return {part: panel(_extents(part, areas, layout), frame) for part in enlarged(areas)}

    layout.settle()
    if walls := {part: wall(extent) for part, extent in grounds().items()}:
        # Only now it is known how far the enlarged parts reach.
        kept_out = [[wall for part, wall in walls.items() if part != area] for area in areas]
        lettering.walls = kept_out
        layout.walls = [[each for each in kept_out[a] if each in kept_out[b]] for a, b in bundles]
        layout.settle_again()
    tracks = {
        route: Track(lane, course.line)
        for strand, course in zip(strands, layout.courses, strict=True)
        for route, lane in zip(strand.routes, course.lanes, strict=True)
    }
    return Plan(
        width,
        height,
        tuple(tracks[n] for n in range(len(board.routes))),
        tuple(map(Dot, cities, places, areas, lettering.names)),
        tuple(map(Panel, grounds().keys(), grounds().values())),
    )


def _led_to(board: Board, number: int) -> str:
    """The other part of the board that routes lead to from a city drawn twice."""
    own = board.cities[number].area
    cities = [n for route in board.routes if number in (route.a, route.b) for n in (route.a, route.b)]
    return next((board.cities[n].area for n in cities if board.cities[n].area != own), own)


def _drawn(board: Board) -> list[tuple[int, Point, str]]:
    """Every city with its point and its part of the board, and after them those that are drawn a second time."""
    once = [(n, (city.x, city.y), city.area) for n, city in enumerate(board.cities)]
    again = [(n, city.inset, _led_to(board, n)) for n, city in enumerate(board.cities) if city.inset is not None]
    return once + again


def _bundles(board: Board) -> dict[tuple[int, int], list[int]]:
    """The routes between the same two points, which are numbered as in `_drawn`."""
    twice = [n for n, city in enumerate(board.cities) if city.inset is not None]

    def drawn_at(city: int, point: Point) -> int:
        return len(board.cities) + twice.index(city) if point == board.cities[city].inset else city

    found: dict[tuple[int, int], list[int]] = {}
    for number, route in enumerate(board.routes):
        at_a, at_b = board.ends(number)
        a, b = drawn_at(route.a, at_a), drawn_at(route.b, at_b)
        found.setdefault((min(a, b), max(a, b)), []).append(number)
    return found


def _extents(part: str, areas: Sequence[str], layout: Layout) -> list[Extent]:
    """Everything in one part of the board: cities, names, and the spaces between its cities."""
    mine = [n for n, area in enumerate(areas) if area == part]
    places = {layout.dots[n] for n in mine}
    return [
        *((x - DOT, y - DOT, x + DOT, y + DOT) for x, y in places),
        *(layout.lettering.names[n].extent for n in mine),
        *(course.extent for course in layout.courses if {course.line[0], course.line[-1]} <= places),
    ]
