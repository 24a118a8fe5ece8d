"""The end: what triggers the last round, what is counted, and who wins."""

from itertools import permutations

import pytest

from kolej.engine.chance.rng import Rng
from kolej.engine.knowledge.events import Event, GameEnded, LastRoundBegan
from kolej.engine.moves.moves import DrawBlind, DrawTickets, Pass, RefuseTunnel
from kolej.engine.scoring.standings import Standings
from tests.support.arranged_game import Table

SEATS = {
    "new_york": range(2, 5),
    "berlin": range(2, 5),
    "europe": range(2, 6),
    "nordic": range(2, 4),
    "japan": range(2, 6),
}
EDITIONS = tuple(SEATS)
# A route of two spaces, which most seats claim here, and the cards it costs.
SHORT = {
    "new_york": ("lincoln_center-midtown_west", {"red": 2}),
    "berlin": ("zoologischer_garten-siegessaeule", {"purple": 2}),
    "europe": ("barcelona-madrid", {"yellow": 2}),
    "nordic": ("goteborg-oslo", {"orange": 2}),
    "japan": ("ise-nagoya", {"white": 2}),
}
# Another one, for another seat.
SHORT_TOO = {
    "new_york": ("chelsea-gramercy_park", {"orange": 2}),
    "berlin": ("reichstag-oranienburger_tor", {"orange": 2}),
    "europe": ("kharkov-rostov", {"green": 2}),
    "nordic": ("kajaani-kuopio", {"green": 2}),
    "japan": ("fukushima-iwaki", {"green": 2}),
}


def last_piece(table: Table, seat: int, left: int) -> None:
    """Leave a seat this many pieces (in Berlin trams only, in Japan with no bullet train for anyone)."""
    match table.edition.id:
        case "new_york":
            table.pieces(seat, taxi=left)
        case "berlin":
            table.pieces(seat, tram=left, subway=0)
        case "japan":
            table.pieces(seat, train=left)
            table.pool(0)
        case _:
            table.pieces(seat, train=left)


def short_claim(table: Table, seat: int, route: tuple[str, dict[str, int]] | None = None) -> list[Event]:
    """Let a seat claim its route of two spaces."""
    name, cost = route or SHORT[table.edition.id]
    table.to_move(seat)
    for each in range(table.game.seats):
        table.give(each)
    table.give(seat, **cost)
    return table.claim(seat, name, **cost)


def ending(table: Table) -> bool:
    return table.game.view().status.turns_left > 0


def began(events: list[Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, LastRoundBegan)]


def idle(table: Table) -> list[Event]:
    """Let the seat on turn draw two cards."""
    seat = table.turn_of
    events = table.play(seat, DrawBlind())
    return events + table.play(seat, DrawBlind())


# end.trigger


@pytest.mark.parametrize(
    ("edition", "threshold"), [("new_york", 2), ("berlin", 1), ("europe", 2), ("nordic", 2), ("japan", 2)]
)
def test_end_trigger__so_few_pieces_set_off_the_last_round(edition: str, threshold: int) -> None:
    for left in range(threshold + 4):
        table = Table(edition, 2)
        last_piece(table, 0, left + 2)
        assert began(short_claim(table, 0)) == ([0] if left <= threshold else [])
        assert ending(table) == (left <= threshold)
        assert not table.game.over


@pytest.mark.parametrize(
    ("trams", "subways", "sets_off"), [(2, 0, True), (2, 1, True), (3, 0, True), (2, 2, False), (3, 1, False)]
)
def test_end_trigger__berlin_counts_both_kinds_together(trams: int, subways: int, sets_off: bool) -> None:
    table = Table("berlin", 2)
    table.pieces(0, tram=trams, subway=subways)
    assert bool(began(short_claim(table, 0))) == sets_off


@pytest.mark.parametrize(("trams", "subways", "sets_off"), [(0, 2, True), (1, 1, True), (2, 1, False), (0, 3, False)])
def test_end_trigger__a_subway_may_be_the_last_piece(trams: int, subways: int, sets_off: bool) -> None:
    table = Table("berlin", 2)
    table.pieces(0, tram=trams, subway=subways)
    assert bool(began(short_claim(table, 0, ("hackescher_markt-alexanderplatz", {"green": 2})))) == sets_off


