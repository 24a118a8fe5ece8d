"""Views and events as JSON values, for programs that can't be sent Python objects.

    {"viewer": 1, "seats": 2, "status": {"phase": 2, ...}, "display": [3, 0, 5, 5, 1], ...}

Nothing is hidden here: redact an event first.
"""

from dataclasses import fields
from typing import Any

from kolej.engine.knowledge.events import Event
from kolej.engine.knowledge.view import Status, View

JsonObject = dict[str, Any]


def to_json(record: View | Event | Status) -> JsonObject:
    """A view, an event or a status as a JSON object with the same fields."""
    return {each.name: _value(getattr(record, each.name)) for each in fields(record)}


def _value(value: Any) -> Any:
    if isinstance(value, Status):
        return to_json(value)
    return [_value(each) for each in value] if isinstance(value, tuple) else value
