"""The commands and files of docs/adding-a-board.md work, from an empty folder to a game on a server."""

import doctest
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-board.md"
BLOCK = re.compile(r"(?:<!-- (file|append|change): (\S+) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    """Every code block of the document in order: what to do with it, its file and its text."""
    found = []
    for what, file, language, text in BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")):
        assert bool(what) != (language == "console"), f"a block is neither run nor written:\n{text}"
        found.append((what or "run", file, text))
    return found


def run(folder: Path, text: str) -> None:
    """Run the commands of a block and compare their output; `...` matches anything."""
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        program, *arguments = shlex.split(command)
        assert program == "kolej"
        if arguments[0] == "serve":
            serve(folder, arguments, wanted)
            continue
        done = subprocess.run(
            [sys.executable, "-c", "from kolej.cli import main; main()", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
        shown = f"$ {command}\n{done.stdout}{done.stderr}"
        faulty = re.search(r"^\d+ faults?$", wanted, re.MULTILINE)
        assert done.returncode == (2 if faulty else 0), shown
        assert "Traceback" not in done.stderr, shown
        assert doctest.OutputChecker().check_output(wanted, done.stdout, doctest.ELLIPSIS), shown


def serve(folder: Path, arguments: list[str], wanted: str) -> None:
    """Start the server of the document on a free port, see that it offers the board, and stop it."""
    said = [word for word in arguments if word != "--open"]
    # The data lies outside: the folder holds what the document says and nothing else.
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-c", "from kolej.cli import main; main()", *said, "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            [address] = re.findall(r"http://\S+/", line)
            shown = line.replace(address, "http://127.0.0.1:8600/")
            assert doctest.OutputChecker().check_output(wanted, shown, doctest.ELLIPSIS), line
            assert "ridge" in [card["id"] for card in httpx.get(f"{address}api/editions").json()]
        finally:
            process.terminate()
            process.wait(20)
            if process.stdout is not None:
                process.stdout.close()


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def append(path: Path, text: str) -> None:
    write(path, path.read_text(encoding="utf-8") + text)


def change(path: Path, text: str) -> None:
    """Apply a diff: replace the lines with `-` or a blank by the lines with `+` or a blank."""
    lines = text.splitlines(keepends=True)
    assert all(line[0] in " +-" for line in lines)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    before = path.read_text(encoding="utf-8")
    assert before.count(old) == 1, f"the document changes what is not there once:\n{old}"
    write(path, before.replace(old, new))


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every step of the document has been done."""
    folder = tmp_path_factory.mktemp("empty")
    doing: dict[str, Callable[[Path, str], None]] = {"file": write, "append": append, "change": change}
    for what, file, text in blocks():
        if what == "run":
            run(folder, text)
        else:
            doing[what](folder / file, text)
    return folder


def test_the_document_leads_to_a_played_game(followed: Path) -> None:
    commands = re.findall(r"^\$ kolej (\S+)", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert {"new-board", "check", "board", "demo", "sim", "serve"} <= set(commands)
    assert (followed / "ridge.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_folder_holds_what_the_document_says_and_nothing_else(followed: Path) -> None:
    assert sorted(path.name for path in followed.iterdir()) == ["ridge", "ridge.svg"]
    files = sorted(path.name for path in (followed / "ridge").iterdir() if path.is_file())
    assert files == ["board.toml", "bots.toml", "rules.py"]


def test_the_rules_of_the_document_are_typed(followed: Path) -> None:
    """Custom parts are written in the style of Kolej's own, because readers copy them."""
    text = (followed / "ridge" / "rules.py").read_text(encoding="utf-8")
    for line in re.findall(r"^ *def .*", text, re.MULTILINE):
        assert "->" in line
