"""Japan's own rules: bullet trains for everyone, cities drawn twice, and an end with two conditions."""

import pytest

from kolej.engine.core.cards import Cards
from kolej.engine.core.state import NONE
from kolej.engine.knowledge.events import GameEnded, LastRoundBegan, RouteClaimed
from kolej.engine.moves.moves import ClaimRoute, DrawBlind, DrawTickets
from tests.support.arranged_game import Table, cleared, owner, trains

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")

BULLET = "okayama-osaka"
"""Three spaces."""

TO_TOKYO = ("kyoto-osaka", "kyoto-nagoya", "hamamatsu-nagoya", "hamamatsu-odawara", "odawara-tokyo")
"""The bullet-train routes from Osaka to Tokyo."""


def japan(seats: int = 2) -> Table:
    return cleared("japan", seats)


def pool(table: Table) -> int:
    return table.game.view().status.pool


def discards(table: Table) -> Cards:
    return table.game.view().discard


def done(table: Table, seat: int = 0) -> bool:
    """Whether the seat has completed its only ticket."""
    sheet = table.game.standings().sheet
    held = table.game.view(seat).tickets[seat]
    assert held is not None and len(held) == 1
    assert sheet.completed[seat] == sheet.done[held[0]]
    return bool(sheet.completed[seat])


# Claiming with a bullet train.


def test_bullet_claim__moves_the_marker_and_nothing_else() -> None:
    table = japan()
    table.give(0, red=4)
    assert table.game.view().track == (0, 0)
    assert pool(table) == 16
    events = table.claim(0, BULLET, red=3)
    assert [(event.track, event.points) for event in events if isinstance(event, RouteClaimed)] == [(3, 0)]
    assert owner(table, BULLET) == 0
    assert table.game.view().track == (3, 0)
    assert table.game.view().points == (0, 0)
    assert trains(table) == 20
    # One bullet train however long the route.
    assert pool(table) == 15
    assert discards(table) == table.cards(red=3)
    assert table.hand_of(0) == {"red": 1}
    assert table.turn_of == 1


def test_bullet_claim__every_bullet_route_is_gray_and_moves_by_its_length() -> None:
    bullets = [route for route in japan().board.routes if route.kind == "bullet"]
    assert len(bullets) == 23
    for route in bullets:
        assert route.color is None
        table = japan()
        table.give(0, black=4)
        table.claim(0, route.id, black=route.length)
        assert table.game.view().track[0] == route.length
        assert table.game.view().points[0] == 0
        assert (pool(table), trains(table)) == (15, 20)


@pytest.mark.parametrize("color", COLORS)
def test_bullet_claim__cards_of_any_one_colour_with_wilds(color: str) -> None:
    table = japan()
    table.give(0, wild=3, **{color: 3})
    assert table.payments(BULLET) == {
        table.cards(**{color: 3}),
        table.cards(wild=1, **{color: 2}),
        table.cards(wild=2, **{color: 1}),
        table.cards(wild=3),
    }


@pytest.mark.parametrize("paid", [{"red": 2}, {"red": 4}, {"red": 2, "blue": 1}, {"red": 1, "blue": 1, "wild": 1}])
def test_bullet_claim__refused(paid: dict[str, int]) -> None:
    table = japan()
    table.give(0, red=4, blue=1, wild=1)
    assert table.refused_claim(0, BULLET, **paid).rule == "bullet.claim"


def test_bullet_claim__the_marker_has_no_upper_end() -> None:
    table = japan()
    table.give(0, red=3)
    table.track(99, 1000)
    table.claim(0, BULLET, red=3)
    assert table.game.view().track == (102, 1000)


def test_bullet_claim__needs_no_cars() -> None:
    table = japan()
    table.give(0, red=3)
    table.pieces(0, train=0)
    table.claim(0, BULLET, red=3)
    assert owner(table, BULLET) == 0
    assert trains(table) == 0


@pytest.mark.parametrize("left", [1, 2, 16])
def test_bullet_claim__while_one_is_left_never_with_cars(left: int) -> None:
    # There is one way to claim it, and that one takes the bullet train.
    table = japan()
    table.give(0, red=3)
    table.pool(left)
    number = table.board.route(BULLET)
    assert len([move for move in table.moves(0) if isinstance(move, ClaimRoute) and move.route == number]) == 1
    table.claim(0, BULLET, red=3)
    assert (pool(table), trains(table)) == (left - 1, 20)
    assert table.game.view().track[0] == 3
    assert table.game.view().points[0] == 0


