"""`kolej verify` on the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kolej import editions
from kolej.cli import main
from kolej.engine.record.replay import save
from tests.engine.test_sixth_board import written
from tests.record.records import everything_in, lines_of, played, with_line

FINISHED = played("new_york", 2, 6)
SAVED = played("europe", 3, 6, moves=10)


def verify(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.kolej"
    save(FINISHED, path)
    return path


UNCHECKED = "  the deal can't be checked: the file has no commitments"


def test_two_lines_a_file(game: Path) -> None:
    save(SAVED, game.with_name("saved.kolej"))
    run = verify(game, game.with_name("saved.kolej"))
    totals = FINISHED.game.standings().totals
    winner = max(range(2), key=lambda seat: totals[seat])
    won = f"{totals[0]} : {totals[1]}, won by {FINISHED.header.players[winner]} (seat {winner})"
    assert run.exit_code == 0 and run.stderr == ""
    assert run.stdout.splitlines() == [
        f"{game}: new_york, 2 seats, {len(FINISHED.steps)} steps, {won}",
        UNCHECKED,
        f"{game.with_name('saved.kolej')}: europe, 3 seats, {len(SAVED.steps)} steps, not over",
        UNCHECKED,
    ]


def test_a_fault_is_reported_with_its_line_and_the_others_are_verified(game: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.kolej"
    raw = bytearray(FINISHED.text().encode())
    raw[300] ^= 1
    bad.write_bytes(raw)
    line = raw.count(b"\n", 0, 300) + 1
    before = list(everything_in(tmp_path))
    run = verify(bad, game, tmp_path / "missing", tmp_path)
    assert run.exit_code == 2
    assert run.stdout.startswith(f"{game}: new_york") and run.stdout.count("\n") == 2
    errors = run.stderr.splitlines()
    assert errors[0].startswith(f"kolej: {bad}:{line}: the seal does not fit: this line was altered")
    assert errors[1].startswith(f"kolej: {tmp_path}/missing: cannot be read: No such file")
    assert errors[2].startswith(f"kolej: {tmp_path}: cannot be read: Is a directory")
    assert list(everything_in(tmp_path)) == before


def test_a_file_cut_anywhere_is_refused(game: Path) -> None:
    raw = game.read_bytes()
    for length in [*range(0, len(raw), 97), len(raw) - 1]:
        game.write_bytes(raw[:length])
        run = verify(game)
        assert run.exit_code == 2 and run.stdout == ""
        line = raw.count(b"\n", 0, length) + 1
        assert run.stderr.startswith(f"kolej: {game}:{line}: ")


def test_rules_that_changed_are_reported(game: Path) -> None:
    last = len(lines_of(FINISHED))
    game.write_text(with_line(FINISHED, last, "result 1 2 ranks 2 1"), encoding="utf-8")
    run = verify(game)
    assert run.exit_code == 2
    assert run.stderr.startswith(f"kolej: {game}:{last}: ") and "the rules behave differently now" in run.stderr


def test_a_board_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path / "ridge")
    save(played(editions.load_folder(folder), 2, 1), tmp_path / "game.kolej")
    assert verify("--edition", folder, tmp_path / "game.kolej").exit_code == 0
    # A folder is not used unless it is named: otherwise a game file could make its code run.
    monkeypatch.chdir(tmp_path)
    run = verify("game.kolej")
    assert run.exit_code == 2 and 'game.kolej:2: there is no edition "ridge"' in run.stderr
    run = verify("--edition", "atlantis", "game.kolej")
    assert run.exit_code == 2 and 'there is no edition "atlantis"' in run.stderr
    run = verify("--edition", "europe", "game.kolej")
    assert run.exit_code == 2 and 'of the edition "ridge", not of "europe"' in run.stderr


def test_something_must_be_named() -> None:
    run = verify()
    assert run.exit_code == 2 and "Missing argument 'FILE...'" in run.stderr
