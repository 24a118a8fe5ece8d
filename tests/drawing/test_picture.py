"""Pictures of boards: everything is there once, inside the picture, and nothing overlaps."""

import io
import re
from functools import cache, partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kolej import editions
from kolej.drawing.output.picture import draw
from kolej.drawing.output.png import SCALE, png
from kolej.drawing.output.svg import svg
from kolej.drawing.shapes import Circle, Group, Picture, Point, Polygon, Text, each, extent
from kolej.drawing.style import Outline, kinds_of, letters_of, paints_of, spaces_of
from tests.drawing.convex import area, hull, overlap
from tests.editions.folders import kolej, spoiled

NAMES = editions.names()
SVG = "{http://www.w3.org/2000/svg}"


@cache
def picture(name: str) -> Picture:
    return draw(editions.load(name))


@cache
def tree(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg(picture(name)))


def groups(name: str, kind: str) -> list[ElementTree.Element]:
    return [group for group in tree(name).iter(f"{SVG}g") if group.get("class") == kind]


@pytest.mark.parametrize("name", NAMES)
def test_every_space_of_every_route_is_there_once(name: str) -> None:
    board = editions.load(name).board
    drawn = {group.get("data-id"): group for group in groups(name, "route")}
    assert list(drawn) == [*dict.fromkeys(drawn)] and len(groups(name, "route")) == len(board.routes)
    for route in board.routes:
        spaces = [g.get("data-id") for g in drawn[route.id].iter(f"{SVG}g") if g.get("class") == "space"]
        length = 1 if route.kind == "subway" else route.length
        assert spaces == [f"{route.id} {n}" for n in range(1, length + 1)]


@pytest.mark.parametrize("name", NAMES)
def test_every_city_is_there_with_its_name(name: str) -> None:
    board = editions.load(name).board
    words = [" ".join(text.itertext()) for g in groups(name, "city") for text in g.iter(f"{SVG}text")]
    # A name may be broken after a hyphen. A city that is drawn twice has two labels.
    written = sorted(each.replace("- ", "-") for each in words)
    assert written == sorted(city.name for city in board.cities for _ in range(2 if city.inset else 1))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_outside_the_sheet(name: str) -> None:
    sheet = picture(name)
    root = tree(name)
    assert root.get("viewBox") == f"0 0 {sheet.width} {sheet.height}"
    for shape in each(sheet.shapes):
        left, top, right, bottom = extent(shape)
        assert left >= 0 and top >= 0 and right <= sheet.width and bottom <= sheet.height, shape


def test_overlaps_would_be_found() -> None:
    square = hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2)])
    assert len(square) == 4 and area(square) == 16
    assert overlap(square, hull([(3, 3), (7, 3), (7, 7), (3, 7)])) == pytest.approx(1)
    assert overlap(square, hull([(2, -2), (6, 2), (2, 6), (-2, 2)])) == pytest.approx(16)
    assert overlap(square, hull([(5, 0), (6, 0), (6, 4)])) == 0


