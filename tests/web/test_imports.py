"""Imports between the folders of the page's source point downwards in the order of its map."""

import os.path
import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "web" / "src"
IMPORTED = re.compile(r"(?:\bfrom |\bimport |\bimport\()'(\.[^']+)'")


def order() -> list[str]:
    """The folders in the order of the map."""
    found = re.findall(r"^## `([\w-]+)/", (SOURCE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return list(dict.fromkeys(found))


def imports() -> set[tuple[str, str]]:
    """Every import of the page's own modules, as the paths of who imports and what is imported."""
    found = set()
    for path in SOURCE.rglob("*"):
        if path.suffix not in {".ts", ".svelte"}:
            continue
        here = path.relative_to(SOURCE)
        for target in IMPORTED.findall(path.read_text(encoding="utf-8")):
            there = os.path.normpath(here.parent / target)
            if not there.startswith(".."):
                found.add((here.as_posix(), Path(there).as_posix()))
    return found


def test_the_map_has_every_folder_in_one_place() -> None:
    assert sorted(order()) == sorted(path.name for path in SOURCE.iterdir() if path.is_dir())
    headings = re.findall(r"^## `([\w-]+)/", (SOURCE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == sorted(headings, key=order().index)


def test_imports_point_downwards() -> None:
    # `main.ts` and `App.svelte` lie above all folders.
    level = {folder: at for at, folder in enumerate(order(), 1)}
    upwards = [
        f"{here} imports {there}"
        for here, there in sorted(imports())
        if level.get(there.split("/")[0], 0) < level.get(here.split("/")[0], 0)
    ]
    assert upwards == []


def test_lobby_and_table_know_nothing_of_each_other() -> None:
    pairs = {(here.split("/")[0], there.split("/")[0]) for here, there in imports()}
    assert not pairs & {("lobby", "table"), ("table", "lobby")}
