"""`kolej worker`: compute moves of bots for servers on other machines."""

from typing import Any

import click

from kolej.cli.extras import requires_extra
from kolej.cli.setting_options import setting_options
from kolej.server.settings import Settings


@click.command()
@setting_options("redis", "workers", "board", "log_format", "log_level")
def worker(**values: Any) -> None:
    """Compute moves of bots for servers that share a Redis.

    Run it on any machine that reaches the Redis, with the same version of Kolej and the same custom boards as the
    servers. Stop it with Ctrl-C at any time: decisions that it has begun are finished, and servers go on without it.
    See `kolej docs hosting`.

    Example: kolej worker --redis redis://redis.example.org --workers 4
    """
    settings = Settings(**values)
    if not settings.redis:
        raise click.UsageError("name the Redis of the servers by --redis or KOLEJ_REDIS.")
    if settings.workers < 1:
        raise click.UsageError("a worker needs at least one process; give --workers a number from 1 to 64.")
    with requires_extra("cluster"):
        from kolej.server.cluster.bot_worker import run_worker

    run_worker(settings, lambda address: click.echo(f"Kolej computes moves of bots for the servers at {address}"))
