"""Drawings of boards: taken from the built page, or computed once and cached."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from kolej import editions
from kolej.cli.commands.new_board import make as new_board
from kolej.server.http.board_drawings import BoardArt, BoardDrawings, Part, _compute, art_of
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.static_site import StaticSite

MADE = (
    b'{"width":1.0,"height":1.0,"thick":1.0,"routes":[],"cities":[],"panels":[],'
    b'"frame":{"width":0.0,"slots":[]},"cartouche":null,"track":null}'
)
ART = b'{"drawing":' + MADE + b',"ground":"<g/>","picture":"<svg/>"}'
NEW_YORK = editions.load("new_york")


def drawn(folder: Path, page: Path, times: int = 1, part: Part = "drawing") -> list[CachedResponse]:
    async def ask() -> list[CachedResponse]:
        site = StaticSite(page)
        site.load()
        drawings = BoardDrawings(folder, site)
        try:
            return await asyncio.gather(*(drawings.of(NEW_YORK, part) for _ in range(times)))
        finally:
            await drawings.close()

    return asyncio.run(ask())


def test_a_page_brings_its_drawings(tmp_path: Path) -> None:
    (tmp_path / "page" / "art").mkdir(parents=True)
    (tmp_path / "page" / "art" / "new_york.json").write_bytes(MADE)
    [found] = drawn(tmp_path / "kept", tmp_path / "page")
    assert found.body == MADE
    assert not (tmp_path / "kept").exists()


def test_a_drawing_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def make(_: object) -> bytes:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        return ART

    monkeypatch.setattr("kolej.server.http.board_drawings._compute", make)
    assert {each.body for each in drawn(tmp_path / "kept", tmp_path, times=3)} == {MADE}
    assert asked == 1
    [kept] = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == ART
    assert drawn(tmp_path / "kept", tmp_path)[0].body == MADE
    assert asked == 1
    kept.write_text("spoilt")
    assert drawn(tmp_path / "kept", tmp_path)[0].body == MADE
    assert asked == 2


def test_a_drawing_that_can_not_be_kept_is_still_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make(_: object) -> bytes:
        return ART

    monkeypatch.setattr("kolej.server.http.board_drawings._compute", make)
    (tmp_path / "file").write_text("")
    assert drawn(tmp_path / "file" / "kept", tmp_path)[0].body == MADE


def test_ground_and_picture_come_from_the_page_or_are_made_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make(_: object) -> bytes:
        return ART

    monkeypatch.setattr("kolej.server.http.board_drawings._compute", make)
    assert drawn(tmp_path / "kept", tmp_path, part="ground")[0].body == b"<g/>"
    assert drawn(tmp_path / "kept", tmp_path, part="picture")[0].body == b"<svg/>"
    (tmp_path / "page" / "art").mkdir(parents=True)
    (tmp_path / "page" / "art" / "new_york.svg").write_bytes(b"<g>map</g>")
    assert drawn(tmp_path / "kept", tmp_path / "page", part="ground")[0].body == b"<g>map</g>"


def test_the_art_of_a_custom_board_comes_from_its_file(tmp_path: Path) -> None:
    folder = new_board("isle", tmp_path)
    art = asyncio.run(_compute(editions.load_folder(folder)))
    made = msgspec.json.decode(art, type=BoardArt)
    assert made == art_of(editions.load_folder(folder))
    assert 'class="ground-sea" d="M' in made.ground and made.picture.startswith("<svg ")
    assert "<title>Isle</title>" in made.picture
