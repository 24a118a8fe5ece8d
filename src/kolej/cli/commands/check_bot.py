"""`kolej check-bot`: does a bot play as a bot must?"""

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
    help="A name or a folder; may be given several times. All unless said.",
)
@click.option("--games", type=int, default=2, show_default=True, help="Games at every table.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seconds", type=float, default=SECONDS, show_default=True, help="How long a decision may take.")
@click.option("--timed", is_flag=True, help="The bot thinks by the clock: don't ask it to choose the same again.")
@click.pass_context
def check_bot(
    ctx: click.Context, bot: str, places: tuple[str, ...], games: int, seed: int, seconds: float, timed: bool
) -> None:
    """Let BOT play on every edition and number of seats, and watch it.

    It must choose legal moves, raise no errors and finish its games; choose the same again for the same seed, whatever
    lies hidden; and take no longer than it may. BOT is a name, path.py:Name, or program:COMMAND.

    Example: kolej check-bot my_bot.py:MyBot
    """
    for option, value in (("--games", games), ("--seconds", seconds)):
        if value <= 0:
            raise PlanError(f"{option} must be above 0, not {value:g}")
    make = bots.find(bot)
    with Progress(0, "games") as progress:

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
