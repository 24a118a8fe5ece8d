"""New York's own rule: attractions."""

import pytest

from tests.support.arranged_game import Table

ATTRACTIONS = {
    "central_park",
    "times_square",
    "united_nations",
    "empire_state_building",
    "chelsea",
    "greenwich_village",
    "chinatown",
    "wall_street",
    "brooklyn",
}


def visits(table: Table) -> list[int]:
    return dict(table.finish().lines)["visits"]


def test_visits_attraction__every_route_gives_a_point_for_each_attraction_it_touches() -> None:
    for route in Table("new_york", 2).board.routes:
        table = Table("new_york", 2)
        table.own(1, route.id)
        ends = {table.board.cities[route.a].id, table.board.cities[route.b].id}
        assert visits(table) == [0, len(ends & ATTRACTIONS)], route.id


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        ((), 0),
        # Neither end is an attraction.
        (("lincoln_center-midtown_west",), 0),
        (("east_village-lower_east_side",), 0),
        # One end is.
        (("lincoln_center-central_park",), 1),
        (("gramercy_park-greenwich_village", "greenwich_village-soho", "greenwich_village-east_village"), 1),
        # Both are.
        (("chinatown-brooklyn",), 2),
        # A second route to the same attractions adds nothing.
        (("chinatown-brooklyn", "wall_street-brooklyn", "chinatown-wall_street"), 3),
        # They need not be joined.
        (("central_park-times_square", "wall_street-brooklyn"), 4),
    ],
)
def test_visits_attraction__each_counts_once(routes: tuple[str, ...], points: int) -> None:
    table = Table("new_york", 2)
    table.own(0, *routes)
    assert visits(table) == [points, 0]


def test_visits_attraction__several_players_may_visit_the_same() -> None:
    table = Table("new_york", 4)
    table.own(0, "chinatown-brooklyn")
    table.own(1, "chinatown-brooklyn/2")
    table.own(2, "lower_east_side-brooklyn")
    assert visits(table) == [2, 2, 1, 0]


def test_visits_attraction__all_nine_can_be_visited() -> None:
    table = Table("new_york", 2)
    table.own(0, *[route.id for route in table.board.routes])
    assert visits(table) == [9, 0]


def test_visits_attraction__the_points_come_at_the_end_only() -> None:
    table = Table("new_york", 2)
    for seat in range(2):
        table.tickets(seat)
        table.give(seat)
    table.give(0, purple=3)
    table.claim(0, "central_park-united_nations", purple=3)
    assert table.game.view().points == (4, 0)
    assert table.finish().totals == [4 + 2, 0]


def test_visits_attraction__tickets_and_cards_visit_nothing() -> None:
    table = Table("new_york", 2)
    table.tickets(0)
    table.tickets(1)
    table.tickets(0, "times_square-brooklyn")
    assert visits(table) == [0, 0]


@pytest.mark.parametrize("edition", ["berlin", "europe", "nordic", "japan"])
def test_visits_attraction__no_other_game_has_them(edition: str) -> None:
    table = Table(edition, 2)
    assert "visits" not in dict(table.finish().lines)
