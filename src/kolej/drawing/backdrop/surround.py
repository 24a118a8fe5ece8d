"""The surround of a board: its frame with the score track, and free places for what is printed beside the network.

These are the cartouche with the points table, and on some boards the track of the bullet trains.
"""

import math
from collections.abc import Sequence

from kolej.drawing.layout.board_layout import BoardLayout
from kolej.drawing.layout.boxes import extent_of
from kolej.drawing.layout.tracks import DOT
from kolej.drawing.shapes import Extent, Point
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rules import Edition
from kolej.rules.awards import TrackRanking

FRAME = 0.0205
"""The width of the frame around a board, as a share of the side of a square that is as large."""
SLOTS = 100
"""The score track has a slot for each number of points below this; a marker that passes it starts another round."""

COLUMN, TITLE, ROW, MARGIN = 36.0, 36.0, 48.0, 12.0
"""Sizes of the cartouche: a column for each length of routes, its title, each of its tables, and its sides."""
LEAST_COLUMNS = 4
SIZES = (1.7, 1.5, 1.3, 1.15, 1.0, 0.88, 0.76)
CLEAR, STEP = 9.0, 6.0
"""How far both stay away from the network and the edge, and the distance of the places that are tried."""

RAIL, RANKS = 44.0, 50.0
"""Heights of the two parts of the track: the rail with the markers, and what each rank is worth."""
RANK = 44.0
"""The width of a rank."""


def frame_width(layout: BoardLayout) -> float:
    """The width of the frame around a board."""
    return float(round(FRAME * math.sqrt(layout.width * layout.height)))


def score_slots(width: float, height: float, frame: float) -> list[Point]:
    """The middles of the slots of the score track, clockwise from the top left corner, on a board with its frame."""
    across, down = width - frame, height - frame
    columns = round(SLOTS / 2 * across / (across + down))
    rows = SLOTS // 2 - columns
    left, top = frame / 2, frame / 2
    step, drop = across / columns, down / rows
    return [
        *((left + n * step, top) for n in range(columns)),
        *((left + across, top + n * drop) for n in range(rows)),
        *((left + across - n * step, top + down) for n in range(columns)),
        *((left, top + down - n * drop) for n in range(rows)),
    ]


def points_tables(edition: Edition) -> dict[str, list[tuple[int, int]]]:
    """By piece, what routes of each length score, by the rows that the rules wrote, without claims for no points."""
    tables: dict[str, set[tuple[int, int]]] = {}
    for row in claims_of(edition):
        if row.points > 0:
            tables.setdefault(row.piece, set()).add((edition.board.routes[row.route].length, row.points))
    return {piece: sorted(rows) for piece, rows in tables.items()}


def track_bonus(edition: Edition) -> dict[str, list[int]]:
    """By the number of seats, what each rank on the track is worth at the end, then what an unmoved marker costs."""
    for award in edition.rules.awards:
        if isinstance(award, TrackRanking):
            return {str(seats): [*ranks, award.unmoved] for seats, ranks in award.places.items()}
    return {}


def cartouche_size(edition: Edition) -> tuple[float, float]:
    """The size of the cartouche at scale 1."""
    tables = points_tables(edition)
    # Several tables need a column that says which is which.
    columns = max(LEAST_COLUMNS, *(len(rows) for rows in tables.values())) + (1 if len(tables) > 1 else 0)
    return COLUMN * columns + 2 * MARGIN, TITLE + ROW * len(tables)


def track_size(edition: Edition) -> tuple[float, float]:
    """The size of the track at scale 1: a column for each rank, and one for markers that never moved."""
    columns = max(len(ranks) for ranks in track_bonus(edition).values())
    return RANK * columns + 2 * MARGIN, RAIL + RANKS


def cartouche_place(edition: Edition, layout: BoardLayout) -> Extent | None:
    """A place for the cartouche in the layout."""
    return _place(cartouche_size(edition), layout, _obstacles(layout))


def track_place(edition: Edition, layout: BoardLayout, cartouche: Extent | None) -> Extent | None:
    """A place for the track beside the cartouche, on boards that have one."""
    if not track_bonus(edition):
        return None
    return _place(track_size(edition), layout, [*_obstacles(layout), *([cartouche] if cartouche else [])])


def _place(natural: tuple[float, float], layout: BoardLayout, obstacles: Sequence[Extent]) -> Extent | None:
    """As large as there is room for, and near a corner."""
    wide, tall = natural
    for size in SIZES:
        # No board needs a title as wide as half of it.
        if wide * size > layout.width * 0.42:
            continue
        if place := _nearest_to_a_corner(wide * size, tall * size, layout, obstacles):
            return place
    return None


def _obstacles(layout: BoardLayout) -> list[Extent]:
    return [
        *(extent_of([box]) for track in layout.tracks for box in track.spaces),
        *((x, y, x, y) for track in layout.tracks for x, y in track.line),
        *((x - DOT, y - DOT, x + DOT, y + DOT) for x, y in (city.at for city in layout.cities)),
        *(city.label.extent for city in layout.cities),
        *(panel.extent for panel in layout.panels),
    ]


def _nearest_to_a_corner(wide: float, tall: float, layout: BoardLayout, obstacles: Sequence[Extent]) -> Extent | None:
    found: list[tuple[float, Extent]] = []
    across, down = layout.width - wide - 2 * CLEAR, layout.height - tall - 2 * CLEAR
    if across < 0 or down < 0:
        return None
    for row in range(int(down / STEP) + 1):
        for column in range(int(across / STEP) + 1):
            left, top = CLEAR + column * STEP, CLEAR + row * STEP
            place = (left, top, left + wide, top + tall)
            if not any(_near(place, other) for other in obstacles):
                aside = min(left, layout.width - left - wide) + min(top, layout.height - top - tall)
                found.append((aside, place))
    return min(found)[1] if found else None


def _near(place: Extent, other: Extent) -> bool:
    left, top, right, bottom = place
    return left - CLEAR < other[2] and other[0] < right + CLEAR and top - CLEAR < other[3] and other[1] < bottom + CLEAR
