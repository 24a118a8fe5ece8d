"""The page on the Python API is run as it stands there, and names every public name, field and method."""

import doctest
import inspect
from dataclasses import fields
from pathlib import Path

import kolej
from kolej.engine.knowledge.view import Status

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
TEXT = PAGE.read_text()

INHERITED = {"fingerprint", "checksum", "after", "repeat", "decode_move", "read_move", "opening_events"}
"""Methods for records and servers, which the page leaves out."""


def test_every_example_is_right() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 30
    assert result.failed == 0


def test_every_public_name_is_on_the_page() -> None:
    missing = [name for name in kolej.__all__ if f"`{name}`" not in TEXT and f"kolej.{name}" not in TEXT]
    assert not missing


def test_every_field_of_a_view_and_of_a_status_is_on_the_page() -> None:
    properties = [name for name, _ in inspect.getmembers(kolej.View, lambda each: isinstance(each, property))]
    names = [*(each.name for each in fields(kolej.View)), *properties, *(each.name for each in fields(Status))]
    assert [name for name in names if f"`{name}`" not in TEXT] == []


def test_every_method_of_a_game_is_on_the_page() -> None:
    names = {name for name in dir(kolej.Game) if not name.startswith("_")} - INHERITED
    assert [name for name in sorted(names) if f"`{name}" not in TEXT] == []
    assert not [phase for phase in kolej.Phase if f"`{phase.name}`" not in TEXT]
    assert not [owed for owed in kolej.Owed if f"`{owed.name}`" not in TEXT]
