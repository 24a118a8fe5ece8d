"""`kolej check`: find every mistake in a board and its rules."""

from pathlib import Path

import click

from kolej import editions
from kolej.bots.board_weights import weights_faults
from kolej.cli.shell_completion import board_paths
from kolej.cli.wording import counted
from kolej.editions.check import Checked
from kolej.editions.check import check as checked

FAULTY = 2


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=board_paths)
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...]) -> None:
    """Find mistakes in a board and its rules.

    Reports the line, the problem and how to fix it. PATH is a board file, a folder with board.toml and rules.py, or
    the name of an edition. The two files of a folder are checked together for every number of seats, and so is
    bots.toml if there is one. rules.py is a program, and checking runs it.

    Example: kolej check ridge
    """
    faults = 0
    for path in paths:
        place = _at(path)
        found = checked(place)
        every = [*found.faults, *weights_faults(place)]
        for fault in every:
            click.echo(str(fault))
        if not every:
            click.echo(f"{path}: no faults ({_counts(found)})")
        faults += len(every)
    if faults:
        click.echo(counted(faults, "fault"))
        ctx.exit(FAULTY)


def _at(path: str) -> Path:
    place = Path(path)
    return editions.HERE / path if path in editions.names() and not place.exists() else place


def _counts(found: Checked) -> str:
    assert found.board is not None
    board, rules = found.board, found.rules
    counts = ", ".join(
        counted(len(things), noun)
        for things, noun in ((board.cities, "city"), (board.routes, "route"), (board.tickets, "ticket"))
    )
    if rules is None:
        return counts
    return f"{counts}, {rules.seats.start} to {rules.seats.stop - 1} seats"
