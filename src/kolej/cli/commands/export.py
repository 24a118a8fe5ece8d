"""`kolej export`: the logs of tables as text."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from kolej.cli.errors import Refusal
from kolej.engine.record.atomic_file import write_text
from kolej.store.protocol import Entry, Table
from kolej.store.sqlite import Reader, reading


@click.command()
@click.argument("data", metavar="DATA")
@click.argument("table", metavar="[TABLE]", required=False)
@click.option("--all", "everything", is_flag=True, help="Every table.")
@click.option("--into", metavar="DIR", type=click.Path(path_type=Path), help="Write a file for each table into DIR.")
def export(data: str, table: str | None, everything: bool, into: Path | None) -> None:
    """Write the log of TABLE, a code or a number, in the database of the folder DATA.

    A log is JSON, a line for the table and then one for each entry. The server may go on meanwhile. A log tells what
    players hide from each other: don't show one of a game that goes on. Without --into logs are printed.

    Example: kolej export /var/lib/kolej QWERTY --into logs
    """
    if everything == (table is not None):
        raise click.UsageError("Name one table, or say --all.")
    with reading(data) as reader:
        chosen = reader.tables() if table is None else iter([reader.table(table)])
        if into is None:
            for each in chosen:
                for line in lines(reader, each):
                    click.echo(line)
            return
        _make(into)
        for each in chosen:
            path = into / f"{each.code}.jsonl"
            write_text(path, "".join(f"{line}\n" for line in lines(reader, each)))
            click.echo(f"{path}: {each.last} entries, {each.state}")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"{folder}: {error.strerror}; name a folder that can be written") from error


def lines(reader: Reader, table: Table) -> Iterator[str]:
    """The log of a table: a line for itself, then one for each entry."""
    yield _line(
        {
            "table": table.id,
            "code": table.code,
            "state": table.state,
            "created": table.created,
            "seats": [{"seat": each.seat, "person": each.person, "name": each.name} for each in table.seats],
        },
        "settings",
        table.settings,
    )
    for entry in reader.entries(table.id):
        yield _entry_line(entry)


def _entry_line(entry: Entry) -> str:
    head = {"table": entry.table, "number": entry.number, "command": entry.command, "kind": entry.kind, "at": entry.at}
    return _line(head, "body", entry.body)


def _line(head: Mapping[str, object], last: str, raw: str) -> str:
    """An object on one line whose last value is JSON already, and stays as it was written but for its line ends."""
    one_line = raw.replace("\r", " ").replace("\n", " ")
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "{last}": {one_line}}}'
