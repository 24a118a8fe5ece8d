"""`kolej verify`: replay game files, compare every step, and check that the deal was fair."""

import re
from collections.abc import Sequence

import click

from kolej import editions
from kolej.cli.errors import CommandError
from kolej.cli.shell_completion import edition_names, file_names
from kolej.cli.wording import counted
from kolej.engine.errors import KolejError
from kolej.engine.record.atomic_file import read_text
from kolej.engine.record.game_file import GameFileError
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import EditionFinder, read
from kolej.fair_verifier import FairDealFile, Unfair

BROKEN = {"unopened": "never opened its seed", "unfit": "opened a seed that did not match"}
"""Why the server used a fallback seed for a seat."""


def summary(recorded: RecordedGame) -> str:
    """One line about a verified game."""
    header = recorded.header
    game = f"{header.edition}, {counted(header.seats, 'seat')}, {counted(len(recorded.steps), 'step')}"
    if not recorded.game.over:
        return f"{game}, not over"
    standings = recorded.standings()
    winners = " and ".join(f"{header.players[seat]} (seat {seat})" for seat in standings.winners)
    early = f", ended by {recorded.ending.early}" if recorded.ending.early else ""
    return f"{game}, {' : '.join(map(str, standings.totals))}, won by {winners}{early}"


def fairness(text: str, source: str, recorded: RecordedGame, noted: Sequence[str]) -> list[str]:
    """Whether the deal of a verified game was fair, and whether it has the commitments that a player noted."""
    if recorded.header.fair is None:
        if noted:
            raise GameFileError("the file has no commitments, so yours is not from this game", source)
        return ["the deal can't be checked: the file has no commitments"]
    deal = FairDealFile(text)
    lines = [f"commitment {deal.whole}", *(_compared(deal, each, source) for each in noted)]
    if not recorded.game.over:
        return ["the deal can be checked when the game is over and the seeds are opened", *lines]
    try:
        deal.check(recorded.edition)
    except Unfair as error:
        raise GameFileError(str(error), source, error.line) from error
    outcomes = sum(step.seat is None and isinstance(step.move, int) for step in recorded.steps)
    follows = f"all {outcomes} outcomes of chance follow from the seeds"
    return [f"fair: {_contributed(deal)}", follows, *_broken(deal), *lines]


def _contributed(deal: FairDealFile) -> str:
    """Which seats contributed to the deal."""
    if not deal.own:
        return "no seat contributed a seed, so this is only as trustworthy as the server"
    count = f"all {deal.seats}" if len(deal.own) == deal.seats else f"{len(deal.own)} of {deal.seats}"
    return f"{count} seats contributed {'its' if len(deal.own) == 1 else 'their'} own seed"


def _broken(deal: FairDealFile) -> list[str]:
    return [
        f"seat {seat} {BROKEN[why]}, and the server used a fallback seed for it" for seat, why in deal.fallbacks.items()
    ]


def _compared(deal: FairDealFile, noted: str, source: str) -> str:
    """Whose commitment a player noted."""
    if noted == deal.whole:
        return "the commitment is the one you noted"
    for who, hash in deal.hashes.items():
        if noted == hash:
            return f"the commitment of {'the server' if who == 'server' else f'seat {who}'} is the one you noted"
    problem = (
        f"not fair: the commitment you noted, {noted}, is not in this file; a different one was shown before the deal"
    )
    raise GameFileError(problem, source)


def finder(folder: str | None) -> EditionFinder:
    """How editions are found. Only the user names a folder: a file from elsewhere must not decide what code is run."""
    if folder is None:
        return editions.load
    editions.find(folder)  # Its faults are reported before those of any file.
    return lambda _, rules, house: editions.find(folder, rules, house)


def _hash(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if re.fullmatch("[0-9a-fA-F]{64}", value.strip()) is None:
            raise click.BadParameter(f"{value[:70]!r} is not a commitment; it has 64 hexadecimal digits")
    return tuple(value.strip().lower() for value in values)


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=file_names)
@click.option(
    "--edition",
    metavar="FOLDER",
    shell_complete=edition_names,
    help="Folder of the custom edition that was played.",
)
@click.option(
    "--commitment",
    "noted",
    metavar="HEX",
    multiple=True,
    callback=_hash,
    help="A commitment that you noted before the deal; every FILE must contain it.",
)
def verify(files: tuple[str, ...], edition: str | None, noted: tuple[str, ...]) -> None:
    """Check game files.

    Replays each FILE and compares every step with the record. Reports where a file was altered or truncated, and
    where the rules now behave differently. For a finished game with a fair deal, also checks that every card and
    ticket follows from the committed seeds.

    Example: kolej verify game.kolej
    """
    edition_of = finder(edition)
    faulty = False
    for file in files:
        try:
            text = read_text(file)
            recorded = read(text, file, edition_of)
            lines = fairness(text, file, recorded, noted)
            click.echo("\n".join([f"{file}: {summary(recorded)}", *(f"  {line}" for line in lines)]))
        except KolejError as error:
            CommandError(str(error)).show()
            faulty = True
    if faulty:
        raise SystemExit(CommandError.exit_code)
