"""Claiming a route: what it costs, which pieces it takes, what it closes and what it scores."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.engine.board.model import Board, Route
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import MOST_KINDS, Cards
from kolej.engine.errors import IllegalMove
from kolej.engine.knowledge.events import RouteClaimed
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, DrawBlind, DrawTickets, Pass, PayCard, RefuseTunnel
from tests.support.arranged_game import Table

EDITIONS = ("new_york", "berlin", "europe", "nordic", "japan")
MOST_SEATS = {"new_york": 4, "berlin": 4, "europe": 5, "nordic": 3, "japan": 5}
# The number of seats from which on both routes of a double are used.
BOTH_FROM = {"new_york": 3, "berlin": 3, "europe": 4, "nordic": 3, "japan": 4}
PIECES = {
    "new_york": {"taxi": 15},
    "berlin": {"tram": 11, "subway": 5},
    "europe": {"train": 45, "station": 3},
    "nordic": {"train": 40},
    "japan": {"train": 20},
}
CITY_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}
POINTS = {
    "new_york": CITY_POINTS,
    "europe": {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
    "nordic": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27},
    "japan": {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
}
SUBWAY_POINTS = {2: 1, 3: 3, 4: 5}


def bare(edition: str, seats: int) -> Table:
    """A table with empty hands and five different colours in the display: the rest of the cards can be given."""
    table = Table(edition, seats)
    for seat in range(seats):
        table.give(seat)
    table.show(*table.board.colors[:5])
    return table


def price(table: Table, name: str) -> dict[str, int]:
    """A payment that every edition takes: cards of the route's colour, and no more wilds than it has symbols."""
    route = table.board.routes[table.board.route(name)]
    paint = table.board.colors[0 if route.color is None else route.color - 1]
    cost = {paint: route.length - route.symbols, "wild": route.symbols}
    return {card: count for card, count in cost.items() if count}


def seize(table: Table, seat: int, name: str) -> RouteClaimed:
    """Claim a route with just the cards for it; a tunnel costs no more."""
    cost = price(table, name)
    hand_over(table, seat, **cost)
    if table.board.routes[table.board.route(name)].kind == "tunnel":
        table.stack(*[next(color for color in table.board.colors if color not in cost)] * 3)
    events = table.claim(seat, name, **cost)
    (claimed,) = [event for event in events if isinstance(event, RouteClaimed)]
    return claimed


def hand_over(table: Table, seat: int, **cards: int) -> None:
    """Let a seat hold just these cards and the others none; what was discarded is in the deck again."""
    for each in range(table.game.seats):
        table.give(each)
    for kind, count in enumerate(table.s.discard):
        table.s.deck[kind] += count
        table.s.deck_left += count
        table.s.discard[kind] = 0
    table.s.discard_left = 0
    table.to_move(seat)
    table.give(seat, **cards)


def affords(table: Table, seat: int, name: str) -> bool:
    """Whether a seat with just the cards for a route could claim it now, or begin to where it is a tunnel."""
    hand_over(table, seat, **price(table, name))
    move = ClaimRoute(table.board.route(name), table.cards(**price(table, name)))
    try:
        table.game.copy().apply(seat, move)
    except IllegalMove:
        return False
    return True


def owner(table: Table, name: str) -> int | None:
    holder = table.game.view().owner[table.board.route(name)]
    return None if holder < 0 else holder


def supply(table: Table, seat: int = 0) -> dict[str, int]:
    return dict(zip(table.t.piece_names, table.game.view().supply[seat], strict=True))


def spent(route: Route) -> tuple[str, int]:
    """Which of the seat's pieces a route takes, and how many."""
    match route.kind:
        case "bullet":
            return "train", 0
        case "subway":
            return "subway", 1
        case "tram":
            return "tram", route.length
    return "", route.length


def worth(edition: str, route: Route) -> int:
    if edition == "berlin":
        return SUBWAY_POINTS[route.length] if route.kind == "subway" else CITY_POINTS[route.length]
    return 0 if route.kind == "bullet" else POINTS[edition][route.length]


def doubles(board: Board) -> list[tuple[str, str]]:
    """All routes that share both cities, but for the pair that Japan exempts."""
    ends: dict[frozenset[int], list[str]] = {}
    for route in board.routes:
        ends.setdefault(frozenset({route.a, route.b}), []).append(route.id)
    return [(ids[0], ids[1]) for ids in ends.values() if len(ids) == 2 and ids[0] != "aomori-hakodate"]


