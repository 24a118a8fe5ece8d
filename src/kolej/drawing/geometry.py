"""A board's geometry as plain JSON, for whoever draws it elsewhere: the page does."""

import math
from typing import TypedDict

from kolej.drawing.board_layout import Dot, Panel, Plan, plan
from kolej.drawing.boxes import THICK, Box
from kolej.drawing.label_candidates import Name
from kolej.drawing.shapes import Point
from kolej.engine.ruleset.rules import Edition


class NameDrawing(TypedDict):
    """Lines of words, 1.15 sizes apart: x at the anchor, y in the middle of their height."""

    x: float
    y: float
    anchor: str
    lines: list[str]
    size: float


class InsetDrawing(TypedDict):
    """A city drawn a second time, in an enlarged part."""

    x: float
    y: float
    name: NameDrawing


class CityDrawing(TypedDict):
    """A city and its name."""

    x: float
    y: float
    name: NameDrawing
    inset: InsetDrawing | None


class RouteDrawing(TypedDict):
    """The spaces of a route, each x, y, angle in degrees clockwise and length; and the line from city to city."""

    spaces: list[list[float]]
    line: list[list[float]]


class PanelDrawing(TypedDict):
    """The ground of an enlarged part."""

    x: float
    y: float
    width: float
    height: float
    area: str


class Drawing(TypedDict):
    """Everything, in units of one sheet; y grows downwards. A space is length × thick around its middle."""

    width: float
    height: float
    thick: float
    routes: list[RouteDrawing]
    """In the order of the board, as are the cities."""
    cities: list[CityDrawing]
    panels: list[PanelDrawing]


def sheet(edition: Edition) -> Drawing:
    """The geometry of an edition's board."""
    laid = plan(edition)
    return Drawing(
        width=laid.width,
        height=laid.height,
        thick=THICK,
        routes=[
            RouteDrawing(spaces=[_space(box) for box in track.spaces], line=[_point(at) for at in track.line])
            for track in laid.tracks
        ],
        cities=_cities(laid, len(edition.board.cities)),
        panels=[_panel(panel) for panel in laid.panels],
    )


def _cities(laid: Plan, count: int) -> list[CityDrawing]:
    again = {dot.city: dot for dot in laid.dots[count:]}
    return [_city(dot, again.get(dot.city)) for dot in laid.dots[:count]]


def _city(dot: Dot, again: Dot | None) -> CityDrawing:
    x, y = _point(dot.at)
    return CityDrawing(x=x, y=y, name=_name(dot.name), inset=None if again is None else _inset(again))


def _inset(dot: Dot) -> InsetDrawing:
    x, y = _point(dot.at)
    return InsetDrawing(x=x, y=y, name=_name(dot.name))


def _name(name: Name) -> NameDrawing:
    x, y = _point(name.at)
    return NameDrawing(x=x, y=y, anchor=name.anchor, lines=list(name.lines), size=round(name.size, 2))


def _panel(panel: Panel) -> PanelDrawing:
    left, top, right, bottom = (round(side, 1) for side in panel.extent)
    return PanelDrawing(x=left, y=top, width=round(right - left, 1), height=round(bottom - top, 1), area=panel.area)


def _space(box: Box) -> list[float]:
    return [*_point((box.x, box.y)), round(math.degrees(box.angle), 1), round(box.length, 1)]


def _point(at: Point) -> list[float]:
    # A hundredth of a unit is finer than any screen.
    return [round(at[0], 2), round(at[1], 2)]
