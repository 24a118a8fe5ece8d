"""Europe's own rules: the long ticket, ferries, tunnels, stations and the longest path."""

from itertools import combinations

import pytest

from kolej.engine.core.cards import Cards, add
from kolej.engine.core.state import NONE
from kolej.engine.errors import IllegalMove
from kolej.engine.knowledge.events import (
    DeckReshuffled,
    RouteClaimed,
    TopUpDue,
    TunnelBegun,
    TunnelCardTurned,
    TunnelRefused,
)
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    RefuseTunnel,
    TopUp,
)
from tests.support.arranged_game import Table, cleared, owner

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")

# A green tunnel of two spaces, and a gray one.
GREEN_TUNNEL = "venezia-zurich"
GRAY_TUNNEL = "angora-constantinople"


def europe(seats: int = 2) -> Table:
    return cleared("europe", seats)


def supply(table: Table, seat: int, piece: str) -> int:
    return table.game.view().supply[seat][table.t.piece_names.index(piece)]


def discards(table: Table) -> Cards:
    return table.game.view().discard


def top_ups(table: Table, seat: int = 0) -> set[Cards]:
    return {move.cards for move in table.moves(seat) if isinstance(move, TopUp)}


def leave(table: Table, **counts: int) -> None:
    """Leave exactly these cards in the deck; seat 1 holds all others."""
    table.hoard(1)
    hand = table.hand_of(1)
    table.give(1, **{card: count - counts.get(card, 0) for card, count in hand.items()})


# The long ticket.


def long_and_regular(table: Table, seat: int) -> tuple[list[int], list[int]]:
    offer = table.game.view(seat).offer
    decks = [table.board.tickets[ticket].deck for ticket in offer]
    return (
        [ticket for ticket, deck in zip(offer, decks, strict=True) if deck == "long"],
        [ticket for ticket, deck in zip(offer, decks, strict=True) if deck == "regular"],
    )


def test_ticket_long__one_is_dealt_beside_three_regular_ones() -> None:
    table = Table("europe", 5, opened=False)
    for seat in range(5):
        long, regular = long_and_regular(table, seat)
        assert (len(long), len(regular)) == (1, 3)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_ticket_long__any_two_or_more_may_be_kept(size: int) -> None:
    table = Table("europe", 2, opened=False)
    offer = table.game.view(0).offer
    keeps = [move.tickets for move in table.moves(0) if isinstance(move, KeepTickets) and len(move.tickets) == size]
    assert sorted(keeps) == sorted(combinations(offer, size))


def test_ticket_long__may_be_returned() -> None:
    table = Table("europe", 2, opened=False)
    long, regular = long_and_regular(table, 0)
    table.keep(0, *regular[:2])
    table.game.apply(1, table.game.legal(1)[-1])
    assert table.game.view(0).tickets[0] == tuple(sorted(regular[:2]))
    assert long[0] not in table.game.view(0).offer


def test_ticket_long__is_no_excuse_to_keep_only_one() -> None:
    table = Table("europe", 2, opened=False)
    long, regular = long_and_regular(table, 0)
    assert table.refused(0, KeepTickets((long[0],))).rule == "setup.keep"
    assert table.refused(0, KeepTickets((regular[0],))).rule == "setup.keep"


def test_ticket_long__once_returned_or_undealt_it_is_never_drawn() -> None:
    table = Table("europe", 2, opened=False)
    for seat in range(2):
        table.keep(seat, *long_and_regular(table, seat)[1][:2])
    drawn: list[int] = []
    seat = 0
    while DrawTickets() in table.moves(seat):
        table.play(seat, DrawTickets())
        offer = table.game.view(seat).offer
        drawn += offer
        table.keep(seat, *offer)
        seat = 1 - seat
    assert len(drawn) == 40 - 2 * 3
    assert {table.board.tickets[ticket].deck for ticket in drawn} == {"regular"}


# Ferries.


def test_ferry_wilds__a_wild_for_each_symbol_and_more_may_stand_in() -> None:
    table = europe()
    table.give(0, wild=4, red=3, blue=1)
    # Four spaces, two of them with a symbol.
    assert table.payments("constantinople-sevastopol") == {
        table.cards(wild=2, red=2),
        table.cards(wild=3, red=1),
        table.cards(wild=3, blue=1),
        table.cards(wild=4),
    }


