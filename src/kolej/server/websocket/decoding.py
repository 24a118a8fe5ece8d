"""Commands as they come in over a socket: read strictly, or refused in words."""

from contextlib import suppress
from functools import cache
from urllib.parse import parse_qs

import msgspec

from kolej.server import wire
from kolej.server.errors import Refusal

LONGEST = 8 * 1024
"""Bytes of a command."""


class _Named(msgspec.Struct):
    """What can be made out of a command that is refused."""

    id: str = ""


class _Outcome(msgspec.Struct):
    """What an answer comes to."""

    type: str
    code: str = ""


_commands: msgspec.json.Decoder[wire.Command] = msgspec.json.Decoder(wire.Command)
_names = msgspec.json.Decoder(_Named)
_outcomes = msgspec.json.Decoder(_Outcome)
encode = msgspec.json.Encoder().encode
OK = b'{"type":"ok",'
"""How the answer to a command that had its effect begins."""


def read(text: str | None) -> wire.Command:
    """The command in a frame."""
    if text is None:
        raise Refusal("bad-json", "frames are text, not binary")
    # A character is at most four bytes, so most frames need not be measured.
    if len(text) > LONGEST // 4 and len(text.encode()) > LONGEST:
        raise Refusal("too-long", f"a command has at most {LONGEST} bytes")
    try:
        return _commands.decode(text)
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("bad-json", f"this is not JSON: {error}") from None


def refused(text: str | None, refusal: Refusal) -> bytes:
    """A refusal of something unread, with its id if one can be made out."""
    name = ""
    with suppress(msgspec.MsgspecError, RecursionError):
        name = _names.decode(text or "").id[:36]
    return encode(wire.Refused(name, refusal.code, refusal.reason))


def kind(command: wire.Command) -> str:
    """What a command is called."""
    return _kind(type(command))


@cache
def _kind(of: type[wire.Command]) -> str:
    return str(of.__struct_config__.tag)


def outcome(answer: bytes) -> str:
    """What an answer comes to: ok, answer, or the code of a refusal."""
    if answer.startswith(OK):
        return "ok"
    found = _outcomes.decode(answer)
    return found.code or found.type


def number(query: bytes, name: str) -> int | None:
    """A number in the address of a socket."""
    values = parse_qs(query.decode("latin-1"), keep_blank_values=True).get(name)
    if not values:
        return None
    if not (values[0].isascii() and values[0].isdecimal() and len(values[0]) <= 9):
        raise Refusal("bad-command", f'"{name}" must be a number')
    return int(values[0])