@cache
def spaces_of_routes(sheet: Picture) -> list[tuple[str, list[Point]]]:
    """Every drawn space, by route."""
    return [
        (route.id, hull([p for shape in space.shapes if isinstance(shape, Polygon) for p in shape.points]))
        for route in sheet.shapes
        if isinstance(route, Group) and route.kind == "route"
        for space in route.shapes
        if isinstance(space, Group)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_spaces_of_different_routes_do_not_overlap(name: str) -> None:
    spaces = spaces_of_routes(picture(name))
    worst = max(
        overlap(one, other) / min(area(one), area(other))
        for n, (route, one) in enumerate(spaces)
        for other_route, other in spaces[:n]
        if route != other_route
    )
    assert worst == 0


@pytest.mark.parametrize("name", NAMES)
def test_no_route_runs_over_a_city(name: str) -> None:
    sheet = picture(name)
    marks = [shape for g in sheet.shapes if isinstance(g, Group) and g.kind == "city" for shape in g.shapes[:1]]
    corners = [
        mark.points if isinstance(mark, Polygon) else _square(mark) for mark in marks if not isinstance(mark, Text)
    ]
    shares = [
        overlap(space, hull(list(mark))) / area(space) for _, space in spaces_of_routes(sheet) for mark in corners
    ]
    assert max(shares) == 0


def _square(mark: object) -> tuple[Point, ...]:
    assert isinstance(mark, Circle)
    (x, y), r = mark.at, mark.radius * 0.7
    return (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)


@pytest.mark.parametrize("name", NAMES)
def test_names_cover_neither_routes_nor_each_other(name: str) -> None:
    sheet = picture(name)
    cities = [shape for shape in sheet.shapes if isinstance(shape, Group) and shape.kind == "city"]
    boxes = []
    for city in cities:
        left, top, right, bottom = extent(next(shape for shape in city.shapes if isinstance(shape, Text)))
        boxes.append([(left, top), (right, top), (right, bottom), (left, bottom)])
    covered = [overlap(space, box) / area(space) for _, space in spaces_of_routes(sheet) for box in boxes]
    # A box is higher than its letters.
    assert max(covered) < 0.01
    between = [overlap(one, other) / min(area(one), area(other)) for n, one in enumerate(boxes) for other in boxes[:n]]
    assert max(between) == 0


@pytest.mark.parametrize("name", NAMES)
def test_colour_is_never_alone(name: str) -> None:
    """Every coloured route has a letter on some space, and the letters of a board differ."""
    board = editions.load(name).board
    letters = letters_of(board)
    assert len(set(letters)) == len(board.colors) == len(set(paints_of(board)))
    drawn = {group.get("data-id"): "".join(group.itertext()) for group in groups(name, "route")}
    for route in board.routes:
        signs = drawn[route.id].partition(route.kind)[2]
        if route.color is not None and route.symbols < route.length:
            assert letters[route.color - 1] in signs
        if route.color is None:
            assert not re.search("[A-Z]", signs)


def test_kinds_are_distinguished_by_what_their_rules_ask() -> None:
    outlines = {name: {k: v.outline for k, v in kinds_of(editions.load(name)).items()} for name in NAMES}
    assert outlines["berlin"] == {"tram": Outline.PLAIN, "subway": Outline.SINGLE}
    assert outlines["europe"] == {"plain": Outline.PLAIN, "tunnel": Outline.DASHED, "ferry": Outline.WAVED}
    assert outlines["japan"] == {"plain": Outline.PLAIN, "bullet": Outline.POINTED}
    assert outlines["nordic"]["arctic"] is Outline.HEAVY
    assert all(len(set(kinds.values())) == len(kinds) for kinds in outlines.values())


def test_ferries_show_a_symbol_for_each_wild() -> None:
    board = editions.load("nordic").board
    for group in groups("nordic", "route"):
        route = board.routes[board.route(group.get("data-id") or "")]
        # A locomotive has two wheels.
        assert len(list(group.iter(f"{SVG}circle"))) == 2 * route.symbols


def test_the_legend_names_every_colour_and_kind() -> None:
    for name in NAMES:
        edition = editions.load(name)
        text = " ".join("".join(each.itertext()) for each in tree(name).iter(f"{SVG}text"))
        for word in (*edition.board.colors, "gray: any one colour", *(f"{kind}: " for kind in kinds_of(edition))):
            assert word in text


def test_names_are_escaped_in_svg(tmp_path: Path) -> None:
    folder = spoiled(
        tmp_path,
        ("board.toml", 'name = "Isle"', """name = '<Isle> & "Co"'"""),
        ("board.toml", 'name = "Mill"', """name = '<b>&amp;"Mill"'"""),
    )
    root = ElementTree.fromstring(svg(draw(editions.load_folder(folder))))
    assert '<b>&amp;"Mill"' in ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert root.findtext(f"{SVG}title") == '<Isle> & "Co": the board'


@pytest.mark.parametrize("aspect", ["0.1", "10"])
def test_odd_boards_stay_inside_their_sheet(tmp_path: Path, aspect: str) -> None:
    """Long names, cities in every corner, unknown colours."""
    folder = spoiled(
        tmp_path,
        ("board.toml", "aspect = 1.5", f"aspect = {aspect}"),
        ("board.toml", 'colors = ["red", "blue", "green", "yellow"]', 'colors = ["red", "rood", "roed", "dred"]'),
        ("board.toml", 'name = "Mill"', f'name = "{"Mill of the Long Name " * 9}"'),
        ("board.toml", "x = 0.34, y = 0.48", "x = 0, y = 0"),
        ("board.toml", "x = 0.62, y = 0.56", "x = 1, y = 1"),
    )
    path = folder / "board.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in (('"blue"', '"rood"'), ('"green"', '"roed"'), ('"yellow"', '"dred"')):
        text = text.replace(f"color = {old}", f"color = {new}")
    path.write_text(text, encoding="utf-8")
    edition = editions.load_folder(folder)
    sheet = draw(edition)
    assert letters_of(edition.board) == ["R", "D", "O", "E"]
    for shape in each(sheet.shapes):
        left, top, right, bottom = extent(shape)
        assert left >= 0 and top >= 0 and right <= sheet.width and bottom <= sheet.height, shape
    assert len(spaces_of_routes(sheet)) == sum(spaces_of(edition))


def test_svg_and_png_come_from_one_command(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    drawn, painted = tmp_path / "b.svg", tmp_path / "b.png"
    code, lines = kolej("board", "new_york", "--svg", str(drawn), "--png", str(painted))
    assert (code, lines) == (0, [f"{drawn}: drew New York", f"{painted}: drew New York"])
    sheet = picture("new_york")
    assert drawn.read_text(encoding="utf-8") == svg(sheet)
    with image.open(painted) as opened:
        opened.load()
        assert (opened.format, opened.size) == ("PNG", (SCALE * sheet.width, SCALE * sheet.height))
        colors = {color[:3] for _, color in opened.getcolors(1_000_000)}
    assert {
        tuple(int(paint[n : n + 2], 16) for n in (1, 3, 5)) for paint in paints_of(editions.load("new_york").board)
    } <= colors


@pytest.mark.parametrize("name", ["europe", "japan"])
def test_png_has_the_size_of_the_sheet(name: str) -> None:
    image = pytest.importorskip("PIL.Image")
    sheet = picture(name)
    with image.open(io.BytesIO(png(sheet))) as opened:
        assert opened.size == (SCALE * sheet.width, SCALE * sheet.height)


def test_png_has_names() -> None:
    """Where the label of a city is, there are dark letters."""
    image = pytest.importorskip("PIL.Image")
    sheet = picture("new_york")
    labels = [shape for shape in each(sheet.shapes) if isinstance(shape, Text) and shape.lines == ("Brooklyn",)]
    with image.open(io.BytesIO(png(sheet))) as opened:
        box = [SCALE * edge for edge in extent(labels[0])]
        dark = sum(count for count, color in opened.crop(box).getcolors(100_000) if max(color[:3]) < 90)
    assert 200 < dark < (box[2] - box[0]) * (box[3] - box[1]) / 2


def test_png_without_a_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resvg = pytest.importorskip("resvg_py")
    monkeypatch.setattr(resvg, "svg_to_bytes", partial(resvg.svg_to_bytes, skip_system_fonts=True))
    code, lines = kolej("board", "new_york", "--png", str(tmp_path / "b.png"))
    assert (code, len(lines)) == (2, 1)
    assert lines[0].startswith("kolej: no font was found, so the PNG would show no names; install one of these")
    assert list(tmp_path.iterdir()) == []


def test_without_resvg_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    code, lines = kolej("board", "new_york", "--svg", str(tmp_path / "b.svg"), "--png", str(tmp_path / "b.png"))
    assert (code, lines) == (
        2,
        ["kolej: PNG files are drawn with resvg-py; install it with: pip install 'kolej[png]'"],
    )
    assert list(tmp_path.iterdir()) == []


def test_a_picture_may_go_to_standard_output() -> None:
    code, lines = kolej("board", "new_york", "--svg", "-")
    assert code == 0
    assert "\n".join([*lines, ""]) == svg(picture("new_york"))


def test_two_pictures_cannot_both_go_there() -> None:
    code, lines = kolej("board", "new_york", "--svg", "-", "--png", "-")
    assert (code, lines) == (
        2,
        ["kolej: SVG and PNG can't both go to standard output; name a file for one of them"],
    )


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    code, lines = kolej("board", "new_york", "--svg", str(tmp_path / "no" / "b.svg"))
    assert (code, lines) == (2, [f'kolej: "{tmp_path}/no/b.svg" can\'t be written: No such file or directory'])


def test_the_same_board_is_drawn_the_same_again() -> None:
    assert svg(draw(editions.load("berlin"))) == svg(picture("berlin"))
