"""`kolej replay`: step through a recorded game in the terminal."""

from pathlib import Path

import click

from kolej.cli.shell_completion import edition_names
from kolej.cli.terminal.console import open_console
from kolej.cli.terminal.replay_screen import ReplayScreen
from kolej.cli.terminal.seated_game import load_recorded


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, metavar="N", help="Show what this seat saw; default: what a spectator saw.")
@click.option("--all", "everything", is_flag=True, help="Show everything, secrets too.")
@click.option("--at", type=int, metavar="N", help="Start after N moves.")
@click.option(
    "--edition",
    metavar="FOLDER",
    shell_complete=edition_names,
    help="Folder of the custom edition that was played.",
)
@click.option(
    "--color/--no-color", default=None, help="Turn colours on or off; default: on if the terminal supports them."
)
@click.option(
    "--width", type=click.IntRange(60, 200), metavar="N", help="Width in columns; default: that of the terminal."
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
    """Step through the recorded game in FILE.

    Forward and back, as any seat saw it. Type `help` at the prompt. Commands can also be piped in, one per line.
    Without commands the whole game is printed, or with --at the game after that move.

    Example: kolej replay evening.kolej --seat 1 --at 20
    """
    console = open_console(color, width)
    replay_screen = ReplayScreen(load_recorded(file, edition or ""), console, seat, everything)
    replay_screen.go_to(at or 0)
    if console.interactive:
        replay_screen.run("look")
    elif console.stdin_tty or (line := console.ask_or_none("replay> ")) is None:
        # No commands will come: only the output is redirected, or the pipe is empty.
        console.show(replay_screen.screen() if at is not None else replay_screen.whole(), None if at is not None else 5)
    else:
        replay_screen.run(line)
