"""Seated games: assignment of seats, saving and resuming; no file is overwritten."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from kolej import editions
from kolej.cli import main
from kolej.cli.terminal.seated_game import SeatedGame, SetupError, assign_seats, new_game, player_name, resume_game
from kolej.engine.record.replay import load

EUROPE = editions.load("europe")


@pytest.mark.parametrize(
    ("seats", "people", "bots", "players"),
    [
        (None, None, [], ["Player", "bot:medium"]),
        (4, None, [], ["Player", "bot:medium", "bot:medium", "bot:medium"]),
        (None, None, ["random", "greedy"], ["Player", "bot:random", "bot:greedy"]),
        (4, None, ["greedy", "random"], ["Player", "bot:greedy", "bot:random", "bot:random"]),
        (None, ["Ann", "Bob"], [], ["Ann", "Bob"]),
        (None, ["Ann", "Bob"], ["greedy"], ["Ann", "Bob", "bot:greedy"]),
        (None, ["Ann"], [], ["Ann", "bot:medium"]),
        (None, [], [], ["bot:medium", "bot:medium"]),
        (3, [], ["random"], ["bot:random", "bot:random", "bot:random"]),
    ],
)
def test_people_sit_first_and_bots_fill_the_rest(
    seats: int | None, people: list[str] | None, bots: list[str], players: list[str]
) -> None:
    assert assign_seats(EUROPE, seats, people, bots) == players


def test_bots_are_named_by_kind_and_seat() -> None:
    assert player_name("Ann", 0) == "Ann"
    assert player_name("bot:greedy", 2) == "Greedy 2"
    assert player_name("bot:mine/clever.py:CleverBot", 1) == "CleverBot 1"


def test_the_same_seed_plays_the_same_game() -> None:
    def played(seed: int) -> str:
        table = new_game(EUROPE, ["bot:random", "bot:random"], seed, None)
        while not table.game.over:
            seat = table.game.to_act()[0]
            table.play_bot(seat)
        return table.recorded.text()

    assert played(5) == played(5) != played(6)


def begun(path: Path | None) -> SeatedGame:
    return new_game(EUROPE, ["Ann", "bot:greedy"], 1, path)


def test_every_move_is_saved_at_once(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    table = begun(file)
    assert load(file, editions.load).game.fingerprint() == table.game.fingerprint()
    table.apply(0, table.game.legal(0)[0])
    assert load(file, editions.load).game.fingerprint() == table.game.fingerprint()


def test_no_other_game_is_written_over(tmp_path: Path) -> None:
    file, other = tmp_path / "game.kolej", tmp_path / "other.kolej"
    begun(file)
    before = file.read_bytes()
    with pytest.raises(SetupError, match="exists already"):
        begun(file)
    table = begun(other)
    with pytest.raises(SetupError, match="exists already"):
        table.save(file)
    table.save(other)
    with pytest.raises(SetupError, match="exists already"):
        resume_game(other, 1, file, "", [])
    assert file.read_bytes() == before


def test_a_game_goes_on_in_its_own_file_or_in_another(tmp_path: Path) -> None:
    file, copy = tmp_path / "game.kolej", tmp_path / "copy.kolej"
    begun(file)
    before = file.read_bytes()
    table = resume_game(file, 2, copy, "", [])
    table.apply(0, table.game.legal(0)[0])
    assert file.read_bytes() == before != copy.read_bytes()
    table = resume_game(file, 2, None, "", [])
    table.apply(0, table.game.legal(0)[0])
    assert file.read_bytes() != before


def test_a_move_that_can_not_be_saved_is_made_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    table = begun(folder / "game.kolej")
    (folder / "game.kolej").unlink()
    folder.rmdir()
    table.apply(0, table.game.legal(0)[0])
    assert "cannot be written" in table.save_error and table.game.to_act() == [1]
    folder.mkdir()
    table.apply(1, table.game.legal(1)[0])
    assert (
        not table.save_error
        and load(folder / "game.kolej", editions.load).game.fingerprint() == table.game.fingerprint()
    )


def test_a_person_sees_what_happened_since_their_last_move(tmp_path: Path) -> None:
    table = begun(tmp_path / "game.kolej")
    assert table.events_seen(0) == 0
    table.apply(0, table.game.legal(0)[0])
    announced = len(table.events)
    table.apply(1, table.game.legal(1)[0])
    again = resume_game(tmp_path / "game.kolej", 1, None, "", [])
    assert table.events_seen(0) == again.events_seen(0) == announced < len(table.events) == len(again.events)


def test_a_file_does_not_choose_what_code_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text(
        "class Evil:\n    def __init__(self, seed):\n        raise SystemExit('ran')\n    def choose(self, decision):\n"
        "        return decision.legal[0]\n"
    )
    file = tmp_path / "game.kolej"
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(main, ["play", "europe", "--bots", "evil.py:Evil", "--save", file.name])
    assert "ran" in run.output
    table = begun(None)
    table.recorded.header = replace(table.recorded.header, players=("Ann", "bot:evil.py:Evil"))
    file.write_text(table.recorded.text(), encoding="utf-8")
    run = CliRunner().invoke(main, ["play", "--resume", file.name])
    assert run.exit_code == 2
    assert 'asks for the bot "evil.py:Evil", which is not one of Kolej\'s' in run.stderr
    run = CliRunner().invoke(main, ["play", "--resume", file.name, "--bots", "evil.py:Evil"])
    assert "ran" in run.output


@pytest.mark.parametrize(
    ("choose", "said"),
    [("return 10**6", "it chose 1000000, which is not legal"), ("raise OSError('no luck')", "OSError: no luck")],
)
def test_a_bot_that_fails_is_named_and_the_game_is_kept(
    choose: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd.py").write_text(
        f"class Odd:\n    def __init__(self, seed): pass\n    def choose(self, decision): {choose}\n", encoding="utf-8"
    )
    options = ["--bots", "odd.py:Odd", "--save", "game.kolej", "--seed", "1"]
    run = CliRunner().invoke(main, ["play", "europe", *options], input="keep 1 2\n")
    assert run.exit_code == 2
    assert run.stderr.startswith("kolej: the bot Odd 1 failed: ") and said in run.stderr
    assert "kolej play --resume game.kolej" in run.output
    assert load("game.kolej", editions.load).game.to_act() == [1]


def test_a_board_of_ones_own_is_named_again_to_go_on(tmp_path: Path) -> None:
    folder = Path(editions.__file__).parent / "new_york"
    file = tmp_path / "game.kolej"
    run = CliRunner().invoke(main, ["play", str(folder), "--save", str(file), "--seed", "1"], input="keep 1\n")
    assert f"kolej play {folder} --resume {file}" in run.output
    run = CliRunner().invoke(main, ["play", str(folder), "--resume", str(file)], input="hand\n")
    assert run.exit_code == 0 and "Hand " in run.output


def test_a_game_that_is_over_shows_its_end_again(tmp_path: Path) -> None:
    file = tmp_path / "game.kolej"
    options = ["--players", "", "--seed", "3", "--save", str(file)]
    first = CliRunner().invoke(main, ["play", "new_york", *options])
    again = CliRunner().invoke(main, ["play", "--resume", str(file)])
    assert again.exit_code == 0
    assert "has won." in again.output and again.output.split("Total")[1].split("\n")[0] in first.output