def test_end_trigger__stations_do_not_count_in_europe() -> None:
    table = Table("europe", 2)
    table.pieces(0, train=4, station=3)
    assert began(short_claim(table, 0)) == [0]
    table = Table("europe", 2)
    table.pieces(0, train=3, station=1)
    table.give(0, red=3)
    assert began(table.build(0, "paris", red=3)) == []
    assert not ending(table)


@pytest.mark.parametrize("spent", ["paid", "refused"])
def test_end_trigger__a_tunnel_counts_when_it_is_claimed(spent: str) -> None:
    table = Table("europe", 2)
    table.pieces(0, train=4)
    table.give(0, blue=3)
    table.stack("blue", "red", "red")
    assert began(table.claim(0, "munchen-venezia", blue=2)) == []
    assert not ending(table)
    if spent == "paid":
        assert began(table.top_up(0, blue=1)) == [0]
    else:
        assert began(table.play(0, RefuseTunnel())) == []
    assert ending(table) == (spent == "paid")


@pytest.mark.parametrize(("cars", "bullets", "sets_off"), [(4, 2, True), (4, 3, False), (5, 2, False), (4, 0, True)])
def test_end_trigger__japan_needs_few_cars_and_few_bullet_trains(cars: int, bullets: int, sets_off: bool) -> None:
    table = Table("japan", 2)
    table.pieces(0, train=cars)
    table.pool(bullets)
    assert bool(began(short_claim(table, 0))) == sets_off


def test_end_trigger__in_japan_the_seat_that_makes_both_halves_true_plays_last() -> None:
    table = Table("japan", 3)
    table.pieces(0, train=0)
    table.pool(3)
    assert began(short_claim(table, 2)) == [], "few cars, but too many bullet trains"
    # Seat 1 has all its cars: those of seat 0 count.
    assert began(short_claim(table, 1, ("kyoto-nagoya", {"red": 2}))) == [1]
    order = []
    while not table.game.over:
        order.append(table.turn_of)
        idle(table)
    assert order == [2, 0, 1]


@pytest.mark.parametrize(
    ("edition", "seats", "by"), [(edition, n, by) for edition in EDITIONS for n in SEATS[edition] for by in (0, n - 1)]
)
def test_end_trigger__every_seat_has_exactly_one_more_turn_and_the_one_that_set_it_off_plays_last(
    edition: str, seats: int, by: int
) -> None:
    table = Table(edition, seats)
    last_piece(table, by, 2)
    assert began(short_claim(table, by)) == [by]
    order = []
    events: list[Event] = []
    while not table.game.over:
        order.append(table.turn_of)
        assert table.game.view().status.turns_left == seats - len(order) + 1
        events += idle(table)
    assert order == [(by + 1 + n) % seats for n in range(seats)]
    assert isinstance(events[-1], GameEnded)
    assert began(events) == []


