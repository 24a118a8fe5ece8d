"""`kolej play`: a game in the terminal, for people and bots."""

import secrets
from pathlib import Path

import click

from kolej import editions
from kolej.cli.shell_completion import bot_names, edition_names
from kolej.cli.terminal.console import Console, Left, console
from kolej.cli.terminal.input.name_lookup import Unclear, one_of
from kolej.cli.terminal.seated_game import BadTable, Table, new_table, resumed_table, seated
from kolej.cli.terminal.session import Session

GAME_FILE = click.Path(path_type=Path)
UNASKED = "europe"
"""What is played where nobody can be asked."""
WIDTHS = click.IntRange(60, 200)


def _names(text: str | None) -> list[str] | None:
    """Names with commas between them; an empty text is no names, and None is nothing said."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def chosen_edition(screen: Console) -> str:
    """Ask a person which game to play."""
    for name in editions.names():
        edition = editions.load(name)
        seats = edition.rules.seats
        screen.show([screen.paint.strong(f"{name:<10}") + f"{edition.board.name}, {seats[0]} to {seats[-1]} seats"])
        screen.show([f"          {line}" for line in edition.rules.differences[:2]], 10)
    while True:
        answer = screen.ask("Which game? ").casefold()
        try:
            return one_of("edition", answer, editions.names())
        except Unclear as error:
            screen.show([str(error)])


def introduce(table: Table, screen: Console, fresh: bool) -> None:
    """Who plays what, and what is special about it."""
    edition = table.recorded.edition
    seats = ", ".join(f"{name} in seat {seat}" for seat, name in enumerate(table.names))
    screen.show([f"{edition.board.name}: {seats}."])
    if edition.board.note:
        screen.show([edition.board.note])
    if fresh:
        screen.show([f"- {line}" for line in edition.rules.differences], 2)
    if table.people:
        screen.show(["`help` lists what you can type, `moves` what you can play."])


@click.command()
@click.argument("edition", required=False, shell_complete=edition_names)
@click.option("--seats", type=int, metavar="N", help="How many seats; as many as are needed unless said.")
@click.option("--players", metavar="NAME,...", help="The people, who share this terminal; '' for bots alone.")
@click.option(
    "--bots",
    metavar="BOT,...",
    shell_complete=bot_names,
    help="Bots for the other seats, medium unless said; `kolej bots` lists them.",
)
@click.option("--seed", type=int, metavar="N", help="Deal by this seed: the same seed, the same cards.")
@click.option("--save", "save_to", type=GAME_FILE, metavar="FILE", help="Save to this new file after every move.")
@click.option("--resume", type=GAME_FILE, metavar="FILE", help="Go on with the game in this file, and save it there.")
@click.option("--color/--no-color", default=None, help="With colours, or without; by the terminal unless said.")
@click.option("--width", type=WIDTHS, metavar="N", help="Columns to fit into; the terminal's unless said.")
def play(
    edition: str | None,
    seats: int | None,
    players: str | None,
    bots: str | None,
    seed: int | None,
    save_to: Path | None,
    resume: Path | None,
    color: bool | None,
    width: int | None,
) -> None:
    """Play a game of EDITION in the terminal.

    You play against bots, or with others at one screen. EDITION is a name, or the folder of a board of your own; with
    --resume it is needed only for the latter. Type `help` at the prompt. Commands may also come through a pipe, one
    a line.

    Example: kolej play europe --players Ann,Bob --save evening.kolej
    """
    screen = console(color, width)
    luck = secrets.randbits(62) if seed is None else seed
    try:
        if resume is not None:
            if seats is not None or players is not None:
                raise BadTable("--resume goes on with the players of the file; leave --seats and --players out")
            table = resumed_table(resume, luck, save_to, edition or "", _names(bots) or [])
        else:
            name = edition or (chosen_edition(screen) if screen.interactive else UNASKED)
            chosen = editions.find(name)
            everyone = seated(chosen, seats, _names(players), _names(bots) or [])
            table = new_table(chosen, everyone, luck, save_to, "" if name in editions.names() else name)
    except (Left, KeyboardInterrupt):
        return
    introduce(table, screen, resume is None)
    Session(table, screen).play()
