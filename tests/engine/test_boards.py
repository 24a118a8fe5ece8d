"""The five boards match the printed ones, by counts and sums."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import kolej.engine
from kolej.engine.board.loading import load, loads
from kolej.engine.board.model import Board, Route, fingerprint
from kolej.engine.errors import UnknownName

EDITIONS = Path(kolej.engine.__file__).parent.parent / "editions"
NAMES = ("new_york", "berlin", "europe", "nordic", "japan")
SIX = ("blue", "green", "black", "purple", "red", "orange")
EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")


def board_path(name: str) -> Path:
    return EDITIONS / name / "board.toml"


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {name: load(board_path(name)) for name in NAMES}


def doubles(board: Board) -> list[tuple[Route, Route]]:
    halves: dict[int, list[Route]] = {}
    for route in board.routes:
        if route.pair is not None:
            halves.setdefault(route.pair, []).append(route)
    return [(first, second) for first, second in halves.values()]


def between(board: Board, a: str, b: str) -> list[Route]:
    ends = {board.city(a), board.city(b)}
    return [route for route in board.routes if {route.a, route.b} == ends]


@pytest.mark.parametrize(
    ("name", "cities", "routes", "pairs", "cards", "kinds"),
    [
        ("new_york", 15, 41, 11, 84, {"plain": 41}),
        ("berlin", 20, 59, 19, 124, {"tram": 36, "subway": 23}),
        ("europe", 47, 101, 11, 300, {"plain": 70, "tunnel": 18, "ferry": 13}),
        ("nordic", 39, 81, 14, 207, {"plain": 46, "ferry": 24, "tunnel": 10, "arctic": 1}),
        ("japan", 48, 114, 22, 277, {"plain": 91, "bullet": 23}),
    ],
)
def test_network_counts(
    boards: dict[str, Board],
    name: str,
    cities: int,
    routes: int,
    pairs: int,
    cards: int,
    kinds: dict[str, int],
) -> None:
    board = boards[name]
    assert board.id == name
    assert len(board.cities) == cities
    assert len(board.routes) == routes
    assert len(doubles(board)) == pairs
    assert sum(route.length for route in board.routes) == cards
    assert Counter(route.kind for route in board.routes) == kinds


@pytest.mark.parametrize(
    ("name", "decks", "points"),
    [
        ("new_york", {"regular": 18}, 92),
        ("berlin", {"regular": 22}, 139),
        ("europe", {"regular": 40, "long": 6}, 444),
        ("nordic", {"regular": 46}, 460),
        ("japan", {"regular": 54}, 402),
    ],
)
def test_ticket_counts(boards: dict[str, Board], name: str, decks: dict[str, int], points: int) -> None:
    assert Counter(ticket.deck for ticket in boards[name].tickets) == decks
    assert sum(ticket.points for ticket in boards[name].tickets) == points


def test_berlin_has_one_space_a_subway(boards: dict[str, Board]) -> None:
    assert sum(1 if r.kind == "subway" else r.length for r in boards["berlin"].routes) == 89


@pytest.mark.parametrize(
    ("name", "colors", "wild"),
    [
        ("new_york", SIX, "taxi"),
        ("berlin", SIX, "bicycle"),
        ("europe", EIGHT, "locomotive"),
        ("nordic", EIGHT, "locomotive"),
        ("japan", EIGHT, "locomotive"),
    ],
)
def test_colors(boards: dict[str, Board], name: str, colors: tuple[str, ...], wild: str) -> None:
    board = boards[name]
    assert board.colors == colors
    assert board.wild == wild
    used = {route.color for route in board.routes}
    assert used == {None, *range(1, len(colors) + 1)}


def test_only_berlin_is_reconstructed(boards: dict[str, Board]) -> None:
    assert [name for name in NAMES if boards[name].reconstructed] == ["berlin"]
    assert "not the printed board" in boards["berlin"].note


def test_halves_of_a_double_are_equally_long_but_for_two_nordic_ones(boards: dict[str, Board]) -> None:
    unequal = {
        (name, first.id, first.length, second.length)
        for name in NAMES
        for first, second in doubles(boards[name])
        if first.length != second.length
    }
    assert unequal == {
        ("nordic", "kristiansand-stavanger", 2, 3),
        ("nordic", "mo_i_rana-trondheim", 5, 6),
    }


@pytest.mark.parametrize("name", NAMES)
def test_halves_of_a_double_join_the_same_cities(boards: dict[str, Board], name: str) -> None:
    for first, second in doubles(boards[name]):
        assert {first.a, first.b} == {second.a, second.b}
        assert second.id == f"{first.id}/2"


def test_routes_side_by_side_are_doubles_but_for_aomori_hakodate(boards: dict[str, Board]) -> None:
    single = set()
    for name in NAMES:
        board = boards[name]
        tracks = Counter(frozenset((route.a, route.b)) for route in board.routes)
        single |= {r.id for r in board.routes if tracks[frozenset((r.a, r.b))] > 1 and r.pair is None}
    assert single == {"aomori-hakodate", "aomori-hakodate/2"}
    bullet, plain = between(boards["japan"], "aomori", "hakodate")
    assert (bullet.kind, bullet.length, bullet.color) == ("bullet", 2, None)
    assert (plain.kind, plain.length, plain.color) == ("plain", 3, 1 + EIGHT.index("white"))


def test_symbols_mark_the_ferries(boards: dict[str, Board]) -> None:
    for name in NAMES:
        for route in boards[name].routes:
            assert (route.symbols > 0) == (route.kind == "ferry"), route.id
            assert route.symbols <= route.length
    assert all(r.color is None for r in boards["europe"].routes if r.kind == "ferry")
    first, second = between(boards["nordic"], "helsinki", "stockholm")
    assert (first.symbols, second.symbols) == (1, 2)


def test_murmansk_lieksa_is_the_only_arctic_route(boards: dict[str, Board]) -> None:
    board = boards["nordic"]
    (arctic,) = [route for route in board.routes if route.kind == "arctic"]
    assert arctic == board.routes[board.route("murmansk-lieksa")]
    assert (arctic.length, arctic.color, arctic.pair) == (9, None, None)
    assert [route for route in board.routes if route.length == 9] == [arctic]


def test_lengths_are_those_of_the_score_tables(boards: dict[str, Board]) -> None:
    def lengths(name: str, *kinds: str) -> set[int]:
        return {r.length for r in boards[name].routes if not kinds or r.kind in kinds}

    assert lengths("new_york") == {1, 2, 3, 4}
    assert lengths("berlin", "tram") == {1, 2, 3, 4}
    assert lengths("berlin", "subway") == {2, 3, 4}
    assert lengths("europe") == {1, 2, 3, 4, 6, 8}
    assert lengths("nordic") == {1, 2, 3, 4, 5, 6, 9}
    assert lengths("japan") == {1, 2, 3, 4, 5, 6}


def test_bullet_routes_are_gray_and_tokyo_ginza_is_plain(boards: dict[str, Board]) -> None:
    board = boards["japan"]
    assert all(route.color is None for route in board.routes if route.kind == "bullet")
    assert board.routes[board.route("tokyo-ginza")].kind == "plain"


def test_attractions(boards: dict[str, Board]) -> None:
    attractions = [city.name for city in boards["new_york"].cities if "attraction" in city.tags]
    assert len(attractions) == 9
    assert "Brooklyn" in attractions
    assert "Soho" not in attractions
    assert not any(city.tags for name in NAMES[1:] for city in boards[name].cities)


@pytest.mark.parametrize("name", NAMES)
def test_every_ticket_can_be_joined(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    reached = {0}
    grown = True
    while grown:
        ends = [{route.a, route.b} for route in board.routes]
        more = set().union(*(pair for pair in ends if pair & reached)) - reached
        grown = bool(more)
        reached |= more
    assert reached == set(range(len(board.cities)))
    assert all(ticket.a != ticket.b for ticket in board.tickets)


def test_insets(boards: dict[str, Board]) -> None:
    board = boards["japan"]
    assert [city.id for city in board.cities if city.inset] == ["kokura", "tokyo"]
    tokyo = board.cities[board.city("tokyo")]
    assert board.ends(board.route("tokyo-ginza"))[1] == tokyo.inset
    assert board.ends(board.route("tokyo-odawara"))[1] == (tokyo.x, tokyo.y)


@pytest.mark.parametrize("name", NAMES)
def test_ids_lead_back(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    assert [board.city(city.id) for city in board.cities] == list(range(len(board.cities)))
    assert [board.route(route.id) for route in board.routes] == list(range(len(board.routes)))
    assert [board.ticket(ticket.id) for ticket in board.tickets] == list(range(len(board.tickets)))


def test_cities_of_a_route_may_be_named_in_either_order(boards: dict[str, Board]) -> None:
    board = boards["europe"]
    assert board.route("paris-dieppe") == board.route("dieppe-paris")
    assert board.route("paris-frankfurt/2") == board.route("frankfurt-paris/2")
    assert board.ticket("pamplona-amsterdam") == board.ticket("amsterdam-pamplona")


def test_an_unknown_name_suggests_similar_ones(boards: dict[str, Board]) -> None:
    with pytest.raises(UnknownName, match='"europe" has no city "pariss"; near it: paris'):
        boards["europe"].city("pariss")
    with pytest.raises(UnknownName, match=r'no route "paris-dieepe"; near it: paris-dieppe'):
        boards["europe"].route("paris-dieepe")
    with pytest.raises(UnknownName, match=r'no ticket "qqqq"$'):
        boards["europe"].ticket("qqqq")


def test_fingerprints_differ(boards: dict[str, Board]) -> None:
    marks = {fingerprint(board) for board in boards.values()}
    assert len(marks) == len(NAMES)
    assert all(len(mark) == 16 and int(mark, 16) >= 0 for mark in marks)


def test_fingerprint_is_the_same_in_another_process(boards: dict[str, Board]) -> None:
    program = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[2]);"
        "from kolej.engine.board.loading import load; from kolej.engine.board.model import fingerprint; "
        "print(fingerprint(load(sys.argv[1])))"
    )
    command = [sys.executable, "-c", program, str(board_path("japan")), json.dumps(sys.path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == fingerprint(boards["japan"])


def test_fingerprint_sees_play_and_not_drawing(boards: dict[str, Board]) -> None:
    board = boards["europe"]
    mark = fingerprint(board)
    city, route, ticket = board.cities[0], board.routes[0], board.tickets[0]
    moved = replace(board, cities=(replace(city, x=0.5, lat=0.0, name="Elsewhere"), *board.cities[1:]))
    assert fingerprint(moved) == mark
    renumbered = tuple(replace(r, pair=r.pair and r.pair + 100) for r in board.routes)
    assert fingerprint(replace(board, name="Else", aspect=1.0, routes=renumbered)) == mark
    changed = [
        replace(board, cities=(replace(city, tags=("attraction",)), *board.cities[1:])),
        replace(board, routes=(replace(route, length=route.length + 1), *board.routes[1:])),
        replace(board, routes=(replace(route, color=None), *board.routes[1:])),
        replace(board, routes=(replace(route, kind="tunnel"), *board.routes[1:])),
        replace(board, routes=(*board.routes[1:], route)),
        replace(board, routes=tuple(replace(r, pair=None) for r in board.routes)),
        replace(board, tickets=(replace(ticket, points=ticket.points + 1), *board.tickets[1:])),
        replace(board, tickets=(replace(ticket, deck="long"), *board.tickets[1:])),
        replace(board, colors=board.colors[::-1]),
    ]
    marks = {fingerprint(other) for other in changed}
    assert len(marks) == len(changed)
    assert mark not in marks


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_is_one_line(name: str) -> None:
    text = board_path(name).read_text(encoding="utf-8")
    board = loads(text, name)
    rows = [row for row in text.splitlines() if row.lstrip().startswith("{")]
    assert len(rows) == len(board.cities) + len(board.routes) + len(board.tickets)
    assert all(row.endswith(" },") for row in rows)
