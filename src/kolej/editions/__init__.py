"""Editions: the games that can be played, one folder each, and how they are found and loaded.

    berlin/, europe/, japan/, new_york/, nordic/  the editions that come with Kolej
    check.py        checks an edition's folder and lists every fault
    check_rules.py  faults in rules: slots, trial games, awards
    check_fit.py    faults between a board and rules: routes nobody can claim, tickets nobody can complete
    places.py       the file and line of each fault
    rules_file.py   runs an edition's rules.py and finds lines in it
    art_data.py     exports the data that board art is made from

An edition's folder holds `board.toml` (cities, routes, tickets), `rules.py` (which composes `RULES` from the parts in
`kolej.rules`, and `EARLIER` versions of them), `bots.toml` (what bots know of the board) and `art/`. Custom editions
are folders anywhere else.
"""

import copyreg
import importlib
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from kolej.editions.rules_file import run
from kolej.engine.board.loading import load as load_board
from kolej.engine.errors import RulesError, UnknownName, UnknownRules
from kolej.engine.ruleset.rules import Edition, Rules
from kolej.rules.house import with_house_rules

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of the editions that come with Kolej."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in HERE.glob("*/board.toml")))


def load(name: str, rules: int | None = None, house: Iterable[str] = ()) -> Edition:
    """An edition that comes with Kolej, by name.

    `rules` is the version of its rules, by default the newest; games are replayed by the version they were played by.
    `house` are the ids of house rules: see `kolej.rules.house`.
    """
    if name not in _names():
        raise UnknownName(f'there is no edition "{name}"; there are {", ".join(names())}')
    version = _newest(name) if rules is None else rules
    return _shipped(name, version, tuple(sorted(set(house))))


@cache
def _newest(name: str) -> int:
    return _rules_of(HERE / name)[0].version


@cache
def _shipped(name: str, version: int, house: tuple[str, ...]) -> Edition:
    """One object for each composition: editions are compared by identity."""
    return load_folder(HERE / name, version, house)


def find(name: str, rules: int | None = None, house: Iterable[str] = ()) -> Edition:
    """An edition by name, or a custom one by the path of its folder; `rules` and `house` as in `load`."""
    if name not in names() and (os.sep in name or Path(name).is_dir()):
        return load_folder(Path(name), rules, house)
    return load(name, rules, house)


def folder_of(edition: Edition) -> Path | None:
    """The folder that an edition was loaded from; None if it was made in code."""
    return HERE / edition.source if edition.source else None


def load_folder(folder: Path, rules: int | None = None, house: Iterable[str] = ()) -> Edition:
    """Load the edition in a folder. Custom editions need no change to Kolej."""
    board = load_board(folder / "board.toml")
    versions = {each.version: each for each in reversed(_rules_of(folder))}
    chosen = max(versions) if rules is None else rules
    if chosen not in versions:
        raise UnknownRules(board.id, chosen, sorted(versions))
    source = folder.name if folder.parent == HERE else str(folder.resolve())
    return Edition(board.id, board, with_house_rules(versions[chosen], house), source)


def _rules_of(folder: Path) -> list[Rules]:
    """The rules in a folder: the present ones, then those of earlier versions, if `EARLIER` keeps any."""
    source = folder / "rules.py"
    if not source.is_file():
        raise RulesError(
            f'{folder.name}: there is no "rules.py" beside "board.toml"; it must compose RULES', "setup.deal"
        )
    module = _run(source)
    rules, earlier = getattr(module, "RULES", None), getattr(module, "EARLIER", ())
    if not isinstance(rules, Rules):
        raise RulesError(
            f'{folder.name}/rules.py: "RULES" must be a Rules(...), not {type(rules).__name__}', "setup.deal"
        )
    if not (isinstance(earlier, tuple) and all(isinstance(each, Rules) for each in earlier)):
        raise RulesError(f'{folder.name}/rules.py: "EARLIER" must be a tuple of Rules(...)', "setup.deal")
    if len({each.version for each in (rules, *earlier)}) <= len(earlier):
        raise RulesError(
            f"{folder.name}/rules.py: every version in EARLIER must be another one than that of RULES", "setup.deal"
        )
    return [rules, *earlier]


@cache
def _unpickled(source: str, board: str, version: int, house: tuple[str, ...]) -> Edition:
    """The edition that a pickle refers to, loaded once; it must be the one that was pickled."""
    problem = f'the edition "{source}" has changed since it was pickled; use a game file to keep games'
    try:
        edition = find(source, version, house)
    except UnknownRules as error:
        raise UnknownName(problem) from error
    if edition.fingerprint != board:
        raise UnknownName(problem)
    return edition


Pickled = tuple[str, str, int, tuple[str, ...]]


def _pickled(edition: Edition) -> tuple[Callable[[str, str, int, tuple[str, ...]], Edition], Pickled]:
    if not edition.source:
        raise UnknownName(f'the edition "{edition.id}" was made in code, so that no other process can load it')
    return _unpickled, (edition.source, edition.fingerprint, edition.rules.version, edition.rules.house)


# A pickle refers to an edition instead of containing it: its rules are code.
copyreg.pickle(Edition, _pickled)


def _run(source: Path) -> ModuleType:
    if source.parent.parent == HERE:
        return importlib.import_module(f"{__name__}.{source.parent.name}.rules")
    return run(source)
