"""LazyGroup: a click group that imports a command only when it is used."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from kolej.cli.errors import command_errors


class LazyGroup(click.Group):
    """Commands are given as `name: "module:attribute"`; one whose module is not installed is left out."""

    def __init__(self, *args: Any, commands_at: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.commands_at = commands_at

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for name, place in self.commands_at.items() if find_spec(place.split(":")[0]))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module, _, attribute = self.commands_at[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        with command_errors():
            return super().invoke(ctx)
