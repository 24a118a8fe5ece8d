"""The `kolej` command line: a click group that imports each command when it is used.

    commands/            one module per command: `kolej play`, `kolej serve` …
    terminal/            playing and replaying games in a terminal
    engine_mode.py       whether the engine runs compiled, and how to get it compiled
    errors.py            errors as the command line shows them, without a traceback
    extras.py            commands whose packages are missing name the extra to install
    lazy.py              the click group that imports commands on demand
    parallel.py          number of processes and handling of signals for long runs
    progress.py          progress bar of long runs
    setting_options.py   options made from the settings of the server
    shell_completion.py  completion of names, files and folders in a shell
    wording.py           wording of counts and lists

`template/` holds the files that `kolej new-board` copies; it is data, not a package.
"""

import click

from kolej import __version__, _pure
from kolej.cli.engine_mode import show_how_to_compile
from kolej.cli.lazy import LazyGroup


def _print_version(ctx: click.Context, _param: click.Parameter, requested: bool) -> None:
    if requested and not ctx.resilient_parsing:
        click.echo(f"kolej {__version__} (engine: {_pure.mode()})")
        show_how_to_compile()
        ctx.exit()


@click.group(
    cls=LazyGroup,
    commands_at={
        "arena": "kolej.cli.commands.arena:arena",
        "backup": "kolej.cli.commands.database.backup:backup",
        "bench": "kolej.cli.commands.bench:bench",
        "board": "kolej.cli.commands.board:board",
        "bots": "kolej.cli.commands.bots:bots",
        "check": "kolej.cli.commands.check:check",
        "check-bot": "kolej.cli.commands.check_bot:check_bot",
        "completion": "kolej.cli.commands.completion:completion",
        "delete": "kolej.cli.commands.database.delete:delete",
        "demo": "kolej.cli.commands.demo:demo",
        "docs": "kolej.cli.commands.docs:docs",
        "export": "kolej.cli.commands.database.export:export",
        "migrate": "kolej.cli.commands.database.migrate:migrate",
        "new-board": "kolej.cli.commands.new_board:new_board",
        "play": "kolej.cli.commands.play:play",
        "replay": "kolej.cli.commands.replay:replay",
        "restore": "kolej.cli.commands.database.restore:restore",
        "rule": "kolej.cli.commands.rule:rule",
        "serve": "kolej.cli.commands.serve:serve",
        "sim": "kolej.cli.commands.sim:sim",
        "verify": "kolej.cli.commands.verify:verify",
        "worker": "kolej.cli.commands.worker:worker",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and whether the engine is compiled, and exit.",
)
def main() -> None:
    """Kolej: railway board games in the terminal, in the browser and for bots."""
