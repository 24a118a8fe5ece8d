"""Drawings of boards: taken from the built page, or computed once and cached."""

import asyncio
from pathlib import Path

import pytest

from kolej import editions
from kolej.server.http.board_drawings import BoardDrawings
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.static_site import StaticSite

MADE = b'{"width":1,"height":1,"thick":1,"routes":[],"cities":[],"panels":[]}'
NEW_YORK = editions.load("new_york")


def drawn(folder: Path, page: Path, times: int = 1) -> list[CachedResponse]:
    async def ask() -> list[CachedResponse]:
        site = StaticSite(page)
        site.load()
        drawings = BoardDrawings(folder, site)
        try:
            return await asyncio.gather(*(drawings.of(NEW_YORK) for _ in range(times)))
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
        return MADE

    monkeypatch.setattr("kolej.server.http.board_drawings._compute", make)
    assert {each.body for each in drawn(tmp_path / "kept", tmp_path, times=3)} == {MADE}
    assert asked == 1
    [kept] = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == MADE
    assert drawn(tmp_path / "kept", tmp_path)[0].body == MADE
    assert asked == 1
    kept.write_text("spoilt")
    assert drawn(tmp_path / "kept", tmp_path)[0].body == MADE
    assert asked == 2


def test_a_drawing_that_can_not_be_kept_is_still_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make(_: object) -> bytes:
        return MADE

    monkeypatch.setattr("kolej.server.http.board_drawings._compute", make)
    (tmp_path / "file").write_text("")
    assert drawn(tmp_path / "file" / "kept", tmp_path)[0].body == MADE
