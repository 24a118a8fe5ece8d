"""Views and events as plain values of JSON, and back: what is sent to whoever can't be sent objects.

    {"kind": "CardDrawn", "status": {"phase": 2, ...}, "seat": 1, "dealt": false, "hand_size": 5, "card": null, ...}

Redact an event before it is made plain: nothing is hidden here.
"""

from dataclasses import fields
from typing import Any

from kolej.engine.errors import UnknownName
from kolej.engine.knowledge.events import EVENTS, Event
from kolej.engine.knowledge.view import Status, View

Plain = dict[str, Any]

KINDS: dict[str, type[Event]] = {event.__name__: event for event in EVENTS}


def plain(view: View) -> Plain:
    """A view as an object of JSON, field by field."""
    return _object(view)


def plain_event(event: Event) -> Plain:
    """An event as an object of JSON: its kind, then field by field."""
    return {"kind": type(event).__name__, **_object(event)}


def view_from(values: Plain) -> View:
    """The view that was made plain."""
    return View(**_fields(values))


def event_from(values: Plain) -> Event:
    """The event that was made plain."""
    if values.get("kind") not in KINDS:
        raise UnknownName(f'there is no event "{values.get("kind")}"; there are {", ".join(KINDS)}')
    return KINDS[values["kind"]](**_fields({name: value for name, value in values.items() if name != "kind"}))


def _object(thing: View | Event | Status) -> Plain:
    return {each.name: _value(getattr(thing, each.name)) for each in fields(thing)}


def _value(value: Any) -> Any:
    if isinstance(value, Status):
        return _object(value)
    return [_value(each) for each in value] if isinstance(value, tuple) else value


def _fields(values: Plain) -> Plain:
    return {name: Status(**value) if name == "status" else _tuples(value) for name, value in values.items()}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