def test_end_trigger__a_turn_is_one_turn_whatever_is_done_with_it() -> None:
    table = Table("new_york", 4)
    last_piece(table, 0, 4)
    short_claim(table, 0)
    table.show("red", "blue", "green", "black", "wild")
    table.take(1, "wild")
    table.play(2, DrawTickets())
    table.keep(2, *table.game.view(2).offer)
    table.give(3, orange=2)
    table.claim(3, "chelsea-gramercy_park", orange=2)
    # The seat that triggered it may still use its pieces.
    table.give(0, red=1)
    assert not table.game.over
    table.claim(0, "empire_state_building-gramercy_park/2", red=1)
    assert table.game.over
    assert table.game.view().points == (3, 0, 0, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_trigger__a_second_trigger_changes_nothing(edition: str) -> None:
    seats = 3
    table = Table(edition, seats)
    last_piece(table, 0, 3)
    last_piece(table, 1, 2)
    short_claim(table, 0)
    assert began(short_claim(table, 1, SHORT_TOO[edition])) == []
    assert table.game.view().status.turns_left == seats - 1
    assert began(idle(table)) == []
    assert table.turn_of == 0
    # Nor does the first one's own second time.
    gray = {"new_york": "times_square-midtown_west", "berlin": "siegessaeule-schloss_bellevue"}
    plain = {
        "europe": ("amsterdam-bruxelles", "black"),
        "nordic": ("boden-tornio", "green"),
        "japan": ("kyoto-tsuruga", "black"),
    }
    name, paint = plain.get(edition, (gray.get(edition, ""), "red"))
    table.give(0, **{paint: 1})
    assert began(table.claim(0, name, **{paint: 1})) == []
    assert table.game.over


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_trigger__nothing_can_be_done_after_the_end(edition: str) -> None:
    table = Table(edition, 2)
    last_piece(table, 0, 2)
    short_claim(table, 0)
    idle(table)
    idle(table)
    assert table.game.over
    for seat in range(2):
        assert table.moves(seat) == []
        for move in (DrawBlind(), DrawTickets(), Pass()):
            assert table.refused(seat, move).rule == "end.trigger"


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_trigger__no_random_game_ends_without_it(edition: str) -> None:
    for seed in range(3):
        table = Table(edition, 2)
        table.game.rollout(Rng(seed))
        assert table.game.over
        status = table.game.view().status
        left = [sum(pieces) - (pieces[-1] if edition == "europe" else 0) for pieces in table.game.view().supply]
        met = min(left) <= (1 if edition == "berlin" else 2) and status.pool <= 2
        # Two seats that pass one after the other are the only other way to end.
        assert met or status.passes == 2


# end.scoring


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        ("new_york", ["routes", "tickets", "visits"]),
        ("berlin", ["routes", "tickets"]),
        ("europe", ["routes", "tickets", "unused", "longest"]),
        ("nordic", ["routes", "tickets", "most-tickets"]),
        ("japan", ["routes", "tickets", "track"]),
    ],
)
def test_end_scoring__routes_count_first_then_tickets_then_bonuses(edition: str, lines: list[str]) -> None:
    for seats in SEATS[edition]:
        table = Table(edition, seats)
        table.game.rollout(Rng(seats))
        standings = table.game.standings()
        assert [name for name, _ in standings.lines] == lines
        assert standings.totals == [sum(points[seat] for _, points in standings.lines) for seat in range(seats)]
        assert standings.lines[0][1] == list(table.game.view().points)


def test_end_scoring__every_part_is_in_the_total() -> None:
    table = Table("europe", 2)
    table.tickets(1)
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt", "essen-kobenhavn")
    table.station(0, "roma")
    table.points(6, 30)
    assert table.finish().totals == [6 + 5 + 2 * 4 + 10, 30 + 3 * 4]


def test_end_scoring__the_longest_path_goes_to_nobody_where_there_is_none() -> None:
    table = Table("europe", 3)
    assert dict(table.finish().lines)["longest"] == [0, 0, 0]
    table.own(1, "cadiz-lisboa")
    assert dict(table.finish().lines)["longest"] == [0, 10, 0]


def test_end_scoring__the_most_tickets_go_to_nobody_where_none_is_completed() -> None:
    table = Table("nordic", 3)
    for seat in range(3):
        table.tickets(seat)
    assert dict(table.finish().lines)["most-tickets"] == [0, 0, 0]
    table.tickets(2, "tampere-tallinn")
    assert dict(table.finish().lines)["most-tickets"] == [0, 0, 0]
    table.own(2, "helsinki-tampere", "helsinki-tallinn")
    assert dict(table.finish().lines)["most-tickets"] == [0, 0, 10]


def test_end_scoring__no_bonus_is_counted_before_the_end() -> None:
    table = Table("new_york", 2)
    short_claim(table, 0)
    assert table.game.view().points == (2, 0)


# end.winner

