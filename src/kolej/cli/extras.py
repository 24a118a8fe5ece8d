"""Extras: commands whose packages are not installed say which extra to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from kolej.cli.errors import CommandError


@contextmanager
def requires_extra(extra: str) -> Iterator[None]:
    """Put around imports: a package that is missing becomes an error that names the extra which brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "kolej"):
            raise
        raise CommandError(
            f'this command needs the extra "{extra}" ({package} is not installed); '
            f"install it with: pip install 'kolej[{extra}]'"
        ) from error
