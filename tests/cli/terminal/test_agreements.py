"""What people at one terminal agree on: who begins, house rules, resigning, ending early, stations."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kolej import editions
from kolej.cli import main
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import PLAIN
from kolej.cli.terminal.seated_game import SeatedGame, new_game
from kolej.cli.terminal.session import Session
from kolej.engine.record.replay import load


def piped(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=lines)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_that_begins_can_be_named(tmp_path: Path, seat: int) -> None:
    file = tmp_path / "game.kolej"
    run = piped("play", "europe", "--seats", "3", "--first", str(seat), "--save", str(file))
    assert run.exit_code == 0, run.output
    recorded = load(file, editions.load)
    assert recorded.header.first == seat and recorded.game.view().status.first == seat
    assert "By the rulebook: the player who has visited the most countries of Europe." in run.output.replace("\n", " ")


def test_a_seat_that_is_not_there_can_not_begin() -> None:
    run = piped("play", "europe", "--first", "5")
    assert run.exit_code != 0 and "5" in run.output and "Traceback" not in run.output


def test_shapes_are_chosen_and_mark_the_seats(tmp_path: Path) -> None:
    file, copy = tmp_path / "game.kolej", tmp_path / "copy.kolej"
    choice = ("--shapes", "star,,circ")
    run = piped("play", "europe", "--players", "Ann,Bob,Cy", *choice, "--save", str(file), "--no-color")
    assert run.exit_code == 0, run.output
    assert "★ Ann in seat 0, ▲ Bob in seat 1, ● Cy in seat 2." in run.output.replace("\n", " ")
    assert all(row in run.output for row in ("0  ★ Ann", "1  ▲ Bob", "2  ● Cy"))
    # The columns are where they are without marks.
    without = piped("play", "--resume", str(file), "--no-color").output
    assert "★" not in without
    widths = [{len(row) for row in text.splitlines() if " Bob  " in row} for text in (run.output, without)]
    assert widths[0] == widths[1] and len(widths[0]) == 1
    colored = piped("play", "--resume", str(file), "--shapes", "diamond", "--color").output
    assert "\x1b[38;5;69m◆\x1b[0m Ann" in colored
    # Nothing is saved for a choice that is refused.
    for arguments in (("play", "--resume", str(file)), ("play", "europe", "--players", "Ann,Bob")):
        run = piped(*arguments, "--shapes", "star,Star", "--save", str(copy))
        assert run.exit_code == 2 and "seats 0 and 1 have the same shape, star" in run.output and not copy.exists()


def test_house_rules_are_shown_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    run = piped("play", "europe", "--house", "no-flush", "--house", "both-doubles", "--save", str(file))
    assert "House rules: both tracks of double routes, no flush of the display" in run.output.replace("\n", " ")
    assert load(file, editions.load).edition.rules.house == ("both-doubles", "no-flush")
    resumed = piped("play", "--resume", str(file))
    assert "House rules: both tracks" in resumed.output
    for wrong, words in (("no-flsh", "no-flush"), ("no-longest-path", "changes nothing in this edition")):
        run = piped("play", "new_york", "--house", wrong)
        assert run.exit_code != 0 and words in run.output and "Traceback" not in run.output
    run = piped("play", "--resume", str(file), "--house", "no-flush")
    assert run.exit_code != 0 and "--house" in run.output


def test_a_player_alone_resigns_and_is_last(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    lines = "keep 1 2\nresign\nno\nhand\nresign\nyes\n"
    run = piped("play", "europe", "--seed", "7", "--save", str(file), lines=lines)
    assert run.exit_code == 0, run.output
    assert "The game goes on." in run.output and "Player> hand" in run.output
    assert "Ended early by resignation: the points as they stood." in run.output
    assert "Player resigned." in run.output and "Medium 1 has won" in run.output
    recorded = load(file, editions.load)
    assert recorded.game.over and recorded.standings().winners == [1]
    replay = piped("replay", str(file), lines="end\n")
    assert "Ended early by resignation" in replay.output
    assert piped("verify", str(file)).exit_code == 0


def test_a_bot_plays_on_for_one_of_two(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    lines = "keep 1\nkeep 1\nresign\nyes\n" + "1\nunknown\n" * 4
    run = piped(
        "play", "new_york", "--players", "Ann,Bob", "--first", "0", "--seed", "8", "--save", str(file), lines=lines
    )
    assert run.exit_code == 0, run.output
    assert "A bot plays on for you." in run.output and "Bob> 1" in run.output.split("resign")[1]
    recorded = load(file, editions.load)
    assert [each.seat for each in recorded.ending.resigned] == [0] and not recorded.game.over
    # Ann's seat stays with the bot when the game goes on.
    resumed = piped("play", "--resume", str(file), lines="1\nunknown\n" * 300)
    assert "Ann> " not in resumed.output and "Ann resigned." in resumed.output
    assert load(file, editions.load).game.over


def test_all_agree_to_end(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    run = piped("play", "new_york", "--players", "Ann,Bob", "--save", str(file), lines="keep 1\nkeep 1\nend\nyes\n")
    assert run.exit_code == 0, run.output
    assert "Do all players agree?" in run.output
    assert "Ended early by agreement: the points as they stood." in run.output
    assert load(file, editions.load).ending.early == "agreement"


class Answers:
    """A console that answers questions."""

    interactive, width = True, 80

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.shown: list[str] = []

    def show(self, lines: Any, hang: int = 0) -> None:
        self.shown += lines

    def ask(self, question: str) -> str:
        self.shown.append(question)
        return self.answers.pop(0)


def with_station() -> SeatedGame:
    """A game of two people, ended with a station of seat 0 beside a route of seat 1."""
    edition = editions.load("europe")
    for seed in range(50):
        seated = new_game(edition, ["Ann", "Bob"], seed, None, first=0)
        game = seated.game
        while not game.over and len(seated.recorded.steps) < 400:
            seat = game.to_act()[0]
            moves = game.notation(seat)
            board, owners = edition.board, game.view().owner
            claimed = [board.routes[n] for n, owner in enumerate(owners) if owner == 1]
            cities = {board.cities[city].id for route in claimed for city in (route.a, route.b)}
            builds = [n for n, text in moves.items() if text.startswith("build") and text.split()[1] in cities]
            claims = [n for n, text in moves.items() if text.startswith("claim")]
            wanted = builds if seat == 0 else claims
            seated.apply(seat, wanted[0] if wanted else next(iter(moves)))
            if any(use.routes for use in game.stations(0)):
                seated.end_by_agreement()
                return seated
    raise AssertionError("nobody built a station")


def test_the_owner_of_a_station_is_asked_what_it_borrows() -> None:
    seated = with_station()
    (use,) = seated.game.stations(0)
    options = [*use.routes, None]
    best = options.index(use.best) + 1
    other = 1 if best != 1 else 2
    console = Answers("0", "x", str(other))
    session = Session.__new__(Session)
    session.seated, session.console = seated, console  # type: ignore[assignment]
    session.labels = lambda viewer: _labels(seated)  # type: ignore[method-assign]
    session.ask_stations()
    assert seated.recorded.ending.choices() == {0: {use.city: options[other - 1]}}
    assert sum("a number from 1 to" in line for line in console.shown) == 2
    again = with_station()
    session.seated, session.console = again, Answers("")  # type: ignore[assignment]
    session.ask_stations()
    assert again.recorded.ending.choices() == {}, "Enter takes the best, which needs no line"


def _labels(seated: SeatedGame) -> Labels:
    return Labels(seated.recorded.edition.board, seated.names, None, PLAIN)
