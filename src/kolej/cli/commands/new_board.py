"""`kolej new-board`: a folder to begin a board of one's own with."""

import os
import re
import tempfile
from importlib.resources import files
from pathlib import Path

import click

from kolej import editions
from kolej.cli.errors import Refusal
from kolej.engine.board.check_values import is_id

FILES = ("board.toml", "rules.py")


@click.command()
@click.argument("name")
@click.option("--into", metavar="DIR", default=".", show_default="here", help="The folder to make the new one in.")
def new_board(name: str, into: str) -> None:
    """Make a folder NAME with a small board and its rules, ready to be played and changed.

    Example: kolej new-board ridge
    """
    folder = make(name, Path(into))
    shown = folder if folder.is_absolute() else f".{os.sep}{folder}"
    click.echo(f"{folder}: {' and '.join(FILES)} are there. Next:")
    click.echo(f"  kolej check {shown}")
    click.echo(f"  kolej demo {shown}")


def make(name: str, into: Path) -> Path:
    """Make the folder whole, or not at all."""
    if not is_id(name):
        raise Refusal(f'"{name}" can\'t be the id of a board; {_better(name)}')
    if name in editions.names():
        raise Refusal(f'an edition that comes with Kolej is called "{name}"; choose another name')
    folder = into / name
    if os.path.lexists(folder):
        raise Refusal(f'"{folder}" is there already; choose another name, or --into another folder')
    if not os.path.isdir(into):
        raise Refusal(f'there is no folder "{into}"; make it first')
    try:
        with tempfile.TemporaryDirectory(dir=into, prefix=".new-board-") as scratch:
            made = Path(scratch, name)
            made.mkdir()
            for file in FILES:
                (made / file).write_text(_filled(file, name), encoding="utf-8")
            made.rename(folder)
    except OSError as error:
        raise Refusal(f'"{folder}" can\'t be made: {error.strerror or error}') from error
    return folder


def _better(name: str) -> str:
    word = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
    hint = f', such as "{word}"' if word else ""
    return f"write small letters, digits and _, a letter first{hint}"


def _filled(file: str, name: str) -> str:
    text = files("kolej.cli").joinpath("template", file).read_text(encoding="utf-8")
    return text.replace("my_board", name).replace("My Board", name.replace("_", " ").title())
