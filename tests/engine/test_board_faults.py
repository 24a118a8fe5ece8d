"""Faulty board files: every fault is reported with its line, the problem and the remedy."""

from pathlib import Path

import pytest

from kolej.engine.board.check_values import check
from kolej.engine.board.loading import load, loads
from kolej.engine.errors import BoardError, KolejError

GOOD = """\
id = "isle"
name = "Isle"
box = "a board for tests"
colors = ["red", "blue"]
wild = "joker"
aspect = 1.5

cities = [
    { id = "north", name = "North", x = 0.5, y = 0.1 },
    { id = "south", name = "South", x = 0.5, y = 0.9, tags = ["port"] },
    # a comment, with a { and a "quote
    { id = "east",  name = "East",  x = 0.9, y = 0.5, inset = [0.1, 0.2] },
]

routes = [
    { a = "north", b = "south", length = 4, color = "red",  kind = "plain", pair = 1 },
    { a = "north", b = "south", length = 4, color = "gray", kind = "ferry", pair = 1, symbols = 2 },
    { a = "south", b = "east",  length = 2, color = "blue", kind = "plain" },
]

tickets = [
    { a = "north", b = "east", points = 6 },
    { a = "north", b = "south", points = 4, deck = "long" },
]
"""

CITY, CITY_2, CITY_3 = 9, 10, 12
ROUTE, ROUTE_2, ROUTE_3 = 16, 17, 18
TICKET, TICKET_2 = 22, 23
SMALL_LETTERS = "write a word of small letters, digits and _ that begins with a letter"

Case = tuple[str, str, int, str, str, str]

