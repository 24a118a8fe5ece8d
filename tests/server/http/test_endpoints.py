"""Endpoints: what handlers receive, how their answers are encoded, and what happens when one fails."""

import asyncio
import logging
import re
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from kolej.server.app import ENDPOINTS
from kolej.server.http.endpoints import Endpoint, get, post
from kolej.server.http.error_handlers import HANDLERS
from kolej.server.http.middleware import RequestMiddleware
from kolej.server.settings import Settings
from kolej.server.wire.base import Inbound
from kolej.server.wire.people import NewName


class Page(msgspec.Struct):
    """A query."""

    number: int = 1
    whole: bool = False


async def rename(_: Request, new: NewName) -> list[str]:
    """Answer with a name."""
    return [new.name]


async def page(_: Request, query: Page) -> Page:
    """Answer with the query."""
    return query


async def empty(_: Request) -> Response:
    """Answer with nothing."""
    return Response(status_code=204)


async def fail(_: Request) -> Response:
    """Fail."""
    raise ZeroDivisionError("a secret")


def asked(endpoint: Endpoint, path: str = "/here", **more: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        app = Starlette(routes=[endpoint.route()], exception_handlers=HANDLERS)
        app.state.service = None
        transport = httpx.ASGITransport(RequestMiddleware(app, Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://kolej") as client:
            return await client.request(endpoint.method, path, **more)

    return asyncio.run(ask())


def test_a_body_comes_decoded_and_an_answer_leaves_encoded() -> None:
    answer = asked(post("/here", rename, body=NewName, gives=list[str], status=201), json={"name": "Ada"})
    assert (answer.status_code, answer.content) == (201, b'["Ada"]')
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("query", "number", "whole"), [("", 1, False), ("?number=7&other=1", 7, False), ("?whole=1&number=2", 2, True)]
)
def test_a_query_comes_decoded(query: str, number: int, whole: bool) -> None:
    answer = asked(get("/here", page, query=Page, gives=Page), f"/here{query}")
    assert answer.json() == {"number": number, "whole": whole}


def test_a_query_that_can_not_be_names_its_parameter() -> None:
    answer = asked(get("/here", page, query=Page, gives=Page), "/here?number=many")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-command")
    assert answer.json()["reason"] == '"number": Expected `int`, got `str`'


def test_a_response_is_sent_as_it_is() -> None:
    answer = asked(post("/here", empty, status=204))
    assert (answer.status_code, answer.content) == (204, b"")
    assert "content-type" not in answer.headers


def test_a_handler_that_fails_is_logged_once_and_says_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "kolej.server"):
        answer = asked(get("/here", fail))
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.headers["retry-after"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    [record] = caplog.records
    assert record.getMessage() == "a request failed"
    assert vars(record)["fields"]["route"] == "/here"
    assert "secret" not in f"{answer.text} {vars(record)}"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_endpoint_is_described(endpoint: Endpoint) -> None:
    assert endpoint.handler.__doc__
    assert re.findall(r"{(\w+)}", endpoint.path) == list(endpoint.parameters)
    assert all(endpoint.parameters.values())
    if endpoint.body is not None:
        assert issubclass(endpoint.body, Inbound)
    returned = endpoint.handler.__annotations__["return"]
    assert endpoint.gives is not None or returned is Response


def test_endpoints_have_names_of_their_own() -> None:
    names = [each.handler.__name__ for each in ENDPOINTS]
    assert len(set(names)) == len(names)
