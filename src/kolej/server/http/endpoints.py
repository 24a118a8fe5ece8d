"""Endpoints: one record for each, from which the routes and the OpenAPI document are made."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kolej.server.http.decoding import decoded_body, decoded_query

JSON = "application/json"
NO_PARAMETERS: Mapping[str, str] = {}

Taken = TypeVar("Taken", bound=msgspec.Struct)
Given = TypeVar("Given")
Handler = Callable[[Request], Awaitable[Given | Response]] | Callable[[Request, Taken], Awaitable[Given | Response]]
"""Gets the request and, if the endpoint takes a body or a query, that as well. Returns a value or a response."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An HTTP endpoint: its address, its handler, and the types of what it takes and gives."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    """Its docstring is the description in the OpenAPI document."""
    query: type[msgspec.Struct] | None
    body: type[msgspec.Struct] | None
    gives: Any
    """The type of the JSON in the response; None if the response is empty or no JSON."""
    status: int
    """The status of a response that is no refusal."""
    media_type: str
    parameters: Mapping[str, str]
    """The parameters of the path with their descriptions."""

    def route(self) -> Route:
        """The route of this endpoint."""
        return Route(self.path, self._respond, methods=[self.method])

    async def _respond(self, request: Request) -> Response:
        if self.body is not None:
            given = await self.handler(request, await decoded_body(request, self.body))
        elif self.query is not None:
            given = await self.handler(request, decoded_query(request, self.query))
        else:
            given = await self.handler(request)
        return given if isinstance(given, Response) else json_response(given, self.status)


def get(
    path: str,
    handler: Handler[Given, Taken],
    *,
    query: type[Taken] | None = None,
    gives: type[Given] | None = None,
    media_type: str = JSON,
    parameters: Mapping[str, str] = NO_PARAMETERS,
) -> Endpoint:
    """An endpoint for GET requests. Type checkers compare the types with those of the handler."""
    return Endpoint("GET", path, handler, query, None, gives, 200, media_type, parameters)


def post(
    path: str,
    handler: Handler[Given, Taken],
    *,
    query: type[Taken] | None = None,
    body: type[Taken] | None = None,
    gives: type[Given] | None = None,
    status: int = 200,
    parameters: Mapping[str, str] = NO_PARAMETERS,
) -> Endpoint:
    """An endpoint for POST requests. Type checkers compare the types with those of the handler."""
    return Endpoint("POST", path, handler, query, body, gives, status, JSON, parameters)


def delete(
    path: str,
    handler: Handler[Given, Taken],
    *,
    gives: type[Given] | None = None,
    parameters: Mapping[str, str] = NO_PARAMETERS,
) -> Endpoint:
    """An endpoint for DELETE requests. Type checkers compare the types with those of the handler."""
    return Endpoint("DELETE", path, handler, None, None, gives, 200, JSON, parameters)


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A response with a value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, JSON)
