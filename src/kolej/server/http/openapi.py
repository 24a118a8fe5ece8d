"""The OpenAPI document of the server, at /schema.

Litestar describes routes and parameters. msgspec describes bodies from the types themselves, which is more precise:
that unknown fields are refused, how long a string may be, and what goes over the WebSocket.
"""

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.routes import HTTPRoute

from kolej import __version__
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


class _Document(OpenAPIRenderPlugin):
    """The document as JSON, without an HTML page: the available ones load scripts from other servers."""

    _encoded: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._encoded is None:
            self._encoded = msgspec.json.encode(completed(openapi_schema, request.app))
        return self._encoded


OPENAPI = OpenAPIConfig(
    title="Kolej",
    version=__version__,
    description=DESCRIPTION,
    use_handler_docstrings=True,
    path="/schema",
    render_plugins=[_Document(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
)


def completed(document: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """Litestar's document, completed with bodies, responses and the types of the WebSocket."""
    types: dict[Any, None] = {Problem: None}
    operations = []
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or route.path_format not in document["paths"]:
            continue
        for method, (handler, _) in route.route_handler_map.items():
            operation = document["paths"][route.path_format].get(method.lower())
            if operation is not None:
                takes, gives = handler.opt.get("takes"), handler.opt.get("gives")
                types.update(dict.fromkeys(each for each in (takes, gives) if each is not None))
                operations.append((operation, takes, gives))
    unions = {"Command": Command, "Frame": Frame}
    known = [*types, *wire_types(), *unions.values()]
    schemas, components = msgspec.json.schema_components(known, ref_template="#/components/schemas/{name}")
    described = dict(zip(known, schemas, strict=True))
    for operation, takes, gives in operations:
        _complete(operation, described.get(takes), described.get(gives), described[Problem])
    named = {name: described[union] for name, union in unions.items()}
    written = document.get("components", {}).get("schemas", {})
    security = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "kolej"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    return {**document, "components": {"schemas": {**written, **components, **named}, "securitySchemes": security}}


def _complete(operation: dict[str, Any], takes: Any, gives: Any, problem: Any) -> None:
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    if gives is not None:
        operation["responses"]["200"] = {
            "description": "Success.",
            "content": {"application/json": {"schema": gives}},
        }
    if "204" in operation["responses"]:
        # Litestar describes a body even for responses without one.
        operation["responses"]["204"].pop("content", None)
    refused = {**REFUSED, **(TOO_LONG if takes is not None else {})}
    for status, description in refused.items():
        operation["responses"][status] = {
            "description": description,
            "content": {"application/json": {"schema": problem}},
        }
