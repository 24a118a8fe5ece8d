"""`kolej migrate`: move a server's data from SQLite to PostgreSQL, or back."""

import asyncio

import click

from kolej.cli.errors import CommandError
from kolej.cli.extras import requires_extra
from kolej.cli.shell_completion import folder_names
from kolej.cli.wording import counted


@click.command()
@click.argument("source", metavar="FROM", shell_complete=folder_names)
@click.argument("target", metavar="TO", shell_complete=folder_names)
def migrate(source: str, target: str) -> None:
    """Copy all data of a server from FROM to TO.

    Each is a data folder (SQLite) or the URL of a PostgreSQL database. No server may run on either. TO must be empty;
    it is written completely or not at all, compared with FROM, and then every game is replayed from it. FROM stays as
    it is: keep it until you are sure.

    Example: kolej migrate /var/lib/kolej postgresql://kolej:password@localhost/kolej
    """
    with requires_extra("server"):
        from kolej.server.maintenance.replay_check import unreadable_tables
        from kolej.store.opening import location, open_store
        from kolej.store.transfer import transfer

    copied = asyncio.run(transfer(location(source), location(target)))

    async def replayed() -> list[str]:
        async with open_store(target) as store:
            return await unreadable_tables(store)

    tables, entries = copied.rows["tables"], copied.rows["entries"]
    click.echo(f"copied and compared {counted(tables, 'table')}, {counted(entries, 'entry')}")
    faults = asyncio.run(replayed())
    if faults:
        raise CommandError(
            f"{counted(len(faults), 'table')} can't be replayed there: {', '.join(faults[:10])}; "
            "they are the same as before: see whether they can be played where they were"
        )
    click.echo("every game was replayed; start the server there, and keep the old data until you are sure")
