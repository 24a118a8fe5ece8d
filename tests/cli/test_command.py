"""The `kolej` command: version, demo, bench, bots and error messages."""

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import kolej as kolej_package
from kolej import _pure, bots, editions
from kolej.cli.commands.bots import bots as list_bots
from kolej.engine.decision import Decision


def kolej(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from kolej.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_version_says_which_engine_is_running() -> None:
    assert kolej("--version").stdout == f"kolej 0.1.0 (engine: {_pure.mode()})\n"


def test_sources_can_be_forced() -> None:
    run = kolej("--version", KOLEJ_PURE="1")
    assert (run.stdout, run.stderr) == ("kolej 0.1.0 (engine: interpreted)\n", "")


def test_an_engine_that_is_not_compiled_says_how_to_compile_it() -> None:
    note = r"The engine is not compiled, so it is slow: .+\. To compile it, install a C compiler and .+\n"
    for run in (kolej("--version"), kolej("bench", "--edition", "berlin", "--seats", "2", "--seconds", "0.01")):
        assert re.fullmatch("" if _pure.mode() == "compiled" else note, run.stderr)


@pytest.mark.parametrize("edition", editions.names())
def test_demo_plays_a_whole_game(edition: str) -> None:
    run = kolej("demo", edition, "--seed", "3")
    assert run.returncode == 0, run.stderr
    assert "triggers the last round" in run.stdout
    assert re.search(r"^Seat \d has won\.$", run.stdout, re.MULTILINE)


def test_demo_plays_the_same_game_for_the_same_seed() -> None:
    first, again, other = (kolej("demo", "new_york", "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert first == again
    assert first != other


def test_demo_says_that_a_board_is_a_reconstruction() -> None:
    assert "reconstruct" in kolej("demo", "berlin").stdout.splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("demo", "atlantis"), f'there is no edition "atlantis"; there are {", ".join(editions.names())}'),
        (("demo", "nordic", "--seats", "5"), "Nordic Countries is for 2 to 3 seats, not 5 [setup.deal]"),
        (("bench", "--edition", "nordic", "--seats", "5"), "no edition has 5 seats"),
        (("nonsense",), "No such command 'nonsense'"),
    ],
)
def test_wrong_input_is_answered_in_words(arguments: tuple[str, ...], said: str) -> None:
    run = kolej(*arguments)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr


def test_bench_measures_both_ways_of_running() -> None:
    run = kolej("bench", "--edition", "new_york", "--seats", "2", "--seconds", "0.05", "--json")
    assert run.returncode == 0, run.stderr
    rows = json.loads(run.stdout)
    modes = ["compiled", "interpreted"] if _pure.mode() == "compiled" else ["interpreted"]
    assert [(row["through"], row["mode"]) for row in rows] == list(product(("core", "game", "view"), modes))
    for row in rows:
        assert (row["edition"], row["seats"]) == ("new_york", 2)
        for figure in ("games_per_s", "decisions_per_s", "baseline_ratio"):
            assert row[figure] > 0
        assert row["copy_us"] > 0 if row["through"] == "core" else row["copy_us"] is None


def test_bench_takes_the_folder_of_a_board() -> None:
    folder = str(Path(kolej_package.__file__).parent / "cli" / "template")
    run = kolej("bench", "--edition", folder, "--seats", "2", "--through", "core", "--seconds", "0.05", "--json")
    assert run.returncode == 0, run.stderr
    assert {row["edition"] for row in json.loads(run.stdout)} == {editions.find(folder).id}


def test_bench_prints_a_table() -> None:
    run = kolej("bench", "--edition", "berlin", "--seats", "3", "--through", "game", "--seconds", "0.05", "--jobs", "2")
    head, *rows = run.stdout.splitlines()
    assert head.split()[:2] == ["edition", "seats"]
    assert all(row.split()[:2] == ["berlin", "3"] for row in rows)
    assert rows


def test_every_bot_is_listed_with_what_it_does() -> None:
    run = kolej("bots")
    assert run.returncode == 0
    for name in bots.names():
        assert re.search(rf"^  {re.escape(name)} +\S.*", run.stdout, re.MULTILINE), name
    assert max(map(len, run.stdout.splitlines())) <= 80


@pytest.mark.parametrize("docstring", [None, "", "\n  \n"])
def test_a_bot_without_a_docstring_is_listed_too(docstring: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain:
        def __init__(self, seed: int) -> None: ...

        def choose(self, decision: Decision) -> int:
            return decision.legal[0]

    Plain.__doc__ = docstring
    monkeypatch.setitem(bots.BOTS, "plain", Plain)
    run = CliRunner().invoke(list_bots)
    assert run.exit_code == 0, run.output
    assert "  plain       A bot without a description.\n" in run.output
