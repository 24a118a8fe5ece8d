"""`bots.toml`: what bots know of a board, read from its folder, checked, and used."""

from pathlib import Path
from random import Random

import pytest

from bench.make_board import SIZES, make
from bench.tune_weights import Bench, changed, planner_with, tune
from kolej import editions
from kolej.bots.board_weights import (
    FILE,
    LOWEST,
    BoardWeights,
    read_weights,
    vars_of,
    weights_faults,
    weights_of,
    weights_text,
)
from kolej.bots.planner.weights import DEFAULT
from kolej.cli.commands.new_board import make as new_board
from kolej.engine.errors import BoardError
from kolej.sim.simulate import simulate
from tests.editions.folders import faults_in, kolej


def board_with(into: Path, text: str) -> Path:
    folder = new_board("isle", into)
    (folder / FILE).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", editions.names())
def test_the_editions_bring_every_weight(name: str) -> None:
    """Changed defaults must not change how bots play the boards that come with Kolej."""
    file = editions.HERE / name / FILE
    known = weights_of(editions.load(name))
    lines = {line.partition(" =")[0] for line in file.read_text(encoding="utf-8").splitlines()}
    assert set(vars_of(known.planner)) | set(known.ticket_beliefs._fields) <= lines
    assert read_weights(file) == known


def test_a_board_without_the_file_gets_the_defaults(tmp_path: Path) -> None:
    assert weights_of(editions.load_folder(new_board("isle", tmp_path))) == BoardWeights()


def test_what_the_file_leaves_out_has_its_default(tmp_path: Path) -> None:
    folder = board_with(tmp_path, "[planner]\nturn_value = 77\n")
    known = weights_of(editions.load_folder(folder))
    assert known.planner.turn_value == 77
    assert vars_of(known.planner) | {"turn_value": DEFAULT.turn_value} == vars_of(DEFAULT)
    assert known.ticket_beliefs == BoardWeights().ticket_beliefs


def test_weights_are_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    known = weights_of(editions.load("japan"))
    file = tmp_path / FILE
    file.write_text(weights_text(known), encoding="utf-8")
    assert read_weights(file) == known


def test_the_check_lists_every_fault_with_its_line(tmp_path: Path) -> None:
    folder = board_with(
        tmp_path,
        "[planner]\nturn_valu = 3\npieces_per_turn = 0\ncard_turns = 2.5\n\n[planer]\nx = 1\n\n"
        "[ticket_beliefs]\nsaved = -7\n",
    )
    assert faults_in(folder) == [
        'bots.toml:2: [planner] turn_valu: there is no such weight; did you mean "turn_value"?',
        "bots.toml:3: [planner] pieces_per_turn: it can't be 0; write a whole number from 1 to 1000000",
        "bots.toml:4: [planner] card_turns: it can't be 2.5; write a whole number from 0 to 1000000",
        'bots.toml:6: [planer]: there is no such table; did you mean "planner"?',
    ]
    with pytest.raises(BoardError) as refused:
        read_weights(folder / FILE)
    assert len(refused.value.faults) == 4


def test_a_file_that_is_not_toml_is_reported_with_its_line(tmp_path: Path) -> None:
    [fault] = weights_faults(board_with(tmp_path, "[planner]\nturn_value is 3\n"))
    assert fault.line == 2 and "not TOML" in fault.problem


def test_bots_play_by_the_file(tmp_path: Path) -> None:
    """A planner that values nothing but stray steps loses to the same planner without the file."""
    weak = board_with(
        tmp_path, "[planner]\nplanned_value = 0\nplanned_card_value = 0\nlost_point_cost = 0\nturn_value = 1\n"
    )
    plain = new_board("plain", tmp_path)
    points = [
        simulate(str(folder), ["planner", "planner"], games=20).figures.bots[0].points for folder in (weak, plain)
    ]
    assert points[0] < points[1] - 2


@pytest.mark.parametrize("size", SIZES)
def test_made_up_boards_have_no_faults_and_their_tickets_get_done(size: str, tmp_path: Path) -> None:
    """Routes that lead everywhere tempt a planner away from its tickets: the dense board tells the defaults apart."""
    folder = make(f"{size}_2", SIZES[size], 2, tmp_path)
    code, lines = kolej("check", str(folder))
    assert code == 0, lines
    games = simulate(str(folder), ["planner", "planner"], games=20).games
    assert sum(sum(game.completed) for game in games) > 0.6 * sum(sum(game.kept) for game in games)


def test_tuning_keeps_weights_in_bounds_and_only_what_wins(tmp_path: Path) -> None:
    rng = Random(1)
    weights = DEFAULT
    for _ in range(300):
        weights = changed(weights, rng)
        assert all(value >= LOWEST.get(name, 0) for name, value in vars_of(weights).items())
    folder = new_board("isle", tmp_path)
    bench = Bench([str(folder)], 2, {"start": planner_with(DEFAULT)})
    assert bench.scores(DEFAULT, 1, 6) == [0.5] * 6
    assert tune(DEFAULT, bench, 4, 0.0, rng) is DEFAULT
