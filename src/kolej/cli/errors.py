"""Errors of the command line: every KolejError as one message with an exit code, without a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from kolej.engine.errors import KolejError


class CommandError(click.ClickException):
    """An error that ends a command; printed as `kolej: …`."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"kolej: {self.format_message()}", file=file, err=file is None)


@contextmanager
def command_errors() -> Iterator[None]:
    """Turn every KolejError raised inside into a CommandError."""
    try:
        yield
    except KolejError as error:
        raise CommandError(str(error)) from error
