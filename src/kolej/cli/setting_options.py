"""Options of commands that run a part of the server: each is made from a setting, with its environment variable."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from inspect import isfunction
from typing import TypeVar

import click

from kolej.server.settings import Settings, option, variable

F = TypeVar("F", bound=Callable[..., None])


def setting_options(*names: str) -> Callable[[F], F]:
    """Add an option with an environment variable for each of these settings, in the order of the settings."""

    def add(command: F) -> F:
        for each in reversed([each for each in fields(Settings) if each.name in names]):
            name = option(each)
            declaration = f"{name}/--no-{name[2:]}" if each.metadata["type"] is click.BOOL else name
            command = click.option(
                declaration,
                each.name,
                type=each.metadata["type"],
                # Only paths are given one by one: click splits their variable as it does PATH.
                multiple=isinstance(each.metadata["type"], click.Path) and each.default == (),
                # Where the default depends on the machine, this is the function that computes it.
                default=each.default if each.default is not MISSING else each.default_factory,
                envvar=variable(each),
                show_envvar=True,
                # For a type that is a function, click would show the function's name.
                metavar="TEXT" if isfunction(each.metadata["type"]) else None,
                show_default=each.metadata["shown"] or True,
                help=each.metadata["help"],
            )(command)
        return command

    return add
