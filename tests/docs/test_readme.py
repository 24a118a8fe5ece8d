"""The README's game is run as it stands there, and its pictures show the colours of the page."""

import doctest
import struct
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"

LEAST_COLORS = 250
"""Of a picture with a palette, which has 256 at most; an encoder may leave a few out."""


def test_the_short_game_plays_as_written() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 5
    assert result.failed == 0


@pytest.mark.parametrize("picture", sorted(README.parent.glob("docs/pictures/*.png")), ids=lambda path: path.name)
def test_a_picture_has_enough_colours_to_tell_cards_apart_and_is_small(picture: Path) -> None:
    data = picture.read_bytes()
    assert len(data) <= 300_000
    palette = 3
    if data[25] == palette:
        at = data.index(b"PLTE")
        assert struct.unpack(">I", data[at - 4 : at])[0] >= LEAST_COLORS * 3
