"""Folders of editions with faults, and the output of `kolej check` for them."""

from pathlib import Path

from click.testing import CliRunner

from kolej.cli import main
from kolej.cli.commands.new_board import make


def spoiled(into: Path, *changes: tuple[str, str, str]) -> Path:
    """A new board called isle in which some text of a file is replaced; each change is (file, old, new)."""
    folder = make("isle", into)
    for file, old, new in changes:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{text.count(old)} × {old!r} in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def line_of(path: Path, text: str) -> int:
    """The line on which a text of a file begins."""
    whole = path.read_text(encoding="utf-8")
    assert whole.count(text) == 1
    return whole[: whole.index(text)].count("\n") + 1


def kolej(*arguments: str) -> tuple[int, list[str]]:
    """The exit code and the lines printed."""
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output.splitlines()


def faults_in(path: Path) -> list[str]:
    """The faults reported for a path, without the path; the last line counts them."""
    code, lines = kolej("check", str(path))
    assert code == 2
    count = len(lines) - 1
    assert lines[-1] == ("1 fault" if count == 1 else f"{count} faults")
    return [line.removeprefix(f"{path}/") for line in lines[:-1]]
