"""`kolej serve`: run the game server."""

import webbrowser
from collections.abc import Callable
from dataclasses import MISSING, fields
from inspect import isfunction
from typing import Any

import click

from kolej.cli.extras import requires_extra
from kolej.server.settings import Settings, option, variable


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option with an environment variable for every setting, in the order of the settings."""
    for each in reversed(fields(Settings)):
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


@click.command()
@_options
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(open_page: bool, **values: Any) -> None:
    """Run the game server.

    People play in their browsers, against each other and against bots. Prints the address to open. All data is
    stored in one folder; stop the server with Ctrl-C at any time, and games continue after the next start. Every
    option can also be set by an environment variable. See `kolej docs hosting`.

    Example: kolej serve --port 8600 --data ./data
    """
    # Settings are checked by now; the server and its dependencies take longer to import.
    settings = Settings(**values)
    if settings.redis and not settings.database:
        raise click.UsageError(
            "--redis is for servers that share a PostgreSQL database; name it by --database, or leave --redis out."
        )

    with requires_extra("server"):
        from kolej.server.http.static_site import FOLDER, INDEX
        from kolej.server.run import run
    if settings.redis:
        with requires_extra("cluster"):
            import kolej.server.cluster.redis_connection  # noqa: F401 fails here where redis is not installed

    if not (FOLDER / INDEX).is_file():
        click.echo(
            "kolej: this copy has no page for browsers; programs can connect. To get the page, run `make page` in the"
            " source folder, or install a wheel or source archive that contains it.",
            err=True,
        )

    def ready(address: str) -> None:
        click.echo(f"Kolej is at {address} with its data in {settings.data}")
        if open_page:
            webbrowser.open(address)

    run(settings, ready)
