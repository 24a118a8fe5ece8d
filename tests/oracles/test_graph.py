"""Longest paths and connections, compared with an exhaustive search and with networkx."""

from itertools import product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.core.make_vectors import ints
from kolej.engine.core.state import NONE
from kolej.engine.game import Game
from kolej.engine.scoring.network import longest_trail
from tests.support.random_games import TABLES

Edge = tuple[int, int, int]
"""Two cities and a length."""


def longest_by_trying(edges: list[Edge]) -> int:
    """Every trail from every city: sets of edges walked so far, with the city reached."""
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for number, (a, b, length) in enumerate(edges):
        graph.add_edge(a, b, key=number, length=length)
    seen = {(frozenset[int](), city) for city in graph}
    border = list(seen)
    best = 0
    while border:
        walked, city = border.pop()
        best = max(best, sum(edges[edge][2] for edge in walked))
        for _, neighbour, edge in graph.edges(city, keys=True):
            if edge not in walked:
                further = (walked | {edge}, neighbour)
                if further not in seen:
                    seen.add(further)
                    border.append(further)
    return best


def longest_by_engine(cities: int, edges: list[Edge]) -> int:
    return longest_trail(
        cities,
        ints(range(len(edges))),
        ints(a for a, _, _ in edges),
        ints(b for _, b, _ in edges),
        ints(length for _, _, length in edges),
    )


@st.composite
def networks(draw: st.DrawFn) -> list[Edge]:
    cities = draw(st.integers(2, 7))
    city = st.integers(0, cities - 1)
    edge = st.tuples(city, city, st.integers(1, 9)).filter(lambda each: each[0] != each[1])
    return draw(st.lists(edge, min_size=1, max_size=9))


@given(edges=networks())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_the_longest_path_of_any_small_network(edges: list[Edge]) -> None:
    assert longest_by_engine(8, edges) == longest_by_trying(edges)


def test_no_routes_make_no_path() -> None:
    assert longest_by_engine(5, []) == 0


def test_parts_that_are_not_joined_are_not_added_up() -> None:
    star = [(0, 1, 2), (0, 2, 3), (0, 3, 4)]
    ring = [(4, 5, 2), (5, 6, 2), (6, 4, 2)]
    assert longest_by_engine(7, star) == 7
    assert longest_by_engine(7, ring) == 6
    assert longest_by_engine(7, star + ring) == 7


def grown(name: str, rng: Random, size: int) -> list[int]:
    """Mostly connected routes of a real board: a network as a player might build it."""
    routes = editions.load(name).board.routes
    chosen = [rng.randrange(len(routes))]
    while len(chosen) < size:
        touched = {end for number in chosen for end in (routes[number].a, routes[number].b)}
        near = [n for n, each in enumerate(routes) if n not in chosen and touched & {each.a, each.b}]
        chosen.append(rng.choice(near if near and rng.random() < 0.9 else range(len(routes))))
        chosen = list(dict.fromkeys(chosen))
    return chosen


@pytest.mark.parametrize("name", editions.names())
def test_the_longest_path_on_real_boards(name: str) -> None:
    board = editions.load(name).board
    rng = Random(name)
    hard = 0
    for _ in range(60):
        chosen = grown(name, rng, rng.randint(1, 13))
        edges = [(board.routes[n].a, board.routes[n].b, board.routes[n].length) for n in chosen]
        longest = longest_by_trying(edges)
        assert longest_by_engine(len(board.cities), edges) == longest
        # If one trail covers a whole part there is nothing to search.
        hard += longest < sum(length for _, _, length in edges)
    assert hard > 20


@pytest.mark.parametrize("name", ["europe", "nordic", "japan"])
def test_the_longest_path_of_a_seat_leaves_out_shared_routes(name: str) -> None:
    longer = 0
    for seed in range(8):
        game = played(name, 3, seed)
        t, s = game._tables, game._state
        owned = [[n for n in range(t.routes) if s.owner[n] == seat] for seat in range(game.seats)]
        # The whole network of a seat is too large to try every trail, so it is cut down.
        for route in (route for own in owned for route in own[11:]):
            s.owner[route] = NONE
        sheet = game.standings().sheet
        for seat, own in enumerate(owned):
            rest = [n for n in own[:11] if not t.option_shared[s.taken[n]]]
            edges = [(t.route_a[n], t.route_b[n], t.route_length[n]) for n in rest]
            assert sheet.longest(seat) == longest_by_trying(edges)
            longer += len(rest) < len(own[:11])
    assert longer > 0 or name != "japan"


def played(name: str, seats: int, seed: int) -> Game:
    game = Game.start(editions.load(name), seats)
    game.rollout(Rng(seed))
    return game


def joined_by(game: Game, seat: int, borrowed: tuple[int, ...] = ()) -> "nx.Graph[int]":
    """The cities a seat can travel between."""
    t, s = game._tables, game._state
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(t.cities))
    for route in range(t.routes):
        shared = game.edition.rules.travel.shared and s.owner[route] != NONE and t.option_shared[s.taken[route]]
        if s.owner[route] == seat or shared or route in borrowed:
            graph.add_edge(t.route_a[route], t.route_b[route])
    return graph


def value_of(game: Game, seat: int, graph: "nx.Graph[int]") -> tuple[int, int]:
    """Points for tickets, and how many are completed."""
    points = done = 0
    for number, ticket in enumerate(game.edition.board.tickets):
        if game._state.place[number] == seat:
            complete = nx.has_path(graph, ticket.a, ticket.b)
            points += ticket.points if complete else -ticket.points
            done += complete
    return points, done


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_tickets_are_complete_where_networkx_finds_a_path(name: str, seats: int) -> None:
    completed = 0
    for seed in range(12):
        game = played(name, seats, seed)
        for city in range(game._tables.cities):
            game._state.building[city] = NONE
        sheet = game.standings().sheet
        for seat in range(seats):
            graph = joined_by(game, seat)
            points, done = value_of(game, seat, graph)
            assert (sheet.ticket_points[seat], sheet.completed[seat]) == (points, done)
            for number, ticket in enumerate(game.edition.board.tickets):
                if game._state.place[number] == seat:
                    assert bool(sheet.done[number]) == nx.has_path(graph, ticket.a, ticket.b)
            completed += done
    assert completed > 0


@pytest.mark.parametrize("seats", [2, 4])
def test_stations_borrow_as_well_as_any_choice_could(seats: int) -> None:
    """Every combination of routes borrowed at the stations, none included."""
    helped = 0
    for seed in range(30):
        game = played("europe", seats, seed)
        t, s = game._tables, game._state
        sheet = game.standings().sheet
        for seat in range(seats):
            choices: list[list[int]] = []
            for city in range(t.cities):
                if s.building[city] == seat:
                    into = [n for n in range(t.routes) if city in (t.route_a[n], t.route_b[n])]
                    choices.append([NONE, *(n for n in into if s.owner[n] not in (NONE, seat))])
            best = max(value_of(game, seat, joined_by(game, seat, borrowed)) for borrowed in product(*choices))
            assert (sheet.ticket_points[seat], sheet.completed[seat]) == best
            chosen = value_of(game, seat, joined_by(game, seat, tuple(sheet.borrowed[seat])))
            assert chosen == best and len(sheet.borrowed[seat]) == len(choices)
            marked = sum(sheet.done[n] for n in range(t.tickets) if s.place[n] == seat)
            assert marked == sheet.completed[seat]
            helped += best > value_of(game, seat, joined_by(game, seat))
    assert helped > 0, "no station ever helped, so little was shown"
