"""`kolej serve`: run the game server."""

import webbrowser
from dataclasses import fields
from typing import Any

import click

from kolej.cli.extras import requires_extra
from kolej.cli.setting_options import setting_options
from kolej.server.settings import Settings


@click.command()
@setting_options(*(each.name for each in fields(Settings)))
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
    if not settings.workers and not settings.redis:
        raise click.UsageError("--workers 0 leaves all bots to `kolej worker`, which needs --redis.")

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
