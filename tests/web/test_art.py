"""The art of the boards as it is built: small enough, and vignettes lie in empty areas only."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kolej import editions
from kolej.drawing.geometry import board_geometry
from kolej.drawing.shapes import Point
from kolej.editions.art_data import write
from tests.drawing.convex import overlap
from tests.drawing.test_geometry import things

ROOT = Path(__file__).parents[2]
DRAWN = [name for name in editions.names() if (Path(editions.__file__).parent / name / "art/ground.json").exists()]
LARGEST = 150_000
LARGEST_POSTER = 6_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the art of all boards."""
    node = shutil.which("node")
    if node is None or not (ROOT / "web/node_modules/d3-geo").exists():
        pytest.skip("there is no Node, or the packages of the page are not installed")
    sheets, art = tmp_path_factory.mktemp("sheets"), tmp_path_factory.mktemp("art")
    write(sheets)
    done = subprocess.run(
        [node, "web/art/build.mjs", sheets, art], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return art


@pytest.mark.parametrize("name", DRAWN)
def test_drawings_are_small(built: Path, name: str) -> None:
    assert len(gzip.compress((built / f"{name}.svg").read_bytes())) <= LARGEST


@pytest.mark.parametrize("name", DRAWN)
def test_posters_are_small_and_stand_alone(built: Path, name: str) -> None:
    poster = (built / f"{name}-poster.svg").read_bytes()
    assert len(gzip.compress(poster)) <= LARGEST_POSTER
    root = ElementTree.fromstring(poster)
    assert root.get("viewBox") == "0 0 320 200"
    used = {element.get("href") for element in root.iter() if element.get("href")}
    assert used <= {f"#{element.get('id')}" for element in root.iter()}
    assert re.findall(rb"<style|\sstyle=|<text|<script|<image|http:(?!//www.w3.org/2000/svg)", poster) == []


@pytest.mark.parametrize("name", DRAWN)
def test_vignettes_lie_on_nothing(built: Path, name: str) -> None:
    text = (built / f"{name}.svg").read_text(encoding="utf-8")
    places = [tuple(map(float, box.split())) for box in re.findall(r'data-box="([^"]+)"', text)]
    assert len(places) >= 3
    drawn = board_geometry(editions.load(name))
    printed = [*drawn["panels"], *(place for place in (drawn["cartouche"], drawn["track"]) if place)]
    others = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in printed]
    for n, (left, top, right, bottom) in enumerate(places):
        corners: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
        assert [what for what, shape in things(drawn) if overlap(corners, shape) > 0] == []
        for other in [*others, *places[:n]]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
        edge = drawn["frame"]["width"]
        assert min(left, top) >= edge
        assert right <= drawn["width"] - edge and bottom <= drawn["height"] - edge


@pytest.mark.parametrize("name", DRAWN)
def test_drawings_hold_no_style_and_no_text(built: Path, name: str) -> None:
    """The content policy forbids inline styles, and text must come from the catalogue."""
    text = (built / f"{name}.svg").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|<text|<script|<filter|href=", text) == []
