"""The glossary is kept: no identifier, module name or locale key uses a word that `docs/glossary.md` replaces."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
PYTHON = ROOT / "src" / "kolej"
PAGE = ROOT / "web" / "src"
ROW = re.compile(r"^\| \*\*.*\|$", re.MULTILINE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
TYPESCRIPT_NAME = re.compile(
    r"\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_]\w*)|^\s*(?:readonly )?([A-Za-z_]\w*)\??:",
    re.MULTILINE,
)


def replaced_words() -> dict[str, str]:
    """Every word that is replaced, and the row of the glossary that says by what."""
    words: dict[str, str] = {}
    for row in ROW.findall(GLOSSARY.read_text(encoding="utf-8")):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for word in filter(None, map(str.strip, cells[3].split(","))):
            words[word] = cells[0].strip("*")
    return words


def words_in(name: str) -> set[str]:
    """The words of an identifier, in either case style."""
    return {word.lower() for word in WORD.findall(name)}


def python_names(tree: ast.Module) -> Iterator[str]:
    """The names that a module defines: classes, functions, parameters, attributes and variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def locale_keys(value: object, path: str = "") -> Iterator[str]:
    """Every key of a catalogue, with those above it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}"
            yield from locale_keys(inner, f"{path}.{key}")


def names() -> Iterator[tuple[str, str]]:
    """Every name that is checked, and where it is."""
    for path in sorted(PYTHON.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        yield where, path.stem
        for name in python_names(ast.parse(path.read_text(encoding="utf-8"))):
            yield where, name
    for path in sorted((PYTHON / "locale").rglob("*.json")):
        for key in locale_keys(json.loads(path.read_text(encoding="utf-8"))):
            yield path.relative_to(ROOT).as_posix(), key
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]):
        where = path.relative_to(ROOT).as_posix()
        yield where, path.name.split(".")[0]
        for match in TYPESCRIPT_NAME.finditer(path.read_text(encoding="utf-8")):
            yield where, match[1] or match[2]


def test_no_name_uses_a_word_that_the_glossary_replaces() -> None:
    replaced = replaced_words()
    wrong = {
        f"{where}: {name}: say {replaced[word]!r} instead of {word!r}"
        for where, name in names()
        for word in words_in(name) & replaced.keys()
    }
    assert sorted(wrong) == []


def test_words_are_found_wherever_they_hide() -> None:
    assert {"luck", "hall", "bundles"} <= replaced_words().keys()
    assert words_in("_bestLuckOf_two") == {"best", "luck", "of", "two"} and words_in("HTTPHall") == {"http", "hall"}
    tree = ast.parse("def f(luck): self.hall = 1\nfor teller in x: pass\nimport os as duties\n")
    assert set(python_names(tree)) == {"f", "luck", "hall", "teller", "duties"}
    assert list(locale_keys({"a": {"bundle": "x"}})) == [".a", ".a.bundle"]
    assert len(list(names())) > 10_000


def test_every_place_that_the_glossary_names_exists() -> None:
    for row in ROW.findall(GLOSSARY.read_text(encoding="utf-8")):
        for place in re.findall(r"`([\w/]+(?:\.py|/)?)`", row.strip("|").split("|")[2]):
            base = ROOT if place.startswith("web/") else PYTHON
            assert (base / place).exists(), f"{place}, named in {row}"
