"""`kolej check`: every fault of a board, and of its rules."""

from pathlib import Path

import click

from kolej import editions
from kolej.editions.check import Checked
from kolej.editions.check import check as checked

FAULTY = 2


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...]) -> None:
    """Name every fault of a board: its line, what is wrong, what would be right.

    PATH is a board file, or a folder with board.toml and rules.py, which are then checked together for every number
    of seats. rules.py is a program and is run. The name of an edition that comes with Kolej will do too.

    Example: kolej check ridge
    """
    faults = 0
    for path in paths:
        found = checked(_at(path))
        for fault in found.faults:
            click.echo(str(fault))
        if not found.faults:
            click.echo(f"{path}: no faults ({_counts(found)})")
        faults += len(found.faults)
    if faults:
        click.echo("1 fault" if faults == 1 else f"{faults} faults")
        ctx.exit(FAULTY)


def _at(path: str) -> Path:
    place = Path(path)
    return editions.HERE / path if path in editions.names() and not place.exists() else place


def _counts(found: Checked) -> str:
    assert found.board is not None
    board, rules = found.board, found.rules
    counts = f"{len(board.cities)} cities, {len(board.routes)} routes, {len(board.tickets)} tickets"
    if rules is None:
        return counts
    return f"{counts}, {rules.seats.start} to {rules.seats.stop - 1} seats"
