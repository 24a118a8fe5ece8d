"""Parity: the compiled and the interpreted engine play the same games, step by step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kolej.engine.ruleset.tables import BITS, PLACE_KEYS, PLACES
from tests.support.random_games import TABLES

ROOT = Path(__file__).parent.parent.parent
GAMES, ROLLOUTS = 2, 12
MACHINE_BITS = 60
"""The bits in a word of a mask when it is a machine integer; interpreted words have more."""


def played(pure: str) -> subprocess.Popen[str]:
    """Play the games in a process, compiled or interpreted."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.parity", str(GAMES), str(ROLLOUTS)],
        cwd=ROOT,
        env=os.environ | {"KOLEJ_PURE": pure},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def both() -> tuple[list[str], list[str]]:
    """The output of the compiled and of the interpreted run, which run in parallel."""
    processes = played("0"), played("1")
    outputs: list[list[str]] = []
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        outputs.append(out.splitlines())
    if outputs[0][0] != "compiled":
        pytest.skip("no compiled engine is installed: there is nothing to compare with the sources")
    assert outputs[1][0] == "interpreted", "KOLEJ_PURE did not choose the sources"
    return outputs[0], outputs[1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_both_play_the_same_games(both: tuple[list[str], list[str]], name: str, seats: int) -> None:
    compiled, interpreted = ([line for line in lines if line.startswith(f"{name} {seats} ")] for lines in both)
    assert len(compiled) == GAMES + 1
    assert compiled == interpreted


@pytest.mark.slow
def test_masks_are_whole_in_both(both: tuple[list[str], list[str]]) -> None:
    """A compiler that shifts in 32 bits would lose every claim option from the 31st on."""
    for lines in both:
        assert f"bits {[2**i for i in range(MACHINE_BITS)]}" in lines
    assert both[0][1:3] == both[1][1:3]


def test_every_bit_has_its_own_place() -> None:
    assert len(BITS) >= MACHINE_BITS
    assert list(BITS) == [2**i for i in range(len(BITS))]
    assert [PLACES[bit % PLACE_KEYS] for bit in BITS] == list(range(len(BITS)))
