"""How-to pages: every file and folder that they name exists, and every name given with a file is in it.

A page names a file by its whole path, and what to edit in it in parentheses: `web/src/net/fold.ts` (`changes`).
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "contributing").glob("*.md"))
AT_ROOT = r"pyproject\.toml|CHANGELOG\.md|CONTRIBUTING\.md|README\.md"
PATH = rf"`((?:src|web|tests|docs|bench|examples)/[\w./-]*|{AT_ROOT})`"
PLACE = re.compile(PATH)
NAMES = re.compile(PATH + r"\s+\(((?:`[^`]+`(?:,\s+|\s+and\s+)?)+)\)")
SHORT = re.compile(rf"`(?!(?:{AT_ROOT})`)[\w.-]+\.(?:py|ts|mjs|svelte|css|js|json|toml|md)`")
LINK = re.compile(r"\]\(([\w./-]+\.md)\)")


def places(text: str) -> list[str]:
    """The paths that a page names in full."""
    return PLACE.findall(text)


def names(text: str) -> list[tuple[str, str]]:
    """What a page names in a file, with the path of the file."""
    return [(place, name) for place, listed in NAMES.findall(text) for name in re.findall(r"`([^`]+)`", listed)]


def has(text: str, name: str) -> bool:
    """Whether a file has a name; of `Table.command`, whether it has both parts."""
    return all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) for part in name.split("."))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_file_that_a_how_to_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [place for place in places(text) if not (ROOT / place).exists()] == []
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []
    assert SHORT.findall(text) == [], "name a file by its path from the root of the repository"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_name_that_a_how_to_gives_with_a_file_is_in_it(page: Path) -> None:
    given = names(page.read_text(encoding="utf-8"))
    folders = [place for place, _ in given if (ROOT / place).is_dir()]
    assert folders == [], "names are in a file: give its path"
    texts = {place: (ROOT / place).read_text(encoding="utf-8") for place, _ in given}
    assert [f"{place}: {name}" for place, name in given if not has(texts[place], name)] == []


def test_every_how_to_is_listed_and_names_files() -> None:
    index = (ROOT / "docs" / "contributing" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.name != "README.md":
            text = page.read_text(encoding="utf-8")
            assert f"]({page.name})" in index and places(text) and names(text), page.name


def test_files_and_names_are_found() -> None:
    text = "see `src/kolej/x.py` (`first`,\n`Second.third` and `## Fourth`), `web/y.ts`, and `kolej sim` (`fifth`)"
    assert places(text) == ["src/kolej/x.py", "web/y.ts"]
    assert names(text) == [("src/kolej/x.py", name) for name in ("first", "Second.third", "## Fourth")]
    assert has("class Second:\n    def third(self)", "Second.third") and not has("class Seconds", "Second")
    assert SHORT.findall("`x.py` and `src/kolej/x.py`") == ["`x.py`"]
