"""`docs/game-file.md`: the file it shows is real, and its statements about it are true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kolej import editions
from kolej.cli import main
from kolej.engine.record.notation import FORMS, Notation
from kolej.engine.record.recorded_game import MOST_UNDONE
from kolej.engine.record.replay import load
from tests.record.records import example

DOCUMENT = (Path(__file__).parents[2] / "docs" / "game-file.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the file of the document in it."""
    (tmp_path / "game.kolej").write_text(blocks("kolej")[0], encoding="utf-8", newline="\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_file_shown_is_of_the_game_described() -> None:
    assert blocks("kolej") == [example().text()], "put the text of tests.record.records.example() into the document"


def test_commands_answer_as_shown() -> None:
    run = CliRunner()
    shown = "".join(blocks("console")).split("$ kolej ")
    assert shown[0] == "" and len(shown) > 1
    for command, _, answer in (each.partition("\n") for each in shown[1:]):
        result = run.invoke(main, command.split())
        assert (result.exit_code, result.output) == (0, answer)


def test_the_lines_of_a_fair_deal_are_those_of_a_real_one() -> None:
    path = Path(__file__).parents[1] / "replays" / "new_york-fair-undone.kolej"
    lines = [line[:-10] for line in path.read_text(encoding="utf-8").splitlines()]
    promised, opened = (block.splitlines() for block in blocks("lines"))
    first = lines.index(promised[0])
    assert lines[first : first + len(promised)] == promised and lines[first - 1].startswith("player ")
    assert lines[first + len(promised)].startswith("- seat ")
    assert lines[-len(opened) - 1 : -1] == opened and f" {MOST_UNDONE} times" in DOCUMENT


def test_the_fault_is_reported_as_shown(folder: Path) -> None:
    text = example().text()
    assert text.count(" 1 blue ") == 1
    (folder / "game.kolej").write_text(text.replace(" 1 blue ", " 2 blue "), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", "game.kolej"])
    assert (result.exit_code, result.output) == (2, blocks("text")[0])


def test_the_program_runs(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", blocks("python")[0]], check=True, cwd=folder)
    assert load(folder / "saved.kolej", editions.load).game.to_act() == [1]


def test_every_move_is_described_as_it_is_written() -> None:
    """The table has every kind of move, and each example can be read."""
    table = DOCUMENT.partition("### Moves")[2].partition("### Chance")[0]
    moves = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert [move.split()[0] for move in moves] == list(FORMS)
    for move in moves:
        notation = Notation(editions.load("nordic" if "murmansk" in move else "europe").board)
        assert notation.move(notation.read_move(move)) == move
