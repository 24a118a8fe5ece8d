"""A silent game is the same game that `Game` plays, without events."""

import pytest

from kolej import bots, editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.decision import Decision
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.events import TurnBegan
from kolej.engine.silent_game import SilentGame
from tests.support.random_games import TABLES


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_choice_and_the_result_are_those_of_a_watched_game(name: str, seats: int) -> None:
    edition = editions.load(name)
    first = 1 if seats % 2 else None
    silent = SilentGame(edition, seats, SeededDealer(seats), first)
    watched = Game.start(edition, seats, SeededDealer(seats), first)
    rng = Rng(seats)
    turns = 0
    while not watched.over:
        seat = watched.to_act()[0]
        assert (silent.decision.seat, silent.decision.legal) == (seat, watched.legal(seat))
        if rng.below(4) == 0:
            assert silent.decision.view == watched.view(seat)
            assert silent.decision.moves == watched.decision(seat).moves
        number = silent.decision.legal[rng.below(len(silent.decision.legal))]
        silent.apply(number)
        turns += sum(isinstance(event, TurnBegan) for event in watched.apply(seat, number))
    assert silent.over
    assert silent.turns == turns
    assert (silent.first, silent.held) == (watched.view().status.first, list(watched.view().held))
    assert silent.standings().lines == watched.standings().lines
    assert silent.standings().ranks == watched.standings().ranks


def started() -> SilentGame:
    return SilentGame(editions.load("new_york"), 2, SeededDealer(4), 0)


@pytest.mark.parametrize("move", [-1, 0, 10**9, 2**70, True, "draw", None])
def test_what_is_not_legal_is_refused_and_changes_nothing(move: int) -> None:
    game = started()
    before, decision = game.decision.view, game.decision
    with pytest.raises(IllegalMove):
        game.apply(move)
    assert game.decision is decision
    assert game.decisions == 0
    decision.__dict__.pop("view")
    assert decision.view == before


def test_a_bot_cannot_make_a_move_legal() -> None:
    game = started()
    game.decision.legal.append(0)
    with pytest.raises(IllegalMove):
        game.apply(0)


def test_a_view_is_of_its_own_moment_or_refused() -> None:
    game = started()
    seen = game.decision
    view = seen.view
    game.apply(seen.legal[0])
    unseen = game.decision
    game.apply(unseen.legal[0])
    assert seen.view is view
    with pytest.raises(IllegalMove, match="this choice has been made"):
        _ = unseen.view


def test_a_view_is_made_only_for_a_bot_that_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(*_: object) -> None:
        made.append(1)

    monkeypatch.setattr("kolej.engine.silent_game.view_of", counted)
    game = started()
    bot = bots.find("random")(1)
    while not game.over:
        game.apply(bot.choose(game.decision))
    assert not made


def test_a_game_in_which_all_pass_did_not_run_out_of_pieces() -> None:
    """All seats draw whatever can be drawn, until nothing is left."""

    def hoard(decision: Decision) -> int:
        return decision.legal[0]

    game = SilentGame(editions.load("berlin"), 3, SeededDealer(2))
    while not game.over:
        game.apply(hoard(game.decision))
    assert not game.ran_out
