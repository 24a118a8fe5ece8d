"""Berlin's own rules: trams and subways."""

import pytest

from kolej.engine.knowledge.events import LastRoundBegan
from tests.support.arranged_game import Table

TRAM_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}
SUBWAY_POINTS = {2: 1, 3: 3, 4: 5}


def table_for(**cards: int) -> Table:
    """Two seats, seat 0 to move with these cards, none of them in the display."""
    table = Table("berlin", 2)
    table.give(1)
    table.show()
    table.give(0, **cards)
    return table


def supply(table: Table, seat: int = 0) -> dict[str, int]:
    return dict(zip(table.t.piece_names, table.game.view().supply[seat], strict=True))


def paint_of(table: Table, name: str) -> str:
    color = table.board.routes[table.board.route(name)].color
    return table.board.colors[0 if color is None else color - 1]


def routes_of(kind: str) -> list[tuple[str, int]]:
    return [(route.id, route.length) for route in Table("berlin", 2).board.routes if route.kind == kind]


# tram.pieces


@pytest.mark.parametrize(("route", "length"), routes_of("tram"))
def test_tram_pieces__one_tram_for_every_space_and_no_subway(route: str, length: int) -> None:
    paint = paint_of(table_for(), route)
    table = table_for(**{paint: length})
    table.pieces(0, tram=length - 1, subway=5)
    assert table.payments(route) == set()
    assert table.refused_claim(0, route, **{paint: length}).rule == "tram.pieces"
    table.pieces(0, tram=length, subway=0)
    table.claim(0, route, **{paint: length})
    assert supply(table) == {"tram": 0, "subway": 0}
    assert table.game.view().points == (TRAM_POINTS[length], 0)


def test_tram_pieces__each_seat_has_eleven_of_its_own() -> None:
    table = table_for()
    assert supply(table) == {"tram": 11, "subway": 5}
    for name, length in (("wittenbergplatz-potsdamer_platz", 4), ("nollendorfplatz-potsdamer_platz", 3)):
        paint = paint_of(table, name)
        table.give(0, **{paint: length})
        table.to_move(0)
        table.claim(0, name, **{paint: length})
    assert supply(table) == {"tram": 4, "subway": 5}
    assert supply(table, 1) == {"tram": 11, "subway": 5}


def test_tram_pieces__cards_and_wilds_pay_as_anywhere() -> None:
    table = table_for(purple=2, wild=1, red=3)
    assert table.payments("schloss_bellevue-reichstag") == {table.cards(purple=2, wild=1)}
    assert table.refused_claim(0, "schloss_bellevue-reichstag", red=3).rule == "claim.set"
    table.claim(0, "schloss_bellevue-reichstag", purple=2, wild=1)
    assert supply(table) == {"tram": 8, "subway": 5}


# subway.cost


@pytest.mark.parametrize(("route", "length"), routes_of("subway"))
def test_subway_cost__as_many_cards_as_printed_and_a_single_subway(route: str, length: int) -> None:
    paint = paint_of(table_for(), route)
    table = table_for(**{paint: 5})
    for count in (1, length - 1, length + 1):
        if count != length:
            assert table.refused_claim(0, route, **{paint: count}).rule == "subway.cost"
    table.claim(0, route, **{paint: length})
    assert table.hand_of(0) == {paint: 5 - length}
    assert supply(table) == {"tram": 11, "subway": 4}
    assert table.game.view().points == (SUBWAY_POINTS[length], 0)
    assert sum(table.game.view().discard) == length


def test_subway_cost__its_table_is_not_that_of_the_trams() -> None:
    for length in (2, 3):
        tram = next(name for name, spaces in routes_of("tram") if spaces == length)
        subway = next(name for name, spaces in routes_of("subway") if spaces == length)
        points = []
        for name in (tram, subway):
            paint = paint_of(table_for(), name)
            table = table_for(**{paint: length})
            table.claim(0, name, **{paint: length})
            points.append(table.game.view().points[0])
        assert points == [TRAM_POINTS[length], SUBWAY_POINTS[length]]


