"""The compiled invariant checks: they pass on sound states and fail on broken ones."""

from collections.abc import Callable

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import State
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import compile_tables
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.simulation.simulate import midway, simulate
from kolej.testing.invariants import FAULTS, audited, fault_in
from tests.support import state_laws
from tests.support.random_games import TABLES


def prepared(name: str, seats: int) -> RuleTables:
    edition = editions.load(name)
    return compile_tables(edition.board, edition.rules, seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_games_have_no_fault(name: str, seats: int) -> None:
    result = audited(prepared(name, seats), Rng(seats), 2, 20)
    assert FAULTS[result.fault] == "nothing"
    assert result.games == 2 and result.steps > 100 and result.tried >= 20


def one_card_more(s: State) -> None:
    s.deck[1] += 1


def a_hand_of_another_size(s: State) -> None:
    s.hand_size[0] += 1


def known_but_not_held(s: State) -> None:
    s.known[0] = s.hands[0] + 1


def a_ticket_twice(s: State) -> None:
    s.held[0] += 1


def one_piece_less(s: State) -> None:
    s.supply[0] -= 1


def points_from_nowhere(s: State) -> None:
    s.points[1] += 1


def a_marker_that_jumped(s: State) -> None:
    s.track[1] += 1


TAMPERED: list[tuple[Callable[[State], None], str]] = [
    (one_card_more, "cards"),
    (a_hand_of_another_size, "size"),
    (known_but_not_held, "known"),
    (a_ticket_twice, "tickets"),
    (one_piece_less, "pieces"),
    (points_from_nowhere, "points"),
    (a_marker_that_jumped, "points"),
]


@pytest.mark.parametrize(("tamper", "word"), TAMPERED)
def test_a_fault_is_found_by_the_audit_and_by_the_laws(tamper: Callable[[State], None], word: str) -> None:
    """The compiled and the plain checks are written separately: what one finds the other must find too."""
    tables = prepared("europe", 3)
    state = midway(tables, Rng(5), 120)
    game = Game(editions.load("europe"), 3, state, None)
    state_laws.nothing_is_lost(game)
    assert fault_in(tables, state) == 0
    tamper(state)
    assert word in FAULTS[fault_in(tables, state)]
    with pytest.raises(AssertionError):
        state_laws.nothing_is_lost(game)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_simulated_games_are_the_same_games(name: str, seats: int) -> None:
    """Played in a batch or one by one, the same random numbers give the same decisions and points."""
    edition = editions.load(name)
    bulk = simulate(prepared(name, seats), list(edition.rules.awards), list(edition.rules.ties), Rng(9), 3)
    rng, decisions, points = Rng(9), 0, 0
    for _ in range(3):
        game = Game.start(edition, seats)
        decisions += game.rollout(rng)
        points += sum(game.standings().totals)
    assert (bulk.games, bulk.decisions, bulk.points) == (3, decisions, points)


def test_midway_is_never_the_end() -> None:
    tables = prepared("new_york", 2)
    for decisions in (0, 5, 10_000):
        state = midway(tables, Rng(1), decisions)
        assert fault_in(tables, state) == 0
        assert not Game(editions.load("new_york"), 2, state, None).over
