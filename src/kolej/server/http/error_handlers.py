"""Error handlers: exceptions as HTTP responses with a code for programs and a reason for people."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ExceptionHandler

from kolej.engine.errors import UnknownName
from kolej.server.errors import Refusal
from kolej.server.http.endpoints import json_response
from kolej.server.http.static_site import NotFoundPage
from kolej.server.logs import log_failure
from kolej.server.service import Service
from kolej.server.tables.log.store_errors import refusal_of
from kolej.server.wire.base import Problem
from kolej.store.errors import StoreError, UnknownTable

RETRY_AFTER = {429: "10", 503: "2"}
"""The Retry-After header by status, in seconds."""
BY_STATUS = {
    404: ("unknown", "there is nothing at this address"),
    405: ("bad-command", "this address does not take this method"),
}
"""Refusals by Starlette itself, when no route fits."""


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return _problem(request, refusal.status, refusal)


async def _not_found(request: Request, error: Exception) -> Response:
    code = "unknown-table" if isinstance(error, UnknownTable) else "unknown"
    return _problem(request, 404, Refusal(code, str(error)))


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _problem(request, error.status_code, Refusal(*BY_STATUS[error.status_code]))
    if error.status_code == 405:
        # Starlette names the methods of one route, but an address can have several.
        routes = [each for each in request.app.routes if each.matches(request.scope)[0] is not Match.NONE]
        response.headers["allow"] = ", ".join(sorted({method for each in routes for method in each.methods}))
    return response


async def _store_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreError)
    log_failure("the store failed", error, route=route_of(request.scope))
    refusal = refusal_of(error)
    return _problem(request, refusal.status, refusal)


async def _unexpected(request: Request, error: Exception) -> Response:
    service = _service(request)
    if service is not None:
        service.metrics.failures.add()
    log_failure("a request failed", error, route=route_of(request.scope))
    return _problem(request, 503, Refusal("busy", "the server failed at this; try again in a moment"))


def route_of(scope: Mapping[str, object]) -> str | None:
    """The path of the route that a request has matched, with the names of its parameters."""
    return getattr(scope.get("route"), "path_format", None)


def _service(request: Request) -> Service | None:
    service: Service | None = request.app.state.service
    return service


def _problem(request: Request, status: int, refusal: Refusal) -> Response:
    service = _service(request)
    if service is not None:
        service.metrics.refusals.add(refusal.code)
    page: NotFoundPage | None = getattr(request.app.state, "not_found", None)
    if status == 404 and page is not None and (response := page(request)) is not None:
        return response
    headers = {"retry-after": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    return json_response(Problem(refusal.code, refusal.reason, refusal.rule, refusal.params), status, headers)


HANDLERS: dict[type[Exception], ExceptionHandler] = {
    Refusal: _refused,
    UnknownName: _not_found,
    UnknownTable: _not_found,
    StoreError: _store_error,
    HTTPException: _no_route,
    Exception: _unexpected,
}
