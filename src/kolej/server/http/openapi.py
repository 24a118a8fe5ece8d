"""The OpenAPI document of the server, at /schema: made from the endpoints and from the types of the wire.

msgspec describes the types: that unknown fields are refused, how long a string may be, what goes over the WebSocket.
"""

from collections.abc import Sequence
from functools import cache
from inspect import getdoc
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kolej import __version__
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.endpoints import JSON, Endpoint
from kolej.server.wire.all_types import wire_types
from kolej.server.wire.base import Problem
from kolej.server.wire.commands import Command
from kolej.server.wire.frames import Frame

REFUSED = {
    "400": "The request is invalid; nothing was changed.",
    "401": "The token is missing or not known.",
    "403": "Not allowed, or the request came from a page of another server.",
    "404": "Not found.",
    "409": "Not possible in the current state.",
    "429": "Too many requests; try again later.",
    "503": "Temporarily unavailable; try again in a moment.",
}
TOO_LONG = {"413": "The body is too long."}

DESCRIPTION = (
    "Tables of Kolej over HTTP. A game is played over the WebSocket /api/tables/{code}/live: the client sends "
    "`Command`, the server sends `Frame`. Browsers authenticate by the cookie `kolej`, programs by a Bearer token."
)
SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "kolej"},
    "token": {"type": "http", "scheme": "bearer"},
}

Schema = dict[str, Any]


def routes(endpoints: Sequence[Endpoint], prefix: str = "") -> list[Route]:
    """The routes of the document."""

    @cache
    def cached() -> CachedResponse:
        return CachedResponse.of(msgspec.json.encode(document(endpoints, prefix)), JSON)

    async def schema(request: Request) -> Response:
        return cached().respond(request)

    return [Route(path, schema) for path in ("/schema", "/schema/openapi.json")]


def document(endpoints: Sequence[Endpoint], prefix: str = "") -> Schema:
    """The document of these endpoints, which are below a path prefix."""
    unions = {"Command": Command, "Frame": Frame}
    bodies = [each.body for each in endpoints if each.body is not None]
    answers = [each.gives for each in endpoints if each.gives is not None]
    types = [*dict.fromkeys([Problem, *bodies, *answers, *wire_types()]), *unions.values()]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    described = dict(zip(types, schemas, strict=True))
    paths: dict[str, Schema] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, described)
    named = {name: described[union] for name, union in unions.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kolej", "version": __version__, "description": DESCRIPTION},
        "servers": [{"url": prefix or "/"}],
        "paths": paths,
        "components": {"schemas": {**components, **named}, "securitySchemes": SECURITY},
    }


def _operation(endpoint: Endpoint, described: dict[Any, Schema]) -> Schema:
    refused = dict(REFUSED)
    parameters = [_parameter("path", name, {"type": "string"}, doc) for name, doc in endpoint.parameters.items()]
    name = endpoint.handler.__name__
    operation: Schema = {
        "operationId": name,
        "summary": name.replace("_", " ").capitalize(),
        "description": getdoc(endpoint.handler),
    }
    if endpoint.query is not None:
        parameters += _query(endpoint.query)
    if endpoint.body is not None:
        refused |= TOO_LONG
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": described[endpoint.body]}}}
    if parameters:
        operation["parameters"] = parameters
    problem = {JSON: {"schema": described[Problem]}}
    operation["responses"] = {str(endpoint.status): _success(endpoint, described)} | {
        status: {"description": description, "content": problem} for status, description in refused.items()
    }
    return operation


def _success(endpoint: Endpoint, described: dict[Any, Schema]) -> Schema:
    if endpoint.gives is not None:
        return {"description": "Success.", "content": {JSON: {"schema": described[endpoint.gives]}}}
    if endpoint.media_type != JSON:
        return {"description": "Success.", "content": {endpoint.media_type: {"schema": {"type": "string"}}}}
    return {"description": "Success."}


def _query(type: type[msgspec.Struct]) -> list[Schema]:
    _, components = msgspec.json.schema_components([type])
    properties: dict[str, Schema] = components[type.__name__]["properties"]
    return [_parameter("query", name, schema, schema.get("description")) for name, schema in properties.items()]


def _parameter(place: str, name: str, schema: Schema, description: str | None) -> Schema:
    documented = {} if description is None else {"description": description}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **documented}
