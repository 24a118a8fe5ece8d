"""`kolej rule`: print a rule, or list all rules."""

import click
from click.shell_completion import CompletionItem

from kolej.cli.terminal.console import open_console
from kolej.cli.terminal.output.rulebook import all_lines, rule_lines
from kolej.engine.rulebook import rulebook


def _ids(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(id, help=each.title) for id, each in rulebook().items() if id.startswith(incomplete)]


@click.command()
@click.argument("id", required=False, shell_complete=_ids)
@click.option(
    "--width", type=click.IntRange(60, 200), metavar="N", help="Width in columns; default: that of the terminal."
)
def rule(id: str | None, width: int | None) -> None:
    """Print the rule with this ID, or list all rules.

    The message about a refused move contains the id of the rule.

    Example: kolej rule draw.wild-second
    """
    screen = open_console(False, width)
    screen.show(rule_lines(id) if id else all_lines(screen.width))
