"""Piped commands: one per line, echoed in order, without ANSI codes, until the input ends."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej import editions
from kolej.cli import main
from kolej.cli.terminal.input.commands import COMMANDS
from kolej.engine.record.replay import load
from tests.cli.terminal.driver import too_wide


def piped(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=lines)


def test_commands_come_one_a_line_and_are_echoed_in_order() -> None:
    run = piped("play", "europe", "--seed", "7", lines="keep 1 2\nmoves\nnonsense\n\nhand\nquit\n")
    assert run.exit_code == 0, run.output
    prompts = re.findall(r"^Player> (.*)$", run.output, re.MULTILINE)
    assert prompts == ["keep 1 2", "moves", "nonsense", "", "hand", "quit"]
    assert "\x1b" not in run.output
    assert too_wide(run.output) == []
    assert 'there is no command "nonsense"' in run.output
    assert "You have left the game; it was not saved" in run.output.split("> quit")[1]


def test_a_whole_game_can_be_piped(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    run = piped("play", "new_york", "--seed", "3", "--save", str(file), lines="1\nunknown\n" * 200)
    assert run.exit_code == 0, run.output
    assert "has won" in run.output
    assert load(file, editions.load).game.over


def test_the_end_of_the_input_leaves_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    run = piped("play", "new_york", "--seed", "3", "--save", str(file), lines="keep all\n")
    assert run.exit_code == 0
    assert f"kolej play --resume {file}" in run.output
    assert [step.seat for step in load(file, editions.load).steps if step.seat is not None][:2] == [0, 1]


def test_bots_alone_are_watched_to_the_end() -> None:
    run = piped("play", "japan", "--players", "", "--bots", "greedy,random", "--seed", "4")
    assert run.exit_code == 0
    assert "Greedy 0 draws from the deck." in run.output
    assert "Random 1 " in run.output and "You " not in run.output
    assert re.search("^Greedy 0 has won", run.output, re.MULTILINE)


def test_several_people_may_share_a_pipe() -> None:
    run = piped("play", "new_york", "--players", "Ann,Bob", "--seed", "8", lines="keep 1\nkeep 1\n")
    assert run.exit_code == 0
    assert run.output.index("Pass to Ann.") < run.output.index("Pass to Bob.")
    assert "Ann> keep 1" in run.output and "Bob> keep 1" in run.output


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("claim paris brest 3 black", "claim.set"),
        ("claim madrid lisboa", "claim.set"),
        ("build paris 2 orange", "station.build"),
        ("refuse", "tunnel.reveal"),
        ("pay 1 red", "tunnel.reveal"),
        ("keep 1", "ticket.draw"),
        ("take black", "draw.two"),
        ("pass", "turn.pass"),
        ("pick red", "claim.choice"),
        ("bundles paris brest 2", "claim.set"),
    ],
)
def test_a_refusal_names_its_rule(line: str, rule: str) -> None:
    run = piped("play", "europe", "--seed", "7", lines=f"keep 1 2\n{line}\nrule {rule}\n")
    said = re.sub(r"\s+", " ", run.output)
    assert re.search(rf"Refused: [^{{}}]+ \(`rule {re.escape(rule)}` explains\)", said), run.output
    assert re.search(rf"^{re.escape(rule)} \(", run.output, re.MULTILINE)


def test_every_word_of_the_help_is_understood() -> None:
    words = [command.word for command in COMMANDS if command.word != "quit"]
    run = piped("play", "europe", "--seed", "7", lines="keep 1 2\nhelp\n" + "\n".join(words))
    assert run.exit_code == 0
    assert "there is no command" not in run.output
    for command in COMMANDS:
        assert f"\n  {command.usage} " in run.output
    assert too_wide(run.output) == []


def test_bytes_that_are_no_text_are_answered_like_any_other_words() -> None:
    run = CliRunner().invoke(main, ["play", "new_york", "--seed", "1"], input=b"\xff\xfe\x00\x1b[2J\nkeep 1\n")
    assert run.exit_code == 0
    assert "there is no command" in run.output and "\x1b" not in run.output
    assert "You have chosen your tickets." in run.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("atlantis",), 'there is no edition "atlantis"'),
        (("nordic", "--seats", "5"), "Nordic Countries is for 2 to 3 seats, not 5 [setup.deal]"),
        (("europe", "--players", "Ann,ann"), "two people have the same name"),
        (("europe", "--players", "bot:greedy"), 'a name can\'t begin with "bot:"'),
        (("europe", "--players", "A,B,C", "--seats", "2"), "3 people do not fit on 2 seats"),
        (("europe", "--bots", "greedy,greedy", "--seats", "2"), "2 named bots for 1 free seat"),
        (("europe", "--bots", "grady"), 'there is no bot "grady"'),
        (("europe", "--shapes", "star,star"), "seats 0 and 1 have the same shape, star; give each seat another one"),
        (("europe", "--shapes", "star,,circle"), "3 shapes for 2 seats; leave some out of --shapes"),
        (("europe", "--shapes", "heart"), 'there is no shape "heart"'),
        (("europe", "--shapes", "s"), "the shapes are circle, triangle, square, diamond, star"),
        (("--resume", "missing.kolej"), "missing.kolej: cannot be read"),
        (("--resume", "missing.kolej", "--seats", "2"), "leave --seats, --players, --first and --house out"),
        (("europe", "--save", "/"), "/ exists already"),
    ],
)
def test_what_does_not_go_together_is_said_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    run = piped("play", *arguments)
    assert run.exit_code == 2
    assert run.stderr.startswith("kolej: ") and said in run.stderr
    assert run.stderr.count("\n") == 1


def test_without_an_edition_and_nobody_to_ask_it_is_europe() -> None:
    assert piped("play", "--seed", "7", lines="").output.startswith("Europe: ")


def test_bare_numbers_keep_the_tickets_that_have_them() -> None:
    run = piped("play", "europe", "--seed", "7", lines="2 3\n1 2\n")
    assert "You have chosen your tickets." in run.output
    shown = re.findall(r"^  ([23])  (.+?) \(", run.output, re.MULTILINE)[:2]
    held = run.output.split("\nTickets\n")[1]
    assert [number for number, _ in shown] == ["2", "3"]
    assert all(name in held for _, name in shown)
    assert "a number alone plays a move of the list; what is `2` for?" in run.output


def test_one_number_is_a_ticket_and_too_few_are_refused() -> None:
    run = piped("play", "europe", "--seed", "7", lines="2\n")
    assert "Refused: Keep at least 2 of the 4 tickets. (`rule setup.keep` explains)" in run.output
