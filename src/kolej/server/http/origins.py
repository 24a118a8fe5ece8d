"""Origin checks: protection against cross-site request forgery.

A browser attaches the cookie to a request from any site, and states truthfully in `Origin` which site it was. So a
request with a cookie that may change something must come from this server's own page or from a configured origin.
Programs use no cookie: they send a token, which no other site has.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from kolej.server.errors import Refusal

Headers = Iterable[tuple[bytes, bytes]]


def check_origin(headers: Headers, scheme: str, allowed: frozenset[str]) -> None:
    """Refuse a request that a page of another site has made."""
    values: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in (b"origin", b"host", b"cookie", b"authorization"):
            # Contradicting headers: trust none of them.
            values[name] = value if values.get(name, value) == value else b"?"
    origin = values.get(b"origin")
    if origin is None:
        if b"cookie" in values and b"authorization" not in values:
            raise Refusal("wrong-origin", "a request with a cookie must say its Origin; a program sends a Bearer token")
        return
    if not _is_own(
        origin.decode("latin-1").lower(), values.get(b"host", b"").decode("latin-1").lower(), scheme, allowed
    ):
        raise Refusal("wrong-origin", "this came from a page of another server; its address can be allowed by --origin")


def _is_own(origin: str, host: str, scheme: str, allowed: frozenset[str]) -> bool:
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        parts.port  # noqa: B018 parses the port, and raises if it is invalid
    except ValueError:
        return False
    if not host or parts.netloc != host or origin != f"{parts.scheme}://{parts.netloc}":
        return False
    # A proxy may turn https into http, but never http into https.
    return parts.scheme == "https" or (parts.scheme == "http" and scheme in ("http", "ws"))


def from_foreign_page(headers: Headers) -> bool:
    """Whether the browser states that a page of another site made the request."""
    return any(name == b"sec-fetch-site" and value == b"cross-site" for name, value in headers)
