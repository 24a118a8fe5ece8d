"""Custom bots from a Python file: what is loaded, and what is refused."""

from pathlib import Path

import pytest

from kolej import bots
from kolej.bots.external.python_file import BotFileError
from kolej.engine.errors import UnknownName
from kolej.sim.games import play
from kolej.sim.plan import plan_simulation

FILE = """
from __future__ import annotations
from dataclasses import dataclass
from beside_mine import last

@dataclass
class Last:
    seed: int
    def choose(self, decision: Decision) -> int:
        return last(decision.legal)

class NoSeed:
    def choose(self, decision): return 0

class NoChoose:
    def __init__(self, seed): pass

class NoChoice:
    def __init__(self, seed): pass
    def choose(self): return 0

number = 3
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "beside_mine.py").write_text("def last(numbers): return numbers[-1]\n")
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def test_a_class_in_a_file_plays(source: Path) -> None:
    """Also a class that imports a module beside it, and a dataclass, whose annotations are looked up by module."""
    make = bots.find(f"{source}:Last")
    assert make is bots.find(f"{source}:Last")
    result = play(plan_simulation("new_york", 2, [f"{source}:Last", "random"], 1, rotate=False), 0)
    assert result.bots == (f"{source}:Last", "random")
    assert result.kept[0] >= 2, "the last choice of an offer is to keep all of it"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Missing", 'has no class "Missing"; it has Last, NoSeed, NoChoose, NoChoice'),
        ("number", 'has no class "number"'),
        ("NoSeed", "it must accept a seed and nothing else: __init__(self, seed)"),
        ("NoChoose", "it has no method choose(self, decision)"),
        ("NoChoice", "choose must accept a decision and nothing else"),
        ("", "names no class; write"),
    ],
)
def test_what_is_no_bot_is_refused(source: Path, name: str, said: str) -> None:
    with pytest.raises(BotFileError) as refused:
        bots.find(f"{source}:{name}")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Broken(:\n", "SyntaxError: invalid syntax (bad.py, line 1)"),
        ("x = 1\nimport not_there_at_all\n", "No module named 'not_there_at_all' (bad.py, line 2)"),
        ("import sys\nsys.exit('no')\n", "SystemExit: no (bad.py, line 2)"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(BotFileError) as refused:
        bots.find(f"{path}:Bot")
    assert said in str(refused.value)


def test_files_and_names_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BotFileError, match=r"there is no file .*gone\.py"):
        bots.find(f"{tmp_path}/gone.py:Bot")
    with pytest.raises(
        UnknownName, match=r'there is no bot "gredy"; there are random, greedy, .* or a custom bot as path'
    ):
        bots.find("gredy")
