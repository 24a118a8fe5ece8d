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
        "bench": "kolej.cli.bench:bench",
        "demo": "kolej.cli.demo:demo",
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
