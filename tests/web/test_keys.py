"""Keys of the message catalogue: those that the page and the programs use exist, and no other one does."""

import re
from functools import cache
from pathlib import Path

from kolej.locale import ENGLISH, messages_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "web" / "src"
PACKAGE = ROOT / "src" / "kolej"

KEYS = frozenset(messages_of(ENGLISH))
SECTIONS = "|".join(sorted({key.split(".")[0] for key in KEYS}))

PLACEHOLDER = r"\$?\{[^}]*\}"
"""A part of a key that is put in when the program runs, as TypeScript and Python write it."""

QUOTED = re.compile(
    rf"(?P<stored>\b(?:load|save)(?:<[^>]*>)?\()?(?P<quote>['\"`])"
    rf"(?P<key>(?:{SECTIONS})\.(?:[\w.-]|{PLACEHOLDER})*(?<!\.))(?P=quote)"
)
"""A key between quotes, whole or with placeholders; the name of a stored value may look like one."""

ENDING = re.compile(rf"[`\"]{PLACEHOLDER}(\.[a-z]+)[`\"]")
"""What is appended to a key that comes from elsewhere."""


@cache
def page() -> dict[str, str]:
    """The sources of the page by path."""
    files = [path for path in PAGE.rglob("*") if path.suffix in {".ts", ".svelte"} and ".test." not in path.name]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


def package() -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def written(sources: dict[str, str]) -> dict[str, str]:
    """Each key in the sources, with the file that has it."""
    return {
        found["key"]: path for path, text in sources.items() for found in QUOTED.finditer(text) if not found["stored"]
    }


def matching(key: str) -> set[str]:
    """The keys of the catalogue that a key with placeholders can become."""
    pattern = re.compile("[^.]+".join(re.escape(part) for part in re.split(PLACEHOLDER, key)))
    return {each for each in KEYS if pattern.fullmatch(each)}


def test_every_key_of_the_page_is_in_the_catalogue() -> None:
    assert {key: path for key, path in written(page()).items() if not matching(key)} == {}


def test_every_key_of_the_catalogue_is_used() -> None:
    sources = page() | package()
    used = set().union(*(matching(key) for key in written(sources)))
    endings = {found[1] for text in sources.values() for found in ENDING.finditer(text)}
    used |= {key + ending for key in used for ending in endings}
    assert sorted(KEYS - used) == []


def test_a_key_with_a_placeholder_is_one_step_of_the_catalogue() -> None:
    assert "level.easy" in matching("level.${name}")
    assert "level.easy.character" not in matching("level.${name}")
    assert matching("lobby.level.${name}") == set()
    assert set(written({"x": "t(`level.${name}`) load('log.filter')"})) == {"level.${name}"}
