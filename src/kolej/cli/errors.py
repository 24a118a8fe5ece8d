"""Errors of the engine as a person at a terminal should meet them: in words, and no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from kolej.engine.errors import KolejError


class Refusal(click.ClickException):
    """A KolejError on its way to the terminal."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"kolej: {self.format_message()}", file=file, err=file is None)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn every KolejError raised inside into a Refusal."""
    try:
        yield
    except KolejError as error:
        raise Refusal(str(error)) from error
