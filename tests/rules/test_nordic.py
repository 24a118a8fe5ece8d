"""The rules of the Nordic Countries: wilds for ferries and tunnels only, and cards that stand in for others."""

from random import Random

import pytest

from kolej.engine.core.cards import WILD, Cards
from kolej.engine.core.state import NONE
from kolej.engine.errors import IllegalMove
from kolej.engine.knowledge.events import DeckReshuffled, RouteClaimed, TunnelCardTurned, redact
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, DrawBlind, Move, PayCard, RefuseTunnel, TopUp
from tests.support.arranged_game import Table, cleared, owner, trains

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")

FERRY = "kristiansand-stavanger/2"
"""Three orange spaces, one of them with a symbol."""
GRAY_FERRY = "alborg-goteborg"
"""Two gray spaces, one of them with a symbol."""
TINY_FERRY = "arhus-kobenhavn"
"""A single space, with a symbol."""
TUNNEL = "kristiansand-stavanger"
"""Two green spaces."""
ARCTIC = "lieksa-murmansk"
"""Nine gray spaces."""


def nordic(seats: int = 2) -> Table:
    return cleared("nordic", seats)


def discards(table: Table) -> Cards:
    return table.game.view().discard


def stand_ins(table: Table, route: str) -> set[int]:
    """The numbers of stand-ins with which a payment for this route may begin."""
    number = table.board.route(route)
    return {move.stand_ins for move in table.moves(0) if isinstance(move, BeginStandIns) and move.route == number}


def pays(route: str, hand: dict[str, int], **paid: int) -> bool:
    """Whether these cards claim this route; if so exactly these are discarded, if not the right rule is named."""
    table = nordic()
    table.give(0, **hand)
    move = ClaimRoute(table.board.route(route), table.cards(**paid))
    rules = {"ferry": "ferry.three-for-one", "tunnel": "tunnel.no-substitute", "arctic": "set.four-for-one"}
    try:
        table.play(0, move)
    except IllegalMove:
        assert table.refused(0, move).rule == rules[table.board.routes[move.route].kind]
        return False
    assert owner(table, route) == 0
    assert discards(table) == table.cards(**paid)
    assert table.turn_of == 1
    return True


# Wilds have their places.


@pytest.mark.parametrize("wilds", [1, 2, 3])
@pytest.mark.parametrize("route", ["boden-kiruna", "goteborg-norrkoping"])
def test_wild_special_only__never_on_plain_routes(route: str, wilds: int) -> None:
    table = nordic()
    table.give(0, wild=3, black=3)
    assert table.refused_claim(0, route, wild=wilds, black=3 - wilds).rule == "wild.special-only"
    assert table.payments(route) == {table.cards(black=3)}


def test_wild_special_only__not_one_plain_route_takes_one() -> None:
    table = nordic()
    table.give(0, wild=14, **dict.fromkeys(COLORS, 6))
    plain = {number for number, route in enumerate(table.board.routes) if route.kind == "plain"}
    claims = [move for move in table.moves(0) if isinstance(move, ClaimRoute) and move.route in plain]
    assert {move.route for move in claims} == plain
    assert not any(move.cards[WILD] for move in claims)
    assert not any(isinstance(move, BeginStandIns) and move.route in plain for move in table.moves(0))


def test_wild_special_only__they_pay_on_ferries_and_in_tunnels() -> None:
    table = nordic()
    table.give(0, wild=3, orange=2, green=2)
    assert table.payments(FERRY) == {
        table.cards(wild=1, orange=2),
        table.cards(wild=2, orange=1),
        table.cards(wild=3),
    }
    assert table.payments(TUNNEL) == {
        table.cards(green=2),
        table.cards(green=1, wild=1),
        table.cards(wild=2),
    }


def test_wild_special_only__on_the_longest_route_only_among_four() -> None:
    hand = {"green": 9, "wild": 9, "red": 4}
    assert not pays(ARCTIC, hand, green=8, wild=1)
    assert not pays(ARCTIC, hand, green=7, wild=1, red=4)
    assert not pays(ARCTIC, hand, wild=9)
    assert pays(ARCTIC, hand, green=8, wild=4)


# Ferries: any three cards for one wild.


