"""The game screen: line wrapping, counts, notices, lists and results."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput
from kolej.cli.terminal.output.inspector import Inspector
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import PLAIN, Paint, columns, cut, fit, padded, plain
from kolej.cli.terminal.output.result import result_lines, verdict
from kolej.cli.terminal.output.route_list import RouteList
from kolej.cli.terminal.output.screen import Screen
from kolej.cli.wording import counted
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES
from tests.support.seeds import SEEDED

WORD = st.text("ab–é日 ", min_size=0, max_size=120)


@given(line=WORD, width=st.integers(10, 90), hang=st.none() | st.integers(0, 12), color=st.booleans())
@settings(SEEDED, max_examples=300)
def test_lines_fit_and_lose_nothing(line: str, width: int, hang: int | None, color: bool) -> None:
    painted = " ".join(Paint(color).card("red", word) for word in line.split(" "))
    lines = fit(painted, width, hang)
    assert all(columns(each) <= width for each in lines)
    assert plain("".join(lines)).replace(" ", "") == line.replace(" ", "")


def test_widths_are_counted_in_columns() -> None:
    assert columns("Zürich") == columns("Zu\u0308rich") == 6
    assert columns("東京") == 4
    assert columns(Paint(True).card("red")) == 3
    assert padded("ab", 4) == "ab  " and cut("abcdef", 4) == "abc…" and cut("abc", 4) == "abc"


def test_colours_are_only_paint() -> None:
    paint = Paint(True)
    for color in ("red", "black", "locomotive"):
        assert paint.card(color).startswith("\x1b[") and plain(paint.card(color)) == color
        assert PLAIN.card(color) == color


def test_counts_have_their_plurals() -> None:
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [counted(2, what) for what in ("city", "subway", "tram")] == ["2 cities", "2 subways", "2 trams"]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("width", [60, 80])
def test_screens_fit_with_names_of_any_length(name: str, seats: int, width: int) -> None:
    game = Game.start(editions.load(name), seats, SeededDealer(3))
    players = ["Wolfgang Amadeus Theophilus Mozart, jr."[: 40 - seat] for seat in range(seats)]
    labels = Labels(game.edition.board, players, 0, Paint(True))
    inspector = Inspector(game.decision(0), labels, NameLookup(game.edition.board), game.opening_events, 0, width)
    for line in [*inspector.whole(), *inspector.brief(), *inspector.moves("")]:
        assert columns(line) <= width, line


def looks(table: Table) -> str:
    names = [f"P{seat}" for seat in range(table.game.seats)]
    made = Inspector(table.game.decision(0), Labels(table.board, names, 0), NameLookup(table.board), [], 0, 80)
    return "\n".join(made.whole())


def test_the_table_shows_every_public_count() -> None:
    table = cleared("japan", 2)
    table.give(1, red=4, wild=2)
    table.pieces(1, train=7)
    table.pool(9)
    table.track(3, 8)
    table.points(11, 12)
    shown = looks(table)
    assert "points    trains     cards   tickets    marker" in shown
    assert f"1  P1              {12:>10}{7:>10}{6:>10}{0:>10}{8:>10}" in shown
    assert "9 shared pieces" in shown


def test_an_empty_slot_of_the_display_is_said() -> None:
    table = cleared("europe", 2)
    table.show("red", "blue")
    assert "red · blue · (empty) · (empty) · (empty)" in looks(table)


def test_a_tunnel_asks_for_more() -> None:
    table = cleared("europe", 2)
    table.give(0, red=4)
    table.stack("red", "wild", "blue")
    table.claim(0, "paris-zurich", red=3)
    shown = looks(table)
    assert "you laid 3 red; turned up: 1 red, 1 blue, 1 locomotive" in " ".join(shown.split())
    assert "costs 2 more red: you don't have the cards: `refuse`" in " ".join(shown.split())


def test_the_last_round_is_announced() -> None:
    table = cleared("europe", 2)
    table.pieces(0, train=4)
    table.give(0, red=2)
    table.claim(0, "bruxelles-paris", red=2)
    screen = Screen(Labels(table.board, ["Ann", "Bob"], 1), table.t, 80)
    assert screen.last_round(table.game.view(1)) == ["Last round: 2 turns left; this one is yours."]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("mine", {"brest-paris"}),
        ("taken", {"brest-paris", "bruxelles-paris"}),
        ("paris free red", set()),
        ("paris purple", {"dieppe-paris"}),
        ("paris tunnel", {"paris-zurich"}),
        ("zurich 2 free", {"marseille-zurich", "munchen-zurich", "venezia-zurich"}),
        ("BREST paris mine", {"brest-paris"}),
    ],
)
def test_the_board_is_filtered(words: str, ids: set[str]) -> None:
    table = cleared("europe", 2)
    table.own(0, "brest-paris")
    table.own(1, "bruxelles-paris")
    listed = RouteList(Labels(table.board, ["Ann", "Bob"], 0), NameLookup(table.board), table.t, table.game.view(0))
    assert {line.split()[0] for line in listed.lines(words)[: len(ids)]} == ids
    assert listed.lines(words)[-1].startswith("no route" if not ids else f"{len(ids)} route")


def test_the_board_says_whose_a_route_is() -> None:
    table = cleared("europe", 2)
    table.own(0, "brest-paris")
    table.own(1, "bruxelles-paris")
    listed = RouteList(Labels(table.board, ["Ann", "Bob"], 0), NameLookup(table.board), table.t, table.game.view(0))
    lines = {line.split()[0]: line.split()[-1] for line in listed.lines("paris")}
    assert (lines["brest-paris"], lines["bruxelles-paris"]) == ("yours", "Bob")
    assert (lines["bruxelles-paris/2"], lines["dieppe-paris"]) == ("closed", "free")
    with pytest.raises(UnclearInput, match="near it: paris"):
        listed.lines("parsi")


def test_a_broken_tie_is_explained() -> None:
    table = Table("new_york", 2)
    for seat in (0, 1):
        table.tickets(seat)
    table.points(5, 5)
    labels = Labels(table.board, ["Ann", "Bob"])
    assert verdict(table.edition, table.finish(), labels) == [
        "Ann and Bob share the victory.",
        "How the tie was broken [end.winner]:",
        "  Ann and Bob: 5 points each",
        "  More tickets completed (Ann 0, Bob 0): level",
        "  Nothing tells them apart: the victory is shared",
    ]
    table.tickets(0, "chelsea-brooklyn")
    value = table.board.tickets[table.board.ticket("chelsea-brooklyn")].points
    table.own(0, "chelsea-soho", "soho-wall_street", "wall_street-brooklyn")
    lines = dict(table.finish().lines)
    table.points(5, 5 + value + lines["visits"][0])
    said = verdict(table.edition, table.finish(), labels)
    assert said[:2] == ["Ann has won.", "How the tie was broken [end.winner]:"]
    assert said[2].startswith("  Ann and Bob: ") and said[2].endswith(" points each")
    assert said[3:] == ["  More tickets completed (Ann 1, Bob 0): Ann wins"]


def test_the_end_lists_tickets_stations_and_paths() -> None:
    table = cleared("europe", 2)
    table.tickets(0, "brest-venezia")
    table.tickets(1, "roma-smyrna")
    table.own(0, "brest-paris", "paris-zurich")
    table.own(1, "venezia-zurich")
    table.station(0, "zurich")
    standings = table.finish()
    labels = Labels(table.board, ["Ann", "Bob"])
    lines = result_lines(table.edition, table.game.view(), standings, labels, 80)
    start = lines.index("Ann: 1 of 1 ticket")
    assert lines[start + 1 : start + 5] == [
        "  Brest–Venezia: completed, +8",
        "  Venezia–Zürich was borrowed through Zürich",
        "Bob: 0 of 1 ticket",
        "  Roma–Smyrna: not completed, −8",
    ]
    assert "Longest path: Ann 6, Bob 2" in lines
    assert [line.split() for line in lines if line.startswith(("Stations kept", "Total"))] == [
        ["Stations", "kept", "8", "12"],
        ["Total", "26", "4"],
    ]
