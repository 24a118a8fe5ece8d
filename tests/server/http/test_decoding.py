"""Decoding of requests: bodies that arrive in pieces, too late, too long or not at all."""

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from kolej.server.errors import Refusal
from kolej.server.http import decoding
from kolej.server.http.decoding import MAX_BODY, decoded_body
from kolej.server.wire.people import NewName


def arriving(*messages: dict[str, Any], **headers: str) -> Request:
    """A request whose body arrives in these messages."""
    waiting = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(waiting)

    said = {"content-type": "application/json", **headers}
    return Request(
        {"type": "http", "headers": [(name.encode(), value.encode()) for name, value in said.items()]}, receive
    )


def chunk(data: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": data, "more_body": more}


def test_a_body_arrives_in_pieces() -> None:
    request = arriving(chunk(b'{"na'), chunk(b'me":"Ada"}', more=False))
    assert asyncio.run(decoded_body(request, NewName)).name == "Ada"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (arriving(chunk(b'{"na'), {"type": "http.disconnect"}), "bad-json"),
        (arriving(**{"content-length": str(MAX_BODY + 1)}), "too-long"),
        (arriving(chunk(b" " * MAX_BODY), chunk(b" ")), "too-long"),
    ],
    ids=["disconnected", "length", "chunks"],
)
def test_a_body_that_is_not_read_to_its_end(request_: Request, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(decoded_body(request_, NewName))
    assert refused.value.code == code


def test_a_body_that_never_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "BODY_TIMEOUT", 0.01)

    async def receive() -> Any:
        await asyncio.sleep(60)

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    with pytest.raises(Refusal, match="did not arrive within"):
        asyncio.run(decoded_body(request, NewName))
