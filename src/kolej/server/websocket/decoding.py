"""Decoding of commands: strict, or refused with a code and a reason."""

from contextlib import suppress
from functools import cache
from urllib.parse import parse_qs

import msgspec

from kolej.server.errors import Refusal
from kolej.server.tables.broadcast import frames
from kolej.server.wire.commands import Command

MAX_COMMAND_BYTES = 8 * 1024


class _Identified(msgspec.Struct):
    """The id of a command that could not be decoded."""

    id: str = ""


class _Outcome(msgspec.Struct):
    """The parts of an answer that metrics count."""

    type: str
    code: str = ""


_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_ids = msgspec.json.Decoder(_Identified)
_outcomes = msgspec.json.Decoder(_Outcome)
encode = msgspec.json.Encoder().encode
OK = b'{"type":"ok",'
"""How the answer to a successful command begins."""


def decode(text: str | None) -> Command:
    """The command in a text frame."""
    if text is None:
        raise Refusal("bad-json", "frames are text, not binary")
    # A character has at most four bytes, so most frames need not be encoded to measure them.
    if len(text) > MAX_COMMAND_BYTES // 4 and len(text.encode()) > MAX_COMMAND_BYTES:
        raise Refusal("too-long", f"a command has at most {MAX_COMMAND_BYTES} bytes")
    try:
        return _commands.decode(text)
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("bad-json", f"this is not JSON: {error}") from None


def refused(text: str | None, refusal: Refusal) -> bytes:
    """The refusal of a command that was not decoded, with its id if it has a readable one."""
    id = ""
    with suppress(msgspec.MsgspecError, RecursionError):
        id = _ids.decode(text or "").id[:36]
    return frames.refused(id, refusal)


def tag_of(command: Command) -> str:
    """The type of a command, as in its JSON."""
    return _tag(type(command))


@cache
def _tag(of: type[Command]) -> str:
    return str(of.__struct_config__.tag)


def outcome(answer: bytes) -> str:
    """The outcome of a command for metrics: `ok`, `answer`, or the code of a refusal."""
    if answer.startswith(OK):
        return "ok"
    found = _outcomes.decode(answer)
    return found.code or found.type


def query_number(query: bytes, name: str) -> int | None:
    """A number in the query string of a socket's URL."""
    values = parse_qs(query.decode("latin-1"), keep_blank_values=True).get(name)
    if not values:
        return None
    if not (values[0].isascii() and values[0].isdecimal() and len(values[0]) <= 9):
        raise Refusal("bad-command", f'"{name}" must be a number')
    return int(values[0])
