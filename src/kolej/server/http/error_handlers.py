"""Error handlers: exceptions as HTTP responses with a code for programs and a reason for people."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from kolej.engine.errors import UnknownName
from kolej.server.errors import Refusal
from kolej.server.logs import log_failure
from kolej.server.metrics import Metrics
from kolej.server.service import Service
from kolej.server.wire.base import Problem
from kolej.store.errors import StoreError, UnknownTable

AnyRequest = Request[Any, Any, Any]
RETRY_AFTER = {429: "10", 503: "2"}
"""The Retry-After header by status, in seconds."""
BODY_TIMEOUT = 20
"""Seconds in which the body of a request must arrive."""
BY_STATUS = {
    400: ("bad-command", "this can't be understood"),
    404: ("unknown", "there is nothing at this address"),
    405: ("bad-command", "this address does not take this method"),
    413: ("too-long", "a request has at most 64 KiB"),
}


def _refused(request: AnyRequest, refusal: Exception) -> Response[Problem]:
    assert isinstance(refusal, Refusal)
    return _problem(request, refusal.status, refusal)


def _not_found(request: AnyRequest, error: Exception) -> Response[Problem]:
    code = "unknown-table" if isinstance(error, UnknownTable) else "unknown"
    return _problem(request, 404, Refusal(code, str(error)))


def _litestar_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Errors of Litestar itself: routes, methods, sizes, and path and query parameters."""
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        problems = "; ".join(f'"{each.get("key", "?")}": {each["message"]}' for each in error.extra)
        return _problem(request, 400, Refusal("bad-command", problems))
    if error.status_code in BY_STATUS:
        return _problem(request, error.status_code, Refusal(*BY_STATUS[error.status_code]))
    return _problem(request, 400, Refusal(*BY_STATUS[400]))


def _store_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    log_failure("the store failed", error, route=request.scope.get("path_template"))
    reason = "this can't be stored now and nothing was changed; try again in a moment"
    return _problem(request, 503, Refusal("storage", reason))


def _unexpected(request: AnyRequest, error: Exception) -> Response[Problem]:
    metrics = _metrics(request)
    if metrics is not None:
        metrics.failures.add()
    log_failure("a request failed", error, route=request.scope.get("path_template"))
    return _problem(request, 503, Refusal("busy", "the server failed at this; try again in a moment"))


def _metrics(request: AnyRequest) -> Metrics | None:
    service: Service | None = request.app.state.get("service")
    return service.metrics if service is not None else None


def _problem(request: AnyRequest, status: int, refusal: Refusal) -> Response[Problem]:
    metrics = _metrics(request)
    if metrics is not None:
        metrics.refusals.add(refusal.code)
    headers = {"retry-after": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    problem = Problem(refusal.code, refusal.reason, refusal.rule, refusal.params)
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    UnknownName: _not_found,
    UnknownTable: _not_found,
    StoreError: _store_error,
    HTTPException: _litestar_error,
    Exception: _unexpected,
}


async def decoded_body(request: AnyRequest) -> Any:
    """The body of a request, decoded strictly into the type that its route takes: "2" is not 2."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Refusal("bad-json", "the body must be JSON, and its Content-Type application/json")
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            body = await request.body()
        return msgspec.json.decode(body, type=request.route_handler.opt["takes"])
    except TimeoutError:
        raise Refusal("bad-json", f"the body did not arrive within {BODY_TIMEOUT} seconds") from None
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refusal("bad-json", f"the body is not JSON: {error}") from None
