"""Routes that a ticket still needs, compared with the final scoring and with networkx."""

import networkx
import pytest
from hypothesis import given, settings

from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.screen import Screen
from kolej.engine.advice.ticket_routes import TicketRoutes
from kolej.engine.game import Game
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES, seated, somewhere, steps
from tests.support.seeds import SEEDED, SEEDS


def reach(game: Game, seat: int = 0) -> TicketRoutes:
    return TicketRoutes(game._tables, game.view(seat), seat)


def said(table: Table, ticket: str) -> str:
    screen = Screen(Labels(table.board), table.t, 80)
    return screen.progress(reach(table.game), table.board.ticket(ticket))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_a_ticket_is_done_when_the_end_says_so(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    for _ in steps(game, rng, taste):
        pass
    done = game.standings().sheet.done
    for seat, tickets in enumerate(game.view().tickets):
        for number in tickets or ():
            ticket = game.edition.board.tickets[number]
            way = reach(game, seat).cheapest(ticket.a, ticket.b)
            mine = way is not None and way.cards == 0
            # With stations each ticket is considered alone; at the end one choice of routes has to serve all tickets.
            assert mine == bool(done[number]) or (mine and way is not None and way.borrowed)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_no_way_is_cheaper(name: str, seats: int, seed: int) -> None:
    game, _ = somewhere(name, seats, seed)
    table = reach(game)
    table.stations = []
    graph: networkx.MultiGraph[int] = networkx.MultiGraph()
    graph.add_nodes_from(range(game._tables.cities))
    for number, route in enumerate(game.edition.board.routes):
        if table.may_travel(number) or table.is_open(number):
            graph.add_edge(route.a, route.b, weight=0 if table.may_travel(number) else route.length)
    for ticket in game.edition.board.tickets[::3]:
        way = table.cheapest(ticket.a, ticket.b)
        if way is None:
            assert not networkx.has_path(graph, ticket.a, ticket.b)
        else:
            assert way.cards == networkx.shortest_path_length(graph, ticket.a, ticket.b, weight="weight")
            assert way.cards == sum(game.edition.board.routes[route].length for route, _, _ in way.steps)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_a_route_is_free_when_a_rich_seat_may_take_it(name: str, seats: int, seed: int) -> None:
    game, _ = somewhere(name, seats, seed)
    view, t = game.view(), game._tables
    for seat in range(seats):
        table = reach(game, seat)
        opened = game._state.open[seat * t.words : (seat + 1) * t.words]
        for route, way in table.options.items():
            fits = view.supply[seat][t.option_piece[way]] >= t.option_pieces[way]
            is_open = bool(opened[way // t.word] & (1 << (way % t.word)))
            assert is_open == (table.is_open(route) and fits)


def test_what_is_said_of_a_ticket() -> None:
    table = cleared("europe", 2)
    assert said(table, "brest-venezia") == "Brest–Venezia (8): missing 8 spaces: Brest–Paris–Zürich–Venezia"
    table.own(0, "paris-zurich")
    assert said(table, "brest-venezia") == "Brest–Venezia (8): missing 5 spaces: Brest–Paris, Zürich–Venezia"
    table.pieces(0, train=4)
    assert said(table, "brest-venezia").endswith("Zürich–Venezia (only 4 trains left)")
    table.own(0, "brest-paris", "venezia-zurich")
    assert said(table, "brest-venezia") == "Brest–Venezia (8): done"


def test_routes_of_others_are_closed_and_lent_by_stations() -> None:
    table = cleared("europe", 2)
    lisboa = [route.id for route in table.board.routes if table.board.city("lisboa") in (route.a, route.b)]
    table.own(1, *lisboa)
    ticket = next(each for each in table.board.tickets if table.board.city("lisboa") in (each.a, each.b))
    assert said(table, ticket.id).endswith("no free connection is left; a station may help")
    table.station(0, "lisboa")
    assert ", borrowing Lisboa–" in said(table, ticket.id) or ", borrowing Cádiz–Lisboa" in said(table, ticket.id)


def test_the_half_of_a_double_is_closed_with_few_seats() -> None:
    for seats, free in ((2, False), (4, True)):
        table = cleared("europe", seats)
        table.own(1, "bruxelles-paris")
        assert reach(table.game).is_open(table.board.route("bruxelles-paris/2")) is free
        table.own(0, "frankfurt-paris")
        assert not reach(table.game).is_open(table.board.route("frankfurt-paris/2"))


def test_bullet_trains_of_others_cost_nothing() -> None:
    table = cleared("japan", 2)
    bullet = next(route for route in table.board.routes if route.kind == "bullet")
    table.own(1, bullet.id, shared=True)
    way = reach(table.game).cheapest(bullet.a, bullet.b)
    assert way is not None and way.cards == 0
    table.own(1, bullet.id, shared=False)
    way = reach(table.game).cheapest(bullet.a, bullet.b)
    assert way is None or way.cards > 0
