"""`kolej delete`: delete a table or a person from a server's database."""

import asyncio

import click

from kolej.cli.extras import requires_extra
from kolej.cli.shell_completion import folder_names
from kolej.cli.wording import counted


@click.group()
def delete() -> None:
    """Delete a table or a person from a database.

    The server must not be running. What is deleted can't be brought back, except from a backup: make one first, and
    remember that older backups still contain it.
    """


@delete.command()
@click.argument("data", metavar="DATA", shell_complete=folder_names)
@click.argument("name", metavar="TABLE")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
def table(data: str, name: str, yes: bool) -> None:
    """Delete a table with its log.

    TABLE is a code or a number; DATA is the folder of the database.

    Example: kolej delete table /var/lib/kolej QWERTY
    """
    with requires_extra("server"):
        from kolej.server.maintenance.deletion import delete_stored_table
        from kolej.store.sqlite import open_snapshot

    with open_snapshot(data) as snapshot:
        found = snapshot.table(name)
    what = f"table {found.code} ({found.status}, {counted(found.last, 'entry')})"
    _confirm(f"Delete {what} permanently?", yes)
    asyncio.run(delete_stored_table(data, found))
    click.echo(f"deleted {what}")


@delete.command()
@click.argument("data", metavar="DATA", shell_complete=folder_names)
@click.argument("name", metavar="PERSON")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
def person(data: str, name: str, yes: bool) -> None:
    """Delete a person: name, password and tokens.

    PERSON is the name of an account, or the number of a person as `kolej export` shows it; guests have no unique name.
    At tables a neutral name takes the place of theirs, and running games go on as if they had left.

    Example: kolej delete person /var/lib/kolej Ada
    """
    with requires_extra("server"):
        from kolej.server.maintenance.deletion import delete_stored_person
        from kolej.store.sqlite import open_snapshot

    with open_snapshot(data) as snapshot:
        found = snapshot.person(name)
    what = f'person {found.id}, "{found.name}"'
    _confirm(f"Delete {what} permanently?", yes)
    asyncio.run(delete_stored_person(data, found))
    click.echo(f"deleted {what}")


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(question, abort=True)
