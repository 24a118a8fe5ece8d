"""`kolej bots`: list the bots."""

import textwrap

import click

from kolej import bots as players
from kolej.bots.levels import LEVELS


@click.command()
def bots() -> None:
    """List the bots: difficulty levels and strategies.

    Example: kolej bots
    """
    click.echo("Difficulty levels, easiest first:")
    for level in LEVELS:
        _show(level.name, level.character)
    click.echo("\nStrategies, weakest first:")
    levels = {level.name for level in LEVELS}
    for name, make in players.BOTS.items():
        if name not in levels:
            _show(name, (make.__doc__ or "").strip().partition("\n")[0] or "A bot without a description.")
    _show("search@2s", "The search with another budget: a time like 100ms or 2s, or a number of playouts like 500.")
    click.echo("\nCustom bots: path.py:Name or program:COMMAND; see `kolej docs bots`.")


def _show(name: str, description: str) -> None:
    click.echo(textwrap.fill(description, 80, initial_indent=f"  {name:<12}", subsequent_indent=" " * 14))
