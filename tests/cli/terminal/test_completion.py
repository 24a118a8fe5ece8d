"""Tab completion at the prompt of a game and in a shell."""

import os
import shutil
import subprocess
import sys

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from kolej import bots, editions
from kolej.cli import main
from kolej.cli.terminal.input.commands import BY_WORD
from kolej.cli.terminal.input.completion import Completer
from kolej.cli.terminal.input.name_lookup import NameLookup
from tests.support.arranged_game import Table, cleared


def offers(table: Table, before: str, word: str) -> list[str]:
    completer = Completer(NameLookup(table.board))
    completer.decision = table.game.decision(0)
    return [each.strip() for each in completer.candidates(before, word)]


@pytest.fixture
def europe() -> Table:
    table = cleared("europe", 2)
    table.give(0, red=2, wild=1)
    return table


def test_commands_are_completed(europe: Table) -> None:
    assert offers(europe, "", "") == list(BY_WORD)
    assert offers(europe, "", "ta") == ["take"]
    assert offers(europe, "", "zz") == []


def test_only_what_is_legal_is_offered(europe: Table) -> None:
    assert offers(europe, "take ", "") == ["purple", "white", "yellow"]
    assert offers(europe, "draw ", "") == ["tickets"]
    assert offers(europe, "claim ", "br") == ["brindisi-palermo", "bruxelles-paris"]
    assert offers(europe, "claim ", "brest") == []


def test_a_route_is_completed_from_either_end_and_then_its_payments(europe: Table) -> None:
    europe.give(0, red=2)
    assert offers(europe, "claim ", "paris-brux") == ["paris-bruxelles"]
    for name in ("bruxelles-paris", "paris-bruxelles"):
        assert offers(europe, f"claim {name} ", "") == ["2"]
        assert offers(europe, f"cl {name} 2 ", "r") == ["red"]


def test_cities_tickets_and_rules_are_completed(europe: Table) -> None:
    assert offers(europe, "build ", "zu") == ["zurich"]
    assert offers(europe, "board ", "f") == ["free", "frankfurt", "ferry"]
    assert offers(europe, "rule ", "draw.wild-s") == ["draw.wild-second"]
    assert offers(europe, "help ", "cl") == ["claim"]
    assert offers(europe, "save ", "x") == offers(europe, "nonsense ", "x") == []
    opening = Table("europe", 2, opened=False)
    tickets = [opening.board.tickets[number].id for number in opening.game.view(0).offer]
    assert offers(opening, "keep ", "")[-1] == "all"
    assert set(offers(opening, "keep ", tickets[0])) == {tickets[0]}
    assert tickets[2] in offers(opening, f"keep {tickets[0]} ", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed_for_each_shell(shell: str) -> None:
    run = CliRunner().invoke(main, ["completion", shell])
    assert run.exit_code == 0
    assert f"_KOLEJ_COMPLETE={shell}_complete" in run.output
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=run.output, text=True, check=False).returncode == 0


def test_another_shell_is_refused() -> None:
    run = CliRunner().invoke(main, ["completion", "tcsh"])
    assert run.exit_code == 2 and "'bash', 'zsh', 'fish'" in run.stderr


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pl", ["play"]),
        ("play ", editions.names()),
        ("play eu", ["europe"]),
        ("play europe --bots ", bots.names()),
        ("play europe --bots random,g", ["random,greedy"]),
        ("play europe --se", ["--seats", "--seed"]),
        ("rule tunnel.re", ["tunnel.reveal", "tunnel.refuse"]),
    ],
)
def test_a_shell_completes_commands_editions_bots_and_rules(line: str, found: list[str]) -> None:
    *before, last = line.split(" ")
    shell = BashComplete(main, {}, "kolej", "_KOLEJ_COMPLETE")
    assert [item.value for item in shell.get_completions(before, last)] == found


def test_the_command_answers_a_shell_that_asks() -> None:
    asked = {"_KOLEJ_COMPLETE": "bash_complete", "COMP_WORDS": "kolej play ja", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "from kolej.cli import main; main(prog_name='kolej')"]
    run = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert run.stdout == "plain,japan\n", run.stderr
