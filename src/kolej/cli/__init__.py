"""The `kolej` command."""

import click

from kolej import __version__, _pure
from kolej.cli.lazy import LazyGroup


def _print_version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(f"kolej {__version__} (engine: {_pure.mode()})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    commands_at={
        "arena": "kolej.cli.commands.arena:arena",
        "backup": "kolej.cli.commands.backup:backup",
        "bench": "kolej.cli.commands.bench:bench",
        "board": "kolej.cli.commands.board:board",
        "bots": "kolej.cli.commands.bots:bots",
        "check": "kolej.cli.commands.check:check",
        "check-bot": "kolej.cli.commands.check_bot:check_bot",
        "completion": "kolej.cli.shell_completion:completion",
        "demo": "kolej.cli.commands.demo:demo",
        "export": "kolej.cli.commands.export:export",
        "new-board": "kolej.cli.commands.new_board:new_board",
        "play": "kolej.cli.commands.play:play",
        "replay": "kolej.cli.commands.replay:replay",
        "restore": "kolej.cli.commands.restore:restore",
        "rule": "kolej.cli.commands.rule:rule",
        "serve": "kolej.cli.commands.serve:serve",
        "sim": "kolej.cli.commands.sim:sim",
        "verify": "kolej.cli.commands.verify:verify",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and how the engine runs, and exit.",
)
def main() -> None:
    """An engine for a family of railway board games."""
