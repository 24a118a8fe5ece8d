"""`kolej docs`, and what messages say about it."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hatchling.builders.wheel import WheelBuilder

import kolej
from kolej.cli import main
from kolej.engine import documents
from kolej.engine.errors import KolejError

ROOT = Path(__file__).parents[2]
SOURCES = [path for path in Path(kolej.__file__).parent.rglob("*.py") if "page" not in path.parts]
NAMED = re.compile(r"`kolej docs ([a-z-]+)`|<code>kolej docs ([a-z-]+)</code>")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["docs", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_page_is_listed_with_its_title() -> None:
    listed = run().splitlines()
    assert [line.split()[0] for line in listed] == sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
    assert re.search(r"^hosting +Running a server$", run(), re.MULTILINE)


def test_a_page_is_printed_as_it_is() -> None:
    assert run("bots").rstrip("\n") == (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").rstrip("\n")


def test_the_place_of_a_page_is_printed() -> None:
    assert Path(run("bots", "--path").strip()).samefile(ROOT / "docs" / "bots.md")
    assert Path(run("--path").strip()).samefile(ROOT / "docs")


def test_an_unknown_page_is_refused_with_those_near_it() -> None:
    result = CliRunner().invoke(main, ["docs", "bot"])
    assert result.exit_code == 2
    assert result.output == 'kolej: there is no document "bot"; near it: bots\n'


def test_an_installed_copy_reads_its_own_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.md").write_text("# Rules of the copy\n", encoding="utf-8")
    monkeypatch.setattr(documents, "INSTALLED", tmp_path)
    documents.documents.cache_clear()
    try:
        assert run() == "rules  Rules of the copy\n"
        monkeypatch.setattr(documents, "INSTALLED", tmp_path / "missing")
        monkeypatch.setattr(documents, "CHECKOUT", tmp_path / "missing")
        documents.documents.cache_clear()
        with pytest.raises(KolejError, match="install Kolej again"):
            documents.documents()
    finally:
        documents.documents.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_gets_a_pager() -> None:
    mine, theirs = os.openpty()
    command = [sys.executable, "-c", "from kolej.cli import main; main()", "docs", "bots"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, env={**os.environ, "PAGER": "sed s/^/paged:/", "TERM": "xterm"}
    ):
        os.close(theirs)
        shown = b""
        # On Linux a terminal whose last process has ended raises an error instead of being empty.
        with suppress(OSError):
            while chunk := os.read(mine, 4096):
                shown += chunk
    os.close(mine)
    assert b"paged:# Bots" in shown


def test_messages_name_pages_that_an_installed_copy_has() -> None:
    named = {
        (path.name, match[1] or match[2])
        for path in SOURCES
        for match in NAMED.finditer(path.read_text(encoding="utf-8"))
    }
    assert {("serve.py", "hosting"), ("bots.py", "bots"), ("static_site.py", "protocol")} <= named
    assert {page for _, page in named} <= set(documents.page_names())


def test_no_help_text_names_a_file_of_the_sources() -> None:
    ctx = click.Context(main)
    for name in main.list_commands(ctx):
        command = main.get_command(ctx, name)
        assert command is not None
        assert not re.search(r"\bdocs/|README|\.md\b", command.get_help(click.Context(command))), name


def test_a_wheel_has_every_page_and_no_pictures() -> None:
    files = {each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files()}
    pages = {f"kolej/docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert {path for path in files if path.startswith("kolej/docs/")} == pages
    assert "kolej/cli/__init__.py" in files and all(path.startswith("kolej/") for path in files)
