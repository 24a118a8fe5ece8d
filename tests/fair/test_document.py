"""`docs/fair-deals.md`: its examples are run, and its values are compared."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kolej import editions
from kolej.cli import main
from kolej.engine.record.replay import load
from kolej.fair_verifier import FairDealFile
from tests.fair.deals import forged
from tests.fair.make import EXAMPLE, UNDONE

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with only the example in it."""
    (tmp_path / "examples").mkdir()
    shutil.copy(EXAMPLE, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_answer_as_shown(block: str) -> None:
    command, _, answer = block.partition("\n")
    result = CliRunner().invoke(main, command.removeprefix("$ kolej ").split())
    assert (result.exit_code, result.output) == (0, answer)


def test_a_line_that_does_not_follow_is_named_as_shown(folder: Path) -> None:
    honest = load(EXAMPLE, editions.load)
    at = 22 - 14
    assert EXAMPLE.read_text(encoding="utf-8").splitlines()[21].startswith(f"- {honest.steps[at].text} = ")
    text = forged(honest, at, honest.notation.read_card("taxi"))
    (folder / "game.kolej").write_text(text, encoding="utf-8", newline="\n")
    result = CliRunner().invoke(main, ["verify", "game.kolej"])
    assert (result.exit_code, result.output) == (2, blocks("text")[0])


def test_the_check_by_hand_needs_nothing_of_kolej(folder: Path) -> None:
    by_hand, from_python = blocks("python")
    run = subprocess.run([sys.executable, "-I", "-c", by_hand], check=True, cwd=folder, capture_output=True, text=True)
    assert "kolej." not in by_hand.replace("fair-game.kolej", "")
    whole, begins = run.stdout.splitlines()
    text = EXAMPLE.read_text(encoding="utf-8")
    assert whole == FairDealFile(text).whole
    assert begins == "seat 0 begins" and "\n- seat 0 = " in text
    run = subprocess.run([sys.executable, "-c", from_python], check=True, cwd=folder, capture_output=True, text=True)
    assert re.fullmatch("note this: [0-9a-f]{64}\n", run.stdout)


def test_the_lines_shown_are_those_of_the_example() -> None:
    """The tables show shortened values, which must be prefixes of the real ones."""
    shown = re.findall(r"^\| `((?:fair|commitment|seed|stand-in) [^`]+?)(?:\.\.\.)?` \|", DOCUMENT, re.MULTILINE)
    files = EXAMPLE.read_text(encoding="utf-8") + UNDONE.read_text(encoding="utf-8")
    assert len(shown) == 7
    assert [line for line in shown if f"\n{line}" not in files] == []


def test_the_games_recorded_are_fair_still() -> None:
    for path, epochs in ((EXAMPLE, 0), (UNDONE, 1)):
        recorded = load(path, editions.load)
        assert recorded.game.over and recorded.epoch == epochs
        FairDealFile(path.read_text(encoding="utf-8")).check(recorded.edition)
