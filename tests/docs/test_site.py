"""The documentation site: it builds in strict mode, checks links and anchors, and loads nothing from elsewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import NewType

import pytest

import kolej
from kolej.engine.errors import KolejError
from mkdocs_hooks.folders_in_nav import expanded
from mkdocs_hooks.public_names import reference

ROOT = Path(__file__).parents[2]
LOADING = {"link", "script", "img", "iframe", "source", "object", "embed"}
"""Elements whose address a browser loads by itself."""


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build a site in strict mode, but not quietly, which would turn it off; external links are not followed."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )


class Loaded(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in LOADING:
            self.addresses += [value for name, value in attrs if name in ("src", "href", "data") and value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    run = build(ROOT / "mkdocs.yml", folder)
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    return folder


@pytest.mark.slow
def test_every_document_is_a_page(site: Path) -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        page = path.relative_to(ROOT / "docs").with_suffix(".html").as_posix().replace("README.html", "index.html")
        assert (site / page).is_file(), page


@pytest.mark.slow
def test_files_outside_docs_that_pages_link_to_are_pages(site: Path) -> None:
    assert "Keep a Changelog" in (site / "changelog.html").read_text(encoding="utf-8")
    guide = (site / "contributing" / "guide.html").read_text(encoding="utf-8")
    assert 'href="../architecture.html"' in guide and 'href="../source/web/src/index.html"' in guide
    assert 'href="source/examples/client.py.html"' in (site / "protocol.html").read_text(encoding="utf-8")
    assert "urlopen" in (site / "source" / "examples" / "client.py.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    addresses = {each for page in site.rglob("*.html") for each in Loaded(page.read_text(encoding="utf-8")).addresses}
    assert any(each.endswith(".css") for each in addresses) and any(each.endswith(".js") for each in addresses)
    assert [each for each in addresses if re.match(r"[a-z]+:|//", each)] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    page = (site / "reference.html").read_text(encoding="utf-8")
    public = [name for name in getattr(kolej, "__all__", []) if not name.startswith("__")]
    assert [name for name in public if f'id="kolej.{name}"' not in page] == []


def small_site(folder: Path, markdown: str) -> Path:
    """A site of one page with the settings of the real one."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(markdown, encoding="utf-8")
    (folder / "CHANGELOG.md").write_text("# Changes\n", encoding="utf-8")
    (folder / "CONTRIBUTING.md").write_text("# Contributing\n\nSee [home](docs/index.md#here).\n", encoding="utf-8")
    (folder / "program.py").write_text("answer = 42\n", encoding="utf-8")
    hooks = [f"  - {path}" for path in sorted((ROOT / "mkdocs_hooks").glob("*.py"))]
    settings = [f"INHERIT: {ROOT / 'mkdocs.yml'}", "extra_css: []", "hooks:", *hooks]
    settings += ["nav: [index.md, changelog.md, contributing/guide.md]"]
    settings += ["plugins:", "  mkdocstrings:", "    handlers:", "      python:", f"        paths: [{ROOT / 'src'}]"]
    config = folder / "mkdocs.yml"
    config.write_text("\n".join(settings), encoding="utf-8")
    return config


@pytest.mark.slow
def test_a_page_with_good_links_is_built(tmp_path: Path) -> None:
    text = "# Home\n\n## Here\n\n[a program](../program.py), [changes](../CHANGELOG.md)\n\n```md\n[no](link.md)\n```\n"
    run = build(small_site(tmp_path, f"{text}\n::: kolej.engine.errors.KolejError\n"), tmp_path / "site")
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert KolejError.__doc__ and KolejError.__doc__.partition(".")[0].partition("`")[0] in page
    assert "answer" in (tmp_path / "site" / "source" / "program.py.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_links_that_lead_nowhere_stop_the_build(tmp_path: Path) -> None:
    links = ["missing.md", "#nowhere", "../missing.py", "../CHANGELOG.md#nothing", "/absolute.md"]
    text = "".join(f"[a link]({link})\n" for link in links)
    run = build(small_site(tmp_path, f"# Home\n\n## Here\n\n{text}"), tmp_path / "site")
    assert run.returncode == 1
    warnings = [line for line in run.stderr.splitlines() if line.startswith("WARNING")]
    reported = ["'missing.md'", "'#nowhere'", "'../missing.py'", "'changelog.md#nothing'", "'/absolute.md'"]
    assert [link for link in reported if not any(link in warning for warning in warnings)] == []
    assert len(warnings) == len(links)


def test_folders_of_the_navigation_are_their_pages(tmp_path: Path) -> None:
    (tmp_path / "how").mkdir()
    for name in ("b.md", "a.md", "README.md", "picture.png"):
        (tmp_path / "how" / name).touch()
    nav = [{"Home": "index.md"}, {"More": ["x.md", "how/"]}]
    pages = ["how/README.md", "how/a.md", "how/b.md"]
    assert expanded(nav, tmp_path) == [{"Home": "index.md"}, {"More": ["x.md", *pages]}]


def test_public_names_are_grouped_by_what_they_are() -> None:
    package = ModuleType("toy")
    assert reference(package) == ""
    names = {"Zug": dict, "Bahn": list, "go": len, "Fault": KolejError, "Seat": NewType("Seat", int), "engine": kolej}
    package.__dict__.update(names, LIMIT=3, Cards=tuple[int, ...], __all__=[*names, "LIMIT", "Cards", "__version__"])
    assert reference(package).split("\n\n") == [
        *("## Classes", "::: toy.Bahn", "::: toy.Zug"),
        *("## Functions", "::: toy.go"),
        *("## Exceptions", "::: toy.Fault"),
        *("## Types", "::: toy.Cards", "::: toy.Seat"),
        *("## Modules", "::: toy.engine"),
        *("## Constants", "::: toy.LIMIT"),
    ]
