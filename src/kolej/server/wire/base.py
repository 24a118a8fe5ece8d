"""Base types of the wire: inbound and outbound structs, and the fields that several messages share."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, structs

PROTOCOL = 2
"""The version of the protocol: raised when a client written for the one before would break."""

Id = Annotated[str, Meta(min_length=1, max_length=36, pattern=r"^[A-Za-z0-9_-]+\Z", description="Names a command.")]
Seat = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Count = Annotated[int, Meta(ge=0, le=15)]
Cards = Annotated[list[Count], Meta(min_length=1, max_length=16, description="Cards of each kind, the wild first.")]
Level = Annotated[str, Meta(min_length=1, max_length=16)]
Numbers = list[int]
EarlyEnd = Literal["agreement", "resignation"]
"""Why a game was ended as it stood: everybody agreed, or somebody resigned and nobody played on."""


class Inbound(msgspec.Struct, forbid_unknown_fields=True):
    """Base of everything that a client sends. Decoding is strict: an unknown field is refused."""


class Outbound(msgspec.Struct):
    """Base of everything that the server sends."""


class Problem(Outbound):
    """Why a request was refused."""

    code: str
    reason: str
    rule: str | None = None
    params: dict[str, int | str] | None = None
    """The parameters of the code's sentence; null where only the English reason is precise."""


def json_template(struct: type[msgspec.Struct]) -> bytes:
    """The JSON object of a struct with `%b` for every value, for messages that are joined from encoded parts."""
    config = struct.__struct_config__
    members = [f'"{each.encode_name}":%b' for each in structs.fields(struct)]
    if config.tag_field is not None:
        members.insert(0, f'"{config.tag_field}":"{config.tag}"')
    return f"{{{','.join(members)}}}".encode()
