"""Documents for users: the pages of `docs/`, in an installed package or in a checkout of the sources."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kolej.engine.errors import KolejError, UnknownName
from kolej.engine.suggestions import near_it

INSTALLED = Path(__file__).parents[1] / "docs"
"""The pages in an installed package."""
CHECKOUT = Path(__file__).parents[3] / "docs"
"""The pages in a checkout of the sources."""


@dataclass(frozen=True, slots=True)
class Document:
    """One page: its name, without the suffix, and its file."""

    name: str
    path: Path

    @property
    def text(self) -> str:
        """The page as Markdown."""
        return self.path.read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.text.partition("\n")[0].lstrip("# ")


@cache
def documents() -> dict[str, Document]:
    """Every page by its name, sorted by name."""
    for folder in (INSTALLED, CHECKOUT):
        # Any folder may be called docs; the one that is meant has the rules.
        if (folder / "rules.md").is_file():
            return {path.stem: Document(path.stem, path) for path in sorted(folder.glob("*.md"))}
    raise KolejError(f"the documents are not installed: there is no {INSTALLED / 'rules.md'}; install Kolej again")


def page_names() -> list[str]:
    """The names of all pages."""
    return list(documents())


def document(name: str) -> Document:
    """The page with this name."""
    known = documents()
    if name not in known:
        raise UnknownName(f'there is no document "{name[:60]}"{near_it(name[:60], known)}')
    return known[name]
