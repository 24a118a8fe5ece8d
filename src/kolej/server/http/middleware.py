"""The door: what every HTTP request passes on its way in, and every answer on its way out, whatever comes of it."""

import logging
import time
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import HTTPScope, Message, Receive, Send

from kolej.server.errors import Refusal
from kolej.server.http.headers import complete
from kolej.server.http.origins import check_origin
from kolej.server.limits import neighbourhood
from kolej.server.logs import tell, tell_failure
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.wire import Problem

SAFE = ("GET", "HEAD", "OPTIONS")


class Door(Litestar):
    """An application behind a door. Litestar's own middleware does not see requests that match no route."""

    def __init__(self, settings: Settings, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings = settings
        self.metrics: Metrics | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection, or the life of the application."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        status = 0
        https = self.settings.https or scope["scheme"] == "https"

        async def send_completed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = complete(list(message["headers"]), https)
            await send(message)

        try:
            if scope["method"] not in SAFE:
                check_origin(scope["headers"], scope["scheme"], frozenset(self.settings.origin))
            await super().__call__(scope, receive, send_completed)
        except Refusal as refusal:
            if self.metrics is not None:
                self.metrics.refusals.add(refusal.code)
            await refuse(send_completed, refusal)
        except Exception as error:
            # The answer had begun, or nobody was left to hear it.
            tell_failure("an answer broke off", error)
            if not status:
                await refuse(send_completed, Refusal("busy", "the server failed at this; try again in a moment"))
        self._note(scope, status, time.monotonic() - begun)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        route = scope.get("path_template") or "(none)"
        method = scope["method"] if scope["method"] in (*SAFE, "POST") else "(other)"
        if self.metrics is not None:
            self.metrics.requests.add(method, route, str(status))
        if self.settings.access_log:
            address = neighbourhood(scope["client"][0]) if scope["client"] else ""
            fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            tell("request", logging.INFO, **fields, address=address)


async def refuse(send: Send, refusal: Refusal) -> None:
    """Answer with a refusal, without any help."""
    body = msgspec.json.encode(Problem(refusal.code, refusal.reason, refusal.rule))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
