"""Layers: the engine and the rule parts name no edition, and the engine imports almost nothing."""

import ast
import re
import sys
from pathlib import Path

import pytest

from kolej import editions

SOURCE = Path(editions.__file__).parent.parent
BELOW = sorted(
    path for layer in ("engine", "rules") for path in (SOURCE / layer).rglob("*.py*") if path.suffix != ".pyc"
)
ALLOWED = {"kolej.engine", "librt", "mypy_extensions"}


def names_of_games() -> list[str]:
    """Names of editions and boards, and city names that mean nothing else."""
    names: set[str] = set()
    for name in editions.names():
        board = editions.load(name).board
        cities = [city.name for city in board.cities if len(city.name) > 5]
        names |= {name, board.name, *cities}
    return sorted(names)


def mentions(name: str, text: str) -> bool:
    return re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text, re.IGNORECASE) is not None


@pytest.mark.parametrize("path", BELOW, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_game_is_named_below_the_editions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for name in names_of_games() if mentions(name, text)] == []


def test_a_game_that_is_named_would_be_found() -> None:
    assert {"new_york", "New York", "berlin", "europe", "nordic", "japan", "Murmansk"} <= set(names_of_games())
    assert mentions("new_york", 'if name == "NEW_YORK":') and mentions("Murmansk", "# as on Murmansk–Lieksa")
    assert not mentions("berlin", "berliner")
    assert len(BELOW) > 30


@pytest.mark.parametrize("path", sorted((SOURCE / "engine").rglob("*.py")), ids=lambda path: str(path.name))
def test_the_engine_imports_little(path: Path) -> None:
    for name in imports_of(ast.parse(path.read_text(encoding="utf-8"))):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        assert any(name == each or name.startswith(f"{each}.") for each in ALLOWED), f"{path.name} imports {name}"


def imports_of(tree: ast.Module) -> list[str]:
    """Every module that is imported anywhere, including inside functions."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, "imports are written out in full"
            found += [f"{node.module}.{each.name}" for each in node.names]
    return found


def test_late_imports_are_found_too() -> None:
    tree = ast.parse("import os.path\ndef f():\n    from click import echo\n")
    assert imports_of(tree) == ["os.path", "click.echo"]
