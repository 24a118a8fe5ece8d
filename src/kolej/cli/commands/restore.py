"""`kolej restore`: put a copy in the place of a server's database."""

import click

from kolej.store import sqlite


@click.command()
@click.argument("file", metavar="FILE")
@click.argument("data", metavar="DATA")
@click.option("--force", is_flag=True, help="Put a database that is there aside.")
def restore(file: str, data: str, force: bool) -> None:
    """Make FILE, which `kolej backup` wrote, the database in the folder DATA.

    The server must not be running. FILE is checked first. A database that is there already is never lost: with --force
    it goes into a folder beside the new one.

    Example: kolej restore monday.db /var/lib/kolej
    """
    copy = sqlite.restore(file, data, force=force)
    click.echo(f"{copy.path}: {copy.tables} tables, {copy.entries} entries, checked")
    if copy.aside is not None:
        click.echo(f"{copy.aside}: the database that was there before")
