"""What stations borrow: chosen by their owners after the end, once, and counted for everybody."""

from random import Random
from typing import Any

import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.server.tables.table import Table
from kolej.server.wire.commands import End, Stations
from kolej.server.wire.frames import Ok, ResultFrame
from kolej.server.wire.results import StationResult
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of


async def with_station(server: FakeServer) -> tuple[Table, FakeSubscriber, StationResult]:
    """Ada's game, ended when she has a station that may borrow a route."""
    table, ada = await server.alone(edition="europe")
    rng = Random(7)

    def choice(game: Any, subscriber: FakeSubscriber, rng: Random) -> Any:
        legal = subscriber.legal
        assert legal is not None
        routes, owner = game.edition.board.routes, game.view().owner
        theirs = {city for n, route in enumerate(routes) if owner[n] == 1 for city in (route.a, route.b)}
        builds = [number for number, city, _ in legal.build if city in theirs]
        if builds:
            return rng.choice(builds)
        return legal.keep[0][0] if legal.keep else legal.draw if legal.draw is not None else game.legal(0)[0]

    server.choice = choice  # type: ignore[method-assign]
    await server.play(table, [ada], rng, lambda: any(use.routes for use in game_of(table).stations(0)))
    answer = await server.ask(table, ada, Stations(id="early", seat=0, routes=[(0, None)]))
    assert answer.code == "not-over"
    assert isinstance(await server.ask(table, ada, End(id=server.id(), seat=0)), Ok)
    assert ada.result is not None
    return table, ada, next(each for each in ada.result.stations if each.seat == 0 and each.routes)


def choose(server: FakeServer, *routes: tuple[int, int | None], seat: int = 0, id: str | None = None) -> Stations:
    return Stations(id=id or server.id(), seat=seat, routes=list(routes))


async def test_the_owner_chooses_and_everybody_gets_the_result(server: FakeServer) -> None:
    table, ada, station = await with_station(server)
    assert not station.chosen and station.route in (None, *station.routes)
    spectator = await server.subscribe(table, None)
    wanted = next(route for route in (*station.routes, None) if route != station.route)
    command = choose(server, (station.city, wanted), id="mine")
    answer = await server.ask(table, ada, command)
    assert isinstance(answer, Ok)
    for subscriber in (ada, spectator):
        (frame,) = subscriber.of(ResultFrame)
        assert frame.version == table.state.version == subscriber.version
        (now,) = [each for each in frame.result.stations if (each.seat, each.city) == (0, station.city)]
        assert now.route == wanted and now.chosen and now.routes == station.routes
    # The engine's scorer has counted it, in the log, for those who come later, and in the file.
    standings = game_of(table).standings({0: {station.city: wanted}})
    assert spectator.of(ResultFrame)[0].result.totals == standings.totals
    assert await server.ask(table, ada, command) == answer
    assert (await server.ask(table, ada, choose(server, (station.city, station.route)))).code == "stations-chosen"
    await server.restart()
    table = await server.registry.table(table.code)
    late = await server.subscribe(table, None)
    assert late.result == spectator.of(ResultFrame)[0].result
    ada = await server.subscribe(table, ada.identity)
    assert await server.ask(table, ada, command) == answer
    text = await table.file()
    assert "\nstation 0 " in text
    assert read(text, "file", editions.load).standings().totals == standings.totals


async def test_only_what_the_rules_allow(server: FakeServer) -> None:
    table, ada, station = await with_station(server)
    board = game_of(table).edition.board
    elsewhere = next(n for n, route in enumerate(board.routes) if station.city not in (route.a, route.b))
    no_station = next(n for n, owner in enumerate(game_of(table).view().building) if owner < 0)
    version = table.state.version
    refusals = {
        "route-elsewhere": choose(server, (station.city, elsewhere)),
        "no-station": choose(server, (no_station, None)),
        "unknown-route": choose(server, (station.city, 9999)),
        "unknown-city": choose(server, (9999, None)),
        "bad-command": choose(server, (station.city, None), (station.city, None)),
        "not-your-seat": choose(server, (station.city, None), seat=1),
    }
    for code, command in refusals.items():
        assert (await server.ask(table, ada, command)).code == code
    assert table.state.version == version
    spectator = await server.subscribe(table, await server.person("Eve"))
    assert (await server.ask(table, spectator, choose(server, (station.city, None)))).code == "not-your-seat"


async def test_a_client_that_was_away_gets_the_new_result(server: FakeServer) -> None:
    table, ada, station = await with_station(server)
    seen, identity = ada.version, ada.identity
    table.detach(ada)
    other = await server.subscribe(table, identity)
    assert isinstance(await server.ask(table, other, choose(server, (station.city, None))), Ok)
    again = FakeSubscriber(identity)
    again.seat, again.view, again.version = 0, ada.view, seen
    await table.attach(again, 0, seen)
    assert [frame.version for frame in again.of(ResultFrame)] == [table.state.version]


@pytest.mark.parametrize("edition", ["new_york", "japan"])
async def test_editions_without_stations_have_nothing_to_choose(server: FakeServer, edition: str) -> None:
    table, ada = await server.alone(edition=edition)
    await server.ask(table, ada, End(id=server.id(), seat=0))
    assert ada.result is not None and ada.result.stations == []
    assert (await server.ask(table, ada, choose(server, (0, None)))).code == "no-station"
