"""The geometry that the page draws: spaces, cities and names are inside the picture and do not overlap."""

import copy
import json
import math
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
import pytest

from kolej import editions
from kolej.drawing.geometry import Drawing, DrawnCity, DrawnInset, DrawnName, DrawnSpace, board_geometry
from kolej.drawing.layout.board_layout import _layout
from kolej.drawing.shapes import LINE_HEIGHT, Point, width_of
from kolej.drawing.style import spaces_of
from kolej.editions.art_data import write
from tests.drawing.convex import area, hull, overlap
from tests.editions.folders import spoiled

NAMES = editions.names()
MARK = 9.0
"""Radius of a city."""
NONE = 0.01
"""The overlap that rounding may cause."""


@cache
def drawing(name: str) -> Drawing:
    return board_geometry(editions.load(name))


def space(place: DrawnSpace, thick: float) -> list[Point]:
    x, y, angle, length = place
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    halves = [(u * length / 2, v * thick / 2) for u in (-1, 1) for v in (-1, 1)]
    return hull([(x + u * c - v * s, y + u * s + v * c) for u, v in halves])


def written(name: DrawnName) -> list[Point]:
    """The box around a name: letters are one font size high, and lines are LINE_HEIGHT apart."""
    width = max(width_of(line, name["size"]) for line in name["lines"])
    height = name["size"] * (LINE_HEIGHT * (len(name["lines"]) - 1) + 1)
    left = name["x"] - {"start": 0, "middle": width / 2, "end": width}[name["anchor"]]
    top = name["y"] - height / 2
    return hull([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])


def spots(drawn: Drawing) -> list[DrawnCity | DrawnInset]:
    """Every position of a city; some have two."""
    twice = [city["inset"] for city in drawn["cities"] if city["inset"] is not None]
    return [*drawn["cities"], *twice]


def marked(spot: DrawnCity | DrawnInset) -> list[Point]:
    turns = [math.pi * n / 12 for n in range(24)]
    return hull([(spot["x"] + MARK * math.cos(turn), spot["y"] + MARK * math.sin(turn)) for turn in turns])


def things(drawn: Drawing) -> list[tuple[str, list[Point]]]:
    """Everything in the picture that must not be covered."""
    found = [
        (f"space {n} of route {route}", space(place, drawn["thick"]))
        for route, lane in enumerate(drawn["routes"])
        for n, place in enumerate(lane["spaces"])
    ]
    for spot in spots(drawn):
        words = " ".join(spot["name"]["lines"])
        found += [(f"mark of {words}", marked(spot)), (f"name of {words}", written(spot["name"]))]
    return found


def clashes(drawn: Drawing) -> list[str]:
    """Every pair of things that overlap."""
    everything = things(drawn)
    # A sweep from left to right: what ends before a thing starts is not compared again.
    order = sorted(range(len(everything)), key=lambda n: min(everything[n][1]))
    found, near = [], list[int]()
    for n in order:
        corners = everything[n][1]
        near = [other for other in near if max(everything[other][1]) > min(corners)]
        found += [
            " and ".join(everything[each][0] for each in sorted((n, other)))
            for other in near
            if overlap(corners, everything[other][1]) > NONE
        ]
        near.append(n)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_covers_anything(name: str) -> None:
    assert clashes(drawing(name)) == []


def nudge_space(drawn: Drawing) -> str:
    """Move the second space of a route onto the first."""
    route = next(n for n, lane in enumerate(drawn["routes"]) if len(lane["spaces"]) > 1)
    first, second = drawn["routes"][route]["spaces"][:2]
    near = first[0] + 0.6 * (second[0] - first[0]), first[1] + 0.6 * (second[1] - first[1])
    drawn["routes"][route]["spaces"][1] = (*near, *second[2:])
    return f"space 0 of route {route} and space 1 of route {route}"


def turn_space(drawn: Drawing) -> str:
    """Rotate a space of a double route into its neighbour."""
    firsts = [lane["spaces"][0][:2] for lane in drawn["routes"]]
    a, b = next((a, b) for a, b in combinations(range(len(firsts)), 2) if math.dist(firsts[a], firsts[b]) < 20)
    x, y, angle, length = drawn["routes"][a]["spaces"][0]
    drawn["routes"][a]["spaces"][0] = (x, y, angle + 90, length)
    return f"space 0 of route {a} and space 0 of route {b}"


