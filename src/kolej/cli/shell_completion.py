"""Shell completion of arguments: the names of editions and bots."""

import click
from click.shell_completion import CompletionItem

from kolej import bots, editions


def edition_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of editions that start with the text; folders, for custom editions, if none does."""
    found = [CompletionItem(name) for name in editions.names() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="dir")]


def bot_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completions of the last name in a comma-separated list of bots."""
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{name}") for name in bots.names() if name.startswith(last)]
