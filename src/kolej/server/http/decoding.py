"""Decoding of requests: bodies and queries, strictly into a type, or refused with a code and a reason."""

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from kolej.server.errors import Refusal

T = TypeVar("T")

MAX_BODY = 64 * 1024
BODY_TIMEOUT = 20
"""Seconds in which the body of a request must arrive."""


async def decoded_body(request: Request, type: type[T]) -> T:
    """The JSON body of a request. "2" is not 2, and an unknown field is refused."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Refusal("bad-json", "the body must be JSON, and its Content-Type application/json")
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            body = await _body(request)
        return msgspec.json.decode(body, type=type)
    except TimeoutError:
        raise Refusal("bad-json", f"the body did not arrive within {BODY_TIMEOUT} seconds") from None
    except ClientDisconnect:
        raise Refusal("bad-json", "the body did not arrive: the client has disconnected") from None
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refusal("bad-json", f"the body is not JSON: {error}") from None


async def _body(request: Request) -> bytes:
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MAX_BODY:
        raise _too_long()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        # A chunked body states no length.
        if len(body) > MAX_BODY:
            raise _too_long()
    return bytes(body)


def _too_long() -> Refusal:
    return Refusal("too-long", f"a request has at most {MAX_BODY // 1024} KiB")


def decoded_query(request: Request, type: type[T]) -> T:
    """The query of a request. Its values are texts, so that "2" is 2; unknown parameters are ignored."""
    try:
        return msgspec.convert(dict(request.query_params), type, strict=False)
    except msgspec.ValidationError as error:
        problem, _, name = str(error).partition(" - at `$.")
        raise Refusal("bad-command", f'"{name.rstrip("`")}": {problem}') from None
