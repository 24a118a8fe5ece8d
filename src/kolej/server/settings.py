"""Settings of the server: every setting with its default, its type and its help text.

The options of `kolej serve` and the environment variables KOLEJ_... are generated from this file; a test compares it
with the table in `docs/hosting.md`. click parses both: what it has no type for is defined here.
"""

import ipaddress
import os
import re
import socket
import sys
from dataclasses import Field, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click


class _Number(click.IntRange):
    """An integer in a range; the error names the range, whatever is wrong with the value."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value!r} is not a number from {self.min} to {self.max}.", param, ctx)


class _Folder(click.Path):
    """A folder, which need not exist; `~` is expanded, because no shell does that in an environment variable."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = os.fspath(value)
        if not text.strip() or "\0" in text:
            self.fail(f"{text!r} is not the path of a folder.", param, ctx)
        return super().convert(os.path.expanduser(text), param, ctx)


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", text):
        raise click.BadParameter(f"{text!r} is not a name or an address of this machine, such as 127.0.0.1 or 0.0.0.0.")
    return text


def _database(text: str) -> str:
    # Not named in the error: it may contain a password.
    if text and not re.fullmatch(r"postgres(ql)?://\S+", text):
        raise click.BadParameter("this is not a URL such as postgresql://user:password@host/name.")
    return text


def _redis(text: str) -> str:
    # Not named in the error: it may contain a password.
    if text and not re.fullmatch(r"(rediss?|unix)://\S+", text):
        raise click.BadParameter("this is not a URL such as redis://user:password@host:6379/0.")
    return text


def _node(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:-]{1,80}", text):
        raise click.BadParameter(f"{text!r} is not a name of letters, digits, dots, colons and hyphens, at most 80.")
    return text


def _origins(value: Any) -> tuple[str, ...]:
    return tuple(_origin(each) for each in _items(value))


def _origin(text: str) -> str:
    problem = click.BadParameter(f"{text!r} is not an address such as https://kolej.example.org, without a path.")
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 parses the port, and raises if it is invalid
    except ValueError:
        raise problem from None
    bare = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in text or text.rstrip("/") != bare:
        raise problem
    return bare.lower()


OWN_PATHS = frozenset(("api", "art", "assets", "health", "metrics", "rules", "schema", "sounds", "t"))
"""What the server's own paths begin with."""


def _prefix(text: str) -> str:
    path = "/" + text.strip("/") if text.strip("/") else ""
    if path and not re.fullmatch(r"(/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+", path):
        hint = "letters, digits, and the characters . _ ~ - between slashes"
        raise click.BadParameter(f"{text!r} is not a path such as /kolej: {hint}.")
    if path.split("/")[1:2] and path.split("/")[1] in OWN_PATHS:
        # Behind a proxy that removes the prefix the two could not be distinguished.
        raise click.BadParameter(f"{text!r} begins like one of the server's own paths; choose another name.")
    return path


def _networks(value: Any) -> tuple[str, ...]:
    found = _items(value)
    for each in found:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            hint = f"{each!r} is not an address such as 127.0.0.1 or a network such as 10.0.0.0/8 ({error})."
            raise click.BadParameter(hint) from None
    return tuple(map(_unmapped_network, found))


def _unmapped_network(text: str) -> str:
    """A network; one of IPv4 addresses that are written as IPv6 in the form in which addresses of clients are."""
    network = ipaddress.ip_network(text)
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    return text if mapped is None or network.prefixlen < 96 else f"{mapped}/{network.prefixlen - 96}"


def _items(value: Any) -> tuple[str, ...]:
    """The items of a list; click converts a default as well, which is a tuple already."""
    return value if isinstance(value, tuple) else tuple(each for each in re.split(r"[,\s]+", value) if each)


def _one_of(*values: str) -> Any:
    return click.Choice(values, case_sensitive=False)


