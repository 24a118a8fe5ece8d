"""`kolej serve`: run the game server."""

import os
import webbrowser
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from kolej.server.settings import Settings, default_text, option, variable


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for every setting, in the order of the settings."""
    for each in reversed(fields(Settings)):
        words = f"{each.metadata['help']} [{variable(each)}; default: {default_text(each)}]"
        command = click.option(option(each), each.name, metavar="VALUE", help=words)(command)
    return command


@click.command()
@_options
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(open_page: bool, **given: Any) -> None:
    """Run the game server.

    People play in their browsers, against each other and against bots. Prints the address to open. All data is
    stored in one folder; stop the server with Ctrl-C at any time, and games continue after the next start. Every
    option can also be set by an environment variable. See docs/hosting.md.

    Example: kolej serve --port 8600 --data ./data
    """
    # Settings are checked first, before the server and its dependencies are imported, which takes longer.
    words = {name: value for name, value in given.items() if value is not None}
    for each in fields(Settings):
        if each.name not in words and variable(each) in os.environ:
            words[each.name] = os.environ[variable(each)]
    settings = Settings.from_texts(words)

    from kolej.server.run import run

    def ready(address: str) -> None:
        click.echo(f"Kolej is at {address} with its data in {settings.data}")
        if open_page:
            webbrowser.open(address)

    run(settings, ready)
