"""Upgrade of stored events: logs written before version 2 of the protocol have older names and packed cards."""

from typing import Any

import msgspec

from kolej.engine.core.cards import unpack

_MARK = b'"swaps":'
"""A field that every event had in version 1, and none has now."""
_RENAMED = {"way": "option", "swaps": "stand_ins"}
_decoder = msgspec.json.Decoder(list[tuple[str, dict[str, Any]]])
_encode = msgspec.json.Encoder().encode


def upgraded(events: bytes) -> bytes:
    """The JSON of stored events with today's field names."""
    if _MARK not in events:
        return events
    return _encode([(tag, _upgraded(fields)) for tag, fields in _decoder.decode(events)])


def _upgraded(fields: dict[str, Any]) -> dict[str, Any]:
    fields["status"] = _renamed(fields["status"])
    if "cards" in fields:
        # One number with five bits for each kind of card; `known` has as many counts as there are kinds.
        fields["cards"] = unpack(fields["cards"], len(fields["known"]))
    return _renamed(fields)


def _renamed(fields: dict[str, Any]) -> dict[str, Any]:
    return {_RENAMED.get(name, name): value for name, value in fields.items()}
