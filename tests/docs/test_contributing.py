"""How-to pages: every file and folder that they name exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "contributing").glob("*.md"))
PLACE = re.compile(r"`((?:src|web|tests|docs|bench|examples)/[\w./-]*)`")
LINK = re.compile(r"\]\(([\w./-]+\.md)\)")


def places(text: str) -> list[str]:
    """The paths that a page names in full."""
    return PLACE.findall(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_file_that_a_how_to_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [place for place in places(text) if not (ROOT / place).exists()] == []
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []


def test_every_how_to_is_listed_and_names_files() -> None:
    index = (ROOT / "docs" / "contributing" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.name != "README.md":
            assert f"]({page.name})" in index and places(page.read_text(encoding="utf-8")), page.name
    assert places("see `src/kolej/x.py` and `kolej sim`") == ["src/kolej/x.py"]
