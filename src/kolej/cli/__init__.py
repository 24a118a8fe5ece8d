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
        "arena": "kolej.cli.arena:arena",
        "backup": "kolej.cli.backup:backup",
        "bench": "kolej.cli.bench:bench",
        "board": "kolej.cli.board:board",
        "bots": "kolej.cli.bots:bots",
        "check": "kolej.cli.check:check",
        "check-bot": "kolej.cli.check_bot:check_bot",
        "completion": "kolej.cli.completion:completion",
        "demo": "kolej.cli.demo:demo",
        "export": "kolej.cli.export:export",
        "new-board": "kolej.cli.new_board:new_board",
        "play": "kolej.cli.play:play",
        "replay": "kolej.cli.replay:replay",
        "restore": "kolej.cli.restore:restore",
        "rule": "kolej.cli.rule:rule",
        "serve": "kolej.cli.serve:serve",
        "sim": "kolej.cli.sim:sim",
        "verify": "kolej.cli.verify:verify",
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
