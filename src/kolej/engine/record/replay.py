"""Loading a game file by replaying it, and saving one.

    save(recorded, "game.kolej")
    recorded = load("game.kolej", editions.load, SeededDealer(8))

A file holds moves and outcomes of chance, and no seed while the game goes on. Loading replays every step and compares
the hash of the state after it. A loaded game continues with any dealer it is given; a fair deal continues only with its
own dealer.
"""

import os
from collections.abc import Callable

from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.fair.protocol import FairError
from kolej.engine.errors import IllegalMove, KolejError, RulesError, UnknownHouseRule, UnknownName, UnknownRules
from kolej.engine.record.atomic_file import read_text, write_text
from kolej.engine.record.endings import ending_lines, read_ending_line
from kolej.engine.record.game_file import MISWRITTEN, GameFileError, Header, StepLine, split, unsealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.rules import Edition

EditionFinder = Callable[[str, int, tuple[str, ...]], Edition]
"""Finds an edition by its id, the version of its rules and its house rules; `editions.load` is one."""


def read(text: str, source: str, edition_of: EditionFinder, dealer: Dealer | None = None) -> RecordedGame:
    """The game in the text of a file, replayed and compared step by step. `source` names the file in errors."""
    whole = unsealed(text, source)
    lines = split(whole, source)
    recorded = _start(lines.header, source, edition_of)
    recorded.seeds = lines.seeds
    for step in lines.steps:
        _replay(recorded, step, source)
    first_line = lines.steps[-1].line + 1 if lines.steps else 0
    for number, line in enumerate(lines.ending, start=first_line):
        _end(recorded, line, source, number)
    if recorded.closing_line() != lines.closing:
        problem = f'the file ends with "{lines.closing}", but the game with "{recorded.closing_line()}"; {_CHANGED}'
        raise GameFileError(problem, source, len(whole))
    try:
        recorded.continue_with(dealer)
    except FairError as error:
        raise GameFileError(str(error), source) from error
    recorded.deal()
    return recorded


_CHANGED = (
    "the line is as it was written, so the rules behave differently now: "
    "replay the game with the Kolej that recorded it, or report the difference"
)


def _end(recorded: RecordedGame, line: str, source: str, number: int) -> None:
    """Repeat what a line after the last step says. There is one way to write each, and one order."""
    before = ending_lines(recorded.ending, recorded.edition.board)
    try:
        recorded.add_ending(read_ending_line(line, recorded.edition.board))
    except KolejError as error:
        raise GameFileError(f"this can't follow the last step: {error}; {MISWRITTEN}", source, number) from error
    if ending_lines(recorded.ending, recorded.edition.board) != [*before, line]:
        problem = "this line is spelled or placed otherwise than Kolej would"
        raise GameFileError(f"{problem}; {MISWRITTEN}", source, number)


def _start(header: Header, source: str, edition_of: EditionFinder) -> RecordedGame:
    """The game before its first step. Edition, rules and board must be installed ones."""
    try:
        edition = edition_of(header.edition, header.rules, header.house)
    except UnknownRules as error:
        raise GameFileError(_other_rules(header.rules, error.installed), source, 3) from error
    except UnknownHouseRule as error:
        problem = f"{error}; read it with a Kolej that has this house rule"
        raise GameFileError(problem, source, 4) from error
    except UnknownName as error:
        problem = f"{error}; for a board of your own, name its folder"
        raise GameFileError(problem, source, 2) from error
    if edition.id != header.edition:
        problem = f'the game is of the edition "{header.edition}", not of "{edition.id}"; name the folder of that one'
        raise GameFileError(problem, source, 2)
    if edition.rules.version != header.rules:
        raise GameFileError(_other_rules(header.rules, [edition.rules.version]), source, 3)
    house = int(bool(header.house))
    if edition.rules.house != header.house:
        raise GameFileError(f"the game has other house rules than this edition; {MISWRITTEN}", source, 3 + house)
    if edition.fingerprint != header.board:
        problem = (
            f"the game was played on a board with the fingerprint {header.board}, and the installed one has "
            f"{edition.fingerprint}; read it with the board that it was played on"
        )
        raise GameFileError(problem, source, 4 + house)
    try:
        return RecordedGame(edition, header)
    except IllegalMove as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 6 + house) from error
    except RulesError as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 5 + house) from error


def _other_rules(played: int, installed: list[int]) -> str:
    there = f"version {installed[0]} is" if len(installed) == 1 else f"versions {' and '.join(map(str, installed))} are"
    return (
        f"the game was played by version {played} of the rules, and {there} installed; "
        f"read it with a Kolej that has version {played}"
    )


def _replay(recorded: RecordedGame, line: StepLine, source: str) -> None:
    """Make a step of a file again, and compare the result with the file."""
    try:
        step = recorded.replay(line.seat, line.text)
    except KolejError as error:
        raise GameFileError(f"this step can't be made: {error}; {_CHANGED}", source, line.line) from error
    if step.text != line.text:
        raise GameFileError(f'"{line.text}" must be spelled "{step.text}"; {MISWRITTEN}', source, line.line)
    if step.hash != line.hash:
        problem = f"after this step the state has the hash {step.hash}, not {line.hash}"
        raise GameFileError(f"{problem}; {_CHANGED}", source, line.line)


def load(path: str | os.PathLike[str], edition_of: EditionFinder, dealer: Dealer | None = None) -> RecordedGame:
    """Load the game in a file."""
    return read(read_text(path), os.fspath(path), edition_of, dealer)


def save(recorded: RecordedGame, path: str | os.PathLike[str]) -> None:
    """Write a game to a file atomically: an existing file is replaced only once the new one is complete."""
    write_text(path, recorded.text())
