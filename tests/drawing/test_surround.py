"""The surround of a board: the score track on its frame, and the cartouche with the points that the rules give."""

import math
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest

from kolej import editions
from kolej.drawing.backdrop import surround
from kolej.drawing.geometry import Drawing, board_geometry
from kolej.drawing.shapes import Point
from tests.drawing.convex import overlap
from tests.drawing.test_geometry import things

NAMES = editions.names()
SHORT = [(1, 1), (2, 2), (3, 4), (4, 7)]
PRINTED = {
    "new_york": {"taxi": SHORT},
    "berlin": {"tram": SHORT, "subway": [(2, 1), (3, 3), (4, 5)]},
    "europe": {"train": [*SHORT, (6, 15), (8, 21)]},
    "nordic": {"train": [*SHORT, (5, 10), (6, 15), (9, 27)]},
    "japan": {"train": [*SHORT, (5, 10), (6, 15)]},
}
"""What is printed on the boards of the games, by piece: lengths and points."""


@cache
def drawing(name: str) -> Drawing:
    return board_geometry(editions.load(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_score_track_goes_around_the_board_in_a_hundred_even_steps(name: str) -> None:
    drawn = drawing(name)
    width, slots = drawn["frame"]["width"], drawn["frame"]["slots"]
    assert len(set(slots)) == 100
    assert slots[0] == (width / 2, width / 2)
    for x, y in slots:
        sides = (x, y, drawn["width"] - x, drawn["height"] - y)
        assert min(sides) == pytest.approx(width / 2, abs=0.1)
    steps = [math.dist(one, other) for one, other in pairwise([*slots, slots[0]])]
    assert max(steps) < 1.2 * min(steps)
    assert min(steps) > width


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_network_lies_on_the_frame(name: str) -> None:
    drawn = drawing(name)
    edge = drawn["frame"]["width"]
    for what, shape in things(drawn):
        assert all(edge <= x <= drawn["width"] - edge and edge <= y <= drawn["height"] - edge for x, y in shape), what


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what_is_printed", ["cartouche", "track"])
def test_what_is_printed_lies_on_nothing(name: str, what_is_printed: Literal["cartouche", "track"]) -> None:
    drawn = drawing(name)
    place = drawn[what_is_printed]
    if what_is_printed == "track" and name != "japan":
        assert place is None
        return
    assert place is not None
    left, top, right, bottom = place["x"], place["y"], place["x"] + place["width"], place["y"] + place["height"]
    edge = drawn["frame"]["width"]
    assert left >= edge and top >= edge and right <= drawn["width"] - edge and bottom <= drawn["height"] - edge
    corners: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    assert [what for what, shape in things(drawn) if overlap(corners, shape) > 0] == []
    for panel in drawn["panels"]:
        beside = right <= panel["x"] or panel["x"] + panel["width"] <= left
        assert beside or bottom <= panel["y"] or panel["y"] + panel["height"] <= top


@pytest.mark.parametrize("name", NAMES)
def test_the_points_table_is_that_of_the_rules(name: str) -> None:
    place = drawing(name)["cartouche"]
    assert place is not None
    assert place["points"] == PRINTED[name]


def test_the_bonus_of_a_track_is_that_of_the_rules() -> None:
    place = drawing("japan")["track"]
    assert place is not None
    assert place["bonus"]["3"] == [15, 5, -10, -20]


def test_the_track_lies_beside_the_cartouche() -> None:
    drawn = drawing("japan")
    one, two = drawn["cartouche"], drawn["track"]
    assert one is not None and two is not None
    beside = one["x"] + one["width"] <= two["x"] or two["x"] + two["width"] <= one["x"]
    assert beside or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"]


@pytest.mark.parametrize("component", ["BulletTrack", "Cartouche"])
def test_the_page_prints_them_in_the_sizes_that_their_places_were_found_for(component: str) -> None:
    printed = Path(__file__).parents[2] / "web/src/board/svg/printed"
    copied = re.search(r"const \[(.+)] = \[(.+)]", (printed / f"{component}.svelte").read_text(encoding="utf-8"))
    assert copied
    names, values = (part.split(", ") for part in copied.groups())
    assert [getattr(surround, name) for name in names] == [*map(float, values)]
