"""`kolej new-board`: a complete folder that passes the check and can be played at once."""

import importlib.resources
import tomllib
from pathlib import Path

import pytest

from kolej import bots, editions
from kolej.cli.commands.new_board import FILES, make
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from tests.editions.folders import kolej

SEATS = range(2, 5)


def test_the_new_board_passes_the_check_at_once(tmp_path: Path) -> None:
    code, lines = kolej("new-board", "green_isle", "--into", str(tmp_path))
    folder = tmp_path / "green_isle"
    assert code == 0
    assert lines[0] == f"{folder}: created board.toml and rules.py. Next:"
    assert [line.split()[1] for line in lines[1:]] == ["check", "demo", "serve"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert kolej("check", str(folder)) == (0, [f"{folder}: no faults (8 cities, 16 routes, 13 tickets, 2 to 4 seats)"])


def test_it_bears_its_own_name_everywhere(tmp_path: Path) -> None:
    folder = make("green_isle", tmp_path)
    values = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
    assert (values["id"], values["name"]) == ("green_isle", "Green Isle")
    for file in FILES:
        text = (folder / file).read_text(encoding="utf-8")
        assert "Green Isle" in text
        assert "my_board" not in text.lower() and "my board" not in text.lower()


def test_every_slot_and_every_list_is_explained(tmp_path: Path) -> None:
    folder = make("isle", tmp_path)
    rows = (folder / "rules.py").read_text(encoding="utf-8").partition("RULES = Rules(\n")[2].splitlines()
    slots = [number for number, row in enumerate(rows) if row.startswith("    ") and row[4].isalpha()]
    assert len(slots) >= 12
    assert all(rows[number - 1].startswith("    # ") for number in slots)
    board = (folder / "board.toml").read_text(encoding="utf-8").splitlines()
    for name in ("cities", "routes", "tickets"):
        assert board[board.index(f"{name} = [") - 1].startswith("# ")


@pytest.mark.parametrize("seats", SEATS)
def test_random_bots_play_it_to_the_end(tmp_path: Path, seats: int) -> None:
    edition = editions.find(str(make("isle", tmp_path)))
    assert edition.rules.seats == SEATS
    for seed in range(3):
        players = [bots.find("random")(seed + seat) for seat in range(seats)]
        game = Game.start(edition, seats, SeededDealer(seed))
        while not game.over:
            seat = game.to_act()[0]
            game.apply(seat, players[seat].choose(game.decision(seat)))
        assert len(game.standings().totals) == seats


def test_demo_plays_it(tmp_path: Path) -> None:
    code, lines = kolej("demo", str(make("isle", tmp_path)), "--seed", "5")
    assert code == 0
    assert any(line.startswith("Seat ") and line.endswith(" has won.") for line in lines)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My Isle!", 'start with a letter, such as "my_isle"'),
        ("Isle", 'start with a letter, such as "isle"'),
        ("../isle", 'start with a letter, such as "isle"'),
        ("isle/", 'start with a letter, such as "isle"'),
        ("9", "use lower-case letters, digits and _, and start with a letter"),
        ("", "use lower-case letters, digits and _, and start with a letter"),
        ("europe", 'there is an edition "europe" already; choose another name'),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, words: str) -> None:
    code, lines = kolej("new-board", "--into", str(tmp_path), "--", name)
    assert code == 2
    assert len(lines) == 1 and lines[0].startswith("kolej: ") and lines[0].endswith(words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_there_already_is_left_alone(tmp_path: Path, is_folder: bool) -> None:
    path = tmp_path / "isle"
    if is_folder:
        path.mkdir()
    else:
        path.write_text("mine")
    code, lines = kolej("new-board", "isle", "--into", str(tmp_path))
    assert (code, lines) == (
        2,
        [f'kolej: "{path}" exists already; choose another name, or another folder with --into'],
    )
    assert list(tmp_path.iterdir()) == [path]
    assert list(path.iterdir()) == [] if is_folder else path.read_text() == "mine"


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    code, lines = kolej("new-board", "isle", "--into", str(tmp_path / "nowhere"))
    assert (code, lines) == (2, [f'kolej: there is no folder "{tmp_path}/nowhere"; create it first'])


def test_nothing_half_made_is_left_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    code, lines = kolej("new-board", "isle", "--into", str(tmp_path))
    assert (code, lines) == (2, [f'kolej: "{tmp_path}/isle" can\'t be created: No space left on device'])
    assert list(tmp_path.iterdir()) == []


def test_the_template_is_installed_with_the_package() -> None:
    template = importlib.resources.files("kolej.cli") / "template"
    assert all((template / file).is_file() for file in FILES)
    assert "template" not in editions.names()