# What is replaced, by what; the line, the place, the problem and the remedy that must be reported.
CASES: dict[str, Case] = {
    "missing key": (
        'name = "Isle"\n', "\n", 1, "board", 'no key "name"', "add name: a text in quotes that is not empty",
    ),
    "missing key of an entry": (
        "length = 2, ", "", ROUTE_3, 'route "south-east"', 'no key "length"',
        "add length: a whole number from 1 to 999",
    ),
    "unknown key": (
        "aspect = 1.5", "aspect = 1.5\nscore = 3", 7, "board", 'unknown key "score"',
        "the keys are id, name, box",
    ),
    "unknown key after lists": (
        "\ntickets", "\ncolor = 1\ntickets", 21, "board", 'unknown key "color"', 'did you mean "colors"?',
    ),
    "unknown key of an entry": (
        "points = 6", "points = 6, value = 6", TICKET, 'ticket "north-east"', 'unknown key "value"',
        "the keys are a, b, points, deck",
    ),
    "key nearly right": (
        'color = "blue"', 'colour = "blue", color = "blue"', ROUTE_3, 'route "south-east"',
        'unknown key "colour"', 'did you mean "color"?',
    ),
    "wrong type": ('name = "North"', "name = 5", CITY, 'city "north"', "name is 5", "write a text in quotes"),
    "wrong type of a list": (
        '["port"]', '"port"', CITY_2, 'city "south"', 'tags is "port"', "write a list of different words",
    ),
    "boolean for a number": (
        "length = 2", "length = true", ROUTE_3, 'route "south-east"', "length is true",
        "write a whole number from 1 to 999",
    ),
    "not a number": ("x = 0.9", "x = nan", CITY_3, 'city "east"', "x is nan", "write a number from 0 to 1"),
    "off the board": ("x = 0.9", "x = 1.9", CITY_3, 'city "east"', "x is 1.9", "write a number from 0 to 1"),
    "off the globe": (
        "x = 0.9,", "x = 0.9, lat = 91,", CITY_3, 'city "east"', "lat is 91", "write a number from -90 to 90",
    ),
    "inset that is no point": (
        "[0.1, 0.2]", "[0.1]", CITY_3, 'city "east"', "inset is [0.1]", "write two numbers from 0 to 1",
    ),
    "entry that is no table": (
        '    { a = "south", b = "east",  length = 2, color = "blue", kind = "plain" },',
        '    { a = "south", b = "east",  length = 2, color = "blue", kind = "plain" },\n    7,',
        ROUTE_3 + 1, "route number 4", "7 is not an entry", "write { a = ..., b = ..., length = ...",
    ),
    "id with a hyphen": ('id = "isle"', 'id = "my-isle"', 1, "board", 'id is "my-isle"', SMALL_LETTERS),
    "flag that is no flag": (
        "aspect = 1.5", "aspect = 1.5\nreconstructed = 1", 7, "board", "reconstructed is 1",
        "write true or false",
    ),
    "no width": ("aspect = 1.5", "aspect = 0", 6, "board", "aspect is 0", "write the width divided"),
    "unknown city": (
        '"south", b = "east"', '"suoth", b = "east"', ROUTE_3, 'route "suoth-east"', 'no city "suoth"',
        'did you mean "south"?',
    ),
    "unknown city of a ticket": (
        '"east", points', '"xyz", points', TICKET, 'ticket "north-xyz"', 'no city "xyz"', "add it to cities",
    ),
    "city twice": (
        "\n    # a comment", '\n    { id = "north", name = "N", x = 0, y = 0 }, # a comment', CITY_2 + 1,
        'city "north"', "line 9 has a city of this id", "give each city an id of its own",
    ),
    "name twice": (
        'name = "East"', 'name = "north "', CITY_3, 'city "east"', "line 9 has a city of this name", "make them differ",
    ),
    "name over two lines": (
        'name = "East"', 'name = "Ea\\nst"', CITY_3, 'city "east"', "name is ", "not empty, on one line",
    ),
    "two cities on one spot": (
        "x = 0.9, y = 0.5", "x = 0.502, y = 0.1", CITY_3, 'city "east"',
        'it is drawn on the spot of city "north" on line 9', "give each city an x and y of its own",
    ),
    "second place on the spot of another": (
        "inset = [0.1, 0.2]", "inset = [0.5, 0.9]", CITY_3, 'city "east"',
        'it is drawn on the spot of city "south" on line 10', "give each city an x and y of its own",
    ),
    "route twice": (
        "\n]\n\ntickets",
        '\n    { a = "east", b = "south", length = 2, color = "blue", kind = "plain" },\n]\n\ntickets',
        ROUTE_3 + 1, 'route "east-south"', "line 18 has the same route",
        "leave one of them out, or give both the same pair number",
    ),
    "ticket twice": (
        "points = 6 },", 'points = 6 },\n    { a = "east", b = "north", points = 7 },', TICKET + 1,
        'ticket "east-north"', "line 22 has a ticket between the same cities", "leave one of them out",
    ),
    "route to itself": (
        "\n]\n\ntickets",
        '\n    { a = "east", b = "east", length = 1, color = "red", kind = "plain" },\n]\n\ntickets',
        ROUTE_3 + 1, 'route "east-east"', "both ends are the same city", "name two different cities",
    ),
    "ticket to itself": (
        '"east", points', '"north", points', TICKET, 'ticket "north-north"', "both ends are the same city",
        "name two different cities",
    ),
    "no length": (
        "length = 2", "length = 0", ROUTE_3, 'route "south-east"', "length is 0",
        "write a whole number from 1 to 999",
    ),
    "half a length": (
        "length = 2", "length = 2.5", ROUTE_3, 'route "south-east"', "length is 2.5",
        "write a whole number from 1 to 999",
    ),
    "too long to be meant": (
        "length = 2", "length = 1000", ROUTE_3, 'route "south-east"', "length is 1000",
        "write a whole number from 1 to 999",
    ),
    "colour not on the board": (
        '"blue", kind', '"bleu", kind', ROUTE_3, 'route "south-east"', 'no colour "bleu" on this board',
        'did you mean "blue"?',
    ),
    "colour like none": (
        '"blue", kind', '"xyz", kind', ROUTE_3, 'route "south-east"', 'no colour "xyz" on this board',
        "write one of red, blue, gray",
    ),
    "colour twice": (
        '["red", "blue"]', '["red", "blue", "red"]', 4, "board", 'colors is ["red", "blue", "red"]',
        "write 1 to 11 different words",
    ),
    "gray among the colours": (
        '["red", "blue"]', '["red", "blue", "gray"]', 4, "board", 'colors is ["red", "blue", "gray"]',
        'without "gray"',
    ),
    "too many colours": (
        '["red", "blue"]', '["red", "blue", ' + ", ".join(f'"c{n}"' for n in range(10)) + "]", 4, "board",
        'colors is ["red", "blue", "c0"', "write 1 to 11 different words",
    ),
    "wild named like a colour": (
        '"joker"', '"red"', 5, "board", 'wild is "red", which is a colour too',
        "give the wild card a name of its own",
    ),
    "no symbol": (
        "symbols = 2", "symbols = 0", ROUTE_2, 'route "north-south"', "symbols is 0",
        "write a whole number from 1 to 999, or leave the key out",
    ),
    "more symbols than spaces": (
        "symbols = 2", "symbols = 5", ROUTE_2, 'route "north-south"', "symbols is 5, but length only 4",
        "a space holds at most one symbol",
    ),
    "half a pair": (
        '"gray", kind = "ferry", pair = 1', '"gray", kind = "ferry"', ROUTE, 'route "north-south"',
        "pair 1 has only this half", "give pair = 1 to the other half, or leave it out here",
    ),
    "third half": (
        "\n]\n\ntickets",
        '\n    { a = "north", b = "south", length = 4, color="red", kind = "plain", pair = 1 },\n]\ntickets',
        ROUTE_3 + 1, 'route "north-south"', "pair 1 has its two halves on lines 16 and 17",
        "give each double route a number of its own",
    ),
    "pair between different cities": (
        'b = "south", length = 4, color = "gray"', 'b = "east", length = 4, color = "gray"', ROUTE_2,
        'route "north-east"', "pair 1 joins other cities on line 16",
        "both halves of a double route join the same",
    ),
    "unequal double": (
        'length = 4, color = "gray", kind = "ferry", pair = 1, symbols = 2',
        'length = 3, color = "gray", kind = "plain", pair = 1', ROUTE_2, 'route "north-south"',
        "pair 1 has a length of 4 on line 16 and 3 here", "halves of one kind are equally long",
    ),
    "no points": (
        "points = 6", "points = 0", TICKET, 'ticket "north-east"', "points is 0",
        "write a whole number from 1 to 999",
    ),
    "unknown deck": (
        '"long"', '"short"', TICKET_2, 'ticket "north-south"', 'deck is "short"', 'write "regular" or "long"',
    ),
    "city off the network": (
        "\n    # a comment", '\n    { id = "reef", name = "Reef", x = 0, y = 0 }, # a comment', CITY_2 + 1,
        'city "reef"', "no route touches this city", "add a route to it, or leave the city out",
    ),
    "syntax": ("aspect = 1.5", "aspect = ", 6, "file", "this is not TOML at column", "write each entry as {"),
    "syntax of an entry": (
        "length = 2,", "length = ,", ROUTE_3, "file", "this is not TOML at column", "write each entry as {",
    ),
    "key twice in an entry": (
        "length = 2,", "length = 2, length = 2,", ROUTE_3, "file", "this is not TOML at column",
        "write each entry as {",
    ),
    "quote left open": ('"East"', '"East', CITY_3, "file", "this is not TOML at column", "write each entry"),
    "comma left out": (
        '["port"] },', '["port"] }', CITY_2, "file", "no comma after this entry",
        "put a comma at the end of the line",
    ),
    "list left open": (
        "points = 4, deck = \"long\" },\n]", "points = 4, deck = \"long\" },\n", 25, "file",
        "this is not TOML at the end of the file", "write each entry as {",
    ),
}  # fmt: skip


