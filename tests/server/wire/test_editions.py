"""Edition data for clients, compared with the compiled rule tables."""

import msgspec
import pytest

from kolej import editions
from kolej.engine.board.model import fingerprint
from kolej.engine.ruleset.compile import tables_of
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
    assert len(data.options) == t.options
    for number, option in enumerate(data.options):
        assert option.route == t.option_route[number]
        assert (option.pieces, option.points, option.track) == (
            t.option_pieces[number],
            t.option_points[number],
            t.option_steps[number],
        )
        assert (option.shared, option.reveals) == (bool(t.option_shared[number]), t.option_reveals[number])
        assert option.piece == (data.piece_order[t.option_piece[number]] if option.pieces else "bullet")
    assert {route.kind for route in data.routes} == set(data.kinds)
    assert all(1 <= route.spaces <= route.length for route in data.routes)
    assert data.tunnel_matches == [[0], *([0, color] for color in range(1, t.kinds))]
    assert (data.builder is None) == (t.builder < 0)
    assert (data.tickets_keep, data.face_up) == (t.play_keep, t.display_size)
    assert (data.pool, data.end_pieces) == (t.pool, t.end_at_most)
    assert data.pool_piece == ("bullet" if data.pool else None)
    for number, option in enumerate(data.options):
        assert (option.stand_in.cards if option.stand_in else 0) == t.option_stand_in[number]
        if option.stand_in is not None:
            assert (option.stand_in.replaces == "wild") == bool(t.option_wilds_single[number])
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
