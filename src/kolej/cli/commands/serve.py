"""`kolej serve`: the game server."""

import os
import webbrowser
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from kolej.server.settings import Settings, default_words, option, variable


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for every setting, in their order."""
    for each in reversed(fields(Settings)):
        words = f"{each.metadata['help']} [{variable(each)}; default: {default_words(each)}]"
        command = click.option(option(each), each.name, metavar="VALUE", help=words)(command)
    return command


@click.command()
@_options
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(open_page: bool, **said: Any) -> None:
    """Let people play in their browsers, against each other and against bots.

    Prints the address to open. Everything is kept in one folder; stop with Ctrl-C at any time, and games go on where
    they were. A setting can be an option, or a variable of the environment. docs/hosting.md tells more.

    Example: kolej serve --port 8600 --data ./data
    """
    # The settings alone are quick to read, and say what is wrong before anything is loaded.
    words = {name: value for name, value in said.items() if value is not None}
    for each in fields(Settings):
        if each.name not in words and variable(each) in os.environ:
            words[each.name] = os.environ[variable(each)]
    settings = Settings.from_words(words)

    from kolej.server.run import run

    def ready(address: str) -> None:
        click.echo(f"Kolej is at {address} and keeps its tables in {settings.data}")
        if open_page:
            webbrowser.open(address)

    run(settings, ready)