def test_bullet_claim__plain_routes_take_cars_and_score() -> None:
    table = japan()
    table.give(0, red=3)
    table.claim(0, "akita-aomori", red=3)
    assert (pool(table), trains(table)) == (16, 17)
    assert table.game.view().track[0] == 0
    assert table.game.view().points[0] == 4


# Riding the bullet trains of others.


@pytest.mark.parametrize("builder", [0, 1, 2])
def test_bullet_shared__whoever_claimed_it(builder: int) -> None:
    table = japan(3)
    table.tickets(0, "tottori-nagoya")
    table.own(0, "osaka-tottori", "nagoya-tsuruga", "kyoto-tsuruga")
    # Tottori–Osaka and Kyoto–Nagoya are there; a bullet train closes the gap.
    assert not done(table)
    table.give(builder, red=1)
    table.to_move(builder)
    table.claim(builder, "kyoto-osaka", red=1)
    assert done(table)
    assert table.game.standings().sheet.ticket_points[0] == 4


def test_bullet_shared__for_every_player_at_once() -> None:
    table = japan(3)
    table.own(1, "hiroshima-okayama", BULLET, shared=True)
    table.tickets(0, "hiroshima-osaka")
    assert done(table, 0)
    table.tickets(0)
    table.tickets(2, "hiroshima-osaka")
    assert done(table, 2)
    table.tickets(2)
    table.tickets(1, "hiroshima-osaka")
    assert done(table, 1)


def test_bullet_shared__not_before_it_is_claimed() -> None:
    table = japan()
    table.own(1, "hiroshima-okayama", shared=True)
    table.tickets(0, "hiroshima-osaka")
    assert not done(table)
    table.own(1, BULLET, shared=True)
    assert done(table)


def test_bullet_shared__ordinary_routes_stay_with_their_owner() -> None:
    table = japan()
    table.own(1, "osaka-tottori", "tottori-tsuruga", "nagoya-tsuruga")
    table.tickets(0, "tottori-nagoya")
    assert not done(table)


def test_bullet_shared__nobody_claims_it_again() -> None:
    table = japan()
    table.own(1, BULLET, shared=True)
    table.give(0, red=3)
    assert table.refused_claim(0, BULLET, red=3).rule == "claim.any"


# When the bullet trains are gone.


def without_bullets(seats: int = 2) -> Table:
    table = japan(seats)
    table.pool(0)
    return table


def test_bullet_none_left__an_ordinary_gray_route() -> None:
    table = without_bullets()
    table.track(5, 0)
    table.give(0, red=2, wild=1)
    table.claim(0, BULLET, red=2, wild=1)
    assert owner(table, BULLET) == 0
    assert trains(table) == 20 - 3
    assert table.game.view().points[0] == 4
    assert table.game.view().track == (5, 0)
    assert pool(table) == 0


def test_bullet_none_left__payments_of_a_gray_route() -> None:
    table = without_bullets()
    table.give(0, red=3, blue=2, wild=2)
    assert table.payments(BULLET) == {
        table.cards(red=3),
        table.cards(red=2, wild=1),
        table.cards(red=1, wild=2),
        table.cards(blue=2, wild=1),
        table.cards(blue=1, wild=2),
    }
    assert table.refused_claim(0, BULLET, red=2, blue=1).rule == "claim.set"
    assert table.refused_claim(0, BULLET, red=2).rule == "claim.set"


def test_bullet_none_left__the_number_of_the_other_price_is_refused_by_the_pool() -> None:
    table = japan()
    table.give(0, red=3)
    claim = ClaimRoute(table.board.route(BULLET), table.cards(red=3))
    number = next(n for n in table.game.legal(0) if table.game.move(0, n) == claim)
    table.pool(0)
    refusal = table.refused(0, number)
    assert (refusal.rule, refusal.reason) == (
        "bullet.none-left",
        "the shared pool is empty: Okayama–Osaka has another price",
    )


def test_bullet_none_left__own_cars_are_needed() -> None:
    table = without_bullets()
    table.give(0, red=3)
    table.pieces(0, train=2)
    assert table.refused_claim(0, BULLET, red=3).rule == "claim.pieces"
    assert table.payments(BULLET) == set()


