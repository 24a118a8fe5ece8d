"""Difficulty levels: how they differ."""

from kolej.bots.levels import EXPERT, LEVELS


def test_levels_go_from_easy_to_expert() -> None:
    assert [level.name for level in LEVELS] == ["easy", "medium", "hard", "expert"]
    # Only what a person notices is mentioned at the set-up.
    assert [level.seconds for level in LEVELS] == [0, 0, 0, EXPERT.seconds]


def test_names_are_enough_for_a_table_and_belong_to_one_level() -> None:
    names = [name for level in LEVELS for name in level.names]
    assert len(set(names)) == len(names)
    assert all(len(level.names) > 5 for level in LEVELS)
