"""Files of the repository as pages of the site, so that links out of docs/ work on the site and on a git host alike.

A page links to another file as to its neighbour: `../examples/client.py`. Every file outside docs/ that a page links to
becomes a page itself, under `source/`: Markdown as it is, anything else as a listing. CONTRIBUTING.md and CHANGELOG.md,
which are in the navigation, get names of their own.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

IN_NAVIGATION = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing/guide.md"}
"""Files at the root of the repository that are pages of the navigation."""
OTHERS = "source/"
"""The folder of all other pages that are made from files outside docs/."""

LISTING = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)`*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, *, config: MkDocsConfig, **_: Any) -> Files:
    """Add the files outside docs/ that are in the navigation, and those that any page links to."""
    for path, page in IN_NAVIGATION.items():
        files.append(File.generated(config, page, content=_text(config, path)))
    waiting = list(files.documentation_pages())
    while waiting:
        file = waiting.pop()
        for target in _targets(file.content_string, _path_of(file.src_uri)):
            uri = _uri_of(config, target)
            if uri is not None and uri.startswith(OTHERS) and files.get_file_from_path(uri) is None:
                made = File.generated(
                    config, uri, content=_as_page(config, target), inclusion=InclusionLevel.NOT_IN_NAV
                )
                files.append(made)
                waiting.append(made)
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Point the links of a page to where its files are on the site."""
    here = _path_of(page.file.src_uri)

    def moved(link: re.Match[str]) -> str:
        uri = _uri_of(config, _target(link["path"], here))
        if uri is None:
            return link[0]
        return f"]({posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or '.')}{link['anchor'] or ''})"

    return "".join(text if listing else LINK.sub(moved, text) for text, listing in _parts(markdown))


def _path_of(uri: str) -> str:
    """The path in the repository of the file that a page is made from."""
    for path, page in IN_NAVIGATION.items():
        if page == uri:
            return path
    return uri.removeprefix(OTHERS) if uri.startswith(OTHERS) else f"docs/{uri}"


def _uri_of(config: MkDocsConfig, path: str) -> str | None:
    """The page for a file or folder of the repository; None if there is no such file."""
    place = _root(config) / path
    if path.startswith("../") or not place.exists():
        return None
    if place.is_dir():
        return _uri_of(config, f"{path}/README.md")
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return IN_NAVIGATION.get(path) or f"{OTHERS}{path}{'' if path.endswith('.md') else '.md'}"


def _as_page(config: MkDocsConfig, path: str) -> str:
    if path.endswith(".md"):
        return _text(config, path)
    return f"# `{path}`\n\n`````{path.rpartition('.')[2]}\n{_text(config, path)}`````\n"


def _targets(markdown: str, here: str) -> Iterator[str]:
    for text, listing in _parts(markdown):
        if not listing:
            for link in LINK.finditer(text):
                yield _target(link["path"], here)


def _target(link: str, here: str) -> str:
    """The path in the repository that a relative link leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(here), link))


def _parts(markdown: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a listing, whose links are no links."""
    done = 0
    for listing in LISTING.finditer(markdown):
        yield markdown[done : listing.start()], False
        yield listing[0], True
        done = listing.end()
    yield markdown[done:], False


def _root(config: MkDocsConfig) -> Path:
    return Path(config.docs_dir).parent


def _text(config: MkDocsConfig, path: str) -> str:
    return (_root(config) / path).read_text(encoding="utf-8")
