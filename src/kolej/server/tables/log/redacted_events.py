"""What happened in one entry, as each viewer may be told: encoded once for everyone and once for whom it concerns."""

from collections.abc import Sequence
from dataclasses import fields

import msgspec

from kolej.engine.knowledge.events import EVENTS, SECRET, Event, audience, redact
from kolej.engine.record.json import KINDS

_encode = msgspec.json.Encoder().encode
_pairs = msgspec.json.Decoder(list[tuple[str, msgspec.Raw]])
_HIDES = frozenset(kind for kind in EVENTS if any(audience(each) == SECRET for each in fields(kind)))
"""Events that have anything to hide; the others need not be looked at."""
_events: dict[str, msgspec.json.Decoder[Event]] = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


class Told:
    """The events of one entry in JSON. What is hidden from whom, `kolej.engine.knowledge.events.redact` decides."""

    __slots__ = ("_owners", "_public", "_told")

    def __init__(self, events: Sequence[Event]) -> None:
        self._told = [_told(event) for event in events]
        self._owners = {owner for owner, _, _ in self._told if owner is not None}
        self._public = _listed([public for _, _, public in self._told if public is not None])

    @classmethod
    def read(cls, raw: msgspec.Raw) -> "Told":
        """The events as they stand in a log."""
        return cls([_events[name].decode(values) for name, values in _pairs.decode(raw)])

    def whole(self) -> msgspec.Raw:
        """With nothing hidden: for the log alone."""
        return msgspec.Raw(_listed([own for _, own, _ in self._told]))

    def to(self, viewer: int | None) -> bytes:
        """What a seat, or a spectator, is told."""
        if viewer is None or viewer not in self._owners:
            return self._public
        shown = [own if owner == viewer else public for owner, own, public in self._told]
        return _listed([each for each in shown if each is not None])


def _listed(events: list[bytes]) -> bytes:
    return b"[%b]" % b",".join(events)


def _told(event: Event) -> tuple[int | None, bytes, bytes | None]:
    """Whose event it is, what that seat is told, and what everyone else is told, if anything."""
    own = _encode((type(event).__name__, event))
    if type(event) not in _HIDES:
        return None, own, own
    public = redact(event, None)
    owner: int | None = getattr(event, "seat", None)
    return owner, own, None if public is None else _encode((type(public).__name__, public))
