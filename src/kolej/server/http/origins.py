"""Whose pages may speak to this server.

A browser sends a person's cookie along whoever's page asks, and says truly whose page it was. So what comes with a
cookie and may change something must come from a page of our own, or of a configured address. Programs have no cookie:
they show a token, which no foreign page has.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from kolej.server.errors import Refusal

Headers = Iterable[tuple[bytes, bytes]]


def check_origin(headers: Headers, scheme: str, allowed: frozenset[str]) -> None:
    """Refuse a request that a foreign page has made."""
    values: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in (b"origin", b"host", b"cookie", b"authorization"):
            # Two different origins, and none is believed.
            values[name] = value if values.get(name, value) == value else b"?"
    origin = values.get(b"origin")
    if origin is None:
        if b"cookie" in values and b"authorization" not in values:
            raise Refusal("wrong-origin", "a request with a cookie must say its Origin; a program sends a Bearer token")
        return
    if not _own(origin.decode("latin-1").lower(), values.get(b"host", b"").decode("latin-1").lower(), scheme, allowed):
        raise Refusal("wrong-origin", "this came from a page of another server; its address can be allowed by --origin")


def _own(origin: str, host: str, scheme: str, allowed: frozenset[str]) -> bool:
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        parts.port  # noqa: B018 a port that is no number is only found when it is asked for
    except ValueError:
        return False
    if not host or parts.netloc != host or origin != f"{parts.scheme}://{parts.netloc}":
        return False
    # A proxy in front may have taken the s away, but nobody puts one there.
    return parts.scheme == "https" or (parts.scheme == "http" and scheme in ("http", "ws"))


def from_foreign_page(headers: Headers) -> bool:
    """Whether a browser says that another site's page asks."""
    return any(name == b"sec-fetch-site" and value == b"cross-site" for name, value in headers)
