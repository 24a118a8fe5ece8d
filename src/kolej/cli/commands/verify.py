"""`kolej verify`: whether game files are whole, whether rules still lead where they led, whether the deal was fair."""

import re
from collections.abc import Callable, Sequence

import click

from kolej import editions
from kolej.cli.errors import Refusal
from kolej.engine.errors import KolejError
from kolej.engine.record.atomic_file import read_text
from kolej.engine.record.replay import GameFileError, Recorded, read
from kolej.engine.ruleset.rules import Edition
from kolej.fair_verifier import Deal, Unfair

BROKEN = {"unopened": "never opened its seed", "unfit": "opened a seed that did not fit"}
"""What a seat did for which the server stood in."""


def told(recorded: Recorded) -> str:
    """One line about a game that was verified."""
    header = recorded.header
    game = f"{header.edition}, {header.seats} seats, {len(recorded.steps)} steps"
    if not recorded.game.over:
        return f"{game}, goes on"
    standings = recorded.game.standings()
    winners = " and ".join(f"{header.players[seat]} (seat {seat})" for seat in standings.winners)
    return f"{game}, {' : '.join(map(str, standings.totals))}, won by {winners}"


def fairness(text: str, source: str, recorded: Recorded, noted: Sequence[str]) -> list[str]:
    """What can be said about the deal of a game that was verified, and about the commitments that a player noted."""
    if recorded.header.fair is None:
        if noted:
            raise GameFileError("the file has no commitments, so the one noted is not of this game", source)
        return ["the deal can't be checked: the file has no commitments"]
    deal = Deal(text)
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


def _contributed(deal: Deal) -> str:
    """Whose seeds went into the deal."""
    if not deal.own:
        return "no seat contributed a seed of its own, so this holds as far as the server is trusted"
    count = f"all {deal.seats}" if len(deal.own) == deal.seats else f"{len(deal.own)} of {deal.seats}"
    return f"{count} seats contributed {'its' if len(deal.own) == 1 else 'their'} own seed"


def _broken(deal: Deal) -> list[str]:
    return [f"seat {seat} {BROKEN[why]}, and the server stood in for it" for seat, why in deal.stand_ins.items()]


def _compared(deal: Deal, noted: str, source: str) -> str:
    """Whose commitment it is that a player noted."""
    if noted == deal.whole:
        return "the commitment is the one noted"
    for who, hash in deal.hashes.items():
        if noted == hash:
            return f"the commitment of {'the server' if who == 'server' else f'seat {who}'} is the one noted"
    problem = f"not fair: the commitment noted, {noted}, is none of this file; another one was shown before the deal"
    raise GameFileError(problem, source)


def finder(folder: str | None) -> Callable[[str], Edition]:
    """How editions are found. Not in folders unless told: a file from elsewhere must not choose whose code is run."""
    if folder is None:
        return editions.load
    own = editions.find(folder)
    return lambda _: own


def _hash(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if re.fullmatch("[0-9a-fA-F]{64}", value.strip()) is None:
            raise click.BadParameter(f"{value[:70]!r} is not a commitment; it has 64 hexadecimal digits")
    return tuple(value.strip().lower() for value in values)


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--edition", metavar="FOLDER", help="The folder of a board of your own that the games were played on.")
@click.option(
    "--commitment",
    "noted",
    metavar="HEX",
    multiple=True,
    callback=_hash,
    help="The commitment that you noted before the deal; it must be in each FILE.",
)
def verify(files: tuple[str, ...], edition: str | None, noted: tuple[str, ...]) -> None:
    """Play each game FILE again and compare every step with what was recorded.

    Says where a file was altered or cut off, and where the rules behave differently from when it was recorded. For a
    finished game with a fair deal, also whether every card and ticket follows from the seeds that were promised.

    Example: kolej verify game.kolej
    """
    edition_of = finder(edition)
    faulty = False
    for file in files:
        try:
            text = read_text(file)
            recorded = read(text, file, edition_of)
            lines = fairness(text, file, recorded, noted)
            click.echo("\n".join([f"{file}: {told(recorded)}", *(f"  {line}" for line in lines)]))
        except KolejError as error:
            Refusal(str(error)).show()
            faulty = True
    if faulty:
        raise SystemExit(Refusal.exit_code)
