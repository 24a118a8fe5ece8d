"""Redacted events: the events of one entry as JSON, encoded once for everyone and once for the seat they concern."""

from collections.abc import Iterable
from dataclasses import fields

import msgspec

from kolej.engine.knowledge.events import BY_TAG, EVENTS, SECRET, TAGS, Event, audience, redact
from kolej.server.tables.log.old_events import upgraded

_encode = msgspec.json.Encoder().encode
_pairs = msgspec.json.Decoder(list[tuple[str, msgspec.Raw]])
_WITH_SECRETS = frozenset(kind for kind in EVENTS if any(audience(each) == SECRET for each in fields(kind)))
"""Events with secret fields; the others need no redaction."""
_decoders: dict[str, msgspec.json.Decoder[Event]] = {tag: msgspec.json.Decoder(kind) for tag, kind in BY_TAG.items()}


EncodedEvents = list[tuple[int | None, bytes, bytes | None]]
"""Each event as the seat that it belongs to, the event as that seat sees it, and as everyone else does, if at all."""


class RedactedEvents:
    """The events of one entry, for each viewer. Only `engine.knowledge.events.redact` decides what is hidden."""

    __slots__ = ("_encoded", "_owners", "_public")

    def __init__(self, encoded: EncodedEvents) -> None:
        self._encoded = encoded
        self._owners = {owner for owner, _, _ in self._encoded if owner is not None}
        self._public = _joined([public for _, _, public in self._encoded if public is not None])

    @classmethod
    def of(cls, events: Iterable[Event]) -> "RedactedEvents":
        """Events that have just happened."""
        return cls([_encoded(event) for event in events])

    @classmethod
    def read(cls, raw: msgspec.Raw) -> "RedactedEvents":
        """The events of a stored entry."""
        return cls.of([_decoders[tag].decode(values) for tag, values in _pairs.decode(upgraded(bytes(raw)))])

    @property
    def encoded(self) -> EncodedEvents:
        """The events with their secrets: for other processes only, which need not redact and encode them again."""
        return self._encoded

    def unredacted(self) -> msgspec.Raw:
        """All events with nothing hidden: for the log only."""
        return msgspec.Raw(_joined([own for _, own, _ in self._encoded]))

    def seen_by(self, viewer: int | None) -> bytes:
        """The events as a seat sees them, or a spectator (None)."""
        if viewer is None or viewer not in self._owners:
            return self._public
        seen = [own if owner == viewer else public for owner, own, public in self._encoded]
        return _joined([each for each in seen if each is not None])


def _joined(events: list[bytes]) -> bytes:
    return b"[%b]" % b",".join(events)


def _encoded(event: Event) -> tuple[int | None, bytes, bytes | None]:
    own = _encode((TAGS[type(event)], event))
    if type(event) not in _WITH_SECRETS:
        return None, own, own
    public = redact(event, None)
    owner: int | None = getattr(event, "seat", None)
    return owner, own, None if public is None else _encode((TAGS[type(public)], public))
