"""View frames: what they say about a game besides the view."""

import msgspec
import pytest

from kolej.engine.game import Game
from kolej.server.tables.broadcast import frames
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.wire.frames import EventsFrame, Ok, ViewFrame
from tests.support.random_games import TABLES, seated


def view_frame(game: Game, viewer: int | None = None) -> ViewFrame:
    return msgspec.json.decode(frames.view(7, game, viewer, ["Ada", "Bob"], frames.NULL), type=ViewFrame)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_claim_closes_the_other_track_where_few_play(name: str, seats: int) -> None:
    game = seated(name, seats, 1)[0]
    edition = game.edition
    tracks: dict[int, list[int]] = {}
    for number, route in enumerate(edition.board.routes):
        if route.pair is not None:
            tracks.setdefault(route.pair, []).append(number)
    doubles = {(a, b) for a, b in tracks.values()} | {(b, a) for a, b in tracks.values()}
    few = seats < edition.rules.doubles.both_from
    assert set(view_frame(game).closes) == (doubles if few else set())


def test_frames_joined_from_parts_are_those_of_the_structs() -> None:
    game = seated("europe", 3, 1)[0]
    for frame in (frames.view(7, game, 1, ["Ada"], frames.legal(game, 1)), frames.view(8, game, None, [], frames.NULL)):
        assert msgspec.json.encode(msgspec.json.decode(frame, type=ViewFrame)) == frame
    assert frames.ok("a-1", 9) == msgspec.json.encode(Ok("a-1", 9))


def test_events_frames_joined_from_parts_are_those_of_the_struct() -> None:
    game = seated("europe", 3, 1)[0]
    events = RedactedEvents.of(game.opening_events)
    for viewer in (None, 0):
        frame = frames.events(3, events, viewer, frames.due(game), frames.NULL, frames.NULL)
        read = msgspec.json.decode(frame, type=EventsFrame)
        assert msgspec.json.encode(read) == frame
        assert read.due == game.to_act()
