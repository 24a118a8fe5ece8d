"""`kolej new-board`: create the folder of a custom board from a template."""

import os
import re
import tempfile
from importlib.resources import files
from pathlib import Path

import click

from kolej import editions
from kolej.cli.errors import CommandError
from kolej.cli.shell_completion import folder_names
from kolej.engine.board.check_values import is_id

FILES = ("board.toml", "rules.py")


@click.command()
@click.argument("name")
@click.option(
    "--into",
    metavar="DIR",
    default=".",
    show_default="here",
    shell_complete=folder_names,
    help="The folder to create it in.",
)
def new_board(name: str, into: str) -> None:
    """Create the folder of a custom board.

    The folder NAME gets a small board and its rules, ready to play and to change.

    Example: kolej new-board ridge
    """
    folder = make(name, Path(into))
    shown = folder if folder.is_absolute() else f".{os.sep}{folder}"
    click.echo(f"{folder}: created {' and '.join(FILES)}. Next:")
    click.echo(f"  kolej check {shown}")
    click.echo(f"  kolej demo {shown}")
    click.echo(f"  kolej serve --board {shown} --open")


def make(name: str, into: Path) -> Path:
    """Create the folder completely or not at all."""
    if not is_id(name):
        raise CommandError(f'"{name}" can\'t be the id of a board; {_valid_id(name)}')
    if name in editions.names():
        raise CommandError(f'there is an edition "{name}" already; choose another name')
    folder = into / name
    if os.path.lexists(folder):
        raise CommandError(f'"{folder}" exists already; choose another name, or another folder with --into')
    if not os.path.isdir(into):
        raise CommandError(f'there is no folder "{into}"; create it first')
    try:
        with tempfile.TemporaryDirectory(dir=into, prefix=".new-board-") as scratch:
            made = Path(scratch, name)
            made.mkdir()
            for file in FILES:
                (made / file).write_text(_filled(file, name), encoding="utf-8")
            made.rename(folder)
    except OSError as error:
        raise CommandError(f'"{folder}" can\'t be created: {error.strerror or error}') from error
    return folder


def _valid_id(name: str) -> str:
    word = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
    hint = f', such as "{word}"' if word else ""
    return f"use lower-case letters, digits and _, and start with a letter{hint}"


def _filled(file: str, name: str) -> str:
    text = files("kolej.cli").joinpath("template", file).read_text(encoding="utf-8")
    return text.replace("my_board", name).replace("My Board", name.replace("_", " ").title())
