"""Editions: the games that can be played, one folder each, and how they are found and loaded.

    berlin/, europe/, japan/, new_york/, nordic/  the editions that come with Kolej
    check.py        checks an edition's folder and lists every fault
    check_rules.py  faults in rules: slots, trial games, awards
    check_fit.py    faults between a board and rules: routes nobody can claim, tickets nobody can complete
    places.py       the file and line of each fault
    rules_file.py   runs an edition's rules.py and finds lines in it
    art_data.py     exports the data that board art is made from

An edition's folder holds `board.toml` (cities, routes, tickets), `rules.py` (which composes `RULES` from the parts in
`kolej.rules`) and `art/`. Custom editions are folders anywhere else.
"""

import copyreg
import importlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from kolej.editions.rules_file import run
from kolej.engine.board.loading import load as load_board
from kolej.engine.board.model import fingerprint
from kolej.engine.errors import RulesError, UnknownName
from kolej.engine.ruleset.rules import Edition, Rules

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of the editions that come with Kolej."""
    return sorted(path.parent.name for path in HERE.glob("*/board.toml"))


@cache
def load(name: str) -> Edition:
    """An edition that comes with Kolej, by name."""
    if name not in names():
        raise UnknownName(f'there is no edition "{name}"; there are {", ".join(names())}')
    return load_folder(HERE / name)


def find(name: str) -> Edition:
    """An edition by name, or a custom one by the path of its folder."""
    if name not in names() and (os.sep in name or Path(name).is_dir()):
        return load_folder(Path(name))
    return load(name)


def load_folder(folder: Path) -> Edition:
    """Load the edition in a folder. Custom editions need no change to Kolej."""
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
    shipped = folder.parent == HERE
    return Edition(board.id, board, rules, folder.name if shipped else str(folder.resolve()))


@cache
def _unpickled(source: str, board: str, version: int) -> Edition:
    """The edition that a pickle refers to, loaded once; it must be the one that was pickled."""
    edition = find(source)
    if (fingerprint(edition.board), edition.rules.version) != (board, version):
        raise UnknownName(f'the edition "{source}" has changed since it was pickled; use a game file to keep games')
    return edition


def _pickled(edition: Edition) -> tuple[Callable[[str, str, int], Edition], tuple[str, str, int]]:
    if not edition.source:
        raise UnknownName(f'the edition "{edition.id}" was made in code, so that no other process can load it')
    return _unpickled, (edition.source, fingerprint(edition.board), edition.rules.version)


# A pickle refers to an edition instead of containing it: its rules are code.
copyreg.pickle(Edition, _pickled)


def _run(source: Path) -> ModuleType:
    if source.parent.parent == HERE:
        return importlib.import_module(f"{__name__}.{source.parent.name}.rules")
    return run(source)
