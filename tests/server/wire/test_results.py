"""Results of games: sums, paths and ties."""

import pytest

from kolej import editions
from kolej.engine.advice.recount import AwardScore, SeatRecount
from kolej.engine.game import Game
from kolej.engine.record.endings import Ending, Resigned
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.locale import ENGLISH, messages_of
from kolej.server.wire.recount import items_of
from kolej.server.wire.results import Result, TieResult, result_of
from tests.support.arranged_game import Table, cleared
from tests.support.positions import played


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
        check_recount(game, result)
        for path in result.longest:
            assert path.length == standings.sheet.longest(path.seat)
            assert len(set(path.routes)) == len(path.routes)
            assert all(view.owner[route] == path.seat for route in path.routes)
            assert chained(game, path.routes) or not path.routes
        assert bool(result.longest) == (name in ("europe", "nordic"))


def check_recount(game: Game, result: Result) -> None:
    view = game.view()
    for row in result.rows:
        assert [sum(item.points for item in own) for own in row.items] == row.points, row.award
    for seat, routes in enumerate(result.rows[0].items):
        assert [item.of for item in routes] == [n for n, owner in enumerate(view.owner) if owner == seat]


def test_what_awards_counted() -> None:
    """Awards of the editions say what they counted; a custom award that says nothing is one line."""
    plain = {"route", "ticket"}
    for name, more in {
        "berlin": set(),
        "europe": {"pieces", "path"},
        "japan": {"track"},
        "new_york": {"city"},
        "nordic": {"tickets"},
    }.items():
        rows = result_of(played(name, 2, 1)).rows
        assert {item.type for row in rows for own in row.items for item in own} == plain | more, name
    counted = SeatRecount(0, (), (), (), (award("odd", 7), award("city", 7, (1, 2)), award("city", 0)), 14)
    assert [[(item.type, item.of, item.points) for item in own] for own in items_of(counted)] == [
        [],
        [("award", 0, 7)],
        [("award", 0, 7)],
        [],
    ]


def award(of: str, points: int, cities: tuple[int, ...] = ()) -> AwardScore:
    return AwardScore("custom", "custom", "Custom", points, 2, of, (), cities, None)


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


def test_a_tie_is_explained_comparison_by_comparison() -> None:
    table = cleared("europe", 2)
    table.points(20, 20)
    both = [0, 1]
    assert ended(table).ties == [
        TieResult("points", both, [32, 32], both, "2 seats have 32 points"),
        TieResult("tickets-completed", both, [0, 0], both, "More tickets completed: all level"),
        TieResult("fewest-built-station", both, [0, 0], both, "Fewer stations built: all level"),
        TieResult("longest-path-card", both, [0, 0], both, "Holding the longest path: all level"),
        TieResult("shared", both, [], both, "The victory is shared"),
    ]
    table = cleared("europe", 2)
    table.points(20, 16)
    table.station(0, "paris")
    result = ended(table)
    assert result.totals == [28, 28] and result.winners == [1]
    assert result.ties == [
        TieResult("points", both, [28, 28], both, "2 seats have 28 points"),
        TieResult("tickets-completed", both, [0, 0], both, "More tickets completed: all level"),
        TieResult("fewest-built-station", both, [1, 0], [1], "Fewer stations built decides"),
    ]
    table = cleared("nordic", 2)
    table.points(20, 20)
    table.own(1, "bergen-oslo")
    result = ended(table)
    length = table.board.routes[table.board.route("bergen-oslo")].length
    assert result.winners == [1]
    assert result.ties[-1] == TieResult("longest-path", both, [0, length], [1], "The longer path decides")
    table = cleared("nordic", 2)
    table.points(20, 21)
    assert ended(table).ties == []


def test_some_are_told_apart_and_others_not() -> None:
    table = cleared("europe", 3)
    table.station(1, "paris")
    table.station(1, "berlin")
    table.station(2, "wien")
    table.points(16, 24, 20)
    steps = {step.tie: step for step in ended(table).ties}
    assert steps["points"].seats == [0, 1, 2] and steps["points"].counts == [28, 28, 28]
    assert (steps["fewest-built-station"].counts, steps["fewest-built-station"].level) == ([0, 2, 1], [0])
    table = cleared("europe", 3)
    table.points(20, 20, 24)
    table.station(2, "wien")
    steps = {step.tie: step for step in ended(table).ties}
    assert steps["fewest-built-station"].words == "Fewer stations built: 2 still level"
    assert steps["fewest-built-station"].level == steps["longest-path-card"].seats == steps["shared"].level == [0, 1]


def test_who_resigned_has_no_part_in_a_tie() -> None:
    table = cleared("europe", 3)
    table.points(20, 20, 24)
    table.finish()
    # The third has most points, and is last: the tie is between the others.
    result = result_of(table.game, Ending(resigned=(Resigned(2, 0),)))
    assert (result.totals, result.ranks, result.winners) == ([32, 32, 36], [1, 1, 3], [0, 1])
    assert result.ties[0] == TieResult("points", [0, 1], [32, 32], [0, 1], "2 seats have 32 points")
    assert {tuple(step.seats) for step in result.ties} == {(0, 1)}
    # Level with one who resigned is no tie.
    table = cleared("europe", 2)
    table.points(20, 20)
    table.finish()
    result = result_of(table.game, Ending(resigned=(Resigned(1, 0),)))
    assert (result.winners, result.ties) == ([0], [])
    # Where everybody resigned, nobody is behind the others.
    result = result_of(table.game, Ending(resigned=(Resigned(0, 0), Resigned(1, 0))))
    assert (result.winners, result.ties[0].seats) == ([0, 1], [0, 1])


def test_every_tie_of_every_edition_has_words_in_the_catalogue() -> None:
    english = messages_of(ENGLISH)
    for name in editions.names():
        for tie in editions.load(name).rules.ties:
            assert f"end.tie.{tie.key()}" in english
    assert {"end.tie.points", "end.tie.shared"} <= set(english)


def test_every_award_of_every_edition_has_a_name_in_the_catalogue() -> None:
    english = messages_of(ENGLISH)
    for name in editions.names():
        assert [
            award.id for award in editions.load(name).rules.awards if f"end.award.{award.key()}" not in english
        ] == []
    assert "end.award.routes" in english


def test_parts_of_ones_own_go_by_their_ids() -> None:
    class Ferries(Award):
        id = "most-ferries"

        def points(self, sheet: ScoreSheet) -> list[int]:
            return [0] * sheet.seats

    class ByLuck(Tie):
        id = "good luck"

        def keys(self, sheet: ScoreSheet) -> list[int]:
            return [0] * sheet.seats

    assert (Ferries().key(), Ferries().label()) == ("most-ferries", "Most ferries")
    assert (ByLuck().key(), ByLuck().label()) == ("good-luck", "Good luck")