def ways_to_hold(hand: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of this many cards out of a hand."""
    if not hand:
        if size == 0:
            yield ()
        return
    for count in range(min(hand[0], size) + 1):
        for rest in ways_to_hold(hand[1:], size - count):
            yield (count, *rest)


def pays(edition: str, route: Route, cards: tuple[int, ...]) -> bool:
    """Whether as many cards as the route is long pay for it, without stand-ins, by the text of the rules."""
    wilds, *colors = cards
    used = [color for color, count in enumerate(colors, 1) if count]
    if len(used) > 1 or (route.color is not None and used not in ([], [route.color])):
        return False
    if edition == "nordic" and route.kind in ("plain", "arctic"):
        return wilds == 0
    return wilds >= route.symbols


# claim.set


@pytest.mark.parametrize(
    ("edition", "route", "color", "other", "length"),
    [
        ("new_york", "united_nations-gramercy_park", "green", "red", 3),
        ("berlin", "schloss_bellevue-reichstag", "purple", "green", 3),
        ("europe", "lisboa-madrid", "purple", "white", 3),
        ("nordic", "kuopio-lahti", "white", "blue", 3),
        ("japan", "akita-aomori", "red", "yellow", 3),
    ],
)
def test_claim_set__exactly_as_many_cards_as_it_is_long_all_of_its_colour(
    edition: str, route: str, color: str, other: str, length: int
) -> None:
    table = bare(edition, 2)
    table.give(0, **{color: 5, other: 4})
    for wrong in (
        {color: length - 1},
        {color: length + 1},
        {other: length},
        {color: length - 1, other: 1},
        {color: length, other: 1},
        {},
    ):
        assert table.refused_claim(0, route, **wrong).rule == "claim.set"
    table.claim(0, route, **{color: length})
    assert owner(table, route) == 0
    assert table.hand_of(0) == {color: 5 - length, other: 4}


@pytest.mark.parametrize(
    ("edition", "route"),
    [
        ("new_york", "soho-wall_street"),
        ("berlin", "potsdamer_platz-gleisdreieck"),
        ("europe", "wien-zagrab"),
        ("nordic", "norrkoping-orebro"),
        ("japan", "aomori-hakodate"),
    ],
)
def test_claim_set__a_gray_route_takes_any_one_colour(edition: str, route: str) -> None:
    colors = bare(edition, 2).board.colors
    for color in colors:
        table = bare(edition, 2)
        table.give(0, **{color: 2})
        table.claim(0, route, **{color: 2})
        assert owner(table, route) == 0
        assert table.hand_of(0) == {}
    table = bare(edition, 2)
    table.give(0, **dict.fromkeys(colors, 1))
    assert table.payments(route) == set()
    rule = "bullet.claim" if edition == "japan" else "claim.set"
    assert table.refused_claim(0, route, **{colors[0]: 1, colors[1]: 1}).rule == rule


@pytest.mark.parametrize(
    ("edition", "route", "color"),
    [
        ("new_york", "united_nations-gramercy_park", "green"),
        ("berlin", "schloss_bellevue-reichstag", "purple"),
        ("europe", "lisboa-madrid", "purple"),
        ("japan", "akita-aomori", "red"),
    ],
)
@pytest.mark.parametrize("wilds", [1, 2, 3])
def test_claim_set__wilds_stand_in_for_any_card_and_for_all(edition: str, route: str, color: str, wilds: int) -> None:
    table = bare(edition, 2)
    table.give(0, wild=3, **{color: 2})
    table.claim(0, route, wild=wilds, **({color: 3 - wilds} if wilds < 3 else {}))
    assert owner(table, route) == 0
    left = {"wild": 3 - wilds, color: wilds - 1}
    assert table.hand_of(0) == {card: count for card, count in left.items() if count}


def test_claim_set__wilds_do_not_bridge_two_colours() -> None:
    table = bare("new_york", 2)
    table.give(0, wild=1, red=1, blue=1)
    assert table.refused_claim(0, "lower_east_side-brooklyn", wild=1, red=1, blue=1).rule == "claim.set"


@pytest.mark.parametrize("wilds", [1, 2])
def test_claim_set__in_nordic_wilds_stand_in_on_ferries_and_in_tunnels_only(wilds: int) -> None:
    table = bare("nordic", 2)
    cards = {"blue": 2 - wilds, "wild": wilds} if wilds < 2 else {"wild": 2}
    table.give(0, wild=2, blue=1)
    assert table.refused_claim(0, "goteborg-orebro", **cards).rule == "wild.special-only"
    assert table.refused_claim(0, "norrkoping-orebro", **cards).rule == "wild.special-only"
    assert table.payments("goteborg-orebro") == set()
    # A ferry with one symbol: the second wild stands in for the card of the colour.
    table.claim(0, "karlskrona-kobenhavn", **cards)
    assert owner(table, "karlskrona-kobenhavn") == 0
    table = bare("nordic", 2)
    table.give(0, wild=2, yellow=1)
    table.stack("red", "red", "red")
    cards = {"yellow" if card == "blue" else card: count for card, count in cards.items()}
    table.claim(0, "andalsnes-lillehammer", **cards)
    assert owner(table, "andalsnes-lillehammer") == 0


def test_claim_set__only_cards_in_the_hand_pay() -> None:
    table = bare("europe", 2)
    table.give(0, purple=2, wild=1)
    assert table.refused_claim(0, "lisboa-madrid", purple=3).rule == "claim.set"
    assert table.refused_claim(0, "lisboa-madrid", purple=1, wild=2).rule == "claim.set"
    table.give(0)
    table.give(1, purple=3)
    assert table.refused_claim(0, "lisboa-madrid", purple=3).rule == "claim.set"


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_set__cards_that_do_not_exist_pay_for_nothing(edition: str) -> None:
    table = bare(edition, 2)
    table.give(0, wild=8, blue=5, green=5)
    for number, route in enumerate(table.board.routes):
        for kind in range(table.t.kinds, MOST_KINDS):
            for wilds in range(min(2, route.length)):
                refusal = table.refused(0, ClaimRoute(number, counts.of(MOST_KINDS, kind, route.length - wilds, wilds)))
                assert "there is no card of kind" in refusal.reason


def test_claim_set__a_payment_with_more_in_it_than_cards_is_none() -> None:
    table = bare("new_york", 2)
    table.give(0, red=2)
    route = table.board.route("lincoln_center-midtown_west")
    paid = table.cards(red=2)
    # Counts beyond the last kind, on this board and on any other, and counts of less than no cards.
    many = (0,) * MOST_KINDS
    wrong = [(*paid, 1), (*paid, -1), (*paid, *many, 1), (*paid, *many, -1), (*paid, 0, 2**70)]
    wrong += [table.cards(red=2, wild=-1), table.cards(red=3, blue=-1), table.cards(red=2, blue=-(2**70))]
    for cards in wrong:
        assert table.refused(0, ClaimRoute(route, cards)).rule == "claim.set"


# claim.choice


@cache
def counting_table(edition: str) -> Table:
    """All cards but one hand in the deck: any hand can be given."""
    table = Table(edition, 2)
    table.give(0)
    table.give(1)
    table.show()
    return table


def by_the_letter(table: Table, hand: dict[str, int]) -> dict[str, set[Cards]]:
    """Every payment for every route, by trying all multisets of the hand."""
    held = table.cards(**hand)
    lengths = {route.length for route in table.board.routes}
    tries = {length: list(ways_to_hold(held, length)) for length in lengths}
    return {
        route.id: {cards for cards in tries[route.length] if pays(table.edition.id, route, cards)}
        for route in table.board.routes
    }


def as_listed(table: Table) -> dict[str, set[Cards]]:
    listed: dict[str, set[Cards]] = {route.id: set() for route in table.board.routes}
    for move in table.moves(0):
        if isinstance(move, ClaimRoute):
            assert move.cards not in listed[table.board.routes[move.route].id], "listed twice"
            listed[table.board.routes[move.route].id].add(move.cards)
    return listed


@pytest.mark.parametrize(
    ("edition", "hand"),
    [
        ("new_york", {"wild": 8, "blue": 6, "red": 2}),
        ("new_york", {"blue": 1, "green": 1, "black": 1, "purple": 1, "red": 1, "orange": 1}),
        ("berlin", {"wild": 3, "green": 4, "orange": 2}),
        ("berlin", {"wild": 4}),
        ("europe", {"wild": 9, "purple": 8}),
        ("europe", {"blue": 8, "red": 3, "wild": 1}),
        ("nordic", {"wild": 9, "red": 9}),
        ("nordic", {"wild": 6, "yellow": 4, "green": 3}),
        ("japan", {"wild": 6, "black": 6, "white": 3}),
    ],
)
def test_claim_choice__every_payment_of_a_hand_is_listed(edition: str, hand: dict[str, int]) -> None:
    table = counting_table(edition)
    table.give(0, **hand)
    listed = as_listed(table)
    assert listed == by_the_letter(table, hand)
    assert any(listed.values())


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_claim_choice__every_payment_of_any_hand_is_listed(edition: str, data: st.DataObject) -> None:
    table = counting_table(edition)
    most = 6 if len(table.board.colors) == 6 else 12
    paints = st.sampled_from(table.board.colors)
    hand = data.draw(st.dictionaries(paints, st.integers(1, most), max_size=3))
    wilds = data.draw(st.integers(0, 8 if most == 6 else 14))
    hand = {**hand, "wild": wilds} if wilds else hand
    table.give(0, **hand)
    assert as_listed(table) == by_the_letter(table, hand)


@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_claim_choice__just_the_chosen_cards_are_played(wilds: int) -> None:
    table = bare("new_york", 2)
    table.give(0, green=5, wild=2, red=1)
    payment = {"green": 3 - wilds, "wild": wilds} if wilds else {"green": 3}
    table.claim(0, "united_nations-gramercy_park", **payment)
    left = {"green": 5 - 3 + wilds, "wild": 2 - wilds, "red": 1}
    assert table.hand_of(0) == {card: count for card, count in left.items() if count}


def test_claim_choice__a_gray_route_asks_for_the_colour_to_pay_with() -> None:
    table = bare("new_york", 2)
    table.give(0, green=2, red=2)
    assert table.payments("soho-wall_street") == {table.cards(green=2), table.cards(red=2)}
    table.claim(0, "soho-wall_street", red=2)
    assert table.hand_of(0) == {"green": 2}


def test_claim_choice__nothing_is_played_for_you_even_without_a_choice() -> None:
    table = bare("new_york", 2)
    table.drop_tickets(keep=1)
    table.play(0, DrawTickets())
    assert len(table.moves(0)) == 1, "one ticket, which must be kept"
    assert table.game.to_act() == [0]
    table = bare("new_york", 2)
    table.drop_tickets()
    table.show()
    table.hoard(1)
    assert table.moves(0) == [Pass()]
    table.play(0, Pass())
    assert table.game.to_act() == [1]
    table = bare("europe", 2)
    table.give(0, blue=2)
    table.stack("blue", "red", "red")
    table.claim(0, "munchen-venezia", blue=2)
    assert table.moves(0) == [RefuseTunnel()], "no card is left to pay what is due"
    assert table.game.to_act() == [0]


def test_claim_choice__only_a_tunnel_that_costs_no_more_is_finished_by_itself() -> None:
    table = bare("europe", 2)
    table.give(0, blue=3)
    table.stack("red", "red", "red")
    table.claim(0, "munchen-venezia", blue=2)
    assert owner(table, "munchen-venezia") == 0
    assert table.turn_of == 1


def test_claim_choice__countless_payments_are_put_together_card_by_card() -> None:
    table = bare("nordic", 2)
    table.give(0, blue=2, red=4)
    ferry = table.board.route("alborg-goteborg")
    assert table.payments("alborg-goteborg") == set()
    table.play(0, BeginStandIns(ferry, 1))
    assert table.refused(0, DrawBlind()).rule == "claim.choice"
    blue, red = PayCard(table.kind("blue")), PayCard(table.kind("red"))
    assert table.moves(0) == [blue, red]
    table.play(0, red)
    # Kinds come in order, so that a payment is not listed once for every order of its cards.
    assert table.refused(0, blue).rule == "claim.choice"
    for _ in range(3):
        assert owner(table, "alborg-goteborg") is None
        table.play(0, red)
    assert owner(table, "alborg-goteborg") == 0
    assert table.hand_of(0) == {"blue": 2}
    assert table.refused(1, blue).rule == "claim.choice"


def test_claim_choice__a_whole_payment_with_bundles_may_be_made_at_once() -> None:
    table = bare("nordic", 2)
    table.give(0, blue=2, red=4)
    table.claim(0, "alborg-goteborg", blue=2, red=2)
    assert owner(table, "alborg-goteborg") == 0
    assert table.hand_of(0) == {"red": 2}


# claim.pieces


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_pieces__every_route_takes_its_pieces_and_no_others(edition: str) -> None:
    for route in bare(edition, 2).board.routes:
        table = bare(edition, 2)
        claimed = seize(table, 0, route.id)
        piece, count = spent(route)
        expected = dict(PIECES[edition])
        expected[piece or next(iter(expected))] -= count
        assert supply(table) == expected, route.id
        assert claimed.supply == tuple(expected.values())
        assert supply(table, 1) == PIECES[edition]
        assert table.game.view().status.pool == (0 if edition != "japan" else 16 - (route.kind == "bullet"))


@pytest.mark.parametrize(
    ("edition", "route", "piece", "rule"),
    [
        ("new_york", "chelsea-soho", "taxi", "claim.pieces"),
        ("berlin", "wittenbergplatz-potsdamer_platz", "tram", "tram.pieces"),
        ("europe", "athina-sarajevo", "train", "claim.pieces"),
        ("nordic", "orebro-sundsvall", "train", "claim.pieces"),
        ("japan", "kyoto-tottori", "train", "claim.pieces"),
    ],
)
def test_claim_pieces__one_too_few_and_the_route_cannot_be_claimed(
    edition: str, route: str, piece: str, rule: str
) -> None:
    table = bare(edition, 2)
    cost = price(table, route)
    table.give(0, **cost)
    for left in (0, 1, 3):
        table.pieces(0, **{piece: left})
        assert table.payments(route) == set()
        assert table.refused_claim(0, route, **cost).rule == rule
    table.pieces(0, **{piece: 4})
    table.claim(0, route, **cost)
    assert supply(table)[piece] == 0


@pytest.mark.parametrize(
    ("edition", "piece", "routes", "lengths"),
    [
        ("new_york", "taxi", ("midtown_west-chelsea", "soho-wall_street", "chelsea-soho"), (2, 2, 4)),
        ("europe", "train", ("barcelona-madrid", "wien-zagrab", "athina-sarajevo"), (2, 2, 4)),
        ("nordic", "train", ("goteborg-oslo", "norrkoping-orebro", "orebro-sundsvall"), (2, 2, 4)),
        ("japan", "train", ("ise-nagoya", "nagoya-tsuruga", "kyoto-tottori"), (2, 2, 4)),
    ],
)
def test_claim_pieces__run_out_as_routes_are_claimed(
    edition: str, piece: str, routes: tuple[str, str, str], lengths: tuple[int, int, int]
) -> None:
    table = bare(edition, 2)
    table.pieces(0, **{piece: sum(lengths) - 1})
    for route in routes[:2]:
        assert affords(table, 0, routes[2])
        seize(table, 0, route)
    assert supply(table)[piece] == lengths[2] - 1
    assert not affords(table, 0, routes[2])
    assert table.refused_claim(0, routes[2], **price(table, routes[2])).rule == "claim.pieces"
    assert affords(table, 1, routes[2]), "the other seat has pieces of its own"


@pytest.mark.parametrize(
    ("route", "length"), [("munchen-venezia", 2), ("brindisi-palermo", 3), ("petrograd-stockholm", 8)]
)
def test_claim_pieces__ferries_and_tunnels_need_them_too(route: str, length: int) -> None:
    table = bare("europe", 2)
    table.give(0, **price(table, route))
    table.pieces(0, train=length - 1)
    assert table.payments(route) == set()
    # A tunnel is refused before anything is laid down.
    assert table.refused_claim(0, route, **price(table, route)).rule == "claim.pieces"
    table.pieces(0, train=length)
    assert table.payments(route)


def test_claim_pieces__a_payment_with_bundles_needs_them_too() -> None:
    table = bare("nordic", 2)
    table.give(0, red=9)
    table.pieces(0, train=3)
    ferry = table.board.route("helsinki-stockholm")
    assert table.refused(0, BeginStandIns(ferry, 2)).rule == "claim.pieces"
    assert BeginStandIns(ferry, 2) not in table.moves(0)


def test_claim_pieces__a_bullet_train_route_needs_no_cars() -> None:
    table = bare("japan", 2)
    table.pieces(0, train=0)
    table.pool(1)
    seize(table, 0, "hiroshima-kokura")
    assert owner(table, "hiroshima-kokura") == 0
    assert supply(table) == {"train": 0}
    assert table.game.view().status.pool == 0


def test_claim_pieces__without_a_bullet_train_left_it_needs_cars() -> None:
    table = bare("japan", 2)
    table.pool(0)
    table.give(0, red=4)
    table.pieces(0, train=3)
    assert table.refused_claim(0, "hiroshima-kokura", red=4).rule == "claim.pieces"
    table.pieces(0, train=4)
    table.claim(0, "hiroshima-kokura", red=4)
    assert supply(table) == {"train": 0}


def test_claim_pieces__the_last_bullet_train_leaves_no_room_for_those_without_cars() -> None:
    table = bare("japan", 2)
    table.pool(1)
    table.pieces(0, train=2)
    seize(table, 1, "akita-morioka")
    assert table.game.view().status.pool == 0
    assert not affords(table, 0, "hiroshima-kokura")
    assert affords(table, 1, "hiroshima-kokura")
    assert affords(table, 0, "takasaki-tokyo")


@cache
def random_game(edition: str, seats: int, seed: int) -> Table:
    """A game played to its end by seats that claim at random; supplies are checked at every step."""
    table = Table(edition, seats)
    table.dealer.rest.seed = str(seed)
    rng = random.Random(seed)
    game = table.game
    while not game.over:
        seat = game.to_act()[0]
        moves = game.legal(seat)
        claims = [move for move in moves if table.t.claim <= move < table.t.stand_in]
        game.apply(seat, rng.choice(claims if claims and rng.random() < 0.8 else moves))
        assert min(map(min, game.view().supply)) >= 0
        assert game.view().status.pool >= 0
    return table


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3])
def test_claim_pieces__add_up_at_the_end_of_random_games(edition: str, seats: int) -> None:
    table = random_game(edition, seats, 1)
    for seat in range(seats):
        expected = dict(PIECES[edition])
        for route, holder in zip(table.board.routes, table.game.view().owner, strict=True):
            if holder == seat:
                shared = table.t.option_shared[table.game.view().taken[table.board.route(route.id)]]
                piece, count = spent(route) if shared or route.kind != "bullet" else ("", route.length)
                expected[piece or next(iter(expected))] -= count
        left = supply(table, seat)
        expected["station"] = left.get("station", 0)
        assert {**left, "station": left.get("station", 0)} == expected


# claim.any


@pytest.mark.parametrize(
    ("edition", "mine", "far"),
    [
        ("new_york", "lincoln_center-central_park", "soho-wall_street"),
        ("berlin", "charlottenburger_tor-zoologischer_garten", "checkpoint_charlie-moritzplatz"),
        ("europe", "cadiz-lisboa", "kharkov-rostov"),
        ("nordic", "boden-tornio", "goteborg-oslo"),
        ("japan", "kochi-matsuyama", "aomori-miyako"),
    ],
)
def test_claim_any__a_route_need_not_touch_ones_own(edition: str, mine: str, far: str) -> None:
    table = bare(edition, 2)
    seize(table, 0, mine)
    seize(table, 1, far)
    table = bare(edition, 2)
    seize(table, 0, mine)
    seize(table, 0, far)
    assert owner(table, mine) == owner(table, far) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_any__every_route_is_open_to_every_seat_at_first(edition: str) -> None:
    table = bare(edition, 2)
    for route in table.board.routes:
        for seat in range(2):
            assert affords(table, seat, route.id), route.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_any__a_taken_route_is_nobodys_to_claim(edition: str) -> None:
    # With the most seats twins stay open: what is refused here is refused because it is taken.
    seats = MOST_SEATS[edition]
    for route in bare(edition, seats).board.routes:
        table = bare(edition, seats)
        seize(table, 0, route.id)
        for seat in (0, 1, seats - 1):
            assert not affords(table, seat, route.id), route.id
            assert table.refused_claim(seat, route.id, **price(table, route.id)).rule == "claim.any"
        assert owner(table, route.id) == 0


def test_claim_any__there_are_no_other_routes_than_those_of_the_board() -> None:
    table = bare("new_york", 2)
    table.give(0, red=3)
    for route in (-1, len(table.board.routes), 10_000):
        assert table.refused(0, ClaimRoute(route, table.cards(red=2))).rule == "claim.any"


def test_claim_any__a_route_is_claimed_whole_and_only_one_in_a_turn() -> None:
    table = bare("new_york", 2)
    table.give(0, red=4, orange=2)
    table.claim(0, "lincoln_center-midtown_west", red=2)
    assert [holder for holder in table.game.view().owner if holder >= 0] == [0]
    assert table.turn_of == 1
    assert table.moves(0) == []
    for move in (ClaimRoute(table.board.route("lincoln_center-central_park"), table.cards(orange=2)), DrawBlind()):
        assert table.refused(0, move).rule == "turn.one-action"


def test_claim_any__no_claim_after_a_first_card() -> None:
    table = bare("new_york", 2)
    table.give(0, red=2)
    table.play(0, DrawBlind())
    assert table.refused_claim(0, "lincoln_center-midtown_west", red=2).rule == "draw.two"


def test_claim_any__the_cards_paid_are_discarded() -> None:
    table = bare("europe", 2)
    table.discard(red=1)
    table.give(0, purple=4, wild=2)
    table.claim(0, "lisboa-madrid", purple=2, wild=1)
    assert table.game.view().discard == table.cards(purple=2, wild=1, red=1)
    assert table.game.view().hand_sizes[0] == 3
    table = bare("nordic", 2)
    table.give(0, blue=2, red=4)
    table.claim(0, "alborg-goteborg", blue=2, red=2)
    assert table.game.view().discard == table.cards(blue=2, red=2)


@pytest.mark.parametrize("paint", ["wild", "red"])
def test_claim_any__the_cards_paid_come_back_when_the_deck_is_empty(paint: str) -> None:
    table = bare("new_york", 2)
    table.give(0, **{paint: 2})
    table.hoard(1)
    table.claim(0, "lincoln_center-midtown_west", **{paint: 2})
    had = table.hand_of(1).get(paint, 0)
    table.play(1, DrawBlind())
    assert table.hand_of(1)[paint] == had + 1
    assert table.game.view().status.deck_left == 1


@pytest.mark.parametrize("half", ["", "/2"])
def test_claim_any__the_half_that_was_named_is_the_one_claimed(half: str) -> None:
    table = bare("new_york", 4)
    table.give(0, wild=2)
    claimed = table.claim(0, f"lincoln_center-times_square{half}", wild=2)[0]
    assert isinstance(claimed, RouteClaimed)
    assert claimed.route == table.board.route(f"lincoln_center-times_square{half}")
    assert owner(table, f"lincoln_center-times_square{half}") == 0
    assert owner(table, "lincoln_center-times_square" if half else "lincoln_center-times_square/2") is None


# claim.double-own


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_double_own__nobody_holds_both_routes_of_a_double(edition: str) -> None:
    for seats in (2, MOST_SEATS[edition]):
        for one, other in doubles(bare(edition, seats).board):
            for first, second in ((one, other), (other, one)):
                table = bare(edition, seats)
                seize(table, 1, first)
                assert not affords(table, 1, second)
                assert table.refused_claim(1, second, **price(table, second)).rule == "claim.double-own"


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_double_own__two_seats_may_hold_one_each(edition: str) -> None:
    seats = MOST_SEATS[edition]
    for one, other in doubles(bare(edition, seats).board):
        table = bare(edition, seats)
        seize(table, 0, one)
        seize(table, seats - 1, other)
        assert (owner(table, one), owner(table, other)) == (0, seats - 1)


def test_claim_double_own__not_by_bundles_either() -> None:
    table = bare("nordic", 3)
    table.own(0, "karlskrona-kobenhavn")
    table.give(0, red=8)
    other = table.board.route("karlskrona-kobenhavn/2")
    assert table.refused(0, BeginStandIns(other, 2)).rule == "claim.double-own"
    assert BeginStandIns(other, 2) not in table.moves(0)


# claim.double-few


@pytest.mark.parametrize(
    ("edition", "seats"), [(edition, seats) for edition in EDITIONS for seats in range(2, MOST_SEATS[edition] + 1)]
)
def test_claim_double_few__with_few_seats_one_route_of_a_double_closes_the_other(edition: str, seats: int) -> None:
    stays_open = seats >= BOTH_FROM[edition]
    for one, other in doubles(bare(edition, seats).board):
        for first, second in ((one, other), (other, one)):
            table = bare(edition, seats)
            seize(table, 0, first)
            for seat in range(1, seats):
                assert affords(table, seat, second) == stays_open, (first, second)
                if not stays_open:
                    refusal = table.refused_claim(seat, second, **price(table, second))
                    assert refusal.rule == "claim.double-few"


def test_claim_double_few__a_tunnel_that_was_refused_closes_nothing() -> None:
    table = bare("europe", 2)
    table.give(0, black=3)
    table.stack("black", "red", "red")
    table.claim(0, "madrid-pamplona", black=3)
    table.play(0, RefuseTunnel())
    for half in ("madrid-pamplona", "madrid-pamplona/2"):
        assert affords(table, 1, half)
        assert affords(table, 0, half)


def test_claim_double_few__not_by_bundles_either() -> None:
    table = bare("nordic", 2)
    table.own(0, "karlskrona-kobenhavn")
    table.give(1, red=8)
    table.to_move(1)
    other = table.board.route("karlskrona-kobenhavn/2")
    assert table.refused(1, BeginStandIns(other, 2)).rule == "claim.double-few"
    assert BeginStandIns(other, 2) not in table.moves(1)


# claim.double-which


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_double_which__only_routes_between_the_same_two_cities_belong_together(edition: str) -> None:
    board = bare(edition, 2).board
    twins = {frozenset(pair) for pair in doubles(board)}
    for route in board.routes:
        table = bare(edition, 2)
        table.own(0, route.id)
        for other in board.routes:
            # Routes without a city in common can't be taken for a double by any reading.
            if other is not route and {other.a, other.b} & {route.a, route.b}:
                together = frozenset({route.id, other.id}) in twins
                assert affords(table, 0, other.id) != together, (route.id, other.id)
                assert affords(table, 1, other.id) != together, (route.id, other.id)


@pytest.mark.parametrize(
    ("edition", "count"), [("new_york", 11), ("berlin", 19), ("europe", 11), ("nordic", 14), ("japan", 22)]
)
def test_claim_double_which__doubles_are_of_equal_length_but_for_two_in_nordic(edition: str, count: int) -> None:
    board = bare(edition, 2).board
    pairs = doubles(board)
    assert len(pairs) == count
    unequal = {
        one for one, two in pairs if board.routes[board.route(one)].length != board.routes[board.route(two)].length
    }
    assert unequal == ({"kristiansand-stavanger", "mo_i_rana-trondheim"} if edition == "nordic" else set())


@pytest.mark.parametrize("cities", ["kristiansand-stavanger", "mo_i_rana-trondheim"])
def test_claim_double_which__the_unequal_pairs_of_nordic_count_as_doubles(cities: str) -> None:
    for first, second in ((cities, f"{cities}/2"), (f"{cities}/2", cities)):
        table = bare("nordic", 2)
        seize(table, 0, first)
        assert table.refused_claim(1, second, **price(table, second)).rule == "claim.double-few"
        table = bare("nordic", 3)
        seize(table, 0, first)
        assert affords(table, 1, second)
        table.to_move(0)
        assert table.refused_claim(0, second, **price(table, second)).rule == "claim.double-own"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_claim_double_which__the_two_routes_across_the_strait_in_japan_are_no_double(seats: int) -> None:
    bullet, plain = "aomori-hakodate", "aomori-hakodate/2"
    for first, second in ((bullet, plain), (plain, bullet)):
        table = bare("japan", seats)
        seize(table, 0, first)
        assert affords(table, 1, second)
        seize(table, 0, second)
        assert owner(table, first) == owner(table, second) == 0


def test_claim_double_which__routes_that_part_ways_are_no_double() -> None:
    # Both leave Zürich eastwards, both are tunnels of two spaces, and they end in different cities.
    table = bare("europe", 2)
    seize(table, 0, "munchen-zurich")
    assert affords(table, 1, "venezia-zurich")
    seize(table, 0, "venezia-zurich")
    assert owner(table, "munchen-zurich") == owner(table, "venezia-zurich") == 0


# claim.score


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_score__every_route_scores_at_once_by_its_length(edition: str) -> None:
    for route in bare(edition, 2).board.routes:
        table = bare(edition, 2)
        table.points(5, 3)
        claimed = seize(table, 0, route.id)
        assert claimed.points == 5 + worth(edition, route), route.id
        assert table.game.view().points == (5 + worth(edition, route), 3), route.id


def test_claim_score__points_go_to_whoever_claims_and_add_up() -> None:
    table = bare("europe", 3)
    seize(table, 1, "athina-sarajevo")
    seize(table, 1, "lisboa-madrid")
    seize(table, 2, "amsterdam-bruxelles")
    assert table.game.view().points == (0, 11, 1)
    assert dict(table.finish().lines)["routes"] == [0, 11, 1]


def test_claim_score__cards_paid_for_bundles_or_topped_up_score_nothing() -> None:
    table = bare("nordic", 2)
    table.give(0, green=7, white=8)
    table.claim(0, "lieksa-murmansk", green=7, white=8)
    assert table.game.view().points == (27, 0)
    table = bare("europe", 2)
    table.give(0, blue=4)
    table.stack("blue", "blue", "red")
    table.claim(0, "munchen-venezia", blue=2)
    table.top_up(0, blue=2)
    assert table.game.view().points == (2, 0)


def test_claim_score__a_bullet_train_route_scores_only_without_a_bullet_train() -> None:
    table = bare("japan", 2)
    seize(table, 0, "hiroshima-kokura")
    assert table.game.view().points == (0, 0)
    table = bare("japan", 2)
    table.pool(0)
    seize(table, 0, "hiroshima-kokura")
    assert table.game.view().points == (7, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_claim_score__the_running_total_is_the_sum_of_the_routes_held(edition: str) -> None:
    table = random_game(edition, 2, 2)
    view = table.game.view()
    for seat in range(2):
        total = 0
        for number, route in enumerate(table.board.routes):
            if view.owner[number] == seat:
                shared = table.t.option_shared[view.taken[number]]
                total += worth(edition, route) if shared or route.kind != "bullet" else POINTS["japan"][route.length]
        assert view.points[seat] == total
        assert dict(table.game.standings().lines)["routes"][seat] == total


def test_claim_score__a_refused_claim_scores_nothing() -> None:
    table = bare("new_york", 2)
    table.give(0, green=2)
    table.refused_claim(0, "united_nations-gramercy_park", green=2)
    assert table.game.view().points == (0, 0)
