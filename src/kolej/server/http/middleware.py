"""ASGI middleware: host and origin checks, security headers, metrics and access log of every request, tidy paths."""

import logging
import time

import msgspec
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from kolej.server.errors import Refusal
from kolej.server.http.error_handlers import route_of
from kolej.server.http.headers import complete
from kolej.server.http.hosts import Hosts
from kolej.server.http.origins import check_origin
from kolej.server.limits import client_network
from kolej.server.logs import log_event
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.wire.base import Problem

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class RequestMiddleware:
    """Wraps the whole application, so that it sees every request and every response."""

    def __init__(self, app: Starlette, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._hosts = Hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection; sockets and the lifespan pass through."""
        if "path" in scope:
            scope["path"] = tidy_path(scope["path"])
            if self.settings.prefix:
                remove_prefix(scope, self.settings.prefix)
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        status = 0
        https = self.settings.https or scope["scheme"] == "https"

        async def send_completed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = complete(list(message["headers"]), https)
            await send(message)

        metrics = self._metrics()
        try:
            self._hosts.check(scope["headers"])
            if scope["method"] not in SAFE_METHODS:
                check_origin(scope["headers"], scope["scheme"], frozenset(self.settings.origin))
            await self.app(scope, receive, send_completed)
        except Refusal as refusal:
            if metrics is not None:
                metrics.refusals.add(refusal.code)
            await refuse(send_completed, refusal)
        except Exception:
            # Starlette raises an unexpected error again, after `error_handlers` has logged and answered it.
            pass
        self._record(metrics, scope, status, time.monotonic() - begun)

    def _metrics(self) -> Metrics | None:
        """The metrics of the running server; None while it starts."""
        service = self.app.state.service
        return None if service is None else service.metrics

    def _record(self, metrics: Metrics | None, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope) or "(none)"
        method = scope["method"] if scope["method"] in (*SAFE_METHODS, "POST", "DELETE") else "(other)"
        if metrics is not None:
            metrics.requests.add(method, route, str(status))
        if self.settings.access_log:
            address = client_network(scope["client"][0]) if scope["client"] else ""
            fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            log_event("request", logging.INFO, **fields, address=address)


def tidy_path(path: str) -> str:
    """A path without repeated slashes and without one at its end."""
    tidy = "/" + "/".join(part for part in path.split("/") if part)
    # Patterns of routes end in `$`, which matches before a line feed as well.
    return tidy.replace("\n", "%0A")


def remove_prefix(scope: Scope, prefix: str) -> None:
    """Remove the path prefix of the server from a request. A proxy may have removed it already."""
    inside = (scope["path"] + "/").startswith(prefix + "/")
    if inside:
        scope["path"] = scope["path"].removeprefix(prefix) or "/"
        scope["raw_path"] = scope["raw_path"].removeprefix(prefix.encode()) or b"/"


async def refuse(send: Send, refusal: Refusal) -> None:
    """Send a refusal as an HTTP response, without a route."""
    body = msgspec.json.encode(Problem(refusal.code, refusal.reason, refusal.rule, refusal.params))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