def test_ferry_three_for_one__a_wild_for_each_symbol() -> None:
    # The worked example, Stavanger–Kristiansand: at least one wild beside the orange cards.
    hand = {"orange": 9, "wild": 3}
    assert pays(FERRY, hand, wild=1, orange=2)
    assert pays(FERRY, hand, wild=2, orange=1)
    assert pays(FERRY, hand, wild=3)
    assert not pays(FERRY, hand, orange=3)


@pytest.mark.parametrize(
    "three",
    [
        {"red": 3},
        {"red": 1, "blue": 1, "black": 1},
        {"red": 2, "wild": 1},
        {"wild": 3},
        {"red": 1, "orange": 2},
        {"orange": 3},
    ],
)
def test_ferry_three_for_one__any_three_cards_alike_or_not(three: dict[str, int]) -> None:
    hand = {"orange": 5, "wild": 3, "red": 3, "blue": 1, "black": 1}
    assert pays(FERRY, hand, **(three | {"orange": 2 + three.get("orange", 0)}))


@pytest.mark.parametrize(
    ("paid", "allowed"),
    [
        # Two stand-ins and one card: the second stand-in replaces a wild that stood in for a card of the colour.
        ({"orange": 1, "red": 6}, True),
        ({"wild": 1, "red": 6}, True),
        # Three stand-ins and nothing else.
        ({"red": 9}, True),
        ({"red": 4, "blue": 4, "black": 1}, True),
        # One stand-in beside cards that are not of the ferry's colour.
        ({"red": 5}, False),
        ({"orange": 1, "red": 4}, False),
        # The number has to be exact: three cards, or two more for each stand-in.
        ({"orange": 2, "red": 2}, False),
        ({"orange": 2, "red": 4}, False),
        ({"wild": 1, "orange": 2, "red": 1}, False),
        ({"orange": 2, "red": 6}, False),
        ({"red": 8}, False),
        ({"red": 10}, False),
        # Five cards would be enough for two wilds if one card could be part of both stand-ins.
        ({"orange": 1, "red": 5}, False),
        # Eleven would be four stand-ins, one more than there are spaces.
        ({"red": 11}, False),
    ],
)
def test_ferry_three_for_one__exact_payments(paid: dict[str, int], allowed: bool) -> None:
    assert pays(FERRY, {"orange": 4, "wild": 2, "red": 11, "blue": 4, "black": 1}, **paid) is allowed


def test_ferry_three_for_one__a_bundle_is_never_part_of_a_bundle() -> None:
    # Five cards are no wild, even though three of them are one and two more are left.
    hand = {"red": 7, "wild": 3}
    assert pays(TINY_FERRY, hand, wild=1)
    assert pays(TINY_FERRY, hand, red=3)
    for paid in ({"red": 1}, {"red": 2}, {"wild": 1, "red": 1}, {"red": 4}, {"red": 5}, {"red": 7}, {"wild": 2}):
        assert not pays(TINY_FERRY, hand, **paid)


def test_ferry_three_for_one__any_one_colour_on_a_gray_ferry() -> None:
    hand = {"red": 4, "blue": 4, "wild": 2}
    assert pays(GRAY_FERRY, hand, red=1, blue=3)
    assert pays(GRAY_FERRY, hand, red=3, blue=3)
    assert pays(GRAY_FERRY, hand, wild=1, blue=1)
    assert not pays(GRAY_FERRY, hand, red=1, blue=1)


def test_ferry_three_for_one__not_two_colours_on_a_gray_ferry() -> None:
    # Four gray spaces with two symbols: with one stand-in, three single cards are wild or of one colour.
    hand = {"red": 4, "blue": 4, "green": 1, "black": 1, "orange": 1, "wild": 2}
    ferry = "helsinki-stockholm/2"
    assert pays(ferry, hand, wild=1, red=2, blue=3)
    assert pays(ferry, hand, wild=2, red=1, blue=3)
    assert not pays(ferry, hand, red=3, blue=3)
    assert not pays(ferry, hand, wild=1, red=1, blue=1, green=1, black=1, orange=1)


def test_ferry_three_for_one__cards_of_the_colour_never_stand_for_a_symbol() -> None:
    # Five orange cards are two single ones and a stand-in; three are one too many of the colour, and no wild.
    assert pays(FERRY, {"orange": 7}, orange=5)
    assert not pays(FERRY, {"orange": 7}, orange=3)
    # Five black spaces, two with symbols: three black cards count as such, the rest only in stand-ins.
    ferry = "andalsnes-bergen"
    assert pays(ferry, {"black": 12}, black=9)
    assert not pays(ferry, {"black": 12}, black=7)
    assert pays(ferry, {"black": 6, "wild": 1}, black=6, wild=1)
    assert pays(ferry, {"black": 5, "red": 3, "wild": 1}, black=3, red=3, wild=1)
    assert not pays(ferry, {"black": 5, "red": 3, "wild": 1}, black=4, red=3)
    assert not pays(ferry, {"black": 5, "red": 3, "wild": 1}, black=5, red=2)


