"""Folders in the navigation: an entry such as `decisions/` becomes its README and then its other pages by name."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Replace folders in the navigation by their pages."""
    config.nav = expanded(config.nav, Path(config.docs_dir))
    return config


def expanded(entry: Any, docs: Path) -> Any:
    """An entry, a list or a section of the navigation, without folders."""
    if isinstance(entry, dict):
        return {title: expanded(inner, docs) for title, inner in entry.items()}
    if isinstance(entry, list):
        return [page for inner in entry for page in _pages(inner, docs)]
    return entry


def _pages(entry: Any, docs: Path) -> list[Any]:
    if not (isinstance(entry, str) and entry.endswith("/")):
        return [expanded(entry, docs)]
    pages = sorted((docs / entry).glob("*.md"), key=lambda path: (path.name != "README.md", path.name))
    return [path.relative_to(docs).as_posix() for path in pages]
