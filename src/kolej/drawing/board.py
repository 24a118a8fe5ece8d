"""A board as a picture: cities with names, every route as its spaces, and a legend."""

import math
from collections import Counter
from dataclasses import dataclass

from kolej.drawing.legend import legend
from kolej.drawing.looks import GRAY, PAPER, Kind, kinds_of, letters_of, paints_of, spaces_of
from kolej.drawing.names import place_names
from kolej.drawing.shapes import Extent, Group, Line, Picture, Point, Polygon, Shape, Words, extent
from kolej.drawing.spaces import city_mark, space
from kolej.drawing.tracks import Box, Course, Layout, Strand
from kolej.engine.board import Board, City
from kolej.engine.rules import Edition

MARGIN = 46.0
PANEL, PANEL_EDGE = "#ece5d2", "#c9bf9f"
RAIL = "#9a927d"
DOT = 17.0
"""How broad a city is, for routes that pass by."""
PER_SPACE, PER_CITY, LEAST = 5_200, 31_000, 200_000
"""How much of the sheet a space, a city and a board needs, so that boards of all sizes are equally legible."""


def draw(edition: Edition) -> Picture:
    """The picture of an edition's board."""
    board = edition.board
    spaces = spaces_of(edition)
    kinds = kinds_of(edition)
    area = max(PER_SPACE * sum(spaces), PER_CITY * len(board.cities), LEAST)
    sheet = _Sheet(board, math.sqrt(area / board.aspect))
    strands = _strands(board, spaces, sheet)
    courses = Layout(strands, [Box(*dot.at, 0.0, DOT, DOT) for dot in sheet.dots], sheet.frame).courses()
    named = [(board.cities[dot.city].name, dot.at) for dot in sheet.dots]
    boxes = [box for course in courses for box in course.boxes]
    names = place_names(named, boxes, [stub for course in courses for stub in course.stubs], sheet.frame)
    tags = list(dict.fromkeys(tag for city in board.cities for tag in city.tags))
    cities = [_city(board.cities[dot.city], dot, name, tags) for dot, name in zip(sheet.dots, names, strict=True)]
    lines = [Line(course.line, RAIL, 1.5) for course in courses]
    routes = [
        route
        for strand, course in zip(strands, courses, strict=True)
        for route in _routes(board, strand, course, kinds)
    ]
    below, height = legend(edition, kinds, tags, sheet.width, sheet.height)
    shapes = (*_panels(sheet, cities), *lines, *routes, *cities, *below)
    return Picture(sheet.width, math.ceil(sheet.height + height), f"{board.name}: the board", PAPER, shapes)


@dataclass(frozen=True)
class _Dot:
    """A city where it is drawn, which may be in two places."""

    city: int
    at: Point
    area: str


class _Sheet:
    """Where the points of a board come to lie."""

    def __init__(self, board: Board, tall: float) -> None:
        self.wide, self.tall = tall * board.aspect, tall
        self.width, self.height = math.ceil(self.wide + 2 * MARGIN), math.ceil(tall + 2 * MARGIN)
        self.frame: Extent = (4.0, 4.0, self.width - 4.0, self.height - 4.0)
        self.dots = [_Dot(n, self.at((city.x, city.y)), city.area) for n, city in enumerate(board.cities)]
        for number, city in enumerate(board.cities):
            if city.inset is not None:
                self.dots.append(_Dot(number, self.at(city.inset), _led_to(board, number)))

    def at(self, point: Point) -> Point:
        return MARGIN + point[0] * self.wide, MARGIN + point[1] * self.tall


def _led_to(board: Board, number: int) -> str:
    """The other part of the board that routes lead to from a city drawn twice."""
    own = board.cities[number].area
    cities = [n for route in board.routes if number in (route.a, route.b) for n in (route.a, route.b)]
    return next((board.cities[n].area for n in cities if board.cities[n].area != own), own)


def _panels(sheet: _Sheet, cities: list[Group]) -> list[Shape]:
    """A ground under each enlarged part of the board, its names included."""
    shapes: list[Shape] = []
    for area, _ in Counter(dot.area for dot in sheet.dots).most_common()[1:]:
        extents = [extent(city) for city, dot in zip(cities, sheet.dots, strict=True) if dot.area == area]
        lefts, tops, rights, bottoms = zip(*extents, strict=True)
        left, right = max(sheet.frame[0], min(lefts) - 14), min(sheet.frame[2], max(rights) + 14)
        top, bottom = max(sheet.frame[1], min(tops) - 14), min(sheet.frame[3], max(bottoms) + 14)
        shapes.append(Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), PANEL, PANEL_EDGE, 1.0))
    return shapes


def _city(city: City, dot: _Dot, name: Words, tags: list[str]) -> Group:
    mark = city_mark(dot.at, tags.index(city.tags[0]) + 1 if city.tags else 0)
    return Group("city", city.id, city.name, (*mark, name))


def _strands(board: Board, spaces: list[int], sheet: _Sheet) -> list[Strand]:
    between: dict[tuple[int, int], list[int]] = {}
    for number, route in enumerate(board.routes):
        between.setdefault((min(route.a, route.b), max(route.a, route.b)), []).append(number)
    strands = []
    for (first, _), routes in between.items():
        a, b = board.ends(routes[0])
        ends = (a, b) if board.routes[routes[0]].a == first else (b, a)
        at = sheet.at(ends[0]), sheet.at(ends[1])
        strands.append(Strand(at, tuple(routes), tuple(spaces[number] for number in routes)))
    return strands


def _routes(board: Board, strand: Strand, course: Course, kinds: dict[str, Kind]) -> list[Shape]:
    paints, letters = paints_of(board), letters_of(board)
    shapes: list[Shape] = []
    for number, lane in zip(strand.routes, course.lanes, strict=True):
        route = board.routes[number]
        paint = GRAY if route.color is None else paints[route.color - 1]
        letter = "" if route.color is None else letters[route.color - 1]
        color = "gray" if route.color is None else board.colors[route.color - 1]
        label = letter if len(lane) == route.length else f"{letter}{route.length}"
        # Symbols stand in the middle of a route, where they are seen.
        before = (len(lane) - route.symbols) // 2
        symbols = range(before, before + route.symbols)
        outline = kinds[route.kind].outline
        parts = tuple(
            Group("space", f"{route.id} {n + 1}", "", space(box, paint, label, outline, n in symbols))
            for n, box in enumerate(lane)
        )
        a, b = board.cities[route.a].name, board.cities[route.b].name
        shapes.append(Group("route", route.id, f"{a}–{b}: {route.length} {color}, {route.kind}", parts))
    return shapes
