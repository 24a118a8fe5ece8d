"""`kolej verify`: whether game files are whole, and whether the rules still lead where they led."""

from collections.abc import Callable

import click

from kolej import editions
from kolej.cli.errors import Refusal
from kolej.engine.errors import KolejError
from kolej.engine.replay import Recorded, load
from kolej.engine.rules import Edition


def told(recorded: Recorded) -> str:
    """One line about a game that was verified."""
    header = recorded.header
    game = f"{header.edition}, {header.seats} seats, {len(recorded.steps)} steps"
    if not recorded.game.over:
        return f"{game}, goes on"
    standings = recorded.game.standings()
    winners = " and ".join(f"{header.players[seat]} (seat {seat})" for seat in standings.winners)
    return f"{game}, {' : '.join(map(str, standings.totals))}, won by {winners}"


def finder(folder: str | None) -> Callable[[str], Edition]:
    """How editions are found. Not in folders unless told: a file from elsewhere must not choose whose code is run."""
    if folder is None:
        return editions.load
    own = editions.find(folder)
    return lambda _: own


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--edition", metavar="FOLDER", help="The folder of a board of your own that the games were played on.")
def verify(files: tuple[str, ...], edition: str | None) -> None:
    """Play each game FILE again and compare every step with what was recorded.

    Says where a file was altered or cut off, and where the rules behave differently from when it was recorded.

    Example: kolej verify game.kolej
    """
    edition_of = finder(edition)
    faulty = False
    for file in files:
        try:
            click.echo(f"{file}: {told(load(file, edition_of))}")
        except KolejError as error:
            Refusal(str(error)).show()
            faulty = True
    if faulty:
        raise SystemExit(Refusal.exit_code)
