"""LazyGroup: a click group that imports a command only when it is used."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands. Their docstrings are read from the sources: importing all takes a second."""
        names = self.list_commands(ctx)
        limit = formatter.width - 6 - max(map(len, names), default=0)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._short_help(ctx, name, limit)) for name in names])

    def _short_help(self, ctx: click.Context, name: str, limit: int) -> str:
        text = _docstring(self.commands_at[name])
        if text is not None:
            return click.Command(name, help=text).get_short_help_str(limit)
        command = self.get_command(ctx, name)
        return "" if command is None else command.get_short_help_str(limit)

    def invoke(self, ctx: click.Context) -> Any:
        with command_errors():
            return super().invoke(ctx)


def _docstring(place: str) -> str | None:
    """The docstring of the function at `module:attribute`; None if the source is not there or has no such function."""
    module, _, attribute = place.partition(":")
    spec = find_spec(module)
    if spec is None or not (spec.origin or "").endswith(".py"):
        return None
    try:
        tree = ast.parse(Path(spec.origin or "").read_text(encoding="utf-8"))
    except OSError:
        return None
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == attribute)
    return next((ast.get_docstring(node) for node in functions), None)
