"""The comparison of two versions of the server: its arithmetic, and a short run of this version against itself."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest import approx

from bench.load.compare import FIGURES, options_of, ratio

ROOT = Path(__file__).parents[2]


def test_a_machine_that_becomes_slower_does_not_change_the_ratio() -> None:
    before = [100.0, 120.0, 150.0, 300.0]
    assert ratio(before, [1.1 * each for each in before]) == approx((1.1, 1.1, 1.1))


def test_pairs_that_differ_widen_the_interval() -> None:
    middle, low, high = ratio([1.0, 1.0, 1.0, 1.0], [0.8, 1.25, 0.8, 1.25])
    assert middle == approx(1)
    assert low < 0.85 and high > 1.17


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["/nowhere/bin/python"], "/nowhere/bin/python: no Python there; run `make setup`"),
        ([], "name either the Python of another version or --servers"),
        ([sys.executable, "--servers", "3"], "name either the Python of another version or --servers"),
        (["--servers", "3", "--slices", "1"], "an interval needs two slices or more"),
    ],
)
def test_options_that_make_no_comparison_are_refused(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        options_of(words)
    assert problem in capsys.readouterr().err


def test_both_servers_are_played_on_and_every_figure_is_printed() -> None:
    command = [sys.executable, "-m", "bench.load.compare", sys.executable]
    small = ["--tables", "3", "--slices", "2", "--seconds", "0.3", "--rate", "40"]
    ended = subprocess.run([*command, *small], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert [line[: len(name)] for name, line in zip(FIGURES, lines[1:], strict=False)] == list(FIGURES)
    for version, line in zip(("before", "after"), lines[-2:], strict=True):
        name, moves = line.split()[:2]
        assert name == f"{version}:" and int(moves) >= 10
