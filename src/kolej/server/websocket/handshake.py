"""Handshakes that are refused for what their headers say, before anything is made for a socket.

Anybody can send thousands of them, so the HTTP protocol asks here first. The application checks them again: behind a
trusted proxy it knows more of the client.
"""

from http import HTTPStatus

from kolej.server.errors import Refusal
from kolej.server.http.hosts import Hosts
from kolej.server.http.origins import Headers, check_origin
from kolej.server.settings import Settings
from kolej.server.websocket.decoding import encode
from kolej.server.wire.base import Problem


class HandshakeCheck:
    """Checks the host and the origin of handshakes."""

    def __init__(self, settings: Settings) -> None:
        self._hosts = Hosts(settings)
        self._origins = frozenset(settings.origin)

    def check(self, headers: Headers, scheme: str) -> None:
        """Refuse a handshake for another host, or from a page of another site."""
        self._hosts.check(headers)
        check_origin(headers, scheme, self._origins)

    def refusal(self, headers: Headers, scheme: str) -> Refusal | None:
        """Why a handshake is refused, if it is."""
        try:
            self.check(headers, scheme)
        except Refusal as refusal:
            # The traceback refers to this frame, and this frame to the refusal: only the garbage collector frees that.
            return refusal.with_traceback(None)
        return None


def rejection(refusal: Refusal) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of the response to a handshake that is refused."""
    body = encode(Problem(refusal.code, refusal.reason, refusal.rule, refusal.params))
    return [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())], body


def rejection_bytes(refusal: Refusal) -> bytes:
    """The same as a whole HTTP response, after which the connection is closed."""
    headers, body = rejection(refusal)
    lines = [f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}".encode()]
    lines += [name + b": " + value for name, value in (*headers, (b"connection", b"close"))]
    return b"\r\n".join((*lines, b"", body))
