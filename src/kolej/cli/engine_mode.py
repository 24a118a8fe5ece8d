"""Engine mode: explains why an engine was not compiled, and how to get the compiled one."""

import click

from kolej import _pure


def show_how_to_compile() -> None:
    """Print a note on standard error if Kolej was built without compiling; nothing if KOLEJ_PURE chose the sources."""
    reason = _pure.why_not_compiled()
    if reason is not None:
        click.echo(
            f"The engine is not compiled, so it is slow: {reason}. To compile it, install a C compiler and Python's"
            " header files, then install Kolej again: with pip's --force-reinstall, or in a clone after `make clean`.",
            err=True,
        )