def test_ferry_three_for_one__one_reading_is_enough() -> None:
    # Wild and orange single with orange and two red as a stand-in, or two orange single and the wild in the stand-in.
    assert pays(FERRY, {"wild": 1, "orange": 2, "red": 2}, wild=1, orange=2, red=2)
    assert pays(FERRY, {"wild": 2, "orange": 1, "red": 2}, wild=2, orange=1, red=2)


def test_ferry_three_for_one__pieces_and_points_go_by_length() -> None:
    table = nordic()
    table.give(0, red=9)
    events = table.claim(0, FERRY, red=9)
    assert [event.cards for event in events if isinstance(event, RouteClaimed)] == [table.cards(red=9)]
    assert trains(table) == 40 - 3
    assert table.game.view().points[0] == 4
    assert table.hand_of(0) == {}


@pytest.mark.parametrize(
    ("hand", "numbers"),
    [
        ({"orange": 2, "red": 2}, set()),
        ({"orange": 2, "red": 3}, {1}),
        ({"orange": 3, "wild": 1}, set()),
        ({"orange": 4, "wild": 1}, {1}),
        ({"orange": 1, "red": 5}, set()),
        ({"orange": 1, "red": 6}, {2}),
        ({"orange": 2, "red": 5}, {1, 2}),
        ({"red": 8}, set()),
        ({"red": 9}, {3}),
        ({"orange": 3, "red": 9, "wild": 3}, {1, 2, 3}),
    ],
)
def test_ferry_three_for_one__bundles_are_offered_if_the_hand_has_them(hand: dict[str, int], numbers: set[int]) -> None:
    table = nordic()
    table.give(0, **hand)
    assert stand_ins(table, FERRY) == numbers
    for number in {0, 1, 2, 3, 4} - numbers:
        move = BeginStandIns(table.board.route(FERRY), number)
        assert table.refused(0, move).rule == "ferry.three-for-one"


def compose(table: Table, route: str, number: int, *cards: str) -> None:
    table.play(0, BeginStandIns(table.board.route(route), number))
    for card in cards:
        table.play(0, PayCard(table.kind(card)))


def test_ferry_three_for_one__card_by_card_or_at_once() -> None:
    one, other = nordic(), nordic()
    for table in (one, other):
        table.give(0, orange=3, red=2, wild=1, black=2)
    one.claim(0, FERRY, orange=2, red=2, wild=1)
    compose(other, FERRY, 1, "wild", "orange", "orange", "red", "red")
    assert one.game.fingerprint() == other.game.fingerprint()
    assert owner(other, FERRY) == 0
    assert other.hand_of(0) == {"orange": 1, "black": 2}


def test_ferry_three_for_one__only_cards_that_lead_to_a_payment_are_offered() -> None:
    table = nordic()
    table.give(0, orange=2, red=4, blue=2)
    compose(table, FERRY, 1)
    # With one stand-in both orange cards are needed, and kinds come in order: purple, blue, orange, ... red.
    assert table.moves(0) == [PayCard(table.kind("blue")), PayCard(table.kind("orange"))]
    assert table.refused(0, PayCard(table.kind("red"))).rule == "ferry.three-for-one"
    assert table.refused(0, PayCard(table.kind("wild"))).rule == "ferry.three-for-one"
    table.play(0, PayCard(table.kind("orange")))
    assert table.moves(0) == [PayCard(table.kind("orange"))]
    table.play(0, PayCard(table.kind("orange")))
    assert table.moves(0) == [PayCard(table.kind("red"))]
    assert table.refused(0, PayCard(table.kind("blue"))).rule == "claim.choice"
    for _ in range(3):
        table.play(0, PayCard(table.kind("red")))
    assert owner(table, FERRY) == 0
    assert discards(table) == table.cards(orange=2, red=3)


