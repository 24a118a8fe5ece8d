"""The ground under boards without a map: land under everything, coasts that are closed, pictures that are XML."""

from xml.etree import ElementTree

import pytest

from bench.make_board import SIZES, make
from kolej import editions
from kolej.drawing.backdrop.coast import DistanceField, area
from kolej.drawing.backdrop.ground import Ground, small_picture
from kolej.drawing.geometry import board_geometry


def is_inside(x: float, y: float, rings: list[list[tuple[float, float]]]) -> bool:
    """Whether a point is on land: an odd number of coasts lies between it and the far left."""
    crossings = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and ax + (y - ay) / (by - ay) * (bx - ax) < x:
                crossings += 1
    return crossings % 2 == 1


def test_distances_are_those_of_the_nearest_point() -> None:
    field = DistanceField(100, 100, 10, [(50, 50)])
    assert field.values[6 * field.columns + 6] == 0
    assert field.values[6 * field.columns + 9] == 30
    assert field.values[3 * field.columns + 6] == 30
    assert field.values[8 * field.columns + 8] == pytest.approx(20 * 2**0.5)
    [ring] = field.contours(30)
    assert 1200 < area(ring) < 5500 and is_inside(50, 50, [ring])


@pytest.mark.parametrize("size", ["small", "medium"])
def test_every_city_and_route_is_on_land(size: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    edition = editions.load_folder(make(f"{size}_3", SIZES[size], 3, tmp_path_factory.mktemp("boards")))
    drawing = board_geometry(edition)
    ground = Ground(drawing)
    land = ground.land()
    for city in drawing["cities"]:
        assert is_inside(city["x"], city["y"], land)
    for route in drawing["routes"]:
        assert all(is_inside(x, y, land) for x, y, _, _ in route["spaces"])
    group = ElementTree.fromstring(ground.svg())
    classes = [part.get("class") for part in group]
    assert classes.index("ground-land") < classes.index("ground-sea") < classes.index("ground-depth")
    assert all(0 <= x <= ground.width and 0 <= y <= ground.height for ring in ground.land(48) for x, y in ring)
    picture = ElementTree.fromstring(small_picture(edition, drawing))
    assert len(picture.findall(".//{*}circle")) == len(edition.board.cities)


def test_a_name_with_markup_is_only_text(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = make("small_3", SIZES["small"], 3, tmp_path_factory.mktemp("boards"))
    file = folder / "board.toml"
    text = file.read_text(encoding="utf-8").replace('name = "Small_3"', "name = 'A <b> & \"c\"'")
    file.write_text(text, encoding="utf-8")
    edition = editions.load_folder(folder)
    picture = small_picture(edition, board_geometry(edition))
    assert ElementTree.fromstring(picture).findtext("{*}title") == 'A <b> & "c"'
