"""`kolej backup`: copy a server's database and check the copy, also while the server runs."""

import click

from kolej.cli.extras import requires_extra
from kolej.cli.shell_completion import file_names, folder_names
from kolej.cli.wording import counted


@click.command()
@click.argument("data", metavar="DATA", shell_complete=folder_names)
@click.argument("file", metavar="FILE", shell_complete=file_names)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(data: str, file: str, force: bool) -> None:
    """Copy the database in the folder DATA to FILE.

    The server can keep running. The copy is a snapshot of the database, it is checked, and FILE is written completely
    or not at all. It contains all secrets of the server: protect it like the database itself.

    Example: kolej backup /var/lib/kolej monday.db
    """
    with requires_extra("server"):
        from kolej.store.sqlite import back_up

    copy = back_up(data, file, force=force)
    click.echo(
        f"{copy.path}: {counted(copy.tables, 'table')}, {counted(copy.entries, 'entry')}, {copy.size:,} bytes, checked"
    )
