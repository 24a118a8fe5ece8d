"""`kolej restore`: replace a server's database by a backup."""

import click

from kolej.cli.extras import requires_extra
from kolej.cli.shell_completion import file_names, folder_names
from kolej.cli.wording import counted


@click.command()
@click.argument("file", metavar="FILE", shell_complete=file_names)
@click.argument("data", metavar="DATA", shell_complete=folder_names)
@click.option("--force", is_flag=True, help="Move an existing database aside.")
def restore(file: str, data: str, force: bool) -> None:
    """Replace the database in the folder DATA by a backup.

    FILE is a backup by `kolej backup`. The server must not be running. FILE is checked first. An existing database
    is never deleted: with --force it is moved to a folder beside the new one.

    Example: kolej restore monday.db /var/lib/kolej
    """
    with requires_extra("server"):
        from kolej.store import sqlite

    copy = sqlite.restore(file, data, force=force)
    click.echo(f"{copy.path}: {counted(copy.tables, 'table')}, {counted(copy.entries, 'entry')}, checked")
    if copy.aside is not None:
        click.echo(f"{copy.aside}: the previous database")
