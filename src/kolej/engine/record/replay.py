"""Recorded games: played, written down, read back by playing them again, and looked at step by step.

    recorded = Recorded.start(edition, 2, ["Ada", "bot:greedy"], SeededDealer(7))
    recorded.apply(0, move)
    save(recorded, "game.kolej")
    recorded = load("game.kolej", editions.load, SeededDealer(8))

A file holds moves and what chance did, and no seed while the game goes on. Reading plays all of it again and compares
the hash of the state after every step; a resumed game goes on with whatever dealer it is given, but for a fair deal,
which goes on with its own or not at all.
"""

import os
import re
from collections.abc import Callable

from kolej.engine.board.model import fingerprint
from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.fair.protocol import FairError
from kolej.engine.errors import IllegalMove, KolejError, RulesError, UnknownName
from kolej.engine.record.atomic_file import read_text, write_text
from kolej.engine.record.game_file import MISWRITTEN, NUMBER, GameFileError, Header, StepLine, split, unsealed
from kolej.engine.record.recorded_game import Recorded, Step, Undone
from kolej.engine.ruleset.rules import Edition

__all__ = ["GameFileError", "Header", "Recorded", "Step", "Undone", "load", "read", "save"]


def read(text: str, source: str, edition_of: Callable[[str], Edition], dealer: Dealer | None = None) -> Recorded:
    """The game in the text of a file, played again and compared step by step. `source` is what errors call it."""
    lines = unsealed(text, source)
    header, steps, seeds, closing = split(lines, source)
    recorded = _begun(header, source, edition_of)
    recorded.seeds = seeds
    for step in steps:
        _repeat(recorded, step, source)
    if recorded.closing() != closing:
        problem = f'the file ends with "{closing}", but the game with "{recorded.closing()}"; {_CHANGED}'
        raise GameFileError(problem, source, len(lines))
    try:
        recorded.take_up(dealer)
    except FairError as error:
        raise GameFileError(str(error), source) from error
    recorded.deal()
    return recorded


_CHANGED = (
    "the line is as it was written, so the rules behave differently now: "
    "replay the game with the Kolej that recorded it, or report the difference"
)


def _begun(header: Header, source: str, edition_of: Callable[[str], Edition]) -> Recorded:
    """The game before its first step, if it is of this edition as it is today."""
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
        return Recorded(edition, header)
    except IllegalMove as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 6) from error
    except RulesError as error:
        raise GameFileError(f"{error}; {MISWRITTEN}", source, 5) from error


def _repeat(recorded: Recorded, step: StepLine, source: str) -> None:
    """Make a step of a file again, and compare what came of it."""
    notation, game = recorded.notation, recorded.game
    try:
        undone = re.fullmatch(f"undone to ({NUMBER})(?: epoch {NUMBER})?", step.text)
        if step.seat is None and undone:
            recorded.undo(int(undone[1]))
        elif step.seat is None:
            recorded._bring(notation.read_outcome(game._state.owes, step.text))
        else:
            recorded._make(step.seat, notation.read_move(step.text))
    except KolejError as error:
        raise GameFileError(f"this step can't be made: {error}; {_CHANGED}", source, step.line) from error
    if recorded.steps[-1].text != step.text:
        problem = f'"{step.text}" must be spelled "{recorded.steps[-1].text}"'
        raise GameFileError(f"{problem}; {MISWRITTEN}", source, step.line)
    if recorded.steps[-1].hash != step.hash:
        problem = f"after this step the state has the hash {recorded.steps[-1].hash}, not {step.hash}"
        raise GameFileError(f"{problem}; {_CHANGED}", source, step.line)


def load(path: str | os.PathLike[str], edition_of: Callable[[str], Edition], dealer: Dealer | None = None) -> Recorded:
    """The game in a file."""
    return read(read_text(path), os.fspath(path), edition_of, dealer)


def save(recorded: Recorded, path: str | os.PathLike[str]) -> None:
    """Write a game to a file, whole or not at all: a file that was there stays as it is until the new one is."""
    write_text(path, recorded.text())
