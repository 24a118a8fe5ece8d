"""`kolej check`: every fault of a board and its rules, each with its file, its line and what would be right."""

import os
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.cli.commands.new_board import make
from kolej.editions.check_rules import SLOTS
from tests.editions.folders import faults_in, kolej, line_of, spoiled

BOARD, RULES = "board.toml", "rules.py"
PLAIN = 'claims={"plain": Plain(POINTS, "train")}'
OWN = """
from dataclasses import replace
from kolej.rules.claims import on_every_space


class Odd:
    def claims(self, number, route, board):
        plain = on_every_space(number, route, board, POINTS, "train")
        {body}


RULES = Rules("""

Case = tuple[str, str, str, str, str]

# The file, what is replaced in it and by what, and the words reported; the line is that of the change.
CASES: dict[str, Case] = {
    "unknown city": (
        BOARD, 'b = "abbey",   points = 5', 'b = "abby",   points = 5',
        'ticket "mill-abby": no city "abby"', 'did you mean "abbey"?',
    ),
    "colour not in the deck": (
        BOARD, 'length = 4, color = "blue"', 'length = 4, color = "pink"',
        'route "lighthouse-castle": no colour "pink" on this board', "write one of red, blue, green, yellow, gray",
    ),
    "unequal double": (
        BOARD, 'length = 2, color = "blue",   kind = "plain", pair = 1',
        'length = 3, color = "blue",   kind = "plain", pair = 1',
        'route "mill-market": pair 1 has a length of 2 on line', "halves of one kind are equally long",
    ),
    "off the board": (
        BOARD, "x = 0.88, y = 0.84", "x = 0.88, y = 1.84", 'city "quarry": y is 1.84', "write a number from 0 to 1",
    ),
    "two cities on one spot": (
        BOARD, "x = 0.88, y = 0.84", "x = 0.90, y = 0.28",
        'city "quarry": it is drawn on the spot of city "abbey"', "give each city an x and y of its own",
    ),
    "syntax of the board": (BOARD, "aspect = 1.5", "aspect = wide", "file: this is not TOML", "write each entry as"),
    "kind no rule claims": (
        BOARD, 'length = 4, color = "blue",   kind = "plain"', 'length = 4, color = "blue",   kind = "plane"',
        'route "lighthouse-castle": no rule claims its kind "plane"', 'did you mean "plain"?',
    ),
    "kind like none": (
        BOARD, 'length = 4, color = "blue",   kind = "plain"', 'length = 4, color = "blue",   kind = "ferry"',
        'route "lighthouse-castle": no rule claims its kind "ferry"', 'write one of "plain", or add a part for it',
    ),
    "length without points": (
        BOARD, 'length = 4, color = "blue"', 'length = 5, color = "blue"',
        'route "lighthouse-castle": no points for the length 5', "there are for 1, 2, 3, 4",
    ),
    "symbols that the kind does not use": (
        BOARD, 'length = 4, color = "blue",   kind = "plain"',
        'length = 4, color = "blue", kind = "plain", symbols = 2',
        'route "lighthouse-castle": symbols is 2, but its kind "plain" asks for none', "leave symbols out",
    ),
    "tickets never offered": (
        BOARD, 'b = "abbey",   points = 5', 'b = "abbey",   points = 5, deck = "long"',
        'ticket "mill-abbey": tickets of the deck "long" are never offered', "offer long=... in opening or tickets",
    ),
    "too many of a colour": (
        RULES, "Deck(each=8", "Deck(each=16", "deck: a deck holds at most 15 cards of a kind, not 16",
        "use other numbers in the deck",
    ),
    "too few cards to deal": (
        RULES, "Market(face_up=5", "Market(face_up=33", "deck: 38 cards are too few to deal 2 seats and a display",
        "use a larger deck, deal fewer cards, or show fewer",
    ),
    "too few tickets to begin": (
        RULES, "opening=Opening(cards=3, deal=offer(keep=1, returns=BOTTOM, regular=2))",
        "opening=Opening(cards=3, deal=offer(keep=1, returns=BOTTOM, regular=4))",
        "opening: 13 tickets of 'regular' are too few for 4 seats", "offer fewer tickets",
    ),
    "a deck of tickets that is not there": (
        RULES, "tickets=offer(keep=1, returns=BOTTOM, regular=2)", "tickets=offer(keep=1, returns=BOTTOM, long=2)",
        "tickets: no ticket is of deck 'long'; decks here: regular", "offer 1 to 8 tickets of one deck",
    ),
    "more to keep than is offered": (
        RULES, "tickets=offer(keep=1, returns", "tickets=offer(keep=3, returns",
        "tickets: of 2 tickets offered (at most 8) 3 can't be the least to keep", "offer 1 to 8 tickets of one deck",
    ),
    "an end that counts what nobody has": (
        RULES, 'end=End(pieces=("train",)', 'end=End(pieces=("tram",)',
        "end: the end counts 'tram', but seats have only train", "count pieces that seats have",
    ),
    "a building nobody has": (
        RULES, "    version=1,",
        '    builds=(__import__("kolej.rules.stations", fromlist=["x"]).Stations((1,)),), version=1,',
        "builds: seats build 'station' at 1 prices", "name a piece that seats have",
    ),
    "syntax of the rules": (
        RULES, "seats=range(2, 5),", "seats=range(2, 5],",
        "rules: SyntaxError: closing parenthesis ']' does not match", "fix this line",
    ),
    "a name that is not there": (
        RULES, "ties=(ByTickets(),),", "ties=(ByTicket(),),", "rules: NameError: name 'ByTicket' is not defined",
        "fix this line",
    ),
    "a slot left out": (
        RULES, "    ties=(ByTickets(),),\n", "    # no ties\n",
        "rules: TypeError: Rules.__init__() missing 1 required keyword-only argument: 'ties'", "fix this line",
    ),
    "a program that stops": (
        RULES, "POINTS = {1", "raise SystemExit(3)\nPOINTS = {1", "rules: SystemExit: 3", "fix this line",
    ),
    "rules of the wrong type": (
        RULES, "RULES = Rules(", "RULES = dict(", "rules: RULES is of type dict", "write RULES = Rules(...)",
    ),
}  # fmt: skip

