"""The games that can be played: a folder each, with a `board.toml` and a `rules.py` that composes `RULES`."""

import importlib
import os
from functools import cache
from pathlib import Path
from types import ModuleType

from kolej.editions.rules_file import run
from kolej.engine.board.model import load as load_board
from kolej.engine.errors import RulesError, UnknownName
from kolej.engine.ruleset.rules import Edition, Rules

HERE = Path(__file__).parent


def names() -> list[str]:
    """The editions that come with Kolej."""
    return sorted(path.parent.name for path in HERE.glob("*/board.toml"))


@cache
def load(name: str) -> Edition:
    """An edition that comes with Kolej, by name."""
    if name not in names():
        raise UnknownName(f'there is no edition "{name}"; there are {", ".join(names())}')
    return load_folder(HERE / name)


def find(name: str) -> Edition:
    """An edition by name, or by the path of a folder of one's own."""
    if name not in names() and (os.sep in name or Path(name).is_dir()):
        return load_folder(Path(name))
    return load(name)


def load_folder(folder: Path) -> Edition:
    """The edition in a folder of one's own: how a new board is played without touching Kolej."""
    board = load_board(folder / "board.toml")
    source = folder / "rules.py"
    if not source.is_file():
        raise RulesError(
            f'{folder.name}: there is no "rules.py" beside "board.toml"; it must compose RULES', "setup.deal"
        )
    rules = getattr(_run(source), "RULES", None)
    if not isinstance(rules, Rules):
        raise RulesError(
            f'{folder.name}/rules.py: "RULES" must be a Rules(...), not {type(rules).__name__}', "setup.deal"
        )
    return Edition(board.id, board, rules)


def _run(source: Path) -> ModuleType:
    if source.parent.parent == HERE:
        return importlib.import_module(f"{__name__}.{source.parent.name}.rules")
    return run(source)