def test_bullet_none_left__it_is_the_claimers_alone() -> None:
    for left, shared in ((1, True), (0, False)):
        table = japan()
        table.own(1, "hiroshima-okayama", shared=True)
        table.pool(left)
        table.give(1, red=3)
        table.to_move(1)
        table.claim(1, BULLET, red=3)
        table.tickets(0, "hiroshima-osaka")
        assert done(table, 0) is shared
        table.tickets(0)
        table.tickets(1, "hiroshima-osaka")
        assert done(table, 1)


def test_bullet_none_left__from_the_last_one_on() -> None:
    table = japan()
    table.pool(1)
    table.give(0, red=5)
    table.give(1, blue=5)
    table.claim(0, BULLET, red=3)
    assert pool(table) == 0
    # The next seat finds an ordinary route already; what was built keeps serving all.
    table.claim(1, "kyoto-nagoya", blue=2)
    assert table.game.view().track == (3, 0)
    assert table.game.view().points == (0, 2)
    assert (trains(table, 0), trains(table, 1)) == (20, 18)
    assert pool(table) == 0


def test_bullet_none_left__those_placed_still_serve_all() -> None:
    table = japan()
    table.own(1, "hiroshima-okayama", BULLET, shared=True)
    table.pool(0)
    table.tickets(0, "hiroshima-osaka")
    assert done(table)


# Cities that are drawn twice.


def test_city_inset__osaka_to_shibuya_with_ones_own_routes() -> None:
    table = japan()
    table.tickets(0, "osaka-shibuya")
    table.own(0, "ise-osaka", "ise-nagoya", "matsumoto-nagoya", "matsumoto-tokyo")
    assert not done(table)
    table.own(0, "shibuya-tokyo")
    assert done(table)


def test_city_inset__osaka_to_shibuya_with_bullet_trains_of_others() -> None:
    table = japan(3)
    table.tickets(0, "osaka-shibuya")
    table.own(0, "shibuya-tokyo")
    for number, route in enumerate(TO_TOKYO):
        assert not done(table)
        table.own(1 + number % 2, route, shared=True)
    assert done(table)


def test_city_inset__the_way_to_tokyo_alone_is_not_enough() -> None:
    table = japan()
    table.tickets(0, "osaka-shibuya")
    table.own(1, *TO_TOKYO, shared=True)
    # Shibuya is reached on the enlarged map, but not from Tokyo.
    table.own(0, "shibuya-shinjuku", "ikebukuro-shinjuku")
    assert not done(table)


def test_city_inset__through_kokura() -> None:
    table = japan()
    table.tickets(0, "kumamoto-takamatsu")
    table.own(0, "kumamoto-oita", "kokura-oita")
    assert not done(table)
    table.own(0, "kokura-matsuyama", "matsuyama-takamatsu")
    assert done(table)


@pytest.mark.parametrize(
    ("city", "main", "enlarged"),
    [("tokyo", "matsumoto-tokyo", "ginza-tokyo"), ("kokura", "hiroshima-kokura", "hakata-kokura")],
)
def test_city_inset__one_city_of_the_board(city: str, main: str, enlarged: str) -> None:
    board = japan().board
    assert [each.id for each in board.cities if each.inset is not None] == ["kokura", "tokyo"]
    for name in (main, enlarged):
        route = board.routes[board.route(name)]
        assert board.city(city) in (route.a, route.b)


# The bonus.


@pytest.mark.parametrize(
    ("track", "points"),
    [
        # The worked example: two share the second place, and one has built none.
        ((10, 5, 5, 2, 0), [25, 15, 15, -5, -20]),
        # Every place.
        ((7, 4), [10, -10]),
        ((7, 4, 9), [5, -10, 15]),
        ((7, 4, 9, 1), [10, 0, 20, -10]),
        ((5, 4, 3, 2, 1), [25, 15, 5, -5, -10]),
        # Tied players have the same place, and the next the one there would be without the tie.
        ((3, 3), [10, 10]),
        ((6, 6, 2), [15, 15, -10]),
        ((6, 2, 2), [15, 5, 5]),
        ((4, 4, 4, 1), [20, 20, 20, -10]),
        ((9, 3, 3, 1), [20, 10, 10, -10]),
        ((9, 5, 1, 1), [20, 10, 0, 0]),
        ((8, 8, 3, 3, 1), [25, 25, 5, 5, -10]),
        ((2, 2, 2, 2, 2), [25, 25, 25, 25, 25]),
        # A marker at 0 is worth the same wherever it stands.
        ((0, 0), [-20, -20]),
        ((1, 0), [10, -20]),
        ((0, 4, 0), [-20, 15, -20]),
        ((0, 0, 0, 2), [-20, -20, -20, 20]),
        ((6, 5, 0, 0), [20, 10, -20, -20]),
        ((0, 0, 0, 0, 0), [-20, -20, -20, -20, -20]),
    ],
)
def test_bullet_bonus__by_place(track: tuple[int, ...], points: list[int]) -> None:
    table = japan(len(track))
    table.track(*track)
    standings = table.finish()
    assert dict(standings.lines)["track"] == points
    assert standings.totals == points


