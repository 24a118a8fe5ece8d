"""A board as a picture: cities with names, every route as its spaces, and a legend."""

import math

from kolej.drawing.board_layout import Dot, Panel, Track, plan
from kolej.drawing.legend import legend
from kolej.drawing.shapes import Group, Line, Picture, Polygon, Shape, Words
from kolej.drawing.spaces import city_mark, space
from kolej.drawing.style import GRAY, INK, PAPER, Kind, kinds_of, letters_of, paints_of
from kolej.engine.board.model import Board, City
from kolej.engine.ruleset.rules import Edition

PANEL, PANEL_EDGE = "#ece5d2", "#c9bf9f"
RAIL = "#9a927d"


def draw(edition: Edition) -> Picture:
    """The picture of an edition's board."""
    board = edition.board
    kinds = kinds_of(edition)
    laid = plan(edition)
    tags = list(dict.fromkeys(tag for city in board.cities for tag in city.tags))
    panels = [_panel(panel) for panel in laid.panels]
    lines = [Line(line, RAIL, 1.5) for line in dict.fromkeys(track.line for track in laid.tracks)]
    routes = [_route(board, number, track, kinds) for number, track in enumerate(laid.tracks)]
    cities = [_city(board.cities[dot.city], dot, tags) for dot in laid.dots]
    below, height = legend(edition, kinds, tags, laid.width, laid.height)
    shapes = (*panels, *lines, *routes, *cities, *below)
    return Picture(laid.width, math.ceil(laid.height + height), f"{board.name}: the board", PAPER, shapes)


def _panel(panel: Panel) -> Shape:
    left, top, right, bottom = panel.extent
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), PANEL, PANEL_EDGE, 1.0)


def _city(city: City, dot: Dot, tags: list[str]) -> Group:
    mark = city_mark(dot.at, tags.index(city.tags[0]) + 1 if city.tags else 0)
    name = Words(dot.name.at, dot.name.lines, dot.name.size, INK, dot.name.anchor, bold=True, halo=PAPER)
    return Group("city", city.id, city.name, (*mark, name))


def _route(board: Board, number: int, track: Track, kinds: dict[str, Kind]) -> Group:
    paints, letters = paints_of(board), letters_of(board)
    route, spaces = board.routes[number], track.spaces
    paint = GRAY if route.color is None else paints[route.color - 1]
    letter = "" if route.color is None else letters[route.color - 1]
    color = "gray" if route.color is None else board.colors[route.color - 1]
    label = letter if len(spaces) == route.length else f"{letter}{route.length}"
    # Symbols stand in the middle of a route, where they are seen.
    before = (len(spaces) - route.symbols) // 2
    symbols = range(before, before + route.symbols)
    outline = kinds[route.kind].outline
    parts = tuple(
        Group("space", f"{route.id} {n + 1}", "", space(box, paint, label, outline, n in symbols))
        for n, box in enumerate(spaces)
    )
    a, b = board.cities[route.a].name, board.cities[route.b].name
    return Group("route", route.id, f"{a}–{b}: {route.length} {color}, {route.kind}", parts)
