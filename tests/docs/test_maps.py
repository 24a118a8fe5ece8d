"""Package maps: the docstring of every package names each of its modules and sub-packages, and nothing else."""

import ast
import re
from pathlib import Path

import pytest

import kolej

SOURCE = Path(kolej.__file__).parent
ROOT = Path(__file__).parents[2]
NO_MAP = {"editions/berlin", "editions/europe", "editions/japan", "editions/new_york", "editions/nordic"}
"""Editions are all alike: `editions/__init__.py` says once what is in them."""
ENTRY = re.compile(r"^(?: {4})?((?:\w+(?:\.py|/)(?:, )?)+)(?:  |$)", re.MULTILINE)
"""At the margin, where the formatter puts a map that nothing follows, or indented by four; two spaces come after it."""
MOST_MODULES = 18
PACKAGES = sorted(path.parent for path in SOURCE.rglob("__init__.py"))


def named(docstring: str) -> list[str]:
    """The modules (`turn.py`) and packages (`core/`) that a map names: several are divided by commas."""
    return [name for entry in ENTRY.findall(docstring) for name in entry.rstrip(", ").split(", ")]


def there(package: Path) -> list[str]:
    """The modules and packages that there are."""
    modules = [path.name for path in package.glob("*.py") if path.name != "__init__.py"]
    return sorted(modules + [f"{path.parent.name}/" for path in package.glob("*/__init__.py")])


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_the_docstring_of_a_package_is_its_map(package: Path) -> None:
    if package.relative_to(SOURCE).as_posix() in NO_MAP:
        pytest.skip("described by the package above it")
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")), clean=False) or ""
    assert sorted(named(docstring)) == there(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_package_is_small_enough_to_look_through(package: Path) -> None:
    assert len(there(package)) <= MOST_MODULES, "group its modules into packages by what they are about"


def test_entries_of_a_map_are_found() -> None:
    text = "Rooms.\n\n    core/             the core\n    game.py, view.py  all the rest\n                      of it\n"
    assert named(text) == ["core/", "game.py", "view.py"]


@pytest.mark.parametrize("layer", ["bots", "engine", "server", "sim", "store", "web"])
def test_the_picture_of_the_layers_shows_every_package(layer: str) -> None:
    picture = (ROOT / "docs/pictures/layers.svg").read_text(encoding="utf-8")
    shown = {re.split(r"[ :]", label)[0].removeprefix("store/") for label in re.findall(r'class="r">([^<]+)<', picture)}
    folders = (ROOT / "web/src" if layer == "web" else SOURCE / layer).iterdir()
    assert {folder.name for folder in folders if folder.is_dir() and folder.name != "__pycache__"} <= shown
