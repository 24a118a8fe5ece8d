"""`kolej board`: what a board has, in words."""

from pathlib import Path

import pytest

from kolej import editions
from tests.editions.folders import kolej, spoiled


def shown(*arguments: str) -> list[str]:
    code, lines = kolej("board", *arguments)
    assert code == 0, lines
    return lines


@pytest.mark.parametrize("name", editions.names())
@pytest.mark.parametrize("options", [(), ("--cities", "--routes", "--tickets")])
def test_everything_fits_into_80_columns(name: str, options: tuple[str, ...]) -> None:
    assert max(map(len, shown(name, *options))) <= 80


def test_the_facts_of_a_board() -> None:
    lines = shown("nordic")
    for line in (
        "seats     2 to 3",
        "pieces    40 train for each seat",
        "cards     110: 12 of each colour, 14 locomotive; 5 face up",
        "cities    39",
        "routes    81 with 207 spaces; 14 doubles among them",
        "tickets   46 regular, of 3 to 24 points",
        "kind       routes spaces   of length   1   2   3   4   5   6   9",
        "tunnel         10     26               2   4   1   2   1   .   .",
        "red             8     21               3   1   2   1   .   1   .",
        "  arctic: 4 cards of any kind may stand in for one",
        "  - Wilds pay only for ferries and tunnels.",
    ):
        assert line in lines


def test_tickets_are_counted_by_deck_and_what_is_shared_is_printed() -> None:
    europe = shown("europe")
    assert "tickets   6 long, of 20 to 21 points" in europe
    assert "tickets   40 regular, of 5 to 13 points" in europe
    assert "          16 shared by all" in shown("japan")


def test_a_subway_has_one_space_whatever_it_costs() -> None:
    assert "subway         23     23               .  13   8   2" in shown("berlin")


def test_berlin_is_said_to_be_a_reconstruction() -> None:
    text = " ".join(shown("berlin"))
    assert "This is not the printed board." in text and "both score tables are recalled or reconstructed" in text


def test_lists_hold_every_entry_once() -> None:
    board = editions.load("nordic").board
    cities, routes, tickets = (shown("nordic", f"--{what}") for what in ("cities", "routes", "tickets"))
    assert len(cities) == 1 + len(board.cities)
    assert len(routes) == 1 + len(board.routes)
    assert len(tickets) == 1 + len(board.tickets)
    assert "Helsinki–Stockholm           4  gray    ferry   double, 2 symbols" in routes
    assert shown("nordic", "--cities", "--tickets") == [*cities, *tickets]


def test_long_names_are_cut(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, ("board.toml", 'name = "Quarry"', f'name = "{"Quarry " * 20}"'))
    lines = shown(str(folder), "--cities", "--routes", "--tickets")
    assert max(map(len, lines)) <= 80
    assert any("…" in line for line in lines)


def test_an_edition_that_is_not_there() -> None:
    code, lines = kolej("board", "atlantis")
    assert code == 2
    assert lines[0].startswith(f'kolej: there is no edition "atlantis"; there are {", ".join(editions.names())}')


def test_rules_that_fail_on_the_board_are_reported_without_a_traceback(tmp_path: Path) -> None:
    own = '\nclass Odd:\n    def claims(self, number, route, board):\n        yield {}["x"]\n\n\nRULES = Rules('
    folder = spoiled(tmp_path, ("rules.py", "\nRULES = Rules(", own), ("rules.py", 'Plain(POINTS, "train")', "Odd()"))
    code, lines = kolej("board", str(folder))
    assert (code, len(lines)) == (2, 1)
    assert lines[0].startswith("kolej: the rules fail on this board (KeyError: 'x'); `kolej check` shows where")