def test_ferry_three_for_one__nothing_else_while_composing() -> None:
    table = nordic()
    table.give(0, orange=3, red=4)
    compose(table, FERRY, 1, "orange")
    others: list[Move] = [DrawBlind(), BeginStandIns(table.board.route(FERRY), 1), RefuseTunnel()]
    for move in others:
        assert table.refused(0, move).rule == "claim.choice"
    assert table.refused(1, PayCard(table.kind("red"))).rule == "turn.one-action"


@pytest.mark.parametrize(("route", "number", "paid"), [(FERRY, 2, {"orange": 1, "red": 6}), (ARCTIC, 1, {"red": 12})])
def test_ferry_three_for_one__nobody_else_sees_it_before_the_last_card(
    route: str, number: int, paid: dict[str, int]
) -> None:
    table = nordic(3)
    table.give(0, orange=2, red=12)
    before = {viewer: table.game.view(viewer) for viewer in (1, 2, None)}
    moves: list[Move] = [BeginStandIns(table.board.route(route), number)]
    moves += [PayCard(table.kind(card)) for card, count in paid.items() for _ in range(count)]
    for move in moves[:-1]:
        events = table.play(0, move)
        assert events
        for viewer, view in before.items():
            assert table.game.view(viewer) == view
            assert [redact(event, viewer) for event in events] == [None] * len(events)
        # The seat itself sees how far it has come.
        assert [redact(event, 0) for event in events] == events
    assert sum(table.game.view(0).laid) == len(moves) - 2
    events = table.play(0, moves[-1])
    assert all(redact(event, 1) is not None for event in events)
    for viewer in before:
        view = table.game.view(viewer)
        assert view.owner[table.board.route(route)] == 0
        assert view.discard == table.cards(**paid)
        assert sum(view.laid) == 0


def test_ferry_three_for_one__at_once_others_see_the_claim_alone() -> None:
    table = nordic()
    table.give(0, orange=2, red=3)
    events = table.claim(0, FERRY, orange=2, red=3)
    for viewer in (1, None):
        shown = [event for event in (redact(event, viewer) for event in events) if event is not None]
        assert isinstance(shown[0], RouteClaimed)
        assert shown[0].hand is None


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("route", ["mo_i_rana-trondheim/2", "andalsnes-bergen", ARCTIC])
def test_ferry_three_for_one__composing_always_comes_to_an_end(route: str, seed: int) -> None:
    rng = Random(seed)
    table = nordic()
    table.give(
        0,
        wild=rng.randrange(5),
        **{color: rng.randrange(6) for color in COLORS},
    )
    number = table.board.route(route)
    begun = [move for move in table.moves(0) if isinstance(move, BeginStandIns) and move.route == number]
    for move in begun:
        game = table.game.copy()
        game.apply(0, move)
        while game.view().owner[number] == NONE:
            game.apply(0, rng.choice(game.legal(0)))
        length, size = (9, 4) if route == ARCTIC else (table.board.routes[number].length, 3)
        assert sum(game.view().discard) == length + (size - 1) * move.stand_ins


# Tunnels: as in Europe, and nothing stands in.


@pytest.mark.parametrize(
    ("paid", "turned", "due"),
    [
        # The three worked examples.
        ({"green": 2}, "green", [{"green": 1}, {"wild": 1}]),
        ({"green": 2}, "wild", [{"green": 1}, {"wild": 1}]),
        ({"wild": 2}, "wild", [{"wild": 1}]),
        # Wilds need not fear the colour of the tunnel.
        ({"wild": 2}, "green", []),
        ({"green": 1, "wild": 1}, "green", [{"green": 1}, {"wild": 1}]),
        ({"green": 2}, "blue", []),
    ],
)
def test_tunnel_no_substitute__works_as_in_europe(paid: dict[str, int], turned: str, due: list[dict[str, int]]) -> None:
    table = nordic()
    table.give(0, green=4, wild=4)
    table.stack("red", turned, "black")
    table.claim(0, TUNNEL, **paid)
    if due:
        moves: list[Move] = [RefuseTunnel(), *(TopUp(table.cards(**each)) for each in due)]
        assert table.moves(0) == moves
        table.top_up(0, **due[-1])
    assert owner(table, TUNNEL) == 0
    assert trains(table) == 40 - 2


@pytest.mark.parametrize("paid", [{"green": 1, "red": 3}, {"green": 4}, {"wild": 1, "red": 3}, {"red": 6}])
def test_tunnel_no_substitute__not_in_the_payment(paid: dict[str, int]) -> None:
    assert not pays(TUNNEL, {"green": 4, "red": 9, "wild": 3}, **paid)


