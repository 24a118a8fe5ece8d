"""Settings of the server: every setting with its default, its bounds and its help text.

The options of `kolej serve` and the environment variables KOLEJ_... are generated from this file; a test compares it
with the table in `docs/hosting.md`.
"""

import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kolej.engine.errors import KolejError


class BadSetting(KolejError):
    """An invalid value of a setting."""


def _number(least: int, most: int) -> Any:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError(f"give a number from {least} to {most}")
        return int(text)

    return read


def _one_of(*values: str) -> Any:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"give {', '.join(values[:-1])} or {values[-1]}")
        return text

    return read


def _switch(text: str) -> bool:
    values = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if text.lower() not in values:
        raise ValueError("give yes or no")
    return values[text.lower()]


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", text):
        raise ValueError("give a name or an address of this machine, such as 127.0.0.1 or 0.0.0.0")
    return text


def _folder(text: str) -> Path:
    if not text.strip() or "\0" in text:
        raise ValueError("give the path of a folder")
    return Path(text).expanduser()


def _origins(text: str) -> tuple[str, ...]:
    return tuple(_origin(each) for each in re.split(r"[,\s]+", text) if each)


def _origin(text: str) -> str:
    hint = "give addresses such as https://kolej.example.org, without a path"
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 parses the port, and raises if it is invalid
    except ValueError:
        raise ValueError(hint) from None
    bare = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in text or text.rstrip("/") != bare:
        raise ValueError(hint)
    return bare.lower()


def _networks(text: str) -> tuple[str, ...]:
    found = [each for each in re.split(r"[,\s]+", text) if each]
    for each in found:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise ValueError("give addresses such as 127.0.0.1 or networks such as 10.0.0.0/8") from None
    return tuple(found)


def _default_folder() -> Path:
    """The user's data folder on this operating system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    return base.expanduser() / "kolej"


def _default_workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _about(read: Any, help: str, shown: str | None = None) -> dict[str, Any]:
    """Metadata of a setting: its parser, its help text, and its default as text where that depends on the machine."""
    return {"read": read, "help": help, "shown": shown}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server; `from_texts` parses them."""

    host: str = field(
        default="127.0.0.1", metadata=_about(_host, "The address to listen on; 0.0.0.0 lets other machines connect.")
    )
    port: int = field(default=8600, metadata=_about(_number(0, 65535), "The port to listen on; 0 chooses a free one."))
    data: Path = field(
        default_factory=_default_folder,
        metadata=_about(_folder, "The folder of the database.", "the user's data folder"),
    )
    origin: tuple[str, ...] = field(
        default=(), metadata=_about(_origins, "More origins at which players open the page, separated by commas.")
    )
    proxy: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            _networks,
            "Trusted reverse proxies: addresses or networks, separated by commas.",
        ),
    )
    https: bool = field(
        default=False, metadata=_about(_switch, "Players connect over https, through a proxy: mark cookies as secure.")
    )
    workers: int = field(
        default_factory=_default_workers,
        metadata=_about(_number(1, 64), "Processes that compute the moves of bots.", "cores less one"),
    )
    log_format: str = field(
        default="plain", metadata=_about(_one_of("plain", "json"), "Log lines for people (plain) or programs (json).")
    )
    log_level: str = field(
        default="info",
        metadata=_about(
            _one_of("debug", "info", "warning", "error"), "The lowest level to log: debug, info, warning or error."
        ),
    )
    access_log: bool = field(default=False, metadata=_about(_switch, "Log a line for every request."))
    metrics: str = field(
        default="local",
        metadata=_about(_one_of("local", "all", "none"), "Who may read /metrics: this machine (local), all or none."),
    )
    tables_per_hour: int = field(
        default=60, metadata=_about(_number(1, 1_000_000), "Tables that one address may create in an hour.")
    )
    guests_per_hour: int = field(
        default=60, metadata=_about(_number(1, 1_000_000), "New guests from one address in an hour.")
    )
    logins: int = field(
        default=10,
        metadata=_about(_number(1, 1_000_000), "Wrong passwords for a name from one address in ten minutes."),
    )
    sockets_per_person: int = field(
        default=20, metadata=_about(_number(1, 10_000), "Sockets that one person may have open at once.")
    )
    sockets_per_address: int = field(
        default=200, metadata=_about(_number(1, 1_000_000), "Sockets that one address may have open at once.")
    )
    commands_per_second: int = field(
        default=20, metadata=_about(_number(1, 10_000), "Commands a second over one socket, on average.")
    )
    ping: int = field(default=20, metadata=_about(_number(1, 3600), "Seconds between two keepalive pings of a socket."))
    grace: int = field(
        default=5,
        metadata=_about(_number(1, 300), "Seconds that a shutdown waits for commands in progress."),
    )

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> "Settings":
        """Parse settings from texts by name; those left out have their defaults."""
        return cls(**{each.name: read(each, texts[each.name]) for each in fields(cls) if each.name in texts})


def read(setting: "Field[Any]", text: str) -> Any:
    """Parse the value of a setting, or raise a BadSetting that says what is valid."""
    try:
        return setting.metadata["read"](text)
    except ValueError as error:
        names = f"{option(setting)} or {variable(setting)}"
        raise BadSetting(f'"{text[:80]}" is no value for {names}: {error}') from None


def option(setting: "Field[Any]") -> str:
    """The command line option of a setting."""
    return "--" + setting.name.replace("_", "-")


def variable(setting: "Field[Any]") -> str:
    """The environment variable of a setting."""
    return "KOLEJ_" + setting.name.upper()


def default_text(setting: "Field[Any]") -> str:
    """The default of a setting as text."""
    if setting.metadata["shown"]:
        return str(setting.metadata["shown"])
    assert setting.default is not MISSING
    if isinstance(setting.default, bool):
        return "yes" if setting.default else "no"
    return str(setting.default) if setting.default != () else "none"