# Per edition two tickets, each with the routes that complete it; those of the second are longer.
DONE = {
    "new_york": (
        ("lower_east_side-wall_street", ("lower_east_side-chinatown", "chinatown-wall_street")),
        ("lincoln_center-empire_state_building", ("lincoln_center-times_square", "times_square-empire_state_building")),
    ),
    "berlin": (
        ("gendarmenmarkt-moritzplatz", ("gendarmenmarkt-checkpoint_charlie", "checkpoint_charlie-moritzplatz")),
        ("schloss_bellevue-oranienburger_tor", ("schloss_bellevue-hauptbahnhof", "hauptbahnhof-oranienburger_tor")),
    ),
    "europe": (
        ("frankfurt-kobenhavn", ("essen-frankfurt", "essen-kobenhavn")),
        ("kyiv-petrograd", ("kyiv-wilno", "petrograd-wilno")),
    ),
    "nordic": (
        ("tampere-tallinn", ("helsinki-tampere", "helsinki-tallinn")),
        ("helsinki-lieksa", ("helsinki-lahti", "kuopio-lahti", "kuopio-lieksa")),
    ),
    "japan": (
        ("shinjuku-ikebukuro", ("shinjuku-yotsuya", "ikebukuro-yotsuya")),
        ("hakata-oita", ("hakata-nagasaki", "kumamoto-nagasaki", "kumamoto-oita")),
    ),
}


def blank(edition: str, seats: int) -> Table:
    """A table where nobody holds a ticket."""
    table = Table(edition, seats)
    for seat in range(seats):
        table.tickets(seat)
    return table


def complete(table: Table, seat: int, which: int) -> None:
    """Let a seat complete a ticket besides those it holds."""
    ticket, chain = DONE[table.edition.id][which]
    held = table.game.view(seat).tickets[seat] or ()
    table.tickets(seat, *[table.board.tickets[number].id for number in held], ticket)
    table.own(seat, *chain)