def test_tunnel_no_substitute__no_bundles_are_offered() -> None:
    table = nordic()
    table.give(0, green=6, red=9, wild=3)
    assert stand_ins(table, TUNNEL) == set()
    assert table.refused(0, BeginStandIns(table.board.route(TUNNEL), 1)).rule == "tunnel.no-substitute"


@pytest.mark.parametrize("paid", ["green", "wild"])
def test_tunnel_no_substitute__not_in_what_is_due(paid: str) -> None:
    table = nordic()
    table.give(0, red=9, blue=3, **{paid: 2})
    table.stack("wild", "black", "black")
    table.claim(0, TUNNEL, **{paid: 2})
    assert table.moves(0) == [RefuseTunnel()]
    assert table.refused(0, TopUp(table.cards(red=3))).rule == "tunnel.reveal"
    table.play(0, RefuseTunnel())
    assert table.hand_of(0) == {"red": 9, "blue": 3, paid: 2}
    assert table.turn_of == 1


def test_tunnel_no_substitute__few_cards_to_turn_up_as_in_europe() -> None:
    table = nordic()
    table.give(0, green=3)
    table.hoard(1, keep=2)
    table.discard(red=1)
    events = table.claim(0, TUNNEL, green=2)
    # One card from the deck and the only discard; what was laid down stays where it is.
    reshuffled = [event.deck for event in events if isinstance(event, DeckReshuffled)]
    assert reshuffled == [table.cards(red=1), table.cards(green=2, red=2)]
    assert len([event for event in events if isinstance(event, TunnelCardTurned)]) == 2
    assert owner(table, TUNNEL) == 0


# Murmansk–Lieksa: any four cards for one.

RICH = {"green": 12, "red": 6, "blue": 5, "wild": 9}


def test_set_four_for_one__seven_green_and_any_eight_others() -> None:
    table = nordic()
    table.give(0, green=7, red=3, blue=3, wild=2)
    table.claim(0, ARCTIC, green=7, red=3, blue=3, wild=2)
    assert owner(table, ARCTIC) == 0
    assert trains(table) == 40 - 9
    assert table.game.view().points[0] == 27
    assert discards(table) == table.cards(green=7, red=3, blue=3, wild=2)
    assert table.hand_of(0) == {}


@pytest.mark.parametrize("color", COLORS)
def test_set_four_for_one__nine_of_any_one_colour(color: str) -> None:
    assert pays(ARCTIC, {color: 9}, **{color: 9})


@pytest.mark.parametrize(
    ("paid", "allowed"),
    [
        # Four of any kind: other colours, wilds, the chosen colour itself.
        ({"green": 8, "red": 4}, True),
        ({"green": 8, "red": 2, "blue": 1, "wild": 1}, True),
        ({"green": 8, "wild": 4}, True),
        ({"green": 12}, True),
        # Never a wild alone, never three cards, never two colours.
        ({"green": 8, "wild": 1}, False),
        ({"wild": 9}, False),
        ({"green": 8, "red": 3}, False),
        ({"green": 8, "wild": 3}, False),
        ({"green": 5, "red": 4}, False),
        # With one stand-in eight cards must be green; seven are too few, whatever else there is.
        ({"green": 7, "red": 5}, False),
        ({"green": 7, "wild": 5}, False),
        # The number is exact.
        ({"green": 10}, False),
        ({"green": 8, "red": 5}, False),
        ({"green": 7, "red": 6, "blue": 1}, False),
        ({"green": 7, "red": 6, "blue": 3}, False),
        # Any number of times.
        ({"green": 7, "red": 4, "wild": 4}, True),
        ({"green": 6, "red": 6, "blue": 5, "wild": 1}, True),
        ({"green": 5, "red": 6, "blue": 5, "wild": 5}, True),
        # Any of the colours may be the one that was chosen: here only red has five single cards.
        ({"green": 4, "red": 6, "blue": 4, "wild": 7}, True),
        ({"green": 4, "red": 4, "blue": 4, "wild": 9}, False),
    ],
)
def test_set_four_for_one__exact_payments(paid: dict[str, int], allowed: bool) -> None:
    assert pays(ARCTIC, RICH, **paid) is allowed


