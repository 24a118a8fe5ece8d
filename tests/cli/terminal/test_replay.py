"""`kolej replay`: forward and back through a recorded game, as any seat saw it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej import editions
from kolej.cli import main
from kolej.cli.terminal.replay_screen import move_ends
from kolej.engine.record.replay import load
from tests.cli.terminal.driver import Terminal, too_wide


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.kolej"
    options = ["--players", "", "--bots", "greedy,random", "--seed", "3", "--save", str(path)]
    assert CliRunner().invoke(main, ["play", "new_york", *options]).exit_code == 0
    return path


def replayed(file: Path, *options: str, lines: str = "") -> Result:
    run = CliRunner().invoke(main, ["replay", str(file), *options], input=lines)
    assert run.exit_code == 0, run.output
    assert too_wide(run.output) == []
    return run


def moves(output: str) -> list[int]:
    return [int(number) for number in re.findall(r"· move (\d+) of \d+", output)]


def test_without_commands_the_whole_game_is_printed(file: Path) -> None:
    recorded = load(file, editions.load)
    run = replayed(file)
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", run.output, re.MULTILINE)]
    assert numbers == list(range(len(move_ends(recorded))))
    assert "has won." in run.output


def test_it_goes_forward_and_back_and_to_a_move(file: Path) -> None:
    run = replayed(file, lines="n\n\nnext\nb\n20\nback\nstart\nend\nn\nb\nquit\nn\n")
    last = len(move_ends(load(file, editions.load))) - 1
    assert moves(run.output) == [1, 2, 3, 2, 20, 19, 0, last, last, last - 1]
    assert run.output.count("has won.") == 2


def test_every_moment_is_the_game_as_it_was(file: Path) -> None:
    recorded = load(file, editions.load)
    counts = move_ends(recorded)
    for number in (0, 7, len(counts) - 1):
        run = replayed(file, "--at", str(number))
        view = recorded.at(counts[number]).view()
        rows = re.findall(r"^[→ ] +\d  \S+ \d +(.*)$", run.output, re.MULTILINE)
        points, taxis, cards, tickets = zip(*([int(each) for each in row.split()] for row in rows), strict=True)
        assert points == view.points and cards == view.hand_sizes and tickets == view.held
        assert taxis == tuple(row[0] for row in view.supply)


def test_a_seat_sees_its_own_cards_and_a_spectator_none(file: Path) -> None:
    recorded = load(file, editions.load)
    blind = next(n for n, step in enumerate(recorded.steps) if step.text == "draw")
    number = next(n for n, count in enumerate(move_ends(recorded)) if count > blind)
    seat = recorded.steps[blind].seat
    other = 1 - seat if seat is not None else 0
    name = ("Greedy 0", "Random 1")[seat or 0]
    mine = replayed(file, "--seat", str(seat), "--at", str(number)).output
    theirs = replayed(file, "--seat", str(other), "--at", str(number)).output
    nobody = replayed(file, "--at", str(number)).output
    all_open = replayed(file, "--all", "--at", str(number)).output
    assert re.search(r"^You draw \w+ from", mine, re.MULTILINE)
    assert f"{name} draws from the deck." in theirs and f"{name} draws from the deck." in nobody
    assert re.search(rf"^{name} draws \w+ from", all_open, re.MULTILINE)
    assert (mine.count("Hand "), theirs.count("Hand "), nobody.count("Hand "), all_open.count("Hand ")) == (1, 1, 0, 2)


def test_eyes_can_be_changed_on_the_way(file: Path) -> None:
    run = replayed(file, lines="10\nseat 1\nall\nspectator\nseat 7\nseat\nboard mine\nhelp\nnonsense\n999\n")
    assert re.findall(r"move 10 of \d+, (.*?) ─", run.output) == [
        "as a spectator",
        "as Random 1 saw it",
        "everything open",
        "as a spectator",
    ]
    assert "there is no seat 7; seats are 0 to 1" in run.output
    assert "which seat? like `seat 1`" in run.output
    assert 'there is no command "nonsense"' in run.output
    assert "there is no move 999" in run.output


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--at", "9999"), "there is no move 9999"), (("--seat", "2"), "there is no seat 2; seats are 0 to 1")],
)
def test_what_is_not_there_is_said(file: Path, options: tuple[str, ...], said: str) -> None:
    run = CliRunner().invoke(main, ["replay", str(file), *options])
    assert run.exit_code == 2 and said in run.stderr


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["replay", str(tmp_path / "none.kolej")])
    assert run.exit_code == 2 and "cannot be read" in run.stderr


def test_it_is_stepped_through_at_a_terminal(file: Path) -> None:
    with Terminal("replay", str(file)) as terminal:
        assert "move 0 of" in terminal.screen()
        assert "move 1 of" in terminal.say("")
        assert "move 0 of" in terminal.say("b")
        assert "as Random 1 saw it" in terminal.say("seat 1")
        terminal.press(b"\x04")
        assert terminal.code() == 0
        assert "Traceback" not in terminal.shown and too_wide(terminal.shown) == []