def test_subway_cost__gray_takes_any_one_colour() -> None:
    for color in table_for().board.colors:
        table = table_for(**{color: 4})
        table.claim(0, "hauptbahnhof-alexanderplatz", **{color: 4})
        assert supply(table) == {"tram": 11, "subway": 4}
    table = table_for(red=2, blue=2)
    assert table.payments("hauptbahnhof-alexanderplatz") == set()
    assert table.refused_claim(0, "hauptbahnhof-alexanderplatz", red=2, blue=2).rule == "subway.cost"


def test_subway_cost__a_colour_takes_that_colour_and_wilds() -> None:
    table = table_for(green=2, red=2, wild=2)
    assert table.payments("hackescher_markt-alexanderplatz") == {
        table.cards(green=2),
        table.cards(green=1, wild=1),
        table.cards(wild=2),
    }
    assert table.refused_claim(0, "hackescher_markt-alexanderplatz", red=2).rule == "subway.cost"
    table.claim(0, "hackescher_markt-alexanderplatz", wild=2)
    assert supply(table) == {"tram": 11, "subway": 4}


def test_subway_cost__cards_one_does_not_hold_are_refused() -> None:
    table = table_for(green=1)
    assert table.refused_claim(0, "hackescher_markt-alexanderplatz", green=2).rule == "claim.set"


# pieces.kinds


def test_pieces_kinds__trams_do_not_replace_a_subway() -> None:
    table = table_for(green=2)
    table.pieces(0, tram=11, subway=0)
    assert table.payments("hackescher_markt-alexanderplatz") == set()
    assert table.refused_claim(0, "hackescher_markt-alexanderplatz", green=2).rule == "pieces.kinds"
    table.pieces(0, tram=0, subway=1)
    table.claim(0, "hackescher_markt-alexanderplatz", green=2)
    assert supply(table) == {"tram": 0, "subway": 0}


def test_pieces_kinds__subways_do_not_replace_trams() -> None:
    table = table_for(green=1)
    table.pieces(0, tram=0, subway=5)
    assert table.payments("museumsinsel-hackescher_markt") == set()
    assert table.refused_claim(0, "museumsinsel-hackescher_markt", green=1).rule == "tram.pieces"


def test_pieces_kinds__the_fifth_subway_is_the_last() -> None:
    table = table_for()
    for name, paint in (
        ("hackescher_markt-alexanderplatz", "green"),
        ("wittenbergplatz-nollendorfplatz", "black"),
        ("kurfuerstendamm-wittenbergplatz", "orange"),
        ("gleisdreieck-hallesches_tor", "purple"),
        ("oranienburger_tor-hackescher_markt", "blue"),
    ):
        table.to_move(0)
        table.show()
        table.give(0, **{paint: 2})
        table.claim(0, name, **{paint: 2})
    assert supply(table) == {"tram": 11, "subway": 0}
    table.to_move(0)
    table.show()
    table.give(0, red=2)
    assert table.refused_claim(0, "hauptbahnhof-oranienburger_tor/2", red=2).rule == "pieces.kinds"
    table.claim(0, "brandenburger_tor-gendarmenmarkt", red=2)
    assert supply(table) == {"tram": 9, "subway": 0}


@pytest.mark.parametrize(
    ("trams", "subways", "sets_off"),
    [(1, 1, True), (1, 2, False), (2, 0, True), (2, 1, False), (2, 5, False), (11, 1, False)],
)
def test_pieces_kinds__both_count_together_for_the_end(trams: int, subways: int, sets_off: bool) -> None:
    table = table_for(green=2)
    table.pieces(0, tram=trams, subway=subways)
    events = table.claim(0, "museumsinsel-hackescher_markt", green=1)
    assert any(isinstance(event, LastRoundBegan) for event in events) == sets_off
