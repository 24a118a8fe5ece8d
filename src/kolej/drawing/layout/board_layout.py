"""The layout of a board: positions of its cities, route spaces and labels, before anything is drawn."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kolej.drawing.layout.boxes import Box
from kolej.drawing.layout.label_candidates import Label, label_candidates
from kolej.drawing.layout.label_placement import LabelPlacement
from kolej.drawing.layout.layout_search import LayoutSearch
from kolej.drawing.layout.spread import spread_cities
from kolej.drawing.layout.tracks import DOT, Strand
from kolej.drawing.shapes import Extent, Point
from kolej.drawing.style import spaces_of
from kolej.engine.board.model import Board
from kolej.engine.ruleset.rules import Edition

MARGIN = 44.0
PANEL_MARGIN = 12.0
"""Distance of the contents of an enlarged part from the edge of its panel."""
EDGE = 5.0
"""Free space along the edges of the picture."""
PER_SPACE, PER_CITY, LEAST = 4_300, 29_000, 200_000
"""The area that a space, a city and a board needs, so that boards of all sizes are equally legible."""


@dataclass(frozen=True)
class CityPosition:
    """A city at a position; a city may be drawn at two."""

    city: int
    at: Point
    area: str
    label: Label


@dataclass(frozen=True)
class Track:
    """The spaces of a route, and the line through them."""

    spaces: tuple[Box, ...]
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """The background of an enlarged part of a board."""

    area: str
    extent: Extent


@dataclass(frozen=True)
class BoardLayout:
    """The positions of everything on a board."""

    width: int
    height: int
    tracks: tuple[Track, ...]
    """In the order of the board's routes."""
    cities: tuple[CityPosition, ...]
    """The board's cities in their order, then those that are drawn a second time."""
    panels: tuple[Panel, ...]


def board_layout(edition: Edition) -> BoardLayout:
    """The layout of an edition's board; computed once."""
    return _layout(edition.board, tuple(spaces_of(edition)))


@lru_cache(maxsize=16)
def _layout(board: Board, spaces: tuple[int, ...]) -> BoardLayout:
    area = max(PER_SPACE * sum(spaces), PER_CITY * len(board.cities), LEAST)
    tall = math.sqrt(area / board.aspect)
    wide = tall * board.aspect
    width, height = math.ceil(wide + 2 * MARGIN), math.ceil(tall + 2 * MARGIN)
    frame = (EDGE, EDGE, width - EDGE, height - EDGE)

    drawn = _drawn(board)
    cities, areas = [n for n, _, _ in drawn], [area for _, _, area in drawn]
    homes = [(MARGIN + x * wide, MARGIN + y * tall) for _, (x, y), _ in drawn]
    parallel = _parallel_routes(board)
    joined = [(a, b, max(spaces[route] for route in routes)) for (a, b), routes in parallel.items()]
    places = spread_cities(homes, joined, frame)
    strands = [
        Strand((places[a], places[b]), tuple(routes), tuple(spaces[n] for n in routes))
        for (a, b), routes in parallel.items()
    ]
    candidates = [
        label_candidates(board.cities[n].name, at, [other for other in places if other != at], frame)
        for n, at in zip(cities, places, strict=True)
    ]
    labels = LabelPlacement(places, candidates)
    search = LayoutSearch(strands, places, labels, frame)

    def panels() -> dict[str, Extent]:
        return {part: panel_extent(_extents(part, areas, search), frame) for part in enlarged_areas(areas)}

    search.run()
    if obstacles := {part: obstacle(extent) for part, extent in panels().items()}:
        # The extents of the enlarged parts are known only now.
        foreign = [[box for part, box in obstacles.items() if part != area] for area in areas]
        labels.obstacles = foreign
        search.obstacles = [[each for each in foreign[a] if each in foreign[b]] for a, b in parallel]
        search.refine()
    tracks = {
        route: Track(lane, curve.line)
        for strand, curve in zip(strands, search.curves, strict=True)
        for route, lane in zip(strand.routes, curve.lanes, strict=True)
    }
    return BoardLayout(
        width,
        height,
        tuple(tracks[n] for n in range(len(board.routes))),
        tuple(map(CityPosition, cities, places, areas, labels.labels)),
        tuple(map(Panel, panels().keys(), panels().values())),
    )


def _led_to(board: Board, number: int) -> str:
    """The other area that routes lead to from a city that is drawn twice."""
    own = board.cities[number].area
    cities = [n for route in board.routes if number in (route.a, route.b) for n in (route.a, route.b)]
    return next((board.cities[n].area for n in cities if board.cities[n].area != own), own)


def _drawn(board: Board) -> list[tuple[int, Point, str]]:
    """Every city with its position and area, then those that are drawn a second time."""
    once = [(n, (city.x, city.y), city.area) for n, city in enumerate(board.cities)]
    again = [(n, city.inset, _led_to(board, n)) for n, city in enumerate(board.cities) if city.inset is not None]
    return once + again


def _parallel_routes(board: Board) -> dict[tuple[int, int], list[int]]:
    """The routes between the same two positions, which are numbered as in `_drawn`."""
    twice = [n for n, city in enumerate(board.cities) if city.inset is not None]

    def drawn_at(city: int, point: Point) -> int:
        return len(board.cities) + twice.index(city) if point == board.cities[city].inset else city

    found: dict[tuple[int, int], list[int]] = {}
    for number, route in enumerate(board.routes):
        at_a, at_b = board.ends(number)
        a, b = drawn_at(route.a, at_a), drawn_at(route.b, at_b)
        found.setdefault((min(a, b), max(a, b)), []).append(number)
    return found


def _extents(part: str, areas: Sequence[str], search: LayoutSearch) -> list[Extent]:
    """The extents of everything in one area: cities, labels, and the curves between its cities."""
    mine = [n for n, area in enumerate(areas) if area == part]
    places = {search.dots[n] for n in mine}
    return [
        *((x - DOT, y - DOT, x + DOT, y + DOT) for x, y in places),
        *(search.labels.labels[n].extent for n in mine),
        *(curve.extent for curve in search.curves if {curve.line[0], curve.line[-1]} <= places),
    ]


def enlarged_areas(areas: Iterable[str]) -> list[str]:
    """The areas of a board that are drawn enlarged: all except the one with most cities."""
    return [area for area, _ in Counter(areas).most_common()[1:]]


def panel_extent(extents: Iterable[Extent], frame: Extent) -> Extent:
    """The extent of a panel around its contents, within the frame."""
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    left, right = max(frame[0], min(lefts) - PANEL_MARGIN), min(frame[2], max(rights) + PANEL_MARGIN)
    top, bottom = max(frame[1], min(tops) - PANEL_MARGIN), min(frame[3], max(bottoms) + PANEL_MARGIN)
    return left, top, right, bottom


def obstacle(extent: Extent) -> Box:
    """A panel as an obstacle for the contents of other areas."""
    left, top, right, bottom = extent
    return Box((left + right) / 2, (top + bottom) / 2, 0.0, right - left, bottom - top)