def test_bullet_bonus__goes_by_routes_claimed_in_play() -> None:
    table = japan()
    table.give(0, red=3)
    table.give(1, blue=4)
    table.claim(0, BULLET, red=3)
    table.claim(1, "aomori-morioka", blue=4)
    assert dict(table.finish().lines)["track"] == [-10, 10]


# Bonuses there are not.


def test_bonus_none__no_longest_path_and_no_most_tickets() -> None:
    table = japan()
    table.tickets(0, "akita-miyako", "odawara-narita")
    table.own(0, "akita-shinjo", "morioka-shinjo", "miyako-morioka", "narita-tokyo", "masuda-tottori")
    table.own(0, "odawara-tokyo")
    table.track(1, 1)
    standings = table.finish()
    assert standings.sheet.longest(0) > standings.sheet.longest(1)
    assert standings.sheet.completed[0] > standings.sheet.completed[1]
    assert [name for name, _ in standings.lines] == ["routes", "tickets", "track"]
    # Two tickets of 2 and 1, the same place for both markers, and nothing beyond.
    assert standings.totals == [3 + 10, 10]


# Two conditions for the end.


@pytest.mark.parametrize(
    ("cars", "left", "last_round"),
    [(2, 2, True), (0, 0, True), (3, 2, False), (2, 3, False), (0, 3, False), (19, 0, False)],
)
def test_end_both__cars_and_bullet_trains(cars: int, left: int, last_round: bool) -> None:
    table = japan()
    table.give(0, yellow=1)
    table.pool(left)
    # The claim takes one car: so many are left after it.
    table.pieces(0, train=cars + 1)
    events = table.claim(0, "matsumoto-nagano", yellow=1)
    assert trains(table) == cars
    assert any(isinstance(event, LastRoundBegan) for event in events) is last_round
    assert table.game.view().status.turns_left == (2 if last_round else 0)


@pytest.mark.parametrize("short_of_cars", [0, 1, 2])
def test_end_both__the_cars_of_any_player_count(short_of_cars: int) -> None:
    table = japan(3)
    table.pieces(short_of_cars, train=2)
    table.pool(3)
    table.give(1, red=1)
    table.to_move(1)
    events = table.claim(1, "kyoto-osaka", red=1)
    assert [event.seat for event in events if isinstance(event, LastRoundBegan)] == [1]
    # Everyone has one more turn, and the seat that made both true plays last.
    for seat in (2, 0, 1):
        assert table.turn_of == seat
        assert not table.game.over
        table.play(seat, DrawBlind())
        events = table.play(seat, DrawBlind())
    assert table.game.over
    assert any(isinstance(event, GameEnded) for event in events)


def test_end_both__the_second_half_may_come_turns_later() -> None:
    table = japan()
    table.pieces(0, train=3)
    table.pool(4)
    table.give(0, yellow=1, red=1)
    table.give(1, blue=3)
    for seat, route, paid in (
        (0, "matsumoto-nagano", {"yellow": 1}),
        (1, "kyoto-osaka", {"blue": 1}),
    ):
        table.claim(seat, route, **paid)
        assert table.game.view().status.turns_left == 0
    events = table.claim(0, "odawara-tokyo", red=1)
    assert [event.seat for event in events if isinstance(event, LastRoundBegan)] == [0]


def test_end_both__a_player_without_cars_plays_on() -> None:
    table = japan()
    table.pieces(0, train=0)
    table.give(0, red=3, yellow=1)
    moves = table.moves(0)
    assert DrawBlind() in moves
    assert DrawTickets() in moves
    claimed = {table.board.routes[move.route].kind for move in moves if isinstance(move, ClaimRoute)}
    assert claimed == {"bullet"}
    assert table.refused_claim(0, "matsumoto-nagano", yellow=1).rule == "claim.pieces"
    table.claim(0, BULLET, red=3)
    assert not table.game.over
    assert table.game.view().status.turns_left == 0
    assert owner(table, "matsumoto-nagano") == NONE