@pytest.mark.parametrize("color", COLORS)
def test_ferry_wilds__any_one_colour_fills_the_other_spaces(color: str) -> None:
    table = europe()
    table.give(0, wild=1, **{color: 3})
    table.claim(0, "athina-brindisi", wild=1, **{color: 3})
    assert owner(table, "athina-brindisi") == 0
    assert discards(table) == table.cards(wild=1, **{color: 3})
    assert supply(table, 0, "train") == 45 - 4
    assert table.game.view().points[0] == 7


def test_ferry_wilds__every_ferry_is_gray_and_has_a_symbol() -> None:
    ferries = [route for route in europe().board.routes if route.kind == "ferry"]
    assert len(ferries) == 13
    assert all(route.color is None and 1 <= route.symbols <= route.length for route in ferries)


@pytest.mark.parametrize(
    "paid",
    [
        {"red": 4},
        {"wild": 1, "red": 3},
        {"wild": 2, "red": 1, "blue": 1},
        {"wild": 2, "red": 1},
        {"wild": 2, "red": 3},
        # Three cards never stand in for a wild here.
        {"wild": 1, "red": 5},
    ],
)
def test_ferry_wilds__refused(paid: dict[str, int]) -> None:
    table = europe()
    table.give(0, wild=4, red=5, blue=1)
    assert table.refused_claim(0, "constantinople-sevastopol", **paid).rule == "ferry.wilds"


def test_ferry_wilds__a_ferry_of_symbols_takes_wilds_only() -> None:
    table = europe()
    table.give(0, wild=2, red=4)
    assert table.payments("amsterdam-london") == {table.cards(wild=2)}


def test_ferry_wilds__no_bundles_stand_in() -> None:
    table = europe()
    table.give(0, wild=2, red=8)
    assert not any(isinstance(move, BeginStandIns) for move in table.moves(0))
    assert table.refused(0, BeginStandIns(table.board.route("amsterdam-london"), 1)).rule == "ferry.wilds"


# Tunnels: what is due.


@pytest.mark.parametrize(
    ("paid", "turned", "due"),
    [
        # Two green cards: green ones and wilds count, others don't.
        ({"green": 2}, ("green", "red", "blue"), 1),
        ({"green": 2}, ("red", "wild", "blue"), 1),
        ({"green": 2}, ("red", "green", "wild"), 2),
        ({"green": 2}, ("green", "green", "green"), 3),
        ({"green": 2}, ("wild", "wild", "wild"), 3),
        # A wild in the payment changes nothing: the colour is still green.
        ({"green": 1, "wild": 1}, ("red", "blue", "green"), 1),
        ({"green": 1, "wild": 1}, ("wild", "blue", "green"), 2),
        # Wilds only: only wilds count, green ones don't.
        ({"wild": 2}, ("wild", "green", "red"), 1),
        ({"wild": 2}, ("green", "wild", "wild"), 2),
    ],
)
def test_tunnel_reveal__due(paid: dict[str, int], turned: tuple[str, ...], due: int) -> None:
    table = europe()
    table.give(0, green=6, wild=5)
    table.stack(*turned)
    events = table.claim(0, GREEN_TUNNEL, **paid)
    assert [event.card for event in events if isinstance(event, TunnelCardTurned)] == [table.kind(c) for c in turned]
    assert [event.count for event in events if isinstance(event, TopUpDue)] == [due]
    assert all(sum(cards) == due for cards in top_ups(table))
    assert owner(table, GREEN_TUNNEL) == NONE
    assert table.turn_of == 0


@pytest.mark.parametrize(
    ("paid", "turned"),
    [
        ({"green": 2}, ("red", "blue", "black")),
        ({"green": 1, "wild": 1}, ("red", "red", "white")),
        ({"wild": 2}, ("green", "green", "red")),
    ],
)
def test_tunnel_reveal__nothing_due_goes_on_alone(paid: dict[str, int], turned: tuple[str, ...]) -> None:
    table = europe()
    table.give(0, green=3, wild=3)
    table.stack(*turned)
    events = table.claim(0, GREEN_TUNNEL, **paid)
    assert any(isinstance(event, RouteClaimed) for event in events)
    assert owner(table, GREEN_TUNNEL) == 0
    assert table.turn_of == 1
    # The payment is gone: there is no taking it back.
    left = {"green": 3 - paid.get("green", 0), "wild": 3 - paid.get("wild", 0)}
    assert table.hand_of(0) == {card: count for card, count in left.items() if count}
    assert table.refused(0, RefuseTunnel()).rule == "turn.one-action"


