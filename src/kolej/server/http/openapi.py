"""The OpenAPI document of the server, at /schema.

Litestar knows routes and parameters. Bodies and answers are described by msgspec from the types themselves, which says
more: that a field too many is refused, how long a text may be, and what goes over a socket.
"""

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.routes import HTTPRoute

from kolej import __version__
from kolej.server import wire

REFUSED = {
    "400": "Something in the request is wrong, and nothing was changed.",
    "401": "This needs somebody, and the token is missing or not known.",
    "403": "This is not allowed, or a page of another server asked for it.",
    "404": "There is no such thing.",
    "409": "Not in this state of things.",
    "429": "Too much was asked for; ask again later.",
    "503": "Not now; ask again in a moment.",
}
TOO_LONG = {"413": "The body is too long."}

DESCRIPTION = (
    "Tables of Kolej over HTTP. What happens at one goes over the WebSocket /api/tables/{code}/live: `Command` to the "
    "server, `Frame` from it. A browser is known by the cookie `kolej`, a program by a Bearer token."
)


class _Document(OpenAPIRenderPlugin):
    """The document as JSON. There is no page for it: those there are load scripts from other servers."""

    _written: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._written is None:
            self._written = msgspec.json.encode(completed(openapi_schema, request.app))
        return self._written


OPENAPI = OpenAPIConfig(
    title="Kolej",
    version=__version__,
    description=DESCRIPTION,
    use_handler_docstrings=True,
    path="/schema",
    render_plugins=[_Document(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
)


def completed(document: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """The document that Litestar wrote, with what it left out."""
    types: dict[Any, None] = {wire.Problem: None}
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
    unions = {"Command": wire.Command, "Frame": wire.Frame}
    known = [*types, *_wire_types(), *unions.values()]
    schemas, components = msgspec.json.schema_components(known, ref_template="#/components/schemas/{name}")
    described = dict(zip(known, schemas, strict=True))
    for operation, takes, gives in operations:
        _complete(operation, described.get(takes), described.get(gives), described[wire.Problem])
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
            "description": "As asked for.",
            "content": {"application/json": {"schema": gives}},
        }
    if "204" in operation["responses"]:
        # Litestar describes the body of an answer that has none.
        operation["responses"]["204"].pop("content", None)
    refused = {**REFUSED, **(TOO_LONG if takes is not None else {})}
    for status, words in refused.items():
        operation["responses"][status] = {
            "description": words,
            "content": {"application/json": {"schema": problem}},
        }


def _wire_types() -> list[type]:
    """Every type of the wire."""
    found = (each for each in vars(wire).values() if isinstance(each, type) and each.__module__ == wire.__name__)
    return [each for each in found if each not in (wire.Strict, wire.Out)]
