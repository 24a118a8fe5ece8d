"""`kolej verify` on fair games, on the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej.cli import main
from kolej.editions import load, load_folder
from kolej.engine.board.model import fingerprint
from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.protocol import Commitments, FairError, Terms
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import save
from tests.engine.test_sixth_board import written
from tests.fair.deals import begun, dealer, finished, gathered, go_on, seed


def verify(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def saved(recorded: RecordedGame, folder: Path) -> Path:
    path = folder / "game.kolej"
    save(recorded, path)
    return path


def promised(recorded: RecordedGame) -> Commitments:
    assert recorded.header.fair is not None
    return recorded.header.fair


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ((), "fair: all 4 seats contributed their own seed"),
        ((2,), "fair: 3 of 4 seats contributed their own seed"),
        ((0, 2, 3), "fair: 1 of 4 seats contributed its own seed"),
        ((0, 1, 2, 3), "fair: no seat contributed a seed, so this is only as trustworthy as the server"),
    ],
)
def test_it_says_what_was_proven(server: tuple[int, ...], said: str, tmp_path: Path) -> None:
    recorded = finished("new_york", 4, 0, server)
    run = verify(saved(recorded, tmp_path))
    outcomes = sum(step.seat is None for step in recorded.steps)
    assert run.exit_code == 0 and run.stderr == ""
    first, *rest = run.stdout.splitlines()
    assert "won by" in first
    assert rest == [
        f"  {said}",
        f"  all {outcomes} outcomes of chance follow from the seeds",
        f"  commitment {promised(recorded).whole()}",
    ]
    assert max(map(len, rest)) <= 100


def test_it_names_those_who_broke_their_promise(tmp_path: Path) -> None:
    edition = load("new_york")
    table = gathered(edition, 3, 1, server=[2])
    with pytest.raises(FairError, match="seat 0"):
        table.open(0, seed(5, 5))
    for seat in (0, 1):
        table.use_fallback(seat)
    recorded = go_on(RecordedGame.start(edition, 3, ["a", "b", "c"], table.dealer()), 1)
    run = verify(saved(recorded, tmp_path))
    assert run.exit_code == 0
    assert "  fair: no seat contributed a seed" in run.stdout
    assert "  seat 0 opened a seed that did not match, and the server used a fallback seed for it\n" in run.stdout
    assert "  seat 1 never opened its seed, and the server used a fallback seed for it\n" in run.stdout


def test_a_game_that_goes_on_is_promised_and_not_yet_proven(tmp_path: Path) -> None:
    recorded = go_on(begun("europe", 2, 1), 1, 10)
    path = saved(recorded, tmp_path)
    for options in ((), ("--commitment", promised(recorded).whole())):
        run = verify(path, *options)
        assert run.exit_code == 0
        assert "  the deal can be checked when the game is over and the seeds are opened\n" in run.stdout
        assert f"  commitment {promised(recorded).whole()}\n" in run.stdout
        assert ("the commitment is the one you noted" in run.stdout) == bool(options)
        assert "fair:" not in run.stdout


def test_a_commitment_that_was_noted(tmp_path: Path) -> None:
    recorded = finished("new_york", 2, 0)
    path, fair = saved(recorded, tmp_path), promised(recorded)
    for noted, said in {
        fair.whole(): "the commitment is the one you noted",
        fair.whole().upper(): "the commitment is the one you noted",
        fair.server: "the commitment of the server is the one you noted",
        fair.seats[1].hash: "the commitment of seat 1 is the one you noted",
    }.items():
        run = verify(path, "--commitment", noted)
        assert run.exit_code == 0 and run.stdout.endswith(f"  {said}\n")
    run = verify(path, "--commitment", fair.server, "--commitment", fair.seats[0].hash)
    assert run.stdout.count("is the one you noted") == 2
    run = verify(path, "--commitment", fair.server, "--commitment", "0" * 64)
    assert run.exit_code == 2 and run.stdout == ""
    assert f"game.kolej: not fair: the commitment you noted, {'0' * 64}, is not in this file" in run.stderr


@pytest.mark.parametrize("noted", ["", "abc", "0" * 63, "0" * 65, "g" * 64])
def test_a_commitment_that_is_none(noted: str, tmp_path: Path) -> None:
    run = verify(saved(finished("new_york", 2, 0), tmp_path), "--commitment", noted)
    assert run.exit_code == 2 and "it has 64 hexadecimal digits" in run.stderr


def test_the_others_are_verified_too(tmp_path: Path) -> None:
    good, other = saved(finished("new_york", 2, 0), tmp_path), tmp_path / "other.kolej"
    save(finished("new_york", 2, 1), other)
    run = verify(good, other, "--commitment", promised(finished("new_york", 2, 1)).whole())
    assert run.exit_code == 2
    assert run.stdout.startswith(f"{other}: new_york") and run.stderr.startswith(f"kolej: {good}: not fair: ")


def test_a_fair_game_on_a_board_of_ones_own(tmp_path: Path) -> None:
    folder = written(tmp_path / "ridge")
    edition = load_folder(folder)
    terms = Terms("ridge-1", edition.id, edition.rules.version, fingerprint(edition.board), 3)
    table = CommitmentRound(terms, seed(1, "server"))
    for seat in range(3):
        table.contribute(seat)
    for number in range(3):
        recorded = go_on(RecordedGame.start(edition, 3, ["a", "b", "c"], table.dealer()), number)
        run = verify("--edition", folder, saved(recorded, tmp_path))
        assert run.exit_code == 0 and "outcomes of chance follow from the seeds" in run.stdout


def test_a_saved_fair_game_is_not_dealt_by_the_terminal(tmp_path: Path) -> None:
    """Its seeds are not in the file, and other cards would not fit the commitments."""
    path = saved(go_on(begun("new_york", 2, 1), 1, 5), tmp_path)
    before = path.read_bytes()
    run = CliRunner().invoke(main, ["play", "--resume", str(path)])
    assert run.exit_code == 2 and "it goes on only with the dealer that holds its seeds" in run.stderr
    assert path.read_bytes() == before
    assert dealer(load("new_york"), 2, 1).commitments == promised(begun("new_york", 2, 1))
