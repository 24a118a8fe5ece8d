"""The longest path, compared with an exhaustive search."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.engine.board.model import Route
from tests.support.arranged_game import Table


def longest_from(city: int, routes: list[Route]) -> int:
    """The most spaces that can be walked from a city, no route twice."""
    best = 0
    for at, route in enumerate(routes):
        if city in (route.a, route.b):
            there = route.b if city == route.a else route.a
            best = max(best, route.length + longest_from(there, routes[:at] + routes[at + 1 :]))
    return best


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(("europe", "nordic")), st.integers(0, 10**9))
def test_longest_path(edition: str, seed: int) -> None:
    rng = Random(seed)
    table = Table(edition, 2)
    board = table.board
    # Connected routes make the search meaningful: each one touches a city that was reached before.
    cities = {rng.randrange(len(board.cities))}
    held: list[int] = []
    for _ in range(rng.randint(1, 12)):
        near = [n for n, r in enumerate(board.routes) if n not in held and (r.a in cities or r.b in cities)]
        held.append(rng.choice(near))
        cities |= {board.routes[held[-1]].a, board.routes[held[-1]].b}
    table.own(0, *(board.routes[n].id for n in held))
    rest = [n for n in range(len(board.routes)) if n not in held]
    table.own(1, *(board.routes[n].id for n in rng.sample(rest, 10)))
    routes = [board.routes[n] for n in held]
    expected = max(longest_from(city, routes) for city in cities)
    assert table.finish().sheet.longest(0) == expected
