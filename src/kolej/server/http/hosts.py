"""Host checks: protection against DNS rebinding.

A page of `evil.example` can let that name point to 127.0.0.1, or to an address in the network of its visitor. Then the
browser takes this server for a part of that site, lets the page read it, and sends the site's name in `Host`. So only
names that no other site can own are accepted: addresses, names of the local network, and those in the settings. Behind
a trusted proxy every name is accepted, because the proxy has chosen which ones to forward.
"""

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from kolej.server.errors import Refusal
from kolej.server.http.origins import Headers
from kolej.server.settings import Settings

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Endings of names that no public name server answers."""
MAX_SHOWN = 80
"""Characters of a wrong name that the refusal repeats."""


class Hosts:
    """The names by which a server may be addressed."""

    def __init__(self, settings: Settings) -> None:
        own = {settings.host, socket.gethostname(), *(urlsplit(each).hostname or "" for each in settings.origin)}
        self._names = frozenset(each.lower() for each in own)
        self._any = bool(settings.proxy)

    def check(self, headers: Headers) -> None:
        """Refuse a request for another host. One without a host comes from no browser."""
        given = {value for name, value in headers if name == b"host"}
        if self._any or not given:
            return
        host = min(given).decode("latin-1")
        if len(given) > 1 or not self._is_own(host.lower()):
            raise Refusal("wrong-host", _reason(host))

    def _is_own(self, host: str) -> bool:
        name = re.sub(r":\d*$", "", host).rstrip(".")
        if name in self._names or name.endswith(LOCAL_SUFFIXES):
            return True
        # A name without a dot is looked up in the local network only. An IPv6 address is in brackets.
        return "." not in name or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _reason(host: str) -> str:
    shown = re.sub(r"[^\w.:\[\]-]", "?", host[:MAX_SHOWN], flags=re.ASCII)
    return (
        f"this server is not known as {shown}; if it is yours, start it with --origin and the address of the page, "
        f"such as https://{shown}, or with --proxy if it is behind a reverse proxy"
    )
