"""A recorded game as JSON, for clients that fold events into views: initial views, events, and the resulting views.

    {"edition": ..., "seats": ..., "parts": [
        {"after": 0, "steps": ["- seat 1", ...], "viewers": [
            {"viewer": null, "view": {...}, "then": [{"events": [...], "view": {...}}, ...]}, ...]}, ...]}

A part begins after `after` steps. Folding the events of each item of `then` into the view must give its view.
"""

import json
from typing import Any

from kolej.engine.knowledge.events import redact
from kolej.engine.record.json import JsonObject, to_json
from kolej.engine.record.recorded_game import RecordedGame
from kolej.testing.json import event_to_json
from tests.golden.parts import at, opening, parts


def playthrough_json(recorded: RecordedGame) -> str:
    """The text of the JSON file."""
    header = recorded.header
    value = {
        "edition": header.edition,
        "rules": header.rules,
        "board": header.board,
        "seats": header.seats,
        "parts": [_part(recorded, part) for part in parts(recorded)],
    }
    return dumped(value) + "\n"


def _part(recorded: RecordedGame, steps: range) -> JsonObject:
    # A single step is shown to its own seat only; in longer parts, seats before the last would show nothing new.
    last = recorded.header.seats - 1
    viewers: list[int | None] = [_actor(recorded, steps.start)] if len(steps) == 1 else [None, last]
    return {
        "after": steps.start,
        "steps": [
            f"{'-' if each.seat is None else each.seat} {each.text}"
            for each in recorded.steps[steps.start : steps.stop]
        ],
        "viewers": [_seen(recorded, steps, viewer) for viewer in viewers],
    }


def _actor(recorded: RecordedGame, number: int) -> int:
    """The seat that a step is about."""
    seats = [getattr(event, "seat", None) for event in recorded.events_of(number)]
    return next((seat for seat in seats if seat is not None), 0)


def _seen(recorded: RecordedGame, steps: range, viewer: int | None) -> JsonObject:
    stops = sorted({opening(recorded), steps.stop} & {*range(steps.start + 1, steps.stop + 1)})
    then: list[JsonObject] = []
    begun = steps.start
    for stop in stops:
        events = [redact(event, viewer) for number in range(begun, stop) for event in recorded.events_of(number)]
        view = to_json(at(recorded, stop).view(viewer))
        then.append({"events": [event_to_json(event) for event in events if event is not None], "view": view})
        begun = stop
    return {"viewer": viewer, "view": to_json(at(recorded, steps.start).view(viewer)), "then": then}


def dumped(value: Any, indent: str = "") -> str:
    """JSON with one line per view, event or other small value, so that a diff shows what changed."""
    flat = json.dumps(value, separators=(",", ":"))
    if not isinstance(value, dict | list) or len(flat) < 100 or (isinstance(value, dict) and "status" in value):
        return flat
    inner = indent + " "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + dumped(each, inner) for each in value) + f"\n{indent}]"
    items = [f"{inner}{json.dumps(name)}:{dumped(each, inner)}" for name, each in value.items()]
    return "{\n" + ",\n".join(items) + f"\n{indent}}}"
