"""`kolej replay`: a recorded game in the terminal, move by move."""

from pathlib import Path

import click

from kolej.cli.shell_completion import edition_names
from kolej.cli.terminal.console import console
from kolej.cli.terminal.replay_screen import Stepper
from kolej.cli.terminal.seated_game import recorded_in


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, metavar="N", help="Show what this seat saw; else what a spectator saw.")
@click.option("--all", "everything", is_flag=True, help="Show everything, secrets too.")
@click.option("--at", type=int, metavar="N", help="Begin after so many moves.")
@click.option(
    "--edition",
    metavar="FOLDER",
    shell_complete=edition_names,
    help="The folder of a board of your own it was played on.",
)
@click.option("--color/--no-color", default=None, help="With colours, or without; by the terminal unless said.")
@click.option(
    "--width", type=click.IntRange(60, 200), metavar="N", help="Columns to fit into; the terminal's unless said."
)
def replay(
    file: Path,
    seat: int | None,
    everything: bool,
    at: int | None,
    edition: str | None,
    color: bool | None,
    width: int | None,
) -> None:
    """Go through the game in FILE move by move: forward and back, as any seat saw it.

    Type `help` at the prompt. Commands may also come through a pipe, one a line; without any, the whole game is
    printed, or with --at the table after that move.

    Example: kolej replay evening.kolej --seat 1 --at 20
    """
    screen = console(color, width)
    stepper = Stepper(recorded_in(file, edition or ""), screen, seat, everything)
    stepper.go_to(at or 0)
    if screen.interactive:
        stepper.run("look")
    elif screen.typed or (line := screen.ask_or_end("replay> ")) is None:
        # Nobody answers: the terminal only gave the command, or the pipe is empty.
        screen.show(stepper.screen() if at is not None else stepper.whole(), None if at is not None else 5)
    else:
        stepper.run(line)