def test_the_small_board_is_good() -> None:
    assert check(GOOD, "isle.toml") == []
    board = loads(GOOD, "isle.toml")
    assert [route.id for route in board.routes] == ["north-south", "north-south/2", "south-east"]
    assert [route.color for route in board.routes] == [1, None, 2]
    assert board.routes[1].symbols == 2
    assert board.cities[2].inset == (0.1, 0.2)
    assert [ticket.deck for ticket in board.tickets] == ["regular", "long"]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_one_fault(case: Case) -> None:
    old, new, line, place, problem, remedy = case
    assert GOOD.count(old) == 1
    faults = check(GOOD.replace(old, new), "isle.toml")
    assert [(fault.line, fault.place) for fault in faults] == [(line, place)]
    assert faults[0].problem.startswith(problem)
    assert remedy in faults[0].remedy
    assert str(faults[0]).startswith(f"isle.toml:{line}: {place}: {problem}")


def test_halves_of_two_kinds_may_differ_in_length() -> None:
    assert check(GOOD.replace('length = 4, color = "gray"', 'length = 5, color = "gray"'), "isle.toml") == []


def test_routes_side_by_side_that_differ_are_meant() -> None:
    other = '\n    { a = "east", b = "south", length = 3, color = "blue", kind = "plain" },\n]\n\ntickets'
    assert check(GOOD.replace("\n]\n\ntickets", other), "isle.toml") == []