def test_set_four_for_one__nine_bundles_and_no_set_at_all() -> None:
    hand = {"wild": 4, **dict.fromkeys(COLORS, 4)}
    table = nordic()
    table.give(0, **hand)
    # Four cards of a colour leave five spaces for stand-ins, and all nine may be filled by stand-ins.
    assert stand_ins(table, ARCTIC) == {5, 6, 7, 8, 9}
    table.claim(0, ARCTIC, **hand)
    assert owner(table, ARCTIC) == 0
    assert sum(table.game.view().discard) == 36


def test_set_four_for_one__card_by_card_or_at_once() -> None:
    one, other = nordic(), nordic()
    for table in (one, other):
        table.give(0, green=8, red=4, wild=4)
    one.claim(0, ARCTIC, green=7, red=4, wild=4)
    compose(other, ARCTIC, 2, *["wild"] * 4, *["green"] * 7, *["red"] * 4)
    assert one.game.fingerprint() == other.game.fingerprint()


def test_set_four_for_one__bundles_are_offered_if_the_hand_has_them() -> None:
    for hand, numbers in (
        ({"green": 8, "red": 3}, set()),
        ({"green": 8, "red": 4}, {1}),
        ({"green": 7, "wild": 5}, set()),
        ({"green": 7, "red": 4, "blue": 4}, {2}),
        # Eight red cards and four of the green ones.
        ({"green": 7, "red": 8}, {1, 2}),
        ({"green": 9, "red": 6}, {1, 2}),
    ):
        table = nordic()
        table.give(0, **hand)
        assert stand_ins(table, ARCTIC) == numbers
        for number in {0, 1, 2, 3, 9, 10} - numbers:
            move = BeginStandIns(table.board.route(ARCTIC), number)
            assert table.refused(0, move).rule == "set.four-for-one"


def test_set_four_for_one__nowhere_else() -> None:
    table = nordic()
    table.give(0, blue=8, red=4, wild=4)
    # Five blue spaces, and a plain route like any other.
    assert table.refused_claim(0, "kirkenes-rovaniemi", blue=4, red=4).rule == "claim.set"
    assert stand_ins(table, "kirkenes-rovaniemi") == set()


# Most tickets completed.


def test_tickets_most__ten_points() -> None:
    table = nordic(3)
    # Two small tickets are more than one great one.
    table.tickets(0, "tampere-tallinn", "helsinki-lieksa")
    table.own(0, "helsinki-tampere", "helsinki-tallinn", "helsinki-lahti", "kuopio-lahti", "kuopio-lieksa")
    table.tickets(1, "stockholm-kobenhavn")
    table.own(1, "norrkoping-stockholm", "karlskrona-norrkoping", "karlskrona-kobenhavn")
    table.tickets(2)
    standings = table.finish()
    assert list(standings.sheet.completed) == [2, 1, 0]
    assert dict(standings.lines)["most-tickets"] == [10, 0, 0]
    assert standings.totals == [8 + 10, 6, 0]


def test_tickets_most__only_completed_ones_count() -> None:
    table = nordic()
    table.tickets(0, "tampere-tallinn", "helsinki-lieksa", "oslo-vaasa")
    table.tickets(1, "tampere-boden", "stockholm-imatra")
    table.own(0, "helsinki-tampere", "helsinki-tallinn")
    table.own(1, "norrkoping-stockholm", "stockholm-turku", "helsinki-turku", "helsinki-imatra")
    table.own(1, "tampere-turku", "tampere-vaasa", "umea-vaasa", "boden-umea")
    standings = table.finish()
    assert list(standings.sheet.completed) == [1, 2]
    assert dict(standings.lines)["most-tickets"] == [0, 10]


def test_tickets_most__all_who_tie_get_it() -> None:
    table = nordic(3)
    table.tickets(0, "tampere-tallinn")
    table.own(0, "helsinki-tampere", "helsinki-tallinn")
    table.tickets(1, "oslo-stockholm")
    table.own(1, "orebro-oslo", "orebro-stockholm")
    table.tickets(2, "kobenhavn-murmansk")
    assert dict(table.finish().lines)["most-tickets"] == [10, 10, 0]


def test_tickets_most__nobody_without_a_completed_ticket() -> None:
    table = nordic()
    table.tickets(0, "kobenhavn-murmansk")
    table.tickets(1)
    standings = table.finish()
    assert dict(standings.lines)["most-tickets"] == [0, 0]
    assert standings.totals == [-24, 0]
