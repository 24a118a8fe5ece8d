"""Views and events as JSON: they are the same after a round trip through text."""

import json

import pytest
from hypothesis import given, settings

from kolej.engine.errors import UnknownName
from kolej.engine.knowledge.events import redact
from kolej.engine.record.json import to_json
from kolej.testing.json import event_from_json, event_to_json, view_from_json
from tests.support.random_games import TABLES, seated, steps
from tests.support.secrecy_laws import viewers
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=1)
def test_views_and_events_come_back(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    for number, step in enumerate(steps(game, rng, taste)):
        viewer = viewers(game)[number % (seats + 1)]
        if number % 7 == 0:
            view = game.view(viewer)
            assert view_from_json(json.loads(json.dumps(to_json(view)))) == view
        for event in step.events:
            for seen in (event, redact(event, viewer)):
                if seen is not None:
                    back = event_from_json(json.loads(json.dumps(event_to_json(seen))))
                    assert back == seen and type(back) is type(seen)


def test_an_event_says_its_kind_first() -> None:
    game, rng, _ = seated("europe", 2, 1)
    event = next(event for step in steps(game, rng) for event in step.events)
    assert next(iter(event_to_json(event).items())) == ("kind", "FirstSeatDrawn")
    with pytest.raises(UnknownName, match='no event "Eclipse"; there are FirstSeatDrawn'):
        event_from_json({"kind": "Eclipse"})
