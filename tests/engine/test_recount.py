"""The recount adds up to the result, whatever was played."""

import pytest

from kolej import editions
from kolej.engine.advice.recount import SeatRecount
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from tests.support.arranged_game import Table
from tests.support.random_games import TABLES


def finished(name: str, seats: int, seed: int) -> Game:
    game = Game.start(editions.load(name), seats, SeededDealer(seed))
    game.rollout(Rng(seed))
    return game


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_adds_up(name: str, seats: int) -> None:
    for seed in range(12):
        game = finished(name, seats, seed)
        standings, view = game.standings(), game.view()
        for seat, counted in enumerate(game.recount()):
            assert counted.seat == seat and counted.total == standings.totals[seat]
            given = {award.id: award.points for award in counted.awards}
            assert sum(route.points for route in counted.routes) == view.points[seat]
            assert sum(ticket.points for ticket in counted.tickets) == given["tickets"]
            assert view.points[seat] + sum(given.values()) == counted.total
            assert [route.route for route in counted.routes] == [n for n, of in enumerate(view.owner) if of == seat]
            assert sum(route.steps for route in counted.routes) == view.track[seat]
            assert sum(ticket.completed for ticket in counted.tickets) == standings.sheet.completed[seat]
            held = view.tickets[seat]
            assert held is not None and [ticket.ticket for ticket in counted.tickets] == list(held)
            check_facts(game, counted)


def check_facts(game: Game, counted: SeatRecount) -> None:
    board, view = game.edition.board, game.view()
    for award in counted.awards:
        if award.id == "longest":
            assert sum(board.routes[route].length for route in award.routes) == award.count
            assert is_path([(board.routes[route].a, board.routes[route].b) for route in award.routes])
            assert len(set(award.routes)) == len(award.routes)
            assert all(view.owner[route] == counted.seat for route in award.routes)
        elif award.id == "visits":
            own = [board.routes[each.route] for each in counted.routes]
            touched = {city for route in own for city in (route.a, route.b)}
            attractions = [n for n, city in enumerate(board.cities) if "attraction" in city.tags]
            assert list(award.cities) == [city for city in attractions if city in touched]
            assert award.points == award.count == len(award.cities)
        elif award.id == "track":
            assert award.count == view.track[counted.seat]
            ahead = sum(steps > view.track[counted.seat] for steps in view.track)
            assert award.rank == (1 + ahead if award.count else None)
        elif award.id == "unused":
            assert award.points == 4 * (award.count or 0)
            assert award.count == 3 - len(counted.stations)
    for station in counted.stations:
        assert view.building[station.city] == counted.seat
        if station.route is not None:
            route = board.routes[station.route]
            assert station.city in (route.a, route.b) and view.owner[station.route] not in (-1, counted.seat)


def is_path(edges: list[tuple[int, int]]) -> bool:
    """Whether each edge begins where the one before it ended."""
    if len(edges) < 2:
        return True
    for start in edges[0]:
        at, fits = start, True
        for a, b in edges:
            if at not in (a, b):
                fits = False
                break
            at = b if at == a else a
        if fits:
            return True
    return False


def test_a_path_is_recognized() -> None:
    assert is_path([(0, 1), (2, 1), (2, 0), (0, 3)]) and not is_path([(0, 1), (1, 2), (0, 3)])


def test_stations_are_counted_as_they_were_chosen() -> None:
    table = Table("europe", 2)
    table.station(0, "paris")
    table.own(1, "frankfurt-paris", "brest-paris")
    table.own(0, "berlin-frankfurt")
    table.tickets(0, "frankfurt-kobenhavn", "berlin-moskva")
    paris, brest = table.board.city("paris"), table.board.route("brest-paris")
    counted = table.game.recount(table.game.standings({0: {paris: brest}}))
    assert [(station.city, station.route) for station in counted[0].stations] == [(paris, brest)]
