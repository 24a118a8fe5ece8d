"""Difficulty levels: how they differ."""

from kolej.bots.budget import Budget
from kolej.bots.levels import EXPERT, HARD, LEVELS
from kolej.bots.search.bot import SearchBot
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.silent_game import SilentGame
from kolej.sim.plan import edition_of


def test_levels_go_from_easy_to_expert() -> None:
    assert [level.name for level in LEVELS] == ["easy", "medium", "hard", "expert"]
    assert EXPERT.playouts > 10 * HARD.playouts and EXPERT.seconds > HARD.seconds
    # Only what a person notices is mentioned at the set-up.
    assert [level.seconds for level in LEVELS] == [0, 0, 0, EXPERT.seconds]


def test_names_are_enough_for_a_table_and_belong_to_one_level() -> None:
    names = [name for level in LEVELS for name in level.names]
    assert len(set(names)) == len(names)
    assert all(len(level.names) > 5 for level in LEVELS)


def test_hard_makes_as_many_playouts_on_a_small_board_as_on_a_large_one() -> None:
    made = []
    for edition in ("new_york", "europe"):
        game = SilentGame(edition_of(edition), 2, SeededDealer(3), 0)
        bot = SearchBot(1, Budget(playouts=HARD.playouts))
        bot.choose(game.decision)
        made.append(bot.playouts)
    # The trial that is under way when the budget is used up is finished.
    assert all(HARD.playouts <= each < HARD.playouts + 30 for each in made), made
