"""Whole games at a pseudo-terminal of 80 columns, from the first screen to the result."""

import re
from pathlib import Path

import pytest

from kolej import editions
from kolej.engine.record.replay import load
from tests.cli.terminal.driver import Player, Terminal, too_wide

COLOR = re.compile(r"\x1b\[[0-9;]*m")

GAMES: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    ("new_york", ("--seats", "4", "--bots", "greedy,random"), {}),
    ("berlin", ("--no-color",), {}),
    ("europe", (), {}),
    ("nordic", ("--seats", "3"), {"NO_COLOR": "1"}),
    ("japan", ("--color", "--bots", "greedy"), {"NO_COLOR": "1"}),
]


@pytest.mark.parametrize(("edition", "options", "environment"), GAMES, ids=[game[0] for game in GAMES])
def test_a_game_is_played_to_its_end(edition: str, options: tuple[str, ...], environment: dict[str, str]) -> None:
    with Terminal("play", edition, "--seed", "5", *options, environment=environment) as terminal:
        Player(terminal, seed=1).play(terminal.screen())
        assert terminal.code() == 0, terminal.shown
        assert "Traceback" not in terminal.shown
        assert too_wide(terminal.shown) == []
        assert "Last round" in terminal.shown
        end = terminal.shown.split("The game is over.")[1]
        assert re.search(r"^Total( +-?\d+)+$", end, re.MULTILINE)
        assert re.search(r" has won\.$| share the victory\.$", end, re.MULTILINE)
        tickets = r"^Player: \d+ of \d+ tickets?\n  \S.*: (completed, \+|not completed, −)\d+$"
        assert re.search(tickets, end, re.MULTILINE)
        assert "seed 5" in end
        wants_color = "--color" in options or ("--no-color" not in options and not environment)
        assert bool(COLOR.search(terminal.raw)) == wants_color


def test_a_game_is_saved_half_way_and_played_on(tmp_path: Path) -> None:
    file = tmp_path / "evening.kolej"
    with Terminal("play", "berlin", "--seed", "2", "--save", file.name, cwd=tmp_path) as terminal:
        Player(terminal, seed=4).play(terminal.screen(), decisions=12)
        left = terminal.say("quit")
        assert f"\n  kolej play --resume {file.name}\n" in left
        assert terminal.code() == 0
    half = load(file, editions.load)
    assert not half.game.over
    with Terminal("play", "--resume", file.name, cwd=tmp_path) as terminal:
        screen = terminal.screen()
        hand = half.game.view(0).hands[0]
        assert hand is not None
        shown = re.search(r"^Hand +(.*)$", screen, re.MULTILINE)
        assert shown is not None and sum(map(int, re.findall(r"\d+", shown[1]))) == sum(hand)
        Player(terminal, seed=4).play(screen)
        assert terminal.code() == 0
        assert "has won." in terminal.shown and f"\n  kolej replay {file.name}\n" in terminal.shown
        assert too_wide(terminal.shown) == []
    whole = load(file, editions.load)
    assert whole.game.over
    assert [step.text for step in whole.steps[: len(half.steps)]] == [step.text for step in half.steps]


def test_without_an_edition_the_person_is_asked() -> None:
    with Terminal("play", "--seed", "1") as terminal:
        question = terminal.screen()
        for name in editions.names():
            assert f"\n{name} " in f"\n{question}"
        assert "2 to 5 seats" in question
        assert 'there is no edition "atlantis"' in terminal.say("atlantis")
        assert "Berlin" in terminal.say("ber")


@pytest.mark.parametrize("how", ["Ctrl-D", "Ctrl-C", "quit"])
def test_leaving_says_how_to_go_on(how: str, tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    with Terminal("play", "new_york", "--seed", "1", "--save", str(file)) as terminal:
        terminal.screen()
        terminal.say("keep 1")
        if how == "Ctrl-D":
            left = terminal.press(b"\x04")
        elif how == "Ctrl-C":
            left = terminal.press(b"\x03")
        else:
            left = terminal.say("quit")
        assert f"\n  kolej play --resume {file}\n" in left
        assert terminal.code() == 0
        assert "Traceback" not in terminal.shown
    assert next(step.text for step in load(file, editions.load).steps if step.seat == 0).startswith("keep ")


def test_leaving_a_game_that_is_not_saved_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "late.kolej"
    with Terminal("play", "new_york", "--seed", "1") as terminal:
        terminal.screen()
        assert "Save the game to which file?" in terminal.say("quit")
        assert f"\n  kolej play --resume {file}\n" in terminal.say(str(file))
        assert terminal.code() == 0
    assert not load(file, editions.load).game.over


def test_an_interrupted_bot_game_ends_without_a_traceback() -> None:
    with Terminal("play", "europe", "--players", "", "--seats", "5") as terminal:
        while "keeps" not in terminal.shown:
            terminal._more()
        terminal.interrupt()
        assert terminal.code() == 0
        assert "Traceback" not in terminal.shown


def test_tab_completes_at_the_prompt() -> None:
    with Terminal("play", "new_york", "--seed", "1", "--no-color") as terminal:
        terminal.screen()
        assert "keeps" in terminal.say("ke\tal\t") or "choose" in terminal.shown
        assert "> keep all" in terminal.shown