@pytest.mark.parametrize("color", [color for color in COLORS if color != "green"])
def test_tunnel_reveal__in_a_gray_tunnel_the_colour_paid_counts(color: str) -> None:
    table = europe()
    table.give(0, **{color: 4})
    table.stack("green", color, "green")
    table.claim(0, GRAY_TUNNEL, **{color: 2})
    assert top_ups(table) == {table.cards(**{color: 1})}


# The three worked examples: two green cards and a green one, two green cards and a wild, two wilds and a wild.
@pytest.mark.parametrize(
    ("paid", "turned", "answers"),
    [
        ({"green": 2}, "green", [{"green": 1}, {"wild": 1}]),
        ({"green": 2}, "wild", [{"green": 1}, {"wild": 1}]),
        ({"wild": 2}, "wild", [{"wild": 1}]),
    ],
)
def test_tunnel_reveal__worked_examples(paid: dict[str, int], turned: str, answers: list[dict[str, int]]) -> None:
    for answer in answers:
        table = europe()
        table.give(0, green=4, wild=4)
        table.stack("red", turned, "black")
        table.claim(0, GREEN_TUNNEL, **paid)
        assert top_ups(table) == {table.cards(**each) for each in answers}
        table.top_up(0, **answer)
        assert owner(table, GREEN_TUNNEL) == 0
        assert table.turn_of == 1


