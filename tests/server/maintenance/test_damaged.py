"""A server on a database file with damaged pages: it says so in one line, serves the rest, and answers what is true."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.store.test_damage import damage, pages_of
from tests.support.running_server import Client, Running, running, wait_for


@pytest.fixture
def filled(tmp_path: Path) -> tuple[Path, str, list[str]]:
    """A folder with a stopped server's data, a person's token there, and the codes of her tables."""
    with running(tmp_path, tables_per_hour=1000) as server:
        ada = server.client()
        ada.me()
        codes = [ada.table(people=["Ada"]) for _ in range(30)]
        return tmp_path, ada.token, codes


def errors(server: Running) -> list[str]:
    lines = [json.loads(line) for line in server.logged().splitlines()]
    return [line["event"] for line in lines if line["level"] == "error"]


def back(server: Running, token: str) -> Client:
    client = server.client()
    client.http.cookies.set("kolej", token)
    return client


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_damaged_logs(filled: tuple[Path, str, list[str]]) -> None:
    folder, token, codes = filled
    damage(folder / "data", pages_of(folder / "data", "entries")[0])
    with running(folder) as server:
        wait_for(lambda: any("the database is damaged" in line for line in errors(server)))
        (line,) = [line for line in errors(server) if "the database is damaged" in line]
        assert "logs of tables" in line and "kolej restore" in line and "\n" not in line
        ada = back(server, token)
        unwell = ada.get("/health")
        assert (unwell.status_code, unwell.json()["failed"]) == (503, ["database"])
        answer = ada.get(f"/api/tables/{codes[0]}")
        assert problem(answer) == (500, "damaged")
        assert "damaged" in answer.json()["reason"] and "try again" not in answer.json()["reason"]
        with ada.socket(codes[0]) as talk:
            assert talk.frame()["code"] == "damaged"
        # What is whole is served: the last table, and a new one.
        assert ada.get(f"/api/tables/{codes[-1]}").json()["seats"][0]["name"] == "Ada"
        assert ada.get(f"/api/tables/{ada.table()}").status_code == 200


def test_a_damaged_list_of_tables(filled: tuple[Path, str, list[str]]) -> None:
    folder, token, codes = filled
    damage(folder / "data", pages_of(folder / "data", "sqlite_autoindex_tables_1")[0])
    with running(folder) as server:
        wait_for(lambda: any("the list of tables" in line for line in errors(server)))
        ada = back(server, token)
        new = {"id": "t", "settings": {"edition": "new_york", "seats": 2}}
        for answer in (ada.post("/api/tables", new), ada.get(f"/api/tables/{codes[0]}")):
            assert problem(answer) == (500, "damaged")


def test_damaged_people(filled: tuple[Path, str, list[str]]) -> None:
    folder, token, _ = filled
    damage(folder / "data", pages_of(folder / "data", "people")[0])
    with running(folder) as server:
        assert problem(back(server, token).get("/api/tables?mine=1")) == (500, "damaged")
        assert server.client().get("/api/editions").status_code == 200
