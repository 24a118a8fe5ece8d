"""Tampered fair games: `kolej verify` names the line, even though all seals and hashes are valid."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from kolej.cli import main
from kolej.engine.chance.fair.protocol import Seed, fallback_seed, seat_commitment, server_commitment
from kolej.engine.record.game_file import sealed
from kolej.engine.record.replay import read
from tests.fair.deals import bodies, finished, forged, number_of, seed, terms, with_lines

NUMBER = 10
HONEST = finished("new_york", 3, NUMBER, server=(2,))
TEXT = HONEST.text()
SEEDS = HONEST.opened()
assert SEEDS is not None
OTHER = Seed(bytes.fromhex("0b" * 32))
SERVER = HONEST.header.fair.server if HONEST.header.fair else ""


def verified(text: str, folder: Path, *options: str) -> Result:
    path = folder / "game.kolej"
    path.write_text(text, encoding="utf-8", newline="\n")
    return CliRunner().invoke(main, ["verify", str(path), *options])


def test_the_honest_game_is_fair(tmp_path: Path) -> None:
    run = verified(TEXT, tmp_path)
    assert run.exit_code == 0
    assert "fair: 2 of 3 seats contributed their own seed" in run.output


@pytest.mark.parametrize("place", [0, 1, 5, 9, 11, 14, 20, -5])
def test_an_outcome_exchanged(tmp_path: Path, place: int) -> None:
    chance = [at for at, step in enumerate(HONEST.steps) if step.seat is None]
    at = chance[place]
    there = [outcome for outcome, _ in HONEST.at(at).outcomes() if outcome != HONEST.steps[at].move]
    text = forged(HONEST, at, Random(place).choice(there))
    # Nothing else is wrong with it: seals, rules, hashes and the result are valid.
    assert read(text, "forged", lambda *_: HONEST.edition).text() == text
    line = number_of(TEXT, "- seat") + at
    was, now = HONEST.steps[at].text, bodies(text)[line - 1].partition(" = ")[0].removeprefix("- ")
    run = verified(text, tmp_path)
    assert run.exit_code == 2
    said = f'game.kolej:{line}: not fair: by the seeds "{was}" was to come here, and not "{now}"'
    assert said in run.stderr and run.stdout == ""


def made(seat: int, server: Seed, hash: str = SERVER) -> str:
    return fallback_seed(hash, seat, server).hex()


def whole_new_server() -> dict[str, str]:
    """Another seed of the server with a commitment that fits it, and the fallback seed of the bot."""
    hash = server_commitment(terms(HONEST.edition, 3, NUMBER), OTHER)
    bot = fallback_seed(hash, 2, OTHER)
    return {
        "commitment server": f"commitment server {hash}",
        "commitment 2": f"commitment 2 server {seat_commitment(hash, 2, bot)}",
        "seed server": f"seed server {OTHER.hex()}",
        "seed 2": f"seed 2 {bot.hex()}",
    }


def own(seat: int, seed: Seed) -> dict[str, str]:
    """Another seed of a seat, with a commitment that fits it."""
    return {
        f"commitment {seat}": f"commitment {seat} own {seat_commitment(SERVER, seat, seed)}",
        f"seed {seat}": f"seed {seat} {seed.hex()}",
    }


MINE = seat_commitment(SERVER, 0, seed(NUMBER, 0))
SOME_OUTCOME = "- "
"""The first outcome that would have been different; the very first may be the same by chance."""

# The changed lines, the beginning of the line that the error names, and text that it must contain.
TAMPERED: dict[str, tuple[Callable[[], dict[str, str]], str, str]] = {
    "another seed of the server": (
        lambda: {"seed server": f"seed server {OTHER.hex()}"},
        "seed server",
        "the server's seed does not fit its commitment",
    ),
    "another commitment of the server": (
        lambda: {"commitment server": f"commitment server {'0' * 64}"},
        "seed server",
        "the server's seed does not fit its commitment",
    ),
    "another seed of the server, ground afterwards, with its commitment": (
        whole_new_server,
        "seed 0",
        "the seed of seat 0 does not fit its commitment",
    ),
    "another table": (
        lambda: {"fair 2": "fair 2 test-5"},
        "seed server",
        "the server's seed does not fit its commitment",
    ),
    "another seed of a seat": (
        lambda: {"seed 1": f"seed 1 {OTHER.hex()}"},
        "seed 1",
        "the seed of seat 1 does not fit its commitment",
    ),
    "another commitment of a seat": (
        lambda: {"commitment 1": f"commitment 1 own {'0' * 64}"},
        "seed 1",
        "the seed of seat 1 does not fit its commitment",
    ),
    "another seed of a seat with its commitment": (lambda: own(1, OTHER), SOME_OUTCOME, "was to come here"),
    "seeds of seats exchanged": (
        lambda: {"seed 0": f"seed 0 {seed(NUMBER, 1).hex()}", "seed 1": f"seed 1 {seed(NUMBER, 0).hex()}"},
        "seed 0",
        "the seed of seat 0 does not fit its commitment",
    ),
    "commitments of seats exchanged with their seeds": (
        lambda: {
            "commitment 0": f"commitment 0 own {seat_commitment(SERVER, 1, seed(NUMBER, 1))}",
            "commitment 1": f"commitment 1 own {MINE}",
            "seed 0": f"seed 0 {seed(NUMBER, 1).hex()}",
            "seed 1": f"seed 1 {seed(NUMBER, 0).hex()}",
        },
        "seed 0",
        "the seed of seat 0 does not fit its commitment",
    ),
    "another seed of the bot": (
        lambda: {"seed 2": f"seed 2 {OTHER.hex()}"},
        "seed 2",
        "the seed of seat 2 does not fit its commitment",
    ),
    "another seed of the bot with its commitment": (
        lambda: {
            "commitment 2": f"commitment 2 server {seat_commitment(SERVER, 2, OTHER)}",
            "seed 2": f"seed 2 {OTHER.hex()}",
        },
        "seed 2",
        "the seed of seat 2 is said to be the server's, and is not",
    ),
    "a bot that claims a seed of its own": (
        lambda: {"commitment 2": bodies(TEXT)[number_of(TEXT, "commitment 2") - 1].replace("server", "own")},
        "seed 2",
        "the seed of seat 2 is said to be its own, and is the server's",
    ),
    "a seat that is said to have contributed nothing": (
        lambda: {"commitment 0": f"commitment 0 server {MINE}"},
        "seed 0",
        "the seed of seat 0 is said to be the server's, and is not",
    ),
    "a seat that is said not to have opened its seed": (
        lambda: {"commitment 2": bodies(TEXT)[number_of(TEXT, "commitment 2") - 1] + "\nstand-in 0 unopened"},
        "seed 0",
        "the seed of seat 0 is said to be the server's, and is not",
    ),
    "the server in the place of a seat that did open": (
        lambda: {
            "commitment 2": bodies(TEXT)[number_of(TEXT, "commitment 2") - 1] + "\nstand-in 0 unfit",
            "seed 0": f"seed 0 {made(0, seed(NUMBER, 'server'))}",
        },
        SOME_OUTCOME,
        "was to come here",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_anything_else_exchanged(what: str, tmp_path: Path) -> None:
    changes, start, said = TAMPERED[what]
    text = with_lines(TEXT, changes())
    assert read(text, "tampered", lambda *_: HONEST.edition).game.over
    run = verified(text, tmp_path)
    assert run.exit_code == 2 and run.stdout == ""
    named = re.search(r"game\.kolej:(\d+): not fair: (.+)", run.stderr)
    assert named and said in named[2]
    assert bodies(text)[int(named[1]) - 1].startswith(start)


def test_seeds_that_were_never_opened(tmp_path: Path) -> None:
    text = sealed(line for line in bodies(TEXT) if not line.startswith("seed "))
    run = verified(text, tmp_path)
    assert run.exit_code == 2
    assert f"game.kolej:{len(bodies(text))}: not fair: the game is over, and the seeds were not opened" in run.stderr


def test_commitments_taken_out_are_missed_by_a_player_who_noted_one(tmp_path: Path) -> None:
    """Without commitments the file is that of a game without a fair deal, and the result says so."""
    text = sealed(line for line in bodies(TEXT) if line.split(" ")[0] not in ("fair", "commitment", "seed"))
    run = verified(text, tmp_path)
    assert run.exit_code == 0 and "the deal can't be checked: the file has no commitments" in run.stdout
    run = verified(text, tmp_path, "--commitment", SERVER)
    assert run.exit_code == 2 and "has no commitments, so yours is not from this game" in run.stderr


def test_a_game_played_by_other_promises_than_those_noted(tmp_path: Path) -> None:
    """A server that commits twice, and picks a deal, is detected by a player who noted the first commitment."""
    other = finished("new_york", 3, NUMBER + 1, server=(2,))
    assert HONEST.header.fair and other.header.fair
    for noted in (HONEST.header.fair.whole(), HONEST.header.fair.server, HONEST.header.fair.seats[1].hash):
        run = verified(other.text(), tmp_path, "--commitment", noted)
        assert run.exit_code == 2 and run.stdout == ""
        assert f"not fair: the commitment you noted, {noted}, is not in this file" in run.stderr
        assert verified(TEXT, tmp_path, "--commitment", noted).exit_code == 0