@pytest.mark.parametrize("key", ["cities", "routes", "tickets"])
def test_an_empty_list(key: str) -> None:
    head, _, rest = GOOD.partition(f"\n{key} = [\n")
    text = f"{head}\n{key} = []" + rest.partition("\n]")[2]
    line = head.count("\n") + 2
    reported = {(fault.line, fault.problem, fault.remedy) for fault in check(text, "isle.toml")}
    assert any((n, p) == (line, f"{key} is []") and "at least one" in r for n, p, r in reported)


def test_no_colors() -> None:
    faults = check(GOOD.replace('["red", "blue"]', "[]"), "isle.toml")
    assert [(fault.line, fault.problem) for fault in faults] == [(4, "colors is []")]


def test_a_network_in_two_parts_is_reported_with_the_smaller_part_and_its_tickets() -> None:
    text = GOOD.replace(
        '{ a = "south", b = "east",  length = 2, color = "blue", kind = "plain" },',
        '{ a = "west", b = "east", length = 2, color = "blue", kind = "plain" },',
    ).replace("inset = [0.1, 0.2] },", 'tags = [] },\n    { id = "west", name = "West", x = 0, y = 0 },')
    faults = check(text, "isle.toml")
    assert [(fault.line, fault.place) for fault in faults] == [
        (12, 'city "east"'),
        (23, 'ticket "north-east"'),
    ]
    assert faults[0].problem == 'no chain of routes leads from here to "north" (this part has east, west)'
    assert faults[0].remedy == "add a route that joins the two parts"
    assert faults[1].problem == 'no chain of routes joins "north" and "east"'
    assert faults[1].remedy == "add the missing route, or leave the ticket out"


def test_all_faults_are_reported_at_once_in_the_order_of_lines() -> None:
    text = (
        GOOD.replace("aspect = 1.5", "aspect = -1")
        .replace('name = "South"', 'title = "South"')
        .replace("symbols = 2", "symbols = 9")
        .replace('color = "blue"', 'color = "pink"')
        .replace("length = 2", "length = -2")
        .replace("points = 6", "points = 0")
        .replace('b = "south", points', 'b = "sowth", points')
    )
    faults = check(text, "isle.toml")
    assert [(fault.line, fault.problem) for fault in faults] == [
        (6, "aspect is -1"),
        (CITY_2, 'unknown key "title"'),
        (CITY_2, 'no key "name"'),
        (ROUTE_2, "symbols is 9, but length only 4"),
        (ROUTE_3, "length is -2"),
        (ROUTE_3, 'no colour "pink" on this board'),
        (TICKET, "points is 0"),
        (TICKET_2, 'no city "sowth"'),
    ]


