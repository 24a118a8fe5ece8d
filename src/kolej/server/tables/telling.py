"""What happened in one entry, as each viewer may be told: encoded once for everyone and once for whom it concerns."""

from collections.abc import Sequence
from dataclasses import fields

import msgspec

from kolej.engine.events import EVENTS, SECRET, Event, audience, redact
from kolej.engine.plain import KINDS

_encode = msgspec.json.Encoder().encode
_pairs = msgspec.json.Decoder(list[tuple[str, msgspec.Raw]])
_HIDES = frozenset(kind for kind in EVENTS if any(audience(each) == SECRET for each in fields(kind)))
"""Events that have anything to hide; the others need not be looked at."""
_events: dict[str, msgspec.json.Decoder[Event]] = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


class Told:
    """The events of one entry in JSON. What is hidden from whom, `kolej.engine.events.redact` alone decides."""

    __slots__ = ("_told",)

    def __init__(self, events: Sequence[Event]) -> None:
        self._told = [_told(event) for event in events]

    @classmethod
    def read(cls, raw: msgspec.Raw) -> "Told":
        """The events as they stand in a log."""
        return cls([_events[name].decode(values) for name, values in _pairs.decode(raw)])

    def whole(self) -> msgspec.Raw:
        """With nothing hidden: for the log alone."""
        return msgspec.Raw(b"[" + b",".join([own for _, own, _ in self._told]) + b"]")

    def to(self, viewer: int | None) -> bytes:
        """What a seat, or a spectator, is told."""
        shown = [
            own if owner is not None and owner == viewer else public
            for owner, own, public in self._told
            if public is not None or (owner is not None and owner == viewer)
        ]
        return b"[" + b",".join(each for each in shown if each is not None) + b"]"


def _told(event: Event) -> tuple[int | None, bytes, bytes | None]:
    """Whose event it is, what that seat is told, and what everyone else is told, if anything."""
    own = _encode((type(event).__name__, event))
    if type(event) not in _HIDES:
        return None, own, own
    public = redact(event, None)
    owner: int | None = getattr(event, "seat", None)
    return owner, own, None if public is None else _encode((type(public).__name__, public))
