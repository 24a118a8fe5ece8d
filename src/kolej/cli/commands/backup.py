"""`kolej backup`: a checked copy of a server's database, made while the server runs or not."""

import click

from kolej.store.sqlite import back_up


@click.command()
@click.argument("data", metavar="DATA")
@click.argument("file", metavar="FILE")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def backup(data: str, file: str, force: bool) -> None:
    """Copy the database in the folder DATA into FILE, as it is at this moment.

    The server may go on meanwhile. The copy is checked, and FILE appears whole or not at all. It holds everything that
    the server knows, secrets too: keep it as safe as the database.

    Example: kolej backup /var/lib/kolej monday.db
    """
    copy = back_up(data, file, force=force)
    click.echo(f"{copy.path}: {copy.tables} tables, {copy.entries} entries, {copy.size:,} bytes, checked")
