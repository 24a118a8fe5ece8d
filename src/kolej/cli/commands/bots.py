"""`kolej bots`: who there is to play against."""

import textwrap

import click

from kolej import bots as players
from kolej.bots.levels import LEVELS


@click.command()
def bots() -> None:
    """List the bots: levels for people, and the ladder that they are made of.

    Example: kolej bots
    """
    click.echo("Levels for people, easiest first:")
    for level in LEVELS:
        _show(level.name, level.character)
    click.echo("\nThe ladder, weakest first:")
    levels = {level.name for level in LEVELS}
    for name, make in players.BOTS.items():
        if name not in levels:
            _show(name, (make.__doc__ or "").splitlines()[0])
    _show("search@2s", "The search with another budget: a time like 100ms or 2s, or a number of playouts like 500.")
    click.echo("\nOne of your own: path.py:Name, or program:COMMAND; docs/bots.md says how.")


def _show(name: str, says: str) -> None:
    click.echo(textwrap.fill(says, 80, initial_indent=f"  {name:<12}", subsequent_indent=" " * 14))