def move_name(drawn: Drawing) -> str:
    """Move a name onto its own city."""
    city = drawn["cities"][3]
    city["name"] |= {"x": city["x"], "y": city["y"], "anchor": "middle"}
    words = " ".join(city["name"]["lines"])
    return f"mark of {words} and name of {words}"


def swell_name(drawn: Drawing) -> str:
    """Enlarge a name so that it reaches another."""
    one, other = drawn["cities"][0]["name"], drawn["cities"][1]["name"]
    one |= {"size": 2.5 * math.dist((one["x"], one["y"]), (other["x"], other["y"])), "anchor": "middle"}
    return f"name of {' '.join(one['lines'])} and name of {' '.join(other['lines'])}"


def move_city(drawn: Drawing) -> str:
    """Move a city onto a space of a route that does not lead there."""
    city = drawn["cities"][-1]
    city["x"], city["y"] = drawn["routes"][0]["spaces"][0][:2]
    return f"space 0 of route 0 and mark of {' '.join(city['name']['lines'])}"


@pytest.mark.parametrize("name", ["new_york", "europe"])
@pytest.mark.parametrize("spoil", [nudge_space, turn_space, move_name, swell_name, move_city])
def test_a_spoiled_drawing_is_seen_to_be_one(name: str, spoil: Callable[[Drawing], str]) -> None:
    spoilt = copy.deepcopy(drawing(name))
    pair = spoil(spoilt)
    assert pair in clashes(spoilt)


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_on_the_sheet(name: str) -> None:
    drawn = drawing(name)
    for what, corners in things(drawn):
        for x, y in corners:
            assert 0 <= x <= drawn["width"] and 0 <= y <= drawn["height"], what


@pytest.mark.parametrize("name", NAMES)
def test_every_route_has_its_spaces_in_the_order_of_the_board(name: str) -> None:
    edition, drawn = editions.load(name), drawing(name)
    assert [len(lane["spaces"]) for lane in drawn["routes"]] == spaces_of(edition)
    points = [{(spot["x"], spot["y"]) for spot in (city, city["inset"]) if spot} for city in drawn["cities"]]
    for route, lane in zip(edition.board.routes, drawn["routes"], strict=True):
        ends = [tuple(lane["line"][0]), tuple(lane["line"][-1])]
        assert sum(end in points[route.a] for end in ends) == sum(end in points[route.b] for end in ends) == 1
        # The spaces follow each other along the line.
        away = [math.dist(place[:2], lane["line"][0]) for place in lane["spaces"]]
        assert away == sorted(away)


@pytest.mark.parametrize("name", NAMES)
def test_spaces_are_large_and_alike(name: str) -> None:
    drawn = drawing(name)
    lengths = [place[3] for lane in drawn["routes"] for place in lane["spaces"]]
    assert drawn["thick"] >= 16
    assert min(lengths) >= 1.9 * drawn["thick"]
    assert sum(length >= 2.3 * drawn["thick"] for length in lengths) > 0.75 * len(lengths)
    # All spaces together are a fair part of the picture, so that they are large enough to read.
    assert sum(lengths) * drawn["thick"] > 0.06 * drawn["width"] * drawn["height"]


@pytest.mark.parametrize("name", NAMES)
def test_doubles_lie_side_by_side(name: str) -> None:
    board, drawn = editions.load(name).board, drawing(name)
    pairs: dict[int, list[int]] = {}
    for number, route in enumerate(board.routes):
        if route.pair is not None:
            pairs.setdefault(route.pair, []).append(number)
    for one, other in pairs.values():
        mine, yours = drawn["routes"][one]["spaces"], drawn["routes"][other]["spaces"]
        if len(mine) != len(yours):
            continue
        for here, there in zip(mine, yours, strict=True):
            assert drawn["thick"] < math.dist(here[:2], there[:2]) < drawn["thick"] + 5
            assert here[2:] == there[2:]