def test_tunnel_reveal__a_top_up_without_its_cards_is_refused() -> None:
    table = europe()
    table.give(0, green=4)
    table.stack("green", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert top_ups(table) == {table.cards(green=1)}
    assert table.refused(0, TopUp(())).rule == "tunnel.reveal"


def test_tunnel_reveal__the_top_up_is_of_the_colour_or_wild() -> None:
    table = europe()
    table.give(0, green=3, wild=2, red=5)
    table.stack("green", "wild", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert top_ups(table) == {table.cards(green=1, wild=1), table.cards(wild=2)}
    assert table.refused(0, TopUp(table.cards(red=2))).rule == "tunnel.reveal"
    assert table.refused(0, TopUp(table.cards(green=1, red=1))).rule == "tunnel.reveal"


def test_tunnel_reveal__wilds_are_topped_up_with_wilds_only() -> None:
    table = europe()
    table.give(0, wild=3, green=5)
    table.stack("wild", "green", "red")
    table.claim(0, GREEN_TUNNEL, wild=2)
    assert top_ups(table) == {table.cards(wild=1)}
    assert table.refused(0, TopUp(table.cards(green=1))).rule == "tunnel.reveal"
    table.top_up(0, wild=1)
    assert table.hand_of(0) == {"green": 5}


def test_tunnel_reveal__without_wilds_left_no_colour_helps() -> None:
    table = europe()
    table.give(0, wild=2, green=5)
    table.stack("wild", "green", "red")
    table.claim(0, GREEN_TUNNEL, wild=2)
    assert table.moves(0) == [RefuseTunnel()]


@pytest.mark.parametrize("offered", [{}, {"green": 1}, {"green": 3}, {"wild": 1}, {"green": 2, "wild": 1}])
def test_tunnel_reveal__all_of_it_and_no_more(offered: dict[str, int]) -> None:
    table = europe()
    table.give(0, green=5, wild=1)
    table.stack("green", "green", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert table.refused(0, TopUp(table.cards(**offered))).rule == "tunnel.reveal"


def test_tunnel_reveal__cards_laid_down_cannot_pay_again() -> None:
    table = europe()
    table.give(0, green=3)
    table.stack("green", "green", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert table.hand_of(0) == {"green": 1}
    assert table.refused(0, TopUp(table.cards(green=2))).rule == "tunnel.reveal"


def test_tunnel_reveal__paid_in_full() -> None:
    table = europe()
    table.give(0, green=3, wild=2, red=1)
    table.stack("green", "wild", "red")
    begun = [event for event in table.claim(0, GREEN_TUNNEL, green=2) if isinstance(event, TunnelBegun)]
    assert [event.cards for event in begun] == [table.cards(green=2)]
    assert supply(table, 0, "train") == 45
    assert discards(table) == table.cards()
    claimed = [event for event in table.top_up(0, green=1, wild=1) if isinstance(event, RouteClaimed)]
    assert [event.cards for event in claimed] == [table.cards(green=3, wild=1)]
    assert owner(table, GREEN_TUNNEL) == 0
    assert table.hand_of(0) == {"wild": 1, "red": 1}
    # However much was paid, the tunnel takes cars and gives points by its length.
    assert supply(table, 0, "train") == 45 - 2
    assert table.game.view().points[0] == 2
    assert discards(table) == add(table.cards(green=3, wild=1), table.cards(green=1, wild=1, red=1))
    assert table.turn_of == 1


def test_tunnel_reveal__nothing_else_before_the_answer() -> None:
    table = europe()
    table.give(0, green=5, wild=2, red=2)
    table.stack("green", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    others: list[Move] = [
        DrawBlind(),
        DrawTickets(),
        ClaimRoute(table.board.route("bruxelles-paris"), table.cards(red=2)),
        BuildStation(table.board.city("wien"), table.cards(red=1)),
    ]
    for move in others:
        assert table.refused(0, move).rule == "tunnel.reveal"


def test_tunnel_reveal__no_answer_without_a_question() -> None:
    table = europe()
    table.give(0, green=2)
    assert table.refused(0, TopUp(table.cards(green=1))).rule == "tunnel.reveal"
    assert table.refused(0, RefuseTunnel()).rule == "tunnel.reveal"


# Tunnels: taking the cards back.


def test_tunnel_refuse__the_question_comes_even_if_it_cannot_be_paid() -> None:
    table = europe()
    table.give(0, green=2, red=9)
    table.stack("green", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert table.turn_of == 0
    assert table.moves(0) == [RefuseTunnel()]


@pytest.mark.parametrize("hand", [{"green": 2}, {"green": 5, "wild": 3}])
def test_tunnel_refuse__cards_come_back_and_the_turn_ends(hand: dict[str, int]) -> None:
    table = europe()
    table.give(0, **hand)
    table.stack("green", "wild", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert table.game.view().laid == table.cards(green=2)
    events = table.play(0, RefuseTunnel())
    assert [event.route for event in events if isinstance(event, TunnelRefused)] == [table.board.route(GREEN_TUNNEL)]
    assert table.hand_of(0) == hand
    assert table.game.view().hand_sizes[0] == sum(hand.values())
    assert table.turn_of == 1
    # The cards turned up are discarded, those laid down are not.
    assert discards(table) == table.cards(green=1, wild=1, red=1)
    assert sum(table.game.view().laid) == sum(table.game.view().turned) == 0
    assert owner(table, GREEN_TUNNEL) == NONE
    assert supply(table, 0, "train") == 45
    assert table.game.view().points[0] == 0


def test_tunnel_refuse__the_tunnel_stays_open_to_all() -> None:
    table = europe()
    table.give(0, green=2)
    table.give(1, green=2)
    for seat in (0, 1):
        table.stack("green", "red", "red")
        table.claim(seat, GREEN_TUNNEL, green=2)
        table.play(seat, RefuseTunnel())
    table.stack("blue", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    assert owner(table, GREEN_TUNNEL) == 0


def test_tunnel_refuse__everyone_has_seen_the_cards() -> None:
    table = europe(3)
    table.give(0, green=3, wild=2, black=1)
    table.stack("green", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=1, wild=1)
    table.play(0, RefuseTunnel())
    seen = table.cards(green=1, wild=1)
    for viewer in (0, 1, 2, None):
        assert table.game.view(viewer).known[0] == seen
    # The rest of the hand stays secret.
    assert table.game.view(1).hands[0] is None
    # Laid down once more they are the first to go: what others know then is what is new.
    table.to_move(0)
    table.stack("green", "red", "red")
    table.claim(0, GREEN_TUNNEL, green=2)
    table.play(0, RefuseTunnel())
    assert table.game.view(1).known[0] == table.cards(green=2, wild=1)


# Tunnels: few cards to turn up.


@pytest.mark.parametrize(
    ("left", "due"),
    [({"green": 2}, 2), ({"green": 1, "red": 1}, 1), ({"wild": 1}, 1)],
)
def test_tunnel_short__only_the_cards_there_are_count(left: dict[str, int], due: int) -> None:
    table = europe()
    table.give(0, green=5)
    leave(table, **left)
    events = table.claim(0, GREEN_TUNNEL, green=2)
    assert len([event for event in events if isinstance(event, TunnelCardTurned)]) == sum(left.values())
    assert top_ups(table) == {table.cards(green=due)}


def test_tunnel_short__few_cards_without_a_match_cost_nothing() -> None:
    table = europe()
    table.give(0, green=5)
    leave(table, red=2)
    table.claim(0, GREEN_TUNNEL, green=2)
    assert owner(table, GREEN_TUNNEL) == 0


def test_tunnel_short__with_no_card_the_tunnel_costs_no_more() -> None:
    table = europe()
    table.give(0, green=5)
    leave(table)
    events = table.claim(0, GREEN_TUNNEL, green=2)
    assert not [event for event in events if isinstance(event, TunnelCardTurned)]
    assert owner(table, GREEN_TUNNEL) == 0
    assert table.hand_of(0) == {"green": 3}
    # What was paid is discarded only now, and is the new deck.
    assert [event.deck for event in events if isinstance(event, DeckReshuffled)] == [table.cards(green=2)]


def test_tunnel_short__the_discards_are_shuffled_first() -> None:
    table = europe()
    table.give(0, green=5)
    leave(table, red=1, green=2, black=4)
    table.discard(green=2, black=4)
    table.stack("red", "green", "green")
    events = table.claim(0, GREEN_TUNNEL, green=2)
    # Neither the two green cards laid down nor the red one already turned up are in the new deck.
    reshuffled = [event.deck for event in events if isinstance(event, DeckReshuffled)]
    assert reshuffled == [table.cards(green=2, black=4)]
    assert top_ups(table) == {table.cards(green=2)}
    assert table.game.view().status.deck_left == 4


def test_tunnel_short__laid_and_turned_cards_do_not_make_up_the_number() -> None:
    table = europe()
    table.give(0, green=5)
    leave(table, red=1, black=1)
    table.discard(black=1)
    table.stack("red", "black")
    events = table.claim(0, GREEN_TUNNEL, green=2)
    assert [event.card for event in events if isinstance(event, TunnelCardTurned)] == [
        table.kind("red"),
        table.kind("black"),
    ]
    assert owner(table, GREEN_TUNNEL) == 0
    made = [event.deck for event in events if isinstance(event, DeckReshuffled)]
    assert made == [table.cards(black=1), table.cards(green=2, red=1, black=1)]


# Stations: building them.


def test_station_build__prices_rise() -> None:
    table = europe()
    table.give(0, red=6)
    for city, price in (("wien", 1), ("paris", 2), ("roma", 3)):
        for wrong in {1, 2, 3, 4} - {price}:
            move = BuildStation(table.board.city(city), table.cards(red=wrong))
            assert table.refused(0, move).rule == "station.build"
        table.build(0, city, red=price)
        assert table.game.view().building[table.board.city(city)] == 0
        assert table.turn_of == 1
        table.to_move(0)
    assert table.hand_of(0) == {}
    assert discards(table) == table.cards(red=6)


def test_station_build__three_in_a_game() -> None:
    table = europe()
    table.give(0, red=8, wild=4)
    for city in ("wien", "paris", "roma"):
        table.station(0, city)
    assert not any(isinstance(move, BuildStation) for move in table.moves(0))
    for price in (1, 2, 3, 4):
        move = BuildStation(table.board.city("berlin"), table.cards(red=price))
        assert table.refused(0, move).rule == "station.build"


def test_station_build__each_seat_has_its_own_prices() -> None:
    table = europe()
    table.give(1, red=1)
    table.station(0, "wien")
    table.station(0, "paris")
    table.to_move(1)
    table.build(1, "roma", red=1)
    assert [supply(table, seat, "station") for seat in (0, 1)] == [1, 2]


@pytest.mark.parametrize("seat", [0, 1])
def test_station_build__only_where_there_is_none(seat: int) -> None:
    table = europe()
    table.give(0, red=3)
    table.station(seat, "wien")
    move = BuildStation(table.board.city("wien"), table.cards(red=2 if seat == 0 else 1))
    assert table.refused(0, move).rule == "station.build"
    cities = {move.city for move in table.moves(0) if isinstance(move, BuildStation)}
    assert cities == set(range(len(table.board.cities))) - {table.board.city("wien")}


def test_station_build__in_any_city_even_with_no_claimed_route() -> None:
    table = europe()
    table.give(0, red=1)
    table.own(1, "berlin-wien")
    cities = {move.city for move in table.moves(0) if isinstance(move, BuildStation)}
    assert cities == set(range(47))
    table.build(0, "lisboa", red=1)
    assert table.game.view().building[table.board.city("lisboa")] == 0


@pytest.mark.parametrize(
    ("built", "payments"),
    [
        (0, [{"red": 1}, {"blue": 1}, {"wild": 1}]),
        (1, [{"red": 2}, {"red": 1, "wild": 1}, {"blue": 1, "wild": 1}, {"wild": 2}]),
        (2, [{"red": 3}, {"red": 2, "wild": 1}, {"red": 1, "wild": 2}, {"blue": 1, "wild": 2}, {"wild": 3}]),
    ],
)
def test_station_build__cards_of_one_colour_and_wilds(built: int, payments: list[dict[str, int]]) -> None:
    table = europe()
    table.give(0, red=3, blue=1, wild=3)
    for city in ("wien", "paris")[:built]:
        table.station(0, city)
    listed = [move.cards for move in table.moves(0) if isinstance(move, BuildStation) and move.city == 0]
    assert sorted(listed) == sorted(table.cards(**payment) for payment in payments)
    for payment in payments:
        game = table.game.copy()
        game.apply(0, BuildStation(0, table.cards(**payment)))
        assert game.view().discard == table.cards(**payment)


def test_station_build__not_with_two_colours_or_cards_not_held() -> None:
    table = europe()
    table.give(0, red=1, blue=1)
    table.station(0, "wien")
    for payment in ({"red": 1, "blue": 1}, {"red": 2}, {"red": 1, "wild": 1}):
        move = BuildStation(table.board.city("paris"), table.cards(**payment))
        assert table.refused(0, move).rule == "station.build"


def test_station_build__one_in_a_turn() -> None:
    table = europe()
    table.give(0, red=5)
    table.build(0, "wien", red=1)
    move = BuildStation(table.board.city("paris"), table.cards(red=2))
    assert table.refused(0, move).rule == "turn.one-action"


# Stations: what they are good for.


def borrowed(table: Table, seat: int = 0) -> list[str | None]:
    """What a seat borrows, in order of the cities with its stations."""
    routes = table.finish().sheet.borrowed[seat]
    return [None if route == NONE else table.board.routes[route].id for route in routes]


def completed(table: Table, seat: int = 0) -> set[str]:
    sheet = table.finish().sheet
    held = table.game.view(seat).tickets[seat]
    assert held is not None
    return {table.board.tickets[ticket].id for ticket in held if sheet.done[ticket]}


def test_station_use__a_route_of_another_player_into_the_city() -> None:
    for city, done in (("kobenhavn", True), ("essen", True), ("frankfurt", False), ("berlin", False)):
        table = europe(3)
        table.tickets(0, "frankfurt-kobenhavn")
        table.own(0, "essen-frankfurt")
        table.own(2, "essen-kobenhavn")
        table.station(0, city)
        sheet = table.finish().sheet
        assert borrowed(table) == (["essen-kobenhavn"] if done else [None])
        assert sheet.ticket_points[0] == (5 if done else -5)
        assert sheet.completed[0] == int(done)
        assert completed(table) == ({"frankfurt-kobenhavn"} if done else set())


def test_station_use__a_choice_must_be_a_route_that_can_be_borrowed() -> None:
    table = Table("europe", 2)
    table.station(0, "paris")
    table.own(1, "frankfurt-paris", "berlin-frankfurt")
    table.own(0, "brest-paris")
    paris, berlin = table.board.city("paris"), table.board.city("berlin")
    lent = table.board.route("frankfurt-paris")
    table.finish()
    table.game.check_stations({0: {paris: lent}})
    table.game.check_stations({0: {paris: None}})
    refused: dict[str, dict[int, int | None]] = {
        "route-elsewhere": {paris: table.board.route("berlin-frankfurt")},
        "route-not-lent": {paris: table.board.route("brest-paris")},
        "unknown-route": {paris: len(table.board.routes)},
        "no-station": {berlin: lent},
    }
    for code, choice in refused.items():
        with pytest.raises(IllegalMove) as error:
            table.game.standings({0: choice})
        assert (error.value.code, error.value.rule) == (code, "station.use")


def test_station_use__not_without_a_station_of_ones_own() -> None:
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt")
    table.own(1, "essen-kobenhavn")
    table.station(1, "essen")
    assert borrowed(table) == []
    assert table.finish().sheet.ticket_points[0] == -5


def test_station_use__a_route_nobody_holds_cannot_be_used() -> None:
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt")
    table.station(0, "essen")
    assert borrowed(table) == [None]
    assert completed(table) == set()


def test_station_use__one_route_for_each_station() -> None:
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(1, "essen-frankfurt", "essen-kobenhavn")
    table.station(0, "essen")
    assert completed(table) == set()
    table.station(0, "kobenhavn")
    assert completed(table) == {"frankfurt-kobenhavn"}
    # In order of cities: Essen lends one, København the other.
    assert borrowed(table) == ["essen-frankfurt", "essen-kobenhavn"]


def test_station_use__three_stations_make_a_chain() -> None:
    table = europe()
    table.tickets(0, "palermo-constantinople")
    table.own(1, "palermo-smyrna", "constantinople-smyrna")
    table.station(0, "palermo")
    table.station(0, "wien")
    assert completed(table) == set()
    table.station(0, "constantinople")
    assert completed(table) == {"palermo-constantinople"}
    assert borrowed(table) == ["constantinople-smyrna", "palermo-smyrna", None]


def test_station_use__the_same_route_for_all_tickets() -> None:
    table = europe()
    # London reaches Berlin by one route of the other player, Moskva by another; one station lends only one.
    table.tickets(0, "london-berlin", "berlin-moskva")
    table.own(0, "amsterdam-london", "amsterdam-essen", "danzig-riga", "riga-wilno", "smolensk-wilno")
    table.own(0, "moskva-smolensk")
    table.own(1, "berlin-essen", "berlin-danzig")
    table.station(0, "berlin")
    assert completed(table) == {"berlin-moskva"}
    assert borrowed(table) == ["berlin-danzig"]
    assert table.finish().sheet.ticket_points[0] == 12 - 7


def test_station_use__one_route_may_serve_several_tickets() -> None:
    table = europe()
    table.tickets(0, "london-berlin", "frankfurt-kobenhavn")
    table.own(0, "amsterdam-london", "amsterdam-essen", "essen-kobenhavn", "berlin-frankfurt")
    table.own(1, "berlin-essen")
    table.station(0, "berlin")
    assert completed(table) == {"london-berlin", "frankfurt-kobenhavn"}
    assert table.finish().sheet.ticket_points[0] == 12


def test_station_use__two_stations_at_one_route() -> None:
    # Both may use it; one of them is enough, and the earlier city then uses none.
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt")
    table.own(1, "essen-kobenhavn")
    table.station(0, "essen")
    table.station(0, "kobenhavn")
    assert completed(table) == {"frankfurt-kobenhavn"}
    assert borrowed(table) == [None, "essen-kobenhavn"]


def test_station_use__none_where_nothing_is_gained() -> None:
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn", "london-berlin")
    table.own(0, "essen-frankfurt", "essen-kobenhavn")
    table.own(1, "essen-kobenhavn/2", "berlin-essen")
    table.station(0, "essen")
    assert completed(table) == {"frankfurt-kobenhavn"}
    assert borrowed(table) == [None]


def test_station_use__chosen_at_the_end() -> None:
    # The station stands before the route is there, and serves a route that is claimed later.
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt")
    table.give(0, red=1)
    table.give(1, wild=1, blue=2)
    table.build(0, "essen", red=1)
    assert table.game.standings().sheet.ticket_points[0] == -5
    table.claim(1, "essen-kobenhavn", wild=1, blue=2)
    assert completed(table) == {"frankfurt-kobenhavn"}


def choice_at_berlin(*tickets: str, east: str) -> Table:
    """A station in Berlin that lends either the way west (London, København) or one of the ways east (Smolensk)."""
    table = europe()
    table.tickets(0, *tickets)
    table.own(0, "amsterdam-london", "amsterdam-essen", "essen-kobenhavn", "berlin-frankfurt")
    table.own(0, "danzig-riga", "riga-wilno", "warszawa-wilno", "smolensk-wilno", "moskva-smolensk")
    table.own(1, "berlin-essen", east)
    table.station(0, "berlin")
    return table


def test_station_use__most_points_come_first() -> None:
    # One ticket of 13 to the east against two of 12 together to the west, which has the lower number too.
    table = choice_at_berlin("frankfurt-smolensk", "london-berlin", "frankfurt-kobenhavn", east="berlin-warszawa")
    assert borrowed(table) == ["berlin-warszawa"]
    assert completed(table) == {"frankfurt-smolensk"}
    assert table.finish().sheet.ticket_points[0] == 13 - 12


def test_station_use__then_most_tickets() -> None:
    # Twelve points either way: one ticket to the east, with the lower number, or two to the west.
    table = choice_at_berlin("berlin-moskva", "london-berlin", "frankfurt-kobenhavn", east="berlin-danzig")
    assert table.board.route("berlin-danzig") < table.board.route("berlin-essen")
    assert borrowed(table) == ["berlin-essen"]
    assert table.finish().sheet.completed[0] == 2
    assert table.finish().sheet.ticket_points[0] == 0


def test_station_use__then_the_lowest_route_number() -> None:
    table = europe(4)
    table.tickets(0, "london-berlin")
    table.own(0, "amsterdam-london", "amsterdam-frankfurt")
    table.own(3, "berlin-frankfurt")
    table.own(1, "berlin-frankfurt/2")
    table.station(0, "berlin")
    assert borrowed(table) == ["berlin-frankfurt"]


# Stations: those left.


@pytest.mark.parametrize(("built", "points"), [(0, 12), (1, 8), (2, 4), (3, 0)])
def test_station_kept__four_points_each(built: int, points: int) -> None:
    table = europe()
    table.give(0, red=6)
    for price, city in enumerate(("wien", "paris", "roma")[:built], start=1):
        table.to_move(0)
        table.build(0, city, red=price)
    standings = table.finish()
    assert dict(standings.lines)["unused"] == [points, 12]
    assert standings.totals[0] - standings.sheet.ticket_points[0] == points


# The longest path.


def longest(table: Table, seat: int = 0) -> int:
    return table.finish().sheet.longest(seat)


def test_path_longest__is_unbranched() -> None:
    table = europe()
    # Three branches at Wien, of 4, 3 and 2 spaces: a path takes two of them.
    table.own(0, "warszawa-wien", "berlin-wien", "wien-zagrab")
    assert longest(table) == 7


def test_path_longest__is_continuous() -> None:
    table = europe()
    table.own(0, "warszawa-wien", "lisboa-madrid", "cadiz-madrid")
    assert longest(table) == 6


def test_path_longest__counts_spaces_not_routes() -> None:
    table = europe()
    table.own(0, "petrograd-stockholm")
    table.own(1, "amsterdam-bruxelles", "bruxelles-paris", "dieppe-paris", "budapest-wien")
    assert [longest(table, seat) for seat in (0, 1)] == [8, 4]
    assert dict(table.finish().lines)["longest"] == [10, 0]


def test_path_longest__may_loop_and_pass_a_city_again() -> None:
    table = europe()
    # A round of 1 + 2 + 2 spaces through Wien, and 4 more out of it: Wien is passed twice.
    table.own(0, "budapest-wien", "budapest-zagrab", "wien-zagrab", "warszawa-wien")
    assert longest(table) == 9
    # With 4 + 3 spaces that lead back to Wien it is a figure of eight, and still one path.
    table.own(0, "berlin-warszawa", "berlin-wien")
    assert longest(table) == 16


def test_path_longest__uses_no_route_twice() -> None:
    table = europe()
    # A round with two tails at different cities: going along one side of it again is not allowed.
    table.own(0, "budapest-wien", "budapest-zagrab", "wien-zagrab", "warszawa-wien", "venezia-zagrab")
    assert longest(table) == 9
    # A single route is walked once, not there and back.
    table.own(1, "petrograd-stockholm")
    assert longest(table, 1) == 8


def test_path_longest__is_of_ones_own_routes() -> None:
    table = europe()
    table.own(0, "warszawa-wien", "berlin-danzig")
    table.own(1, "berlin-warszawa", "danzig-warszawa")
    table.station(0, "warszawa")
    table.tickets(0, "stockholm-wien")
    assert longest(table) == 4


def test_path_longest__borrowed_routes_do_not_count() -> None:
    table = europe()
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt", "kobenhavn-stockholm")
    table.own(1, "essen-kobenhavn")
    table.station(0, "essen")
    assert borrowed(table) == ["essen-kobenhavn"]
    assert longest(table) == 3


def test_path_longest__ten_points_for_all_who_tie() -> None:
    table = europe(3)
    table.own(0, "warszawa-wien")
    table.own(1, "essen-frankfurt", "berlin-essen")
    table.own(2, "essen-kobenhavn")
    assert dict(table.finish().lines)["longest"] == [10, 10, 0]


def test_path_longest__one_winner_takes_ten() -> None:
    table = europe(3)
    table.own(0, "budapest-kyiv")
    table.own(1, "essen-frankfurt", "berlin-essen")
    standings = table.finish()
    assert dict(standings.lines)["longest"] == [10, 0, 0]
    assert standings.totals[0] == 10 + 12


def test_path_longest__nobody_without_a_route() -> None:
    assert dict(europe().finish().lines)["longest"] == [0, 0]