def level(table: Table, *ahead: int) -> Standings:
    """Give out route points so that all totals are equal, or as much more as `ahead` says in seat order."""
    table.points(*[0] * table.game.seats)
    totals = table.finish().totals
    more = ahead or (0,) * len(totals)
    table.points(*[max(totals) - total + extra for total, extra in zip(totals, more, strict=True)])
    standings = table.finish()
    assert standings.totals == [max(totals) + extra for extra in more]
    return standings


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_winner__most_points_win(edition: str) -> None:
    table = blank(edition, 3 if edition == "nordic" else 4)
    more = (0, 5, 3) if edition == "nordic" else (0, 5, 3, 4)
    standings = level(table, *more)
    assert standings.winners == [1]
    assert standings.ranks == ([3, 1, 2] if edition == "nordic" else [4, 1, 3, 2])
    assert standings.decided_by == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_winner__tickets_do_not_outweigh_points(edition: str) -> None:
    table = blank(edition, 2)
    complete(table, 0, 0)
    complete(table, 0, 1)
    standings = level(table, 0, 1)
    assert standings.winners == [1]
    assert standings.ranks == [2, 1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_end_winner__a_tie_goes_to_more_tickets_completed(edition: str, seat: int) -> None:
    table = blank(edition, 2)
    complete(table, seat, 0)
    standings = level(table)
    assert standings.winners == [seat]
    assert standings.decided_by == "tickets completed"


def test_end_winner__missed_tickets_are_not_completed_ones() -> None:
    table = blank("new_york", 2)
    complete(table, 0, 0)
    table.tickets(1, "chelsea-brooklyn", "times_square-brooklyn")
    assert level(table).winners == [0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_end_winner__players_equal_in_everything_share_the_victory(edition: str) -> None:
    table = blank(edition, 3)
    standings = level(table)
    assert standings.winners == [0, 1, 2]
    assert standings.ranks == [1, 1, 1]
    assert standings.decided_by == ""
    standings = level(table, 1, 0, 1)
    assert standings.winners == [0, 2]
    assert standings.ranks == [1, 3, 1]


@pytest.mark.parametrize("edition", ["new_york", "berlin", "japan"])
def test_end_winner__where_tickets_are_equal_nothing_else_breaks_a_tie(edition: str) -> None:
    table = blank(edition, 2)
    complete(table, 0, 0)
    complete(table, 1, 1)
    # A longer path, more pieces left, a marker farther on: all that is in the points already.
    table.track(5, 2)
    standings = level(table)
    assert standings.winners == [0, 1]


def test_end_winner__in_europe_fewer_stations_built_come_after_tickets() -> None:
    table = blank("europe", 2)
    table.station(0, "roma")
    table.own(0, "cadiz-lisboa", "cadiz-madrid")
    standings = level(table)
    assert standings.winners == [1], "the longest path comes after stations"
    assert standings.decided_by == "fewest built"
    complete(table, 0, 0)
    standings = level(table)
    assert standings.winners == [0], "tickets come before stations"
    assert standings.decided_by == "tickets completed"


def test_end_winner__in_europe_the_longest_path_comes_last() -> None:
    table = blank("europe", 2)
    table.own(1, "cadiz-lisboa", "cadiz-madrid")
    table.own(0, "amsterdam-bruxelles")
    standings = level(table)
    assert standings.winners == [1]
    assert standings.decided_by == "longest-path card"


def test_end_winner__in_europe_both_who_have_the_longest_path_share() -> None:
    table = blank("europe", 3)
    table.own(0, "cadiz-lisboa")
    table.own(1, "barcelona-madrid")
    table.own(2, "amsterdam-bruxelles")
    standings = level(table)
    assert standings.winners == [0, 1]
    assert standings.ranks == [1, 1, 3]


def test_end_winner__in_europe_a_shorter_path_is_as_good_as_none() -> None:
    table = blank("europe", 3)
    table.own(0, "cadiz-lisboa", "cadiz-madrid")
    table.own(1, "amsterdam-bruxelles")
    standings = level(table, -1, 0, 0)
    assert standings.winners == [1, 2]


def test_end_winner__in_nordic_the_longest_path_comes_after_tickets() -> None:
    table = blank("nordic", 2)
    complete(table, 0, 0)
    complete(table, 1, 1)
    standings = level(table)
    assert standings.winners == [1]
    assert standings.decided_by == "longest path"
    table.tickets(1)
    assert level(table).winners == [0], "tickets come before the path"


def test_end_winner__in_nordic_the_path_is_continuous_and_may_make_loops() -> None:
    table = blank("nordic", 2)
    # Three spaces around Lahti, Helsinki and Tampere and one on to Turku, against five that do not hang together.
    table.own(0, "helsinki-lahti", "lahti-tampere", "helsinki-tampere", "helsinki-turku")
    table.own(1, "kajaani-oulu", "goteborg-norrkoping")
    standings = level(table)
    assert standings.winners == [0]
    assert standings.sheet.longest(0) == 4
    assert standings.sheet.longest(1) == 3


def test_end_winner__in_nordic_equal_paths_share_the_victory() -> None:
    table = blank("nordic", 2)
    table.own(0, "goteborg-norrkoping")
    table.own(1, "helsinki-imatra")
    standings = level(table)
    assert standings.winners == [0, 1]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_end_winner__every_place_is_decided_step_by_step(order: tuple[int, ...]) -> None:
    table = blank("europe", 3)
    complete(table, order[0], 0)
    table.station(order[2], "roma")
    standings = level(table)
    assert [standings.ranks[seat] for seat in order] == [1, 2, 3]
    assert standings.winners == [order[0]]


def test_end_winner__what_decided_is_what_told_the_first_from_the_second() -> None:
    table = blank("europe", 3)
    complete(table, 0, 0)
    table.station(2, "roma")
    standings = level(table)
    assert standings.ranks == [1, 2, 3]
    # Stations only decided between the second and the third.
    assert standings.decided_by == "tickets completed"


def test_end_winner__the_player_with_the_most_points_may_have_fewer_than_none() -> None:
    table = blank("new_york", 2)
    table.tickets(0, "chelsea-brooklyn")
    table.tickets(1, "lower_east_side-wall_street")
    standings = table.finish()
    assert standings.totals == [-8, -2]
    assert standings.winners == [1]