# If a fault is reported on another line than that of the change: the text on that line.
ELSEWHERE = {
    "two cities on one spot": '{ id = "quarry"',
    "too few cards to deal": "deck=Deck(",
    "a slot left out": "RULES = Rules(",
}


@pytest.mark.parametrize("name", CASES)
def test_one_fault(tmp_path: Path, name: str) -> None:
    file, old, new, problem, remedy = CASES[name]
    folder = spoiled(tmp_path, (file, old, new))
    line = line_of(folder / file, ELSEWHERE.get(name) or new)
    (fault,) = faults_in(folder)
    assert fault.startswith(f"{file}:{line}: {problem}"), fault
    assert remedy in fault


# What `claims` of a custom part does, and what is reported.
KINDS = {
    "fails": ('yield {}["x"]', "rules.py:{line}: claims: KeyError: 'x'"),
    "gives what is no claim": (
        "yield route.length",
        "rules.py:{slot}: claims: TypeError: claims() gives 3, which is no",
    ),
    "writes about another route": (
        "yield replace(plain, route=5)",
        "rules.py:{slot}: claims: ValueError: claims() was asked about route 0 and writes about route 5",
    ),
    "gives no way": (
        "yield from ()",
        'board.toml:{route}: route "lighthouse-harbour": the part that claims "plain" gives no',
    ),
    "costs what can't be": (
        "yield replace(plain, cards=0)",
        'board.toml:{route}: route "lighthouse-harbour": cards can\'t be 0; the least is 1',
    ),
    "takes a piece nobody has": (
        'yield replace(plain, piece="tram")',
        "board.toml:{route}: route \"lighthouse-harbour\": it uses 'tram', but seats have only train",
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_of_ones_own_that_is_wrong(tmp_path: Path, name: str) -> None:
    body, words = KINDS[name]
    folder = spoiled(
        tmp_path, (RULES, "\nRULES = Rules(", OWN.format(body=body)), (RULES, PLAIN, 'claims={"plain": Odd()}')
    )
    line, slot = line_of(folder / RULES, body), line_of(folder / RULES, "claims={")
    route = line_of(folder / BOARD, '{ a = "lighthouse", b = "harbour"')
    faults = faults_in(folder)
    assert faults[0].startswith(words.format(line=line, slot=slot, route=route)), faults[0]
    # A mistake in the part itself is reported once, its effect on the board once for each route.
    assert len(faults) == (1 if faults[0].startswith(RULES) else 16)


def test_routes_and_tickets_that_nobody_has_the_pieces_for_are_all_reported(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, (RULES, '"train": 14', '"train": 3'))
    routes = [("lighthouse", "castle"), ("orchard", "quarry"), ("abbey", "quarry")]
    shorten = 'it takes 4 × "train", and a seat has only 3; shorten it, or give seats more pieces'
    line = line_of(folder / BOARD, '{ a = "harbour",    b = "market"')
    assert faults_in(folder) == [
        *(f'board.toml:{line_of_route(folder, *ends)}: route "{"-".join(ends)}": {shorten}' for ends in routes),
        f'board.toml:{line}: ticket "harbour-market": nobody can complete it: every way needs more pieces than a '
        'seat has (3 × "train"); leave it out, or give seats more pieces',
    ]


def line_of_route(folder: Path, a: str, b: str) -> int:
    lines = (folder / BOARD).read_text(encoding="utf-8").splitlines()
    return next(
        n for n, line in enumerate(lines, 1) if f'a = "{a}"' in line and f'b = "{b}"' in line and "length" in line
    )


def test_a_ticket_may_use_routes_of_two_kinds_of_pieces_and_borrowed_ones(tmp_path: Path) -> None:
    """A ticket that is too far for trains alone can be completed with stations."""
    few = (RULES, 'pieces={"train": 14}', 'pieces={"train": 4}')
    assert any("nobody can complete it" in fault for fault in faults_in(spoiled(tmp_path, few)))
    stations = "builds=(Stations(costs=(1, 2)),), travel=Travel(borrows=True),"
    (tmp_path / "two").mkdir()
    folder = spoiled(
        tmp_path / "two",
        (RULES, 'pieces={"train": 14},', 'pieces={"train": 4, "station": 2}, ' + stations),
        (
            RULES,
            "import EmptyDeck, End\n",
            "import EmptyDeck, End, Travel\nfrom kolej.rules.stations import Stations\n",
        ),
    )
    assert kolej("check", str(folder))[0] == 0


def test_a_route_that_the_deck_cannot_pay_for(tmp_path: Path) -> None:
    folder = spoiled(
        tmp_path,
        (RULES, "Deck(each=8, wilds=6)", "Deck(each=3, wilds=0)"),
        (RULES, "Opening(cards=3", "Opening(cards=1"),
    )
    blue, _, gray = faults_in(folder)
    line = line_of_route(folder, "lighthouse", "castle")
    assert blue == (
        f'board.toml:{line}: route "lighthouse-castle": it costs 4 blue cards, which the deck does not have; '
        "there are 3 of each colour and 0 × locomotive: shorten it, or add cards"
    )
    assert "it costs 4 cards, which" in gray


def test_a_ferry_with_more_symbols_than_the_deck_has_wilds(tmp_path: Path) -> None:
    folder = spoiled(
        tmp_path,
        (RULES, "import Plain", "import Ferry, Plain"),
        (RULES, PLAIN, 'claims={"plain": Plain(POINTS, "train"), "ferry": Ferry(POINTS, "train")}'),
        (RULES, "wilds=6", "wilds=2"),
        (
            BOARD,
            'length = 4, color = "blue",   kind = "plain"',
            'length = 4, color = "blue", kind = "ferry", symbols = 3',
        ),
    )
    (fault,) = faults_in(folder)
    assert "it costs 4 blue cards, 3 of them locomotive, which the deck does not have" in fault


def test_symbols_on_a_plain_route_are_reported_with_a_kind_that_uses_them(tmp_path: Path) -> None:
    folder = spoiled(
        tmp_path,
        (RULES, "import Plain", "import Ferry, Plain"),
        (RULES, PLAIN, 'claims={"plain": Plain(POINTS, "train"), "ferry": Ferry(POINTS, "train")}'),
        (
            BOARD,
            'length = 4, color = "blue",   kind = "plain"',
            'length = 4, color = "blue", kind = "plain", symbols = 1',
        ),
    )
    (fault,) = faults_in(folder)
    assert fault.endswith('leave symbols out, or make it a "ferry"')


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_filled_with_the_wrong_thing(tmp_path: Path, slot: str) -> None:
    folder = spoiled(tmp_path)
    with (folder / RULES).open("a", encoding="utf-8") as file:
        file.write(f"\nimport dataclasses\nRULES = dataclasses.replace(RULES, {slot}=-1)\n")
    (fault,) = faults_in(folder)
    line = line_of(folder / RULES, f"{slot}=-1")
    assert fault == f"rules.py:{line}: {slot}: this can't be -1; write {SLOTS[slot].wants}"


# How a custom award fails, and what is reported; {line} is its own line, {slot} that of awards.
AWARDS = {
    "fails": ("return [1 / 0]", 'rules.py:{line}: award "odd": ZeroDivisionError: division by zero'),
    "forgets a seat": ("return [0] * (sheet.seats - 1)", 'rules.py:{slot}: awards: award "odd" gives [0] to 2 seats'),
    "gives halves": ("return [0.5] * sheet.seats", 'rules.py:{slot}: awards: award "odd" gives [0.5, 0.5] to 2 seats'),
    "counts a piece nobody has": (
        'return [sheet.left(seat, "tram") for seat in range(sheet.seats)]',
        'rules.py:{line}: award "odd": ValueError',
    ),
}


@pytest.mark.parametrize("name", AWARDS)
def test_an_award_of_ones_own_that_is_wrong(tmp_path: Path, name: str) -> None:
    body, words = AWARDS[name]
    own = f"""
from kolej.engine.scoring.award import Award


class Odd(Award):
    id = "odd"

    def points(self, sheet):
        {body}


RULES = Rules("""
    folder = spoiled(
        tmp_path, (RULES, "\nRULES = Rules(", own), (RULES, "awards=(Tickets(),", "awards=(Odd(), Tickets(),")
    )
    line, slot = line_of(folder / RULES, body), line_of(folder / RULES, "awards=(")
    (fault,) = faults_in(folder)
    assert fault.startswith(words.format(line=line, slot=slot)), fault
    assert fault.endswith("give a list with a whole number for each seat")


def test_every_award_and_tie_that_fails_is_reported(tmp_path: Path) -> None:
    own = """
from kolej.engine.scoring.award import Award, Tie


class One(Award):
    id = "one"


class Two(Tie):
    id = "two"


RULES = Rules("""
    folder = spoiled(
        tmp_path,
        (RULES, "\nRULES = Rules(", own),
        (RULES, "awards=(Tickets(),", "awards=(One(), Tickets(),"),
        (RULES, "ties=(ByTickets(),", "ties=(Two(), ByTickets(),"),
    )
    assert [fault.split(": ", 1)[1] for fault in faults_in(folder)] == [
        f"{who}: give a list with a whole number for each seat".replace(": give", "; give")
        for who in (
            'award "one": TypeError: award One does not say its points',
            'tie-break "two": TypeError: tie-break Two does not say its keys',
        )
    ]


def test_several_faults_of_both_files_are_reported_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    folder = spoiled(
        tmp_path,
        (BOARD, 'length = 4, color = "blue",   kind = "plain"', 'length = 5, color = "blue",   kind = "plain"'),
        (BOARD, 'length = 2, color = "red",    kind = "plain"', 'length = 2, color = "red",    kind = "tunnel"'),
        (BOARD, 'b = "abbey",   points = 5', 'b = "abbey",   points = 5, deck = "long"'),
        (RULES, "Deck(each=8", "Deck(each=99"),
        (RULES, 'end=End(pieces=("train",)', 'end=End(pieces=("tram",)'),
        (RULES, "tickets=offer(keep=1", "tickets=offer(keep=9"),
    )
    faults = faults_in(folder)
    assert [fault.split(": ")[1] for fault in faults] == [
        'route "lighthouse-mill"', 'route "lighthouse-castle"', 'ticket "mill-abbey"', "deck", "tickets", "end",
    ]  # fmt: skip
    lines = [int(fault.split(":")[1]) for fault in faults]
    assert lines == [*sorted(lines[:3]), *sorted(lines[3:])]


def test_faults_of_a_board_do_not_hide_those_of_its_rules(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, (BOARD, "y = 0.84", "y = 8.4"), (RULES, "POINTS = {1: 1", "POINTS = {one: 1"))
    assert [fault.split(": ")[0].split(":")[0] for fault in faults_in(folder)] == [BOARD, RULES]


def test_a_board_alone_is_checked_without_its_rules(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, (RULES, "POINTS = {1: 1", "POINTS = {one: 1"))
    path = folder / BOARD
    assert kolej("check", str(path)) == (0, [f"{path}: no faults (8 cities, 16 routes, 13 tickets)"])


def test_several_paths_are_checked_and_the_faults_of_all_counted(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, (BOARD, "y = 0.84", "y = 8.4"))
    code, lines = kolej("check", "europe", str(folder), str(tmp_path / "nowhere.toml"))
    assert code == 2
    assert lines[0] == "europe: no faults (47 cities, 101 routes, 46 tickets, 2 to 5 seats)"
    assert lines[2] == f"{tmp_path}/nowhere.toml: file: cannot be read: No such file or directory; name a board file"
    assert lines[3:] == ["2 faults"]


@pytest.mark.parametrize("name", editions.names())
def test_the_boards_that_come_with_kolej_have_no_faults(name: str) -> None:
    code, lines = kolej("check", str(editions.HERE / name))
    assert code == 0
    assert len(lines) == 1 and ": no faults (" in lines[0]


def test_a_folder_without_a_board(tmp_path: Path) -> None:
    code, lines = kolej("check", str(tmp_path))
    assert (code, lines[-1]) == (2, "1 fault")
    assert lines[0].startswith(f"{tmp_path}: folder: there is no board in it; name a board file, or a folder with")


@pytest.mark.parametrize("file", [BOARD, RULES])
def test_a_folder_with_half_of_what_it_needs(tmp_path: Path, file: str) -> None:
    folder = spoiled(tmp_path)
    (folder / file).unlink()
    (fault,) = faults_in(folder)
    assert fault.startswith(f"{file}: file: it is not there")


def test_a_file_of_rules_is_no_board(tmp_path: Path) -> None:
    path = spoiled(tmp_path) / RULES
    assert kolej("check", str(path)) == (
        2,
        [f"{path}: file: this is no board file; name the folder it is in", "1 fault"],
    )


def test_a_file_that_must_not_be_read(tmp_path: Path) -> None:
    path = spoiled(tmp_path) / BOARD
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    code, lines = kolej("check", str(path))
    assert (code, lines) == (2, [f"{path}: file: cannot be read: Permission denied; name a board file", "1 fault"])


@pytest.mark.parametrize(
    "raw", [b"", b"\x00\x01\xff", Random(1).randbytes(3_000), b"[" * 10_000, "é".encode("latin-1"), b"(" * 500]
)
@pytest.mark.parametrize("file", [BOARD, RULES])
def test_garbage_is_answered_in_words(tmp_path: Path, file: str, raw: bytes) -> None:
    folder = spoiled(tmp_path)
    (folder / file).write_bytes(raw)
    faults = faults_in(folder)
    assert all(fault.startswith(file) and "; " in fault for fault in faults)


@settings(deadline=None, derandomize=True, database=None, max_examples=80)
@given(
    start=st.integers(0, 4_000),
    length=st.integers(0, 60),
    instead=st.text(st.sampled_from("ab_\"'{}[],=#\n 0.9-é\x00"), max_size=8),
)
def test_a_board_with_any_hole_in_it_is_answered_in_words(start: int, length: int, instead: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        path = make("isle", Path(scratch)) / BOARD
        text = path.read_text(encoding="utf-8")
        spoilt = text[: start % len(text)] + instead + text[start % len(text) + length :]
        path.write_text(spoilt, encoding="utf-8")
        code, lines = kolej("check", str(path.parent))
        assert code in (0, 2)
        assert all(line.startswith(str(path)) for line in lines[:-1])


def test_rules_without_a_composition(tmp_path: Path) -> None:
    folder = spoiled(tmp_path)
    (folder / RULES).write_text("POINTS = {}\n", encoding="utf-8")
    assert faults_in(folder) == [
        "rules.py: rules: nothing is called RULES; write RULES = Rules(...), composed of parts"
    ]


def test_a_name_too_long_for_any_file() -> None:
    code, lines = kolej("check", "x" * 5_000)
    assert (code, lines[-1]) == (2, "1 fault")


def test_a_board_may_begin_with_a_double_route(tmp_path: Path) -> None:
    folder = spoiled(tmp_path)
    board = folder / BOARD
    lines = board.read_text(encoding="utf-8").splitlines(keepends=True)
    double = [line for line in lines if "pair = 1" in line]
    others = [line for line in lines if "pair = 1" not in line]
    first = others.index("routes = [\n") + 1
    board.write_text("".join([*others[:first], *double, *others[first:]]), encoding="utf-8")
    assert kolej("check", str(folder))[0] == 0
