"""The picture of a board: cities with names, routes with their spaces, and a legend."""

import math

from kolej.drawing.layout.board_layout import CityPosition, Panel, Track, board_layout
from kolej.drawing.output.legend import legend
from kolej.drawing.output.spaces import city_mark, space
from kolej.drawing.shapes import Group, Picture, Polygon, Polyline, Shape, Text
from kolej.drawing.style import GRAY, INK, PAPER, Kind, kinds_of, letters_of, paints_of
from kolej.engine.board.model import Board, City
from kolej.engine.ruleset.rules import Edition

PANEL, PANEL_EDGE = "#ece5d2", "#c9bf9f"
RAIL = "#9a927d"


def draw(edition: Edition) -> Picture:
    """The picture of an edition's board."""
    board = edition.board
    kinds = kinds_of(edition)
    layout = board_layout(edition)
    tags = list(dict.fromkeys(tag for city in board.cities for tag in city.tags))
    panels = [_panel(panel) for panel in layout.panels]
    lines = [Polyline(line, RAIL, 1.5) for line in dict.fromkeys(track.line for track in layout.tracks)]
    routes = [_route(board, number, track, kinds) for number, track in enumerate(layout.tracks)]
    cities = [_city(board.cities[position.city], position, tags) for position in layout.cities]
    below, height = legend(edition, kinds, tags, layout.width, layout.height)
    shapes = (*panels, *lines, *routes, *cities, *below)
    return Picture(layout.width, math.ceil(layout.height + height), f"{board.name}: the board", PAPER, shapes)


def _panel(panel: Panel) -> Shape:
    left, top, right, bottom = panel.extent
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), PANEL, PANEL_EDGE, 1.0)


def _city(city: City, position: CityPosition, tags: list[str]) -> Group:
    label = position.label
    mark = city_mark(position.at, tags.index(city.tags[0]) + 1 if city.tags else 0)
    name = Text(label.at, label.lines, label.size, INK, label.anchor, bold=True, halo=PAPER)
    return Group("city", city.id, city.name, (*mark, name))


def _route(board: Board, number: int, track: Track, kinds: dict[str, Kind]) -> Group:
    paints, letters = paints_of(board), letters_of(board)
    route, spaces = board.routes[number], track.spaces
    paint = GRAY if route.color is None else paints[route.color - 1]
    letter = "" if route.color is None else letters[route.color - 1]
    color = "gray" if route.color is None else board.colors[route.color - 1]
    label = letter if len(spaces) == route.length else f"{letter}{route.length}"
    # Symbols are in the middle of a route, where they are easy to see.
    before = (len(spaces) - route.symbols) // 2
    symbols = range(before, before + route.symbols)
    outline = kinds[route.kind].outline
    parts = tuple(
        Group("space", f"{route.id} {n + 1}", "", space(box, paint, label, outline, n in symbols))
        for n, box in enumerate(spaces)
    )
    a, b = board.cities[route.a].name, board.cities[route.b].name
    return Group("route", route.id, f"{a}–{b}: {route.length} {color}, {route.kind}", parts)
