"""The map of the page's source names every folder and module, and nothing else."""

import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "web" / "src"
MAP = SOURCE / "README.md"


def listed() -> set[str]:
    """Paths of all modules in the map."""
    found, folder = set(), ""
    for line in MAP.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## `([\w/-]+/)`", line):
            folder = heading[1]
        elif entry := re.match(r"- `([\w.-]+)`: \S", line):
            found.add(folder + entry[1])
    return found


def test_the_map_names_every_module_of_the_page_and_nothing_else() -> None:
    modules = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and ".test." not in path.name and path.parent != SOURCE
    }
    assert sorted(modules - listed()) == [], "modules that the map lacks"
    assert sorted(listed() - modules) == [], "modules that there are not"


def test_no_folder_of_the_page_holds_more_than_a_reader_can_scan() -> None:
    folders: dict[str, int] = {}
    for module in listed():
        folder = module.rpartition("/")[0]
        folders[folder] = folders.get(folder, 0) + 1
    assert {folder: count for folder, count in folders.items() if count > 15} == {}
