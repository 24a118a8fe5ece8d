"""Results of real games: sums, paths and ties."""

import pytest

from kolej import editions
from kolej.engine.game import Game
from kolej.engine.standings import Award, Sheet, Tie
from kolej.server.results import _award, _tie, result_of
from kolej.server.wire import Result
from tests.server.parts.positions import played
from tests.table import Table, cleared


def chained(game: Game, routes: list[int]) -> set[int]:
    """The cities where a walk along these routes, in this order, may end."""
    board = game.edition.board
    ends = {board.routes[routes[0]].a, board.routes[routes[0]].b} if routes else set()
    for number in routes[1:]:
        a, b = board.routes[number].a, board.routes[number].b
        ends = {there for here, there in ((a, b), (b, a)) if here in ends}
    return ends


@pytest.mark.parametrize("name", editions.names())
@pytest.mark.parametrize("seed", [1, 2])
def test_results_of_real_games(name: str, seed: int) -> None:
    for seats in editions.load(name).rules.seats:
        game = played(name, seats, seed)
        assert game.over
        standings, view, result = game.standings(), game.view(), result_of(game)
        assert (result.totals, result.ranks, result.winners) == (
            standings.totals,
            standings.ranks,
            standings.winners,
        )
        for seat in range(seats):
            assert sum(row.points[seat] for row in result.rows) == result.totals[seat]
        assert len({row.words for row in result.rows}) == len(result.rows)
        check_tickets(game, result)
        for path in result.longest:
            assert path.length == standings.sheet.longest(path.seat)
            assert len(set(path.routes)) == len(path.routes)
            assert all(view.owner[route] == path.seat for route in path.routes)
            assert chained(game, path.routes) or not path.routes
        assert bool(result.longest) == (name in ("europe", "nordic"))


def check_tickets(game: Game, result: Result) -> None:
    view, board, sheet = game.view(), game.edition.board, game.standings().sheet
    assert [(each.seat, each.ticket) for each in result.tickets] == [
        (seat, ticket) for seat, tickets in enumerate(view.tickets) for ticket in tickets or ()
    ]
    for each in result.tickets:
        assert each.done == bool(sheet.done[each.ticket])
        assert bool(each.path) == each.done
        if each.done:
            ticket = board.tickets[each.ticket]
            assert {ticket.a, ticket.b} & chained(game, each.path)
            assert {ticket.a, ticket.b} & chained(game, each.path[::-1])
            lent = {int(route) for route in sheet.borrowed[each.seat]}
            for route in each.path:
                shared = game.edition.rules.travel.shared and board.routes[route].kind == "bullet"
                assert view.owner[route] == each.seat or route in lent or shared
    for seat, row in enumerate(next(row.points for row in result.rows if row.award == "tickets")):
        mine = [(each.done, board.tickets[each.ticket].points) for each in result.tickets if each.seat == seat]
        assert row == sum(points if done else -points for done, points in mine)


def ended(table: Table) -> Result:
    table.finish()
    return result_of(table.game)


def test_a_path_over_a_borrowed_route() -> None:
    table = cleared("europe", 2)
    table.tickets(0, "brest-venezia")
    table.own(0, "brest-paris", "paris-zurich")
    table.own(1, "venezia-zurich")
    table.station(0, "venezia")
    (ticket,) = [each for each in ended(table).tickets if each.seat == 0]
    assert ticket.done
    assert [table.board.routes[n].id for n in ticket.path] == ["brest-paris", "paris-zurich", "venezia-zurich"]


def test_a_longest_path_with_a_round_trip_in_it() -> None:
    table = cleared("europe", 2)
    table.own(0, "brest-paris", "paris-zurich", "venezia-zurich", "marseille-zurich", "marseille-paris")
    path = ended(table).longest[0]
    assert path.length == table.game.standings().sheet.longest(0)
    assert chained(table.game, path.routes)


def test_a_tie_is_told_comparison_by_comparison() -> None:
    table = cleared("europe", 2)
    table.points(20, 20)
    assert ended(table).ties == [
        "2 seats have 32 points",
        "More tickets completed: all level",
        "Fewer stations built: all level",
        "Holding the longest path: all level",
        "The victory is shared",
    ]
    table = cleared("europe", 2)
    table.points(20, 16)
    table.station(0, "paris")
    result = ended(table)
    assert result.totals == [28, 28] and result.winners == [1]
    assert result.ties == [
        "2 seats have 28 points",
        "More tickets completed: all level",
        "Fewer stations built decides",
    ]
    table = cleared("nordic", 2)
    table.points(20, 20)
    table.own(1, "bergen-oslo")
    result = ended(table)
    assert result.winners == [1] and result.ties[-1] == "The longer path decides"
    table = cleared("nordic", 2)
    table.points(20, 21)
    assert ended(table).ties == []


def test_parts_of_ones_own_go_by_their_ids() -> None:
    class Ferries(Award):
        id = "most-ferries"

        def points(self, sheet: Sheet) -> list[int]:
            return [0] * sheet.seats

    class ByLuck(Tie):
        id = "good luck"

        def keys(self, sheet: Sheet) -> list[int]:
            return [0] * sheet.seats

    assert (_award(Ferries()), _tie(ByLuck())) == ("Most ferries", "Good luck")
