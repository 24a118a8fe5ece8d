"""The geometry of a board as JSON, which the page draws; its TypeScript types are generated from these."""

import math
from typing import Literal, TypedDict

from kolej.drawing.board_layout import BoardLayout, CityPosition, Panel, board_layout
from kolej.drawing.boxes import THICK, Box
from kolej.drawing.label_candidates import Label
from kolej.drawing.shapes import Point
from kolej.engine.ruleset.rules import Edition

DrawnPoint = tuple[float, float]
DrawnSpace = tuple[float, float, float, float]
"""A space: x and y of its middle, its angle in degrees clockwise, and its length."""


class DrawnName(TypedDict):
    """Lines of text, 1.15 font sizes apart: x at the anchor, y in the middle of all lines."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]
    lines: list[str]
    size: float


class DrawnInset(TypedDict):
    """The second position of a city, in an enlarged part of the board."""

    x: float
    y: float
    name: DrawnName


class DrawnCity(TypedDict):
    """The position of a city and of its name."""

    x: float
    y: float
    name: DrawnName
    inset: DrawnInset | None


class DrawnRoute(TypedDict):
    """The spaces of a route, and the line from city to city."""

    spaces: list[DrawnSpace]
    line: list[DrawnPoint]


class DrawnPanel(TypedDict):
    """The background of an enlarged part."""

    x: float
    y: float
    width: float
    height: float
    area: str


class Drawing(TypedDict):
    """The whole board, in its own units; y grows downwards. A space is length × thick around its center."""

    width: float
    height: float
    thick: float
    routes: list[DrawnRoute]
    """In the order of the board, as are the cities."""
    cities: list[DrawnCity]
    panels: list[DrawnPanel]


def board_geometry(edition: Edition) -> Drawing:
    """The geometry of an edition's board."""
    layout = board_layout(edition)
    return Drawing(
        width=layout.width,
        height=layout.height,
        thick=THICK,
        routes=[
            DrawnRoute(spaces=[_space(box) for box in track.spaces], line=[_point(at) for at in track.line])
            for track in layout.tracks
        ],
        cities=_cities(layout, len(edition.board.cities)),
        panels=[_panel(panel) for panel in layout.panels],
    )


def _cities(layout: BoardLayout, count: int) -> list[DrawnCity]:
    insets = {position.city: position for position in layout.cities[count:]}
    return [_city(position, insets.get(position.city)) for position in layout.cities[:count]]


def _city(position: CityPosition, inset: CityPosition | None) -> DrawnCity:
    x, y = _point(position.at)
    return DrawnCity(x=x, y=y, name=_name(position.label), inset=None if inset is None else _inset(inset))


def _inset(position: CityPosition) -> DrawnInset:
    x, y = _point(position.at)
    return DrawnInset(x=x, y=y, name=_name(position.label))


def _name(label: Label) -> DrawnName:
    x, y = _point(label.at)
    return DrawnName(x=x, y=y, anchor=label.anchor, lines=list(label.lines), size=round(label.size, 2))


def _panel(panel: Panel) -> DrawnPanel:
    left, top, right, bottom = (round(side, 1) for side in panel.extent)
    return DrawnPanel(x=left, y=top, width=round(right - left, 1), height=round(bottom - top, 1), area=panel.area)


def _space(box: Box) -> DrawnSpace:
    return (*_point((box.x, box.y)), round(math.degrees(box.angle), 1), round(box.length, 1))


def _point(at: Point) -> DrawnPoint:
    # A hundredth of a unit is below the resolution of any screen.
    return round(at[0], 2), round(at[1], 2)
