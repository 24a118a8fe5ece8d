"""Edition checks: every fault of an edition in a folder, in its board, its rules, or between the two.

The engine stops at the first fault. These checks look at each part on its own, so that one run lists every fault with
its file and line.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from kolej.editions.check_fit import fit_faults
from kolej.editions.check_rules import score_faults, slot_faults, valid_slots
from kolej.editions.places import Places
from kolej.editions.rules_file import error_text, run, slot_lines
from kolej.engine.board.loading import load as load_board
from kolej.engine.board.model import Board
from kolej.engine.board.toml_lines import read
from kolej.engine.errors import BoardError, Fault, KolejError, line_in
from kolej.engine.ruleset.rules import Rules


@dataclass(frozen=True)
class Checked:
    """The result of a check: the faults, and the board and the rules if they could be read."""

    faults: tuple[Fault, ...]
    board: Board | None = None
    rules: Rules | None = None


def check(path: Path) -> Checked:
    """Check a board file, or a folder with a board and rules."""
    if os.path.isdir(path):
        return _folder(path)
    if path.suffix == ".py":
        return Checked((Fault(str(path), 0, "file", "this is no board file", "name the folder it is in"),))
    board, faults = _board(path)
    return Checked(tuple(faults), board)


def _board(path: Path) -> tuple[Board | None, list[Fault]]:
    try:
        return load_board(path), []
    except BoardError as error:
        return None, list(error.faults)


def _folder(folder: Path) -> Checked:
    board_file, source = folder / "board.toml", folder / "rules.py"
    missing = [file for file in (board_file, source) if not os.path.exists(file)]
    if len(missing) == 2:
        remedy = "name a board file, or a folder with board.toml and rules.py"
        return Checked((Fault(str(folder), 0, "folder", "there is no board in it", remedy),))
    faults: list[Fault] = []
    board, rules = None, None
    if board_file in missing:
        faults.append(Fault(str(board_file), 0, "file", "it is not there", "write a board beside rules.py"))
    else:
        board, faults = _board(board_file)
    if source in missing:
        faults.append(Fault(str(source), 0, "file", "it is not there", "compose RULES in it, beside board.toml"))
    else:
        rules, found = _rules(source)
        faults += found
    if board is not None and rules is not None:
        faults = _together(board, rules, board_file, source)
    return Checked(tuple(faults), board, rules)


def _rules(source: Path) -> tuple[Rules | None, list[Fault]]:
    try:
        module = run(source)
    except KolejError as error:
        cause = error.__cause__ or error
        return None, [Fault(str(source), line_in(source, cause), "rules", error_text(cause), "fix this line")]
    rules = getattr(module, "RULES", None)
    if isinstance(rules, Rules):
        return rules, []
    problem = f"RULES is of type {type(rules).__name__}" if hasattr(module, "RULES") else "nothing is called RULES"
    line = slot_lines(source.read_bytes()).get("RULES", 0)
    return None, [Fault(str(source), line, "rules", problem, "write RULES = Rules(...), composed of parts")]


def _together(board: Board, rules: Rules, board_file: Path, source: Path) -> list[Fault]:
    """The faults of rules and a board that could both be read."""
    entries = read(board_file.read_text(encoding="utf-8"), str(board_file)).lines
    places = Places(board, str(board_file), source, entries, slot_lines(source.read_bytes()))
    faults = slot_faults(board, rules, places)
    faults += fit_faults(board, rules, valid_slots(rules), places)
    if not faults:
        faults = score_faults(board, rules, places)
    return sorted(faults, key=lambda fault: (fault.source != str(board_file), fault.line))