def test_lines_that_cannot_be_read_do_not_hide_each_other_nor_the_rest() -> None:
    text = (
        GOOD.replace('"North", x', '"North, x')
        .replace("length = 2,", "length = two,")
        .replace('["port"] },', '["port"] }')
        .replace("points = 6", "points = 0")
    )
    assert [fault.line for fault in check(text, "isle.toml")] == [CITY, CITY_2, ROUTE_3, TICKET]


def test_a_missing_list_is_reported_once() -> None:
    text = GOOD.partition("\ntickets")[0]
    assert [fault.problem for fault in check(text, "isle.toml")] == ['no key "tickets"']


def test_entries_under_headers_have_their_lines_too() -> None:
    text = GOOD.partition("\ntickets")[0] + '\n[[tickets]]\na = "north"\nb = "east"\npoints = 0\n'
    faults = check(text, "isle.toml")
    assert [(fault.line, fault.problem) for fault in faults] == [(21, "points is 0")]


def test_an_entry_over_several_lines_is_placed_where_it_begins() -> None:
    text = GOOD.replace('["port"]', '[\n        "port",\n    ]').replace("x = 0.9", "x = 9")
    assert [fault.line for fault in check(text, "isle.toml")] == [CITY_3 + 2]


def test_windows_line_ends() -> None:
    faults = check(GOOD.replace("points = 6", "points = 0").replace("\n", "\r\n"), "isle.toml")
    assert [fault.line for fault in faults] == [TICKET]


def test_tickets_of_two_decks_may_join_the_same_cities() -> None:
    board = loads(GOOD.replace('b = "east", points = 6', 'b = "south", points = 6'), "isle.toml")
    assert [ticket.id for ticket in board.tickets] == ["north-south", "north-south/2"]
    assert board.ticket("south-north/2") == 1


def test_the_error_reads_as_a_list(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(GOOD.replace("points = 6", "points = 0").replace("length = 2", "length = 0"))
    with pytest.raises(BoardError) as caught:
        load(path)
    assert isinstance(caught.value, KolejError)
    assert len(caught.value.faults) == 2
    assert str(caught.value).splitlines() == [
        "the board has 2 faults:",
        f'  {path}:18: route "south-east": length is 0; write a whole number from 1 to 999',
        f'  {path}:22: ticket "north-east": points is 0; write a whole number from 1 to 999',
    ]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n\n",
        b"\x00\x01\x02\xff\xfe",
        b"\xff\xd8 not text",
        b"\xef\xbb\xbfid = 1",
        b"{ a" * 50,
        b"[" * 100_000,
        b"id = " + b"[" * 5_000,
        b"id = " + b"9" * 5_000,
        b"cities = 3\nroutes = { a = 1 }\ntickets = [[], {}, [{}]]",
        b"cities = [{ id = [] }, { id = {} }]\ncolors = [[], 1]",
        b"[cities]\nid = 3",
        b"[[cities.id]]\nx = 1",
        b"cities.north = 3",
        b'""" = 1',
        b"id = 1979-05-27\nname = '''\n\n'''\nbox = inf",
    ],
)
def test_garbage_is_refused_with_faults(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(raw)
    with pytest.raises(BoardError) as caught:
        load(path)
    assert caught.value.faults
    assert all(fault.problem and fault.remedy for fault in caught.value.faults)


def test_broken_text_is_placed(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(GOOD.encode().replace(b'"East"', b'"\xc9st"'))
    with pytest.raises(BoardError, match=f"{CITY_3}: file: this is not text in UTF-8; save the file as UTF-8"):
        load(path)


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be read: No such file or directory; name a board file"):
        load(tmp_path / "nothing.toml")
    with pytest.raises(BoardError, match="cannot be read: Is a directory"):
        load(tmp_path)
    with pytest.raises(BoardError, match="cannot be read"):
        load("nul\0byte")


@pytest.mark.parametrize("cut", range(0, len(GOOD), 7))
def test_a_file_cut_short_is_refused_with_faults(cut: int) -> None:
    assert check(GOOD[:cut], "isle.toml")
