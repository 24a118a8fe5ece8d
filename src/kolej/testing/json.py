"""Views and events read back from JSON, as a client written in Python would.

{"kind": "CardDrawn", "status": {"phase": 2, ...}, "seat": 1, "dealt": false, "hand_size": 5, "card": null, ...}
"""

from typing import Any

from kolej.engine.errors import UnknownName
from kolej.engine.knowledge.events import BY_TAG, TAGS, Event
from kolej.engine.knowledge.view import Status, View
from kolej.engine.record.json import JsonObject, to_json


def event_to_json(event: Event) -> JsonObject:
    """An event as a JSON object: its tag as `kind`, then its fields."""
    return {"kind": TAGS[type(event)], **to_json(event)}


def view_from_json(values: JsonObject) -> View:
    """The view that `to_json` was given."""
    return View(**_fields(values))


def event_from_json(values: JsonObject) -> Event:
    """The event that `event_to_json` was given."""
    if values.get("kind") not in BY_TAG:
        raise UnknownName(f'there is no event "{values.get("kind")}"; there are {", ".join(BY_TAG)}')
    return BY_TAG[values["kind"]](**_fields({name: value for name, value in values.items() if name != "kind"}))


def _fields(values: JsonObject) -> JsonObject:
    return {name: Status(**value) if name == "status" else _tuples(value) for name, value in values.items()}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
