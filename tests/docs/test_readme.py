"""The README's game is run as it stands there."""

import doctest
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_short_game_plays_as_written() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 5
    assert result.failed == 0
