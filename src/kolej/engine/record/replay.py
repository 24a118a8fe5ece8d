"""Loading a game file by replaying it, and saving one.

    save(recorded, "game.kolej")
    recorded = load("game.kolej", editions.load, SeededDealer(8))

A file holds moves and outcomes of chance, and no seed while the game goes on. Loading replays every step and compares
the hash of the state after it. A loaded game continues with any dealer it is given; a fair deal continues only with its
own dealer.
"""

import os
from collections.abc import Callable

from kolej.engine.board.model import fingerprint
from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.fair.protocol import FairError
from kolej.engine.errors import IllegalMove, KolejError, RulesError, UnknownName
from kolej.engine.record.atomic_file import read_text, write_text
from kolej.engine.record.game_file import MISWRITTEN, GameFileError, Header, StepLine, split, unsealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.rules import Edition


def read(text: str, source: str, edition_of: Callable[[str], Edition], dealer: Dealer | None = None) -> RecordedGame:
    """The game in the text of a file, replayed and compared step by step. `source` names the file in errors."""
    lines = unsealed(text, source)
    header, steps, seeds, closing = split(lines, source)
    recorded = _start(header, source, edition_of)
    recorded.seeds = seeds
    for step in steps:
        _replay(recorded, step, source)
    if recorded.closing_line() != closing:
        problem = f'the file ends with "{closing}", but the game with "{recorded.closing_line()}"; {_CHANGED}'
        raise GameFileError(problem, source, len(lines))
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


def _start(header: Header, source: str, edition_of: Callable[[str], Edition]) -> RecordedGame:
    """The game before its first step. Edition, rules and board must be the installed ones."""
    try:
        edition = edition_of(header.edition)
    except UnknownName as error:
        problem = f"{error}; for a board of your own, name its folder"
        raise GameFileError(problem, source, 2) from error
    if edition.id != header.edition:
        problem = f'the game is of the edition "{header.edition}", not of "{edition.id}"; name the folder of that one'
        raise GameFileError(problem, source, 2)
    if edition.rules.version != header.rules:
        problem = (
            f"the game was played by version {header.rules} of the rules, and version {edition.rules.version} is "
            f"installed; read it with a Kolej that has version {header.rules}"
        )
        raise GameFileError(problem, source, 3)
    if fingerprint(edition.board) != header.board:
        problem = (
            f"the game was played on a board with the fingerprint {header.board}, and the installed one has "
            f"{fingerprint(edition.board)}; read it with the board that it was played on"
        )
        raise GameFileError(problem, source, 4)
    try:
        return RecordedGame(edition, header)
    except IllegalMove as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 6) from error
    except RulesError as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 5) from error


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


def load(
    path: str | os.PathLike[str], edition_of: Callable[[str], Edition], dealer: Dealer | None = None
) -> RecordedGame:
    """Load the game in a file."""
    return read(read_text(path), os.fspath(path), edition_of, dealer)


def save(recorded: RecordedGame, path: str | os.PathLike[str]) -> None:
    """Write a game to a file atomically: an existing file is replaced only once the new one is complete."""
    write_text(path, recorded.text())
