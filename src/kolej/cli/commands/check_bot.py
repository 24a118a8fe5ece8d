"""`kolej check-bot`: test that a bot plays legal moves, repeatably and in time."""

import click

from kolej import bots
from kolej.cli.progress import Progress
from kolej.cli.shell_completion import bot_names, edition_names
from kolej.sim.plan import PlanError
from kolej.testing import WrongBot
from kolej.testing import check_bot as checked
from kolej.testing.bot_check import SECONDS

FAULTY = 2


@click.command("check-bot")
@click.argument("bot", shell_complete=bot_names)
@click.option(
    "--edition",
    "places",
    multiple=True,
    shell_complete=edition_names,
    help="Name or folder of an edition; can be given several times. Default: all.",
)
@click.option("--games", type=int, default=2, show_default=True, help="Games per edition and number of seats.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seconds", type=float, default=SECONDS, show_default=True, help="Time limit of a decision.")
@click.option("--timed", is_flag=True, help="The bot uses the clock: don't require the same choice for the same seed.")
@click.pass_context
def check_bot(
    ctx: click.Context, bot: str, places: tuple[str, ...], games: int, seed: int, seconds: float, timed: bool
) -> None:
    """Test that BOT plays correctly.

    BOT plays every edition with every number of seats. It must choose legal moves, raise no errors and finish its
    games; make the same choices for the same seed, whatever hidden cards there are; and stay within the time limit.
    BOT is a name, path.py:Name, or program:COMMAND.

    Example: kolej check-bot my_bot.py:MyBot
    """
    for option, value in (("--games", games), ("--seconds", seconds)):
        if value <= 0:
            raise PlanError(f"{option} must be greater than 0, not {value:g}")
    make = bots.find(bot)
    with Progress(0, "game") as progress:

        def note(done: int, total: int) -> None:
            progress.total = total
            progress.to(done)

        try:
            report = checked(make, places or None, games, seed, seconds, timed, bot, note)
        except WrongBot as wrong:
            report = wrong.report
    click.echo(str(report))
    if not report.fine:
        ctx.exit(FAULTY)
