"""Whatever goes wrong, as an answer: a code for programs, a reason for people."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from kolej.engine.errors import UnknownName
from kolej.server.errors import Refusal
from kolej.server.logs import tell_failure
from kolej.server.metrics import Metrics
from kolej.server.service import Service
from kolej.server.wire import Problem
from kolej.store.errors import StoreError, UnknownTable

Asked = Request[Any, Any, Any]
"""A request, whoever asks."""
RETRY = {429: "10", 503: "2"}
"""Seconds after which to ask again."""
PATIENCE = 20
"""Seconds that a body may take to come."""
OF_STATUS = {
    400: ("bad-command", "this can't be understood"),
    404: ("unknown", "there is nothing at this address"),
    405: ("bad-command", "this address does not take this method"),
    413: ("too-long", "a request has at most 64 KiB"),
}


def _refused(request: Asked, refusal: Exception) -> Response[Problem]:
    assert isinstance(refusal, Refusal)
    return _problem(request, refusal.status, refusal.code, refusal.reason, refusal.rule)


def _not_there(request: Asked, error: Exception) -> Response[Problem]:
    return _problem(request, 404, "unknown-table" if isinstance(error, UnknownTable) else "unknown", str(error))


def _of_litestar(request: Asked, error: Exception) -> Response[Problem]:
    """What Litestar refuses by itself: routes, methods, sizes, and parameters in the address."""
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        faults = "; ".join(f'"{each.get("key", "?")}": {each["message"]}' for each in error.extra)
        return _problem(request, 400, "bad-command", faults)
    if error.status_code in OF_STATUS:
        return _problem(request, error.status_code, *OF_STATUS[error.status_code])
    return _problem(request, 400, *OF_STATUS[400])


def _of_store(request: Asked, error: Exception) -> Response[Problem]:
    tell_failure("the store refused", error, route=request.scope.get("path_template"))
    return _problem(request, 503, "storage", "this can't be stored now and nothing was changed; try again in a moment")


def _unexpected(request: Asked, error: Exception) -> Response[Problem]:
    metrics = _metrics(request)
    if metrics is not None:
        metrics.failures.add()
    tell_failure("a request failed", error, route=request.scope.get("path_template"))
    return _problem(request, 503, "busy", "the server failed at this; try again in a moment")


def _metrics(request: Asked) -> Metrics | None:
    service: Service | None = request.app.state.get("service")
    return service.metrics if service is not None else None


def _problem(request: Asked, status: int, code: str, reason: str, rule: str | None = None) -> Response[Problem]:
    metrics = _metrics(request)
    if metrics is not None:
        metrics.refusals.add(code)
    headers = {"retry-after": RETRY[status]} if status in RETRY else {}
    return Response(Problem(code, reason, rule), status_code=status, headers=headers, media_type="application/json")


HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    UnknownName: _not_there,
    UnknownTable: _not_there,
    StoreError: _of_store,
    HTTPException: _of_litestar,
    Exception: _unexpected,
}


async def posted(request: Asked) -> Any:
    """The body of a request, as the type that its route takes. Strictly: "2" is not 2."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("bad-json", "the body must be JSON, and its Content-Type application/json")
    try:
        async with asyncio.timeout(PATIENCE):
            body = await request.body()
        return msgspec.json.decode(body, type=request.route_handler.opt["takes"])
    except TimeoutError:
        raise Refusal("bad-json", f"the body did not come within {PATIENCE} seconds") from None
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refusal("bad-json", f"the body is not JSON: {error}") from None
