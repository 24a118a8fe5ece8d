"""Views and events as JSON: whatever is made plain comes back as the same, by way of text."""

import json

import pytest
from hypothesis import given, settings

from kolej.engine.errors import UnknownName
from kolej.engine.knowledge.events import redact
from kolej.engine.record.json import event_from, plain, plain_event, view_from
from tests.support.random_games import TABLES, seated, steps
from tests.support.secrecy_laws import viewers
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=1)
def test_views_and_events_come_back(name: str, seats: int, seed: int) -> None:
    game, luck, taste = seated(name, seats, seed)
    for number, step in enumerate(steps(game, luck, taste)):
        viewer = viewers(game)[number % (seats + 1)]
        if number % 7 == 0:
            view = game.view(viewer)
            assert view_from(json.loads(json.dumps(plain(view)))) == view
        for event in step.events:
            for seen in (event, redact(event, viewer)):
                if seen is not None:
                    back = event_from(json.loads(json.dumps(plain_event(seen))))
                    assert back == seen and type(back) is type(seen)


def test_an_event_says_its_kind_first() -> None:
    game, luck, _ = seated("europe", 2, 1)
    event = next(event for step in steps(game, luck) for event in step.events)
    assert next(iter(plain_event(event).items())) == ("kind", "FirstSeatDrawn")
    with pytest.raises(UnknownName, match='no event "Eclipse"; there are FirstSeatDrawn'):
        event_from({"kind": "Eclipse"})
