"""`kolej play`: play in the terminal, against bots or with others at one console."""

import secrets
from pathlib import Path

import click

from kolej import editions
from kolej.cli.shell_completion import bot_lists, edition_names, house_rules, shape_lists
from kolej.cli.terminal.console import Console, InputClosed, open_console
from kolej.cli.terminal.input.name_lookup import UnclearInput, match_prefix
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.seated_game import SeatedGame, SetupError, assign_seats, new_game, resume_game
from kolej.cli.terminal.session import Session
from kolej.locale import load

GAME_FILE = click.Path(path_type=Path)
DEFAULT_EDITION = "europe"
"""What is played if no edition is given and nobody can be asked."""
WIDTHS = click.IntRange(60, 200)


def _names(text: str | None) -> list[str] | None:
    """A comma-separated list; None if the option is missing, which is not the same as an empty list."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def ask_edition(console: Console) -> str:
    """Ask which edition to play."""
    for name in editions.names():
        edition = editions.load(name)
        seats = edition.rules.seats
        console.show([console.paint.strong(f"{name:<10}") + f"{edition.board.name}, {seats[0]} to {seats[-1]} seats"])
        console.show([f"          {line}" for line in edition.rules.differences[:2]], 10)
    while True:
        answer = console.ask("Which game? ").casefold()
        try:
            return match_prefix("edition", answer, editions.names())
        except UnclearInput as error:
            console.show([str(error)])


def introduce(seated: SeatedGame, console: Console, fresh: bool) -> None:
    """Print the edition, the players and, for a new game, the special rules."""
    edition = seated.recorded.edition
    labels = Labels(edition.board, seated.names, None, console.paint, seated.shapes)
    seats = ", ".join(f"{labels.marked(name, seat)} in seat {seat}" for seat, name in enumerate(seated.names))
    console.show([f"{edition.board.name}: {seats}."])
    if edition.board.note:
        console.show([edition.board.note])
    catalogue = load()
    if edition.rules.house:
        rules = ", ".join(catalogue.text_or(f"house.{id}", id) for id in edition.rules.house)
        console.show([catalogue.text("lobby.house.short", {"rules": rules})])
    if fresh:
        console.show([f"- {line}" for line in edition.rules.differences], 2)
        book = catalogue.text_or(f"edition.{edition.id}.first", "")
        if book:
            console.show([f"{catalogue.text('lobby.first')}? {catalogue.text('lobby.first.book', {'way': book})}"])
    if seated.people:
        console.show(["`help` lists the commands, `moves` the legal moves."])


@click.command()
@click.argument("edition", required=False, shell_complete=edition_names)
@click.option("--seats", type=int, metavar="N", help="Number of seats; default: as many as needed.")
@click.option("--players", metavar="NAME,...", help="Names of the people at this terminal; '' for none.")
@click.option(
    "--bots",
    metavar="BOT,...",
    shell_complete=bot_lists,
    help="Bots for the other seats; default: medium. `kolej bots` lists them.",
)
@click.option(
    "--shapes",
    metavar="SHAPE,...",
    shell_complete=shape_lists,
    help="Shapes that mark the seats on the screen, each in its colour, such as star,circle.",
)
@click.option("--first", type=int, metavar="SEAT", help="The seat that begins; default: drawn by lot.")
@click.option(
    "--house",
    multiple=True,
    metavar="NAME",
    shell_complete=house_rules,
    help="A house rule, such as no-flush; may be given several times.",
)
@click.option("--seed", type=int, metavar="N", help="Seed of the deal; the same seed deals the same cards.")
@click.option("--save", "save_to", type=GAME_FILE, metavar="FILE", help="Save to this new file after every move.")
@click.option("--resume", type=GAME_FILE, metavar="FILE", help="Continue the game in this file, and save it there.")
@click.option(
    "--color/--no-color", default=None, help="Turn colours on or off; default: on if the terminal supports them."
)
@click.option("--width", type=WIDTHS, metavar="N", help="Width in columns; default: that of the terminal.")
def play(
    edition: str | None,
    seats: int | None,
    players: str | None,
    bots: str | None,
    shapes: str | None,
    first: int | None,
    house: tuple[str, ...],
    seed: int | None,
    save_to: Path | None,
    resume: Path | None,
    color: bool | None,
    width: int | None,
) -> None:
    """Play a game of EDITION in the terminal.

    You play against bots, or with others at one screen. EDITION is a name, or the folder of a custom edition; with
    --resume it is needed only for a custom edition. Type `help` at the prompt. Commands can also be piped in, one per
    line.

    Example: kolej play europe --players Ann,Bob --save evening.kolej
    """
    console = open_console(color, width)
    dealer_seed = secrets.randbits(62) if seed is None else seed
    try:
        if resume is not None:
            if seats is not None or players is not None or first is not None or house:
                given = "--seats, --players, --first and --house"
                raise SetupError(f"--resume continues with the players and rules of the file; leave {given} out")
            seated = resume_game(resume, dealer_seed, save_to, edition or "", _names(bots) or [], shapes or "")
        else:
            name = edition or (ask_edition(console) if console.interactive else DEFAULT_EDITION)
            chosen = editions.find(name, house=house)
            everyone = assign_seats(chosen, seats, _names(players), _names(bots) or [])
            folder = "" if name in editions.names() else name
            seated = new_game(chosen, everyone, dealer_seed, save_to, folder, first, shapes or "")
    except (InputClosed, KeyboardInterrupt):
        return
    introduce(seated, console, resume is None)
    Session(seated, console).play()