def _default_folder() -> Path:
    """The user's data folder on this operating system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    return base.expanduser() / "kolej"


def _default_node() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _default_workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _about(type: Any, help: str, shown: str | None = None) -> dict[str, Any]:
    """Metadata of a setting: its type for click, its help text, and its default where the machine decides it."""
    return {"type": type, "help": help, "shown": shown}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server; `kolej serve` parses and checks them."""

    host: str = field(
        default="127.0.0.1", metadata=_about(_host, "The address to listen on; 0.0.0.0 lets other machines connect.")
    )
    port: int = field(default=8600, metadata=_about(_Number(0, 65535), "The port to listen on; 0 chooses a free one."))
    data: Path = field(
        default_factory=_default_folder,
        metadata=_about(_Folder(), "The folder of the database.", "the user's data folder"),
    )
    database: str = field(
        default="",
        metadata=_about(_database, "The URL of a PostgreSQL database, instead of SQLite in the data folder.", "SQLite"),
    )
    redis: str = field(
        default="",
        metadata=_about(
            _redis, "The URL of a Redis that servers on one PostgreSQL database and their workers share.", "none"
        ),
    )
    node: str = field(
        default_factory=_default_node,
        metadata=_about(
            _node,
            "The name of this process in logs and metrics, where several share a database.",
            "machine and process",
        ),
    )
    board: tuple[Path, ...] = field(
        default=(),
        metadata=_about(
            _Folder(),
            "The folder of a custom board to offer too; its rules.py is run. Repeat it for more.",
        ),
    )
    origin: tuple[str, ...] = field(
        default=(), metadata=_about(_origins, "More origins at which players open the page, separated by commas.")
    )
    prefix: str = field(
        default="",
        metadata=_about(_prefix, "The path under which players open the page, such as /kolej.", "none"),
    )
    proxy: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            _networks,
            "Trusted reverse proxies: addresses or networks, separated by commas.",
        ),
    )
    https: bool = field(
        default=False,
        metadata=_about(click.BOOL, "Players connect over https, through a proxy: mark cookies as secure."),
    )
    workers: int = field(
        default_factory=_default_workers,
        metadata=_about(_Number(0, 64), "Processes for bots that search; quick bots have one more.", "cores less one"),
    )
    log_format: str = field(
        default="plain",
        metadata=_about(_one_of("plain", "json"), "Log lines for people (plain) or programs (json)."),
    )
    log_level: str = field(
        default="info",
        metadata=_about(
            _one_of("debug", "info", "warning", "error"),
            "The lowest level to log: debug, info, warning or error.",
        ),
    )
    access_log: bool = field(default=False, metadata=_about(click.BOOL, "Log a line for every request."))
    metrics: str = field(
        default="local",
        metadata=_about(
            _one_of("local", "all", "none"),
            "Who may read /metrics: this machine (local), all or none.",
        ),
    )
    tables_per_hour: int = field(
        default=60, metadata=_about(_Number(1, 1_000_000), "Tables that one address may create in an hour.")
    )
    guests_per_hour: int = field(
        default=60, metadata=_about(_Number(1, 1_000_000), "New guests from one address in an hour.")
    )
    logins: int = field(
        default=10,
        metadata=_about(_Number(1, 1_000_000), "Wrong passwords for a name from one address in ten minutes."),
    )
    unknown_codes: int = field(
        default=30,
        metadata=_about(_Number(1, 1_000_000), "Unknown table codes that one address may try in ten minutes."),
    )
    requests_per_second: int = field(
        default=200,
        metadata=_about(_Number(1, 1_000_000), "Requests a second from one address, on average; more have to wait."),
    )
    reads_per_minute: int = field(
        default=240,
        metadata=_about(_Number(1, 1_000_000), "Old tables, histories and game files for one address in a minute."),
    )
    sockets_per_person: int = field(
        default=20, metadata=_about(_Number(1, 10_000), "Sockets that one person may have open at once.")
    )
    sockets_per_address: int = field(
        default=200, metadata=_about(_Number(1, 1_000_000), "Sockets that one address may have open at once.")
    )
    commands_per_second: int = field(
        default=20, metadata=_about(_Number(1, 10_000), "Commands a second over one socket, on average.")
    )
    unused_days: int = field(
        default=90,
        metadata=_about(
            _Number(0, 10_000),
            "Days until unused guests and tables that never started are deleted; 0 keeps them.",
        ),
    )
    ping: int = field(default=20, metadata=_about(_Number(1, 3600), "Seconds between two keepalive pings of a socket."))
    grace: int = field(
        default=5,
        metadata=_about(_Number(1, 300), "Seconds that a shutdown waits for commands in progress."),
    )


def option(setting: "Field[Any]") -> str:
    """The command line option of a setting."""
    return "--" + setting.name.replace("_", "-")


def variable(setting: "Field[Any]") -> str:
    """The environment variable of a setting."""
    return "KOLEJ_" + setting.name.upper()
