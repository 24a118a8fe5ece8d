"""A quiet game is the game that `Game` plays, without a word."""

import pytest

from kolej import bots, editions
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.events import TurnBegan
from kolej.engine.silent_game import QuietGame
from tests.support.random_games import TABLES


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_choice_and_the_result_are_those_of_a_watched_game(name: str, seats: int) -> None:
    edition = editions.load(name)
    first = 1 if seats % 2 else None
    quiet = QuietGame(edition, seats, SeededDealer(seats), first)
    watched = Game.start(edition, seats, SeededDealer(seats), first)
    luck = Luck(seats)
    turns = 0
    while not watched.over:
        seat = watched.to_act()[0]
        assert (quiet.choice.seat, quiet.choice.legal) == (seat, watched.legal(seat))
        if luck.below(4) == 0:
            assert quiet.choice.view == watched.view(seat)
            assert quiet.choice.moves == watched.choice(seat).moves
        number = quiet.choice.legal[luck.below(len(quiet.choice.legal))]
        quiet.apply(number)
        turns += sum(isinstance(event, TurnBegan) for event in watched.apply(seat, number))
    assert quiet.over
    assert quiet.turns == turns
    assert (quiet.first, quiet.held) == (watched.view().status.first, list(watched.view().held))
    assert quiet.standings().lines == watched.standings().lines
    assert quiet.standings().ranks == watched.standings().ranks


def started() -> QuietGame:
    return QuietGame(editions.load("new_york"), 2, SeededDealer(4), 0)


@pytest.mark.parametrize("move", [-1, 0, 10**9, 2**70, True, "draw", None])
def test_what_is_not_legal_is_refused_and_changes_nothing(move: int) -> None:
    game = started()
    before, choice = game.choice.view, game.choice
    with pytest.raises(IllegalMove):
        game.apply(move)
    assert game.choice is choice
    assert game.decisions == 0
    choice.__dict__.pop("view")
    assert choice.view == before


def test_a_bot_cannot_make_a_move_legal() -> None:
    game = started()
    game.choice.legal.append(0)
    with pytest.raises(IllegalMove):
        game.apply(0)


def test_a_view_is_of_its_own_moment_or_refused() -> None:
    game = started()
    seen = game.choice
    view = seen.view
    game.apply(seen.legal[0])
    unseen = game.choice
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
        game.apply(bot.choose(game.choice))
    assert not made


def test_a_game_in_which_all_pass_did_not_run_out_of_pieces() -> None:
    """Everybody draws whatever can be drawn, until nothing is left."""

    def hoard(choice: Choice) -> int:
        return choice.legal[0]

    game = QuietGame(editions.load("berlin"), 3, SeededDealer(2))
    while not game.over:
        game.apply(hoard(game.choice))
    assert not game.ran_out
