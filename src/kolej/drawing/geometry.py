"""The geometry of a board as JSON, which the page draws; its TypeScript types are generated from these."""

import math
from typing import Literal, TypedDict

from kolej.drawing.backdrop.surround import (
    cartouche_place,
    frame_width,
    points_tables,
    score_slots,
    track_bonus,
    track_place,
)
from kolej.drawing.layout.board_layout import BoardLayout, CityPosition, Panel, board_layout
from kolej.drawing.layout.boxes import THICK, Box
from kolej.drawing.layout.label_candidates import Label
from kolej.drawing.shapes import Extent, Point
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


class DrawnFrame(TypedDict):
    """The frame around a board: its width, and the slots of the score track from 0 points on."""

    width: float
    slots: list[DrawnPoint]


class DrawnCartouche(TypedDict):
    """A free place for the title of the board, and the tables that are printed below it."""

    x: float
    y: float
    width: float
    height: float
    points: dict[str, list[tuple[int, int]]]
    """By piece, lengths of routes and their points."""


class DrawnTrack(TypedDict):
    """A free place for the track of the bullet trains."""

    x: float
    y: float
    width: float
    height: float
    bonus: dict[str, list[int]]
    """By the number of seats, the bonus of each rank on the track, then that of a marker that never moved."""


class Drawing(TypedDict):
    """The whole board, in its own units; y grows downwards. A space is length × thick around its center."""

    width: float
    height: float
    thick: float
    routes: list[DrawnRoute]
    """In the order of the board, as are the cities."""
    cities: list[DrawnCity]
    panels: list[DrawnPanel]
    frame: DrawnFrame
    cartouche: DrawnCartouche | None
    """Null where the network leaves no room."""
    track: DrawnTrack | None
    """Null on boards without one as well."""


def board_geometry(edition: Edition) -> Drawing:
    """The geometry of an edition's board."""
    layout = board_layout(edition)
    frame = frame_width(layout)
    width, height = layout.width + 2 * frame, layout.height + 2 * frame
    cartouche = cartouche_place(edition, layout)
    return Drawing(
        width=width,
        height=height,
        thick=THICK,
        routes=[
            DrawnRoute(
                spaces=[_space(box, frame) for box in track.spaces], line=[_point(at, frame) for at in track.line]
            )
            for track in layout.tracks
        ],
        cities=_cities(layout, len(edition.board.cities), frame),
        panels=[_panel(panel, frame) for panel in layout.panels],
        frame=DrawnFrame(width=frame, slots=[(round(x, 1), round(y, 1)) for x, y in score_slots(width, height, frame)]),
        cartouche=_cartouche(edition, cartouche, frame),
        track=_track(edition, track_place(edition, layout, cartouche), frame),
    )


def _cartouche(edition: Edition, place: Extent | None, frame: float) -> DrawnCartouche | None:
    if place is None:
        return None
    x, y, width, height = _rectangle(place, frame)
    return DrawnCartouche(x=x, y=y, width=width, height=height, points=points_tables(edition))


def _track(edition: Edition, place: Extent | None, frame: float) -> DrawnTrack | None:
    if place is None:
        return None
    x, y, width, height = _rectangle(place, frame)
    return DrawnTrack(x=x, y=y, width=width, height=height, bonus=track_bonus(edition))


def _cities(layout: BoardLayout, count: int, frame: float) -> list[DrawnCity]:
    insets = {position.city: position for position in layout.cities[count:]}
    return [_city(position, insets.get(position.city), frame) for position in layout.cities[:count]]


def _city(position: CityPosition, inset: CityPosition | None, frame: float) -> DrawnCity:
    x, y = _point(position.at, frame)
    return DrawnCity(x=x, y=y, name=_name(position.label, frame), inset=None if inset is None else _inset(inset, frame))


def _inset(position: CityPosition, frame: float) -> DrawnInset:
    x, y = _point(position.at, frame)
    return DrawnInset(x=x, y=y, name=_name(position.label, frame))


def _name(label: Label, frame: float) -> DrawnName:
    x, y = _point(label.at, frame)
    return DrawnName(x=x, y=y, anchor=label.anchor, lines=list(label.lines), size=round(label.size, 2))


def _panel(panel: Panel, frame: float) -> DrawnPanel:
    x, y, width, height = _rectangle(panel.extent, frame)
    return DrawnPanel(x=x, y=y, width=width, height=height, area=panel.area)


def _rectangle(extent: Extent, frame: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = extent
    return round(left + frame, 1), round(top + frame, 1), round(right - left, 1), round(bottom - top, 1)


def _space(box: Box, frame: float) -> DrawnSpace:
    return (*_point((box.x, box.y), frame), round(math.degrees(box.angle), 1), round(box.length, 1))


def _point(at: Point, frame: float) -> DrawnPoint:
    # Inside the frame. A hundredth of a unit is below the resolution of any screen.
    return round(at[0] + frame, 2), round(at[1] + frame, 2)
