"""Editions as the page gets them, against the tables the engine plays by."""

import msgspec
import pytest

from kolej import editions
from kolej.engine.board.model import fingerprint
from kolej.engine.silent_game import tables_of
from kolej.server.errors import Refusal
from kolej.server.wire.editions import edition_card, edition_data, rule_text
from tests.support.move_laws import rule_ids


@pytest.mark.parametrize("name", editions.names())
def test_what_the_page_knows_is_what_the_engine_plays(name: str) -> None:
    edition = editions.load(name)
    data, t = edition_data(edition), tables_of(edition, edition.rules.seats[0])
    assert edition_data(edition) is data
    assert (len(data.cities), len(data.routes), len(data.tickets)) == (t.cities, t.routes, t.tickets)
    assert (data.fingerprint, data.rules) == (fingerprint(edition.board), edition.rules.version)
    assert data.piece_order == t.piece_names and list(data.pieces.values()) == list(t.supply)
    assert len(data.ways) == t.ways
    for number, way in enumerate(data.ways):
        assert way.route == t.way_route[number]
        assert (way.pieces, way.points, way.track) == (
            t.way_pieces[number],
            t.way_points[number],
            t.way_steps[number],
        )
        assert (way.shared, way.reveals) == (bool(t.way_shared[number]), t.way_reveals[number])
        assert way.piece == (data.piece_order[t.way_piece[number]] if way.pieces else "bullet")
    assert {route.kind for route in data.routes} == set(data.kinds)
    assert all(1 <= route.spaces <= route.length for route in data.routes)
    assert (data.builder is None) == (t.builder < 0)
    assert (data.opening_keep, data.tickets_keep, data.opening_cards) == (t.opening_keep, t.play_keep, t.hand_cards)
    assert (data.face_up, data.flush_at, data.wild_alone) == (t.face_up, t.flush_at, bool(t.wild_alone))
    assert (data.pool, data.end_pieces) == (t.pool, t.end_at_most)
    assert msgspec.json.decode(msgspec.json.encode(data))["seats"] == list(edition.rules.seats)


def test_cards_of_editions() -> None:
    cards = {name: edition_card(editions.load(name)) for name in editions.names()}
    assert cards["new_york"].minutes == [10, 20]
    assert cards["europe"].minutes == [30, 75]
    assert [name for name, card in cards.items() if card.reconstructed] == ["berlin"]
    assert cards["europe"].tickets == 46 and cards["europe"].seats == [2, 3, 4, 5]


def test_rules_are_found_by_id() -> None:
    for id in rule_ids():
        found = rule_text(id)
        assert found.id == id and found.title and found.text
    assert "| 1st | +10 | +15 | +20 | +25 |\n| 2nd |" in rule_text("bullet.bonus").text
    with pytest.raises(Refusal) as refusal:
        rule_text("claim.sett")
    assert refusal.value.code == "unknown" and "claim.set" in refusal.value.reason