@pytest.mark.parametrize("name", NAMES)
def test_routes_bend_gently(name: str) -> None:
    for lane in drawing(name)["routes"]:
        line = [(x, y) for x, y in lane["line"]]
        walked = sum(math.dist(here, there) for here, there in pairwise(line))
        assert walked <= 1.35 * math.dist(line[0], line[-1])


@pytest.mark.parametrize("name", NAMES)
def test_names_can_be_read_and_told_apart(name: str) -> None:
    board, drawn = editions.load(name).board, drawing(name)
    for city, place in zip(board.cities, drawn["cities"], strict=True):
        for spot in (place, place["inset"]):
            if spot is not None:
                joined = " ".join(spot["name"]["lines"])
                assert joined.replace("- ", "-") == city.name
                assert spot["name"]["size"] >= 13
                assert from_box(written(spot["name"]), spot) < 40


def from_box(corners: list[Point], spot: DrawnCity | DrawnInset) -> float:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    aside = max(0.0, min(xs) - spot["x"], spot["x"] - max(xs))
    return math.hypot(aside, max(0.0, min(ys) - spot["y"], spot["y"] - max(ys)))


def test_enlarged_parts_have_a_ground_of_their_own() -> None:
    board, drawn = editions.load("japan").board, drawing("japan")
    assert {panel["area"] for panel in drawn["panels"]} == {"kyushu", "tokyo"}
    assert all(drawing(name)["panels"] == [] for name in NAMES if name != "japan")
    for panel in drawn["panels"]:
        x, y, right, bottom = panel["x"], panel["y"], panel["x"] + panel["width"], panel["y"] + panel["height"]
        mine = {
            " ".join(city["name"]["lines"])
            for city, own in zip(drawn["cities"], board.cities, strict=True)
            if own.area == panel["area"]
        }
        inside = {what for what, corners in things(drawn) if all(x < u < right and y < v < bottom for u, v in corners)}
        touched = {what for what, corners in things(drawn) if any(x < u < right and y < v < bottom for u, v in corners)}
        assert inside == touched
        assert {f"mark of {each}" for each in mine} | {f"name of {each}" for each in mine} <= inside


def test_it_is_plain_json_of_the_agreed_form() -> None:
    drawn = drawing("japan")
    assert msgspec.json.decode(json.dumps(drawn), type=Drawing) == drawn
    assert set(drawn) == {"width", "height", "thick", "routes", "cities", "panels", "frame", "cartouche", "track"}
    assert all(set(route) == {"spaces", "line"} for route in drawn["routes"])
    assert all(len(place) == 4 for route in drawn["routes"] for place in route["spaces"])
    assert all(set(city) == {"x", "y", "name", "inset"} for city in drawn["cities"])
    assert all(set(city["name"]) == {"x", "y", "anchor", "lines", "size"} for city in drawn["cities"])
    assert {n for n, city in enumerate(drawn["cities"]) if city["inset"]} == {
        n for n, city in enumerate(editions.load("japan").board.cities) if city.inset
    }
    assert all(set(panel) == {"x", "y", "width", "height", "area"} for panel in drawn["panels"])


def test_it_comes_out_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawing("berlin")
    monkeypatch.setattr("kolej.drawing.layout.board_layout._layout", _layout.__wrapped__)
    assert board_geometry(editions.load("berlin")) == before


def test_a_board_of_ones_own_is_laid_out_too(tmp_path: Path) -> None:
    drawn = board_geometry(editions.load_folder(spoiled(tmp_path)))
    assert clashes(drawn) == []
    assert all(area(corners) > 0 for _, corners in things(drawn))


def test_sheets_for_the_art_are_written(tmp_path: Path) -> None:
    files = write(tmp_path / "sheets")
    assert [path.stem for path in files] == NAMES
    nordic = json.loads((tmp_path / "sheets" / "nordic.json").read_text(encoding="utf-8"))
    assert msgspec.convert(nordic["drawing"], Drawing, strict=False) == drawing("nordic")
    board = editions.load("nordic").board
    assert [(city["lat"], city["lon"]) for city in nordic["cities"]] == [(city.lat, city.lon) for city in board.cities]
    assert [route["id"] for route in nordic["routes"]] == [route.id for route in board.routes]


def test_sheets_need_a_folder() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kolej.editions.art_data"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "usage: python -m kolej.editions.art_data FOLDER\n")
