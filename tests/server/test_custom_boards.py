"""Custom boards on a server: offered, played with bots, refused with every fault, and missed when they are gone."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kolej import editions
from kolej.cli.commands.new_board import make
from kolej.engine.errors import UnknownName
from kolej.server.tables.offered_editions import OFFERED, BoardsRefused, load_boards
from tests.support.running_server import Client, Running, command, running


@pytest.fixture(scope="module")
def isle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make("isle", tmp_path_factory.mktemp("boards"))


@pytest.fixture(scope="module")
def server(isle: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("served"), board=str(isle)) as server:
        yield server


def test_a_custom_board_is_listed_with_everything_a_client_needs(server: Running) -> None:
    client = server.client()
    assert [card["id"] for card in client.get("/api/editions").json()].count("isle") == 1
    data = client.get("/api/editions/isle").json()
    assert (data["name"], len(data["cities"])) == ("Isle", 8)
    fresh = client.get(f"/api/editions/isle?fingerprint={data['fingerprint']}")
    assert "immutable" in fresh.headers["cache-control"]
    drawing = client.get("/api/editions/isle/drawing").json()
    assert len(drawing["routes"]) == len(data["routes"])
    ground, picture = (client.get(f"/api/editions/isle/{name}.svg") for name in ("ground", "picture"))
    assert ground.text.startswith('<g class="ground">') and picture.text.startswith("<svg ")
    assert ground.headers["content-type"].startswith("image/svg+xml")
    again = client.get("/api/editions/isle/ground.svg", headers={"if-none-match": ground.headers["etag"]})
    assert again.status_code == 304


def test_editions_of_kolej_keep_their_maps(server: Running) -> None:
    """A map that was drawn for a board is not replaced by land that is made up."""
    client = server.client()
    for name in editions.names():
        assert client.get(f"/api/editions/{name}/picture.svg").status_code == 200


def test_a_folder_can_not_be_named_by_a_client(server: Running, isle: Path) -> None:
    client = server.client()
    for id in (str(isle).replace("/", "%2F"), "%2e%2e%2Fisle", "nowhere"):
        assert client.get(f"/api/editions/{id}/drawing").status_code == 404
    new = {"id": "n", "settings": {"edition": str(isle), "seats": 2}, "people": ["Ada"], "bots": {}}
    assert client.post("/api/tables", new).status_code == 400


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_bots_play_a_custom_board_to_its_end(server: Running, level: str) -> None:
    """Both kinds of worker processes load the board from its folder."""
    client = server.client()
    client.me()
    code = client.table(bots={"0": level, "1": "easy"}, edition="isle")
    with client.socket(code) as socket:
        assert client.post(f"/api/tables/{code}/start", {"id": "start"}).status_code == 200
        while socket.until("table")["table"]["stage"] != "over":
            pass
    assert "bot worker" not in server.logged() and "failed" not in server.logged()
    assert "\nedition isle " in client.get(f"/api/tables/{code}/file").text


def played(client: Client, **settings: Any) -> str:
    client.me()
    return client.game(edition="isle", **settings)


def test_tables_wait_while_their_board_is_not_offered(isle: Path, tmp_path: Path) -> None:
    with running(tmp_path, board=str(isle)) as first:
        client = first.client()
        code = played(client)
        token = client.token
    with running(tmp_path) as second:
        client = second.client(cookie=f"kolej={token}")
        refused = client.get(f"/api/tables/{code}")
        assert (refused.status_code, refused.json()["code"]) == (503, "no-board")
        assert refused.json()["params"] == {"board": "isle"} and "Nothing is lost" in refused.json()["reason"]
        assert [table["code"] for table in client.get("/api/tables?mine=1").json()] == [code]
        client.game(edition="new_york")
        assert f"table {code} was not loaded: This table is played on the custom board" in second.logged()
    with running(tmp_path, board=str(isle)) as third:
        client = third.client(cookie=f"kolej={token}")
        assert client.get(f"/api/tables/{code}").json()["stage"] == "playing"


def test_every_fault_of_every_folder_is_reported_at_the_start(tmp_path: Path) -> None:
    good = make("good", tmp_path)
    bad = make("bad", tmp_path)
    board = bad / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('b = "abbey",   points = 5', 'b = "abby",   points = 5'))
    (bad / "bots.toml").write_text("[planner]\nturn_valu = 3\n")
    words = [word for folder in (good, bad, tmp_path / "gone") for word in ("--board", str(folder))]
    done = subprocess.run(
        command("serve", "--port", "0", "--data", str(tmp_path / "data"), *words),
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={name: value for name, value in os.environ.items() if not name.startswith("KOLEJ_")},
    )
    assert done.returncode != 0 and done.stdout == ""
    for expected in (
        "3 faults in custom boards:",
        f'{board}:60: ticket "mill-abby": no city "abby"; did you mean "abbey"?',
        f'{bad / "bots.toml"}:2: [planner] turn_valu: there is no such weight; did you mean "turn_value"?',
        f"{tmp_path / 'gone'}: --board: there is no such folder; name a folder with board.toml and rules.py",
    ):
        assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_an_id_can_not_be_given_twice(tmp_path: Path) -> None:
    one, two = make("isle", tmp_path), make("other", tmp_path)
    board = two / "board.toml"
    text = board.read_text(encoding="utf-8")
    board.write_text(text.replace('id = "other"', 'id = "isle"'), encoding="utf-8")
    with pytest.raises(BoardsRefused) as refused:
        load_boards([one, two])
    assert f'{board}: id: the board in {one} has the id "isle" too; choose another id' in str(refused.value)
    board.write_text(text.replace('id = "other"', 'id = "europe"'), encoding="utf-8")
    with pytest.raises(BoardsRefused, match="an edition that comes with Kolej has the id"):
        load_boards([two])


def test_boards_are_offered_only_while_a_server_runs(isle: Path) -> None:
    with OFFERED.with_boards([isle]):
        assert OFFERED.load("isle").source == str(isle)
        assert OFFERED.names() == [*editions.names(), "isle"]
    with pytest.raises(UnknownName, match='offers no edition "isle"'):
        OFFERED.load("isle")
