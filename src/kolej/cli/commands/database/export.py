"""`kolej export`: write the logs of tables as JSON lines."""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from kolej.cli.errors import CommandError
from kolej.cli.extras import requires_extra
from kolej.cli.setting_options import setting_options
from kolej.cli.shell_completion import folder_names
from kolej.cli.wording import counted
from kolej.engine.record.atomic_file import write_text
from kolej.store.models import Entry, Table


@click.command()
@click.argument("data", metavar="[DATA]", required=False, shell_complete=folder_names)
@click.argument("table", metavar="[TABLE]", required=False)
@setting_options("database")
@click.option("--all", "everything", is_flag=True, help="Export every table.")
@click.option(
    "--into",
    metavar="DIR",
    type=click.Path(path_type=Path),
    shell_complete=folder_names,
    help="Write one file per table into DIR.",
)
@click.pass_context
def export(
    ctx: click.Context, data: str | None, table: str | None, database: str, everything: bool, into: Path | None
) -> None:
    """Export the log of a table, or of all tables.

    TABLE is a code or a number; DATA is the folder of the database, or the URL of a PostgreSQL database, unless
    --database names that. A log is a line of JSON for the table and one for each entry. Without --into it is printed.
    The server can keep running. A log contains secrets of the players: don't show the log of a game that is not over.

    Example: kolej export /var/lib/kolej QWERTY --into logs
    """
    if database and not everything and table is None:
        data, table = None, data
    if everything == (table is not None):
        raise click.UsageError("Name one table, or use --all.")
    if database and data is not None:
        if ctx.get_parameter_source("database") is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError("Name either DATA or --database.")
        # An argument goes before a variable of the environment.
        database = ""
    place = data or database
    if not place:
        raise click.UsageError("Name the folder of the database, or --database.")
    with requires_extra("server"):
        from kolej.store.opening import read_logs

    async def write() -> None:
        async for each, entries in read_logs(place, table):
            if into is None:
                for line in lines(each, entries):
                    click.echo(line)
                continue
            _make(into)
            path = into / f"{each.code}.jsonl"
            write_text(path, "".join(f"{line}\n" for line in lines(each, entries)))
            click.echo(f"{path}: {counted(each.last, 'entry')}, {each.status}")

    asyncio.run(write())


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder}: {error.strerror}; name a folder that can be written") from error


def lines(table: Table, entries: Iterable[Entry]) -> Iterator[str]:
    """The log of a table: a line for the table, then one for each entry."""
    yield _line(
        {
            "table": table.id,
            "code": table.code,
            "state": table.status,
            "created": table.created,
            "seats": [{"seat": each.seat, "person": each.person, "name": each.name} for each in table.seats],
        },
        "settings",
        table.settings,
    )
    for entry in entries:
        yield _entry_line(entry)


def _entry_line(entry: Entry) -> str:
    head = {"table": entry.table, "number": entry.number, "command": entry.command, "kind": entry.kind, "at": entry.at}
    return _line(head, "body", entry.body)


def _line(head: Mapping[str, object], last: str, raw: str) -> str:
    """A JSON object on one line. Its last value is JSON already and is copied as it is, without line breaks."""
    one_line = raw.replace("\r", " ").replace("\n", " ")
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "{last}": {one_line}}}'
