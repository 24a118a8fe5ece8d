"""The ASGI application without `kolej.server.run`: it works with any ASGI server."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn
from websockets.sync.client import connect

from kolej.server.app import create_app
from kolej.server.settings import Settings
from tests.support.running_server import wait_for


@contextmanager
def served(data: Path) -> Iterator[httpx.Client]:
    """A client of the application under uvicorn as it is, without the project's protocols."""
    config = uvicorn.Config(create_app(Settings(data=data, workers=1)), log_config=None, ws="websockets-sansio")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        thread.start()
        try:
            with httpx.Client(base_url=url, headers={"origin": url}, timeout=20) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


def test_any_asgi_server_will_do(tmp_path: Path) -> None:
    with served(tmp_path / "data") as client:
        client.get("/api/me")
        new = {"id": "t", "settings": {"edition": "new_york", "seats": 2}, "people": ["Ada", "Ida"]}
        code = client.post("/api/tables", json=new).json()["code"]
        live = str(client.base_url.copy_with(scheme="ws", path=f"/api/tables/{code}/live"))
        with connect(live, additional_headers={"authorization": f"Bearer {client.cookies['kolej']}"}) as talk:
            assert json.loads(talk.recv(10))["table"]["code"] == code
            talk.send(json.dumps({"id": "c1", "type": "chat", "text": "hello"}))
            assert [json.loads(talk.recv(10))["type"] for _ in range(2)] == ["chat", "ok"]
    assert (tmp_path / "data" / "kolej.db").exists()


def test_a_store_that_fails_is_reported(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        client.get("/api/me")
        assert client.get("/health").status_code == 200
        # The writer refuses to write into a database file that was moved away.
        (tmp_path / "kolej.db").rename(tmp_path / "elsewhere.db")
        # A result holds for two seconds.
        wait_for(lambda: client.get("/health").status_code == 503)
        sick = client.get("/health").json()
        assert (sick["ok"], sick["failed"], sick["store"]) == (False, ["write"], False)
        answer = client.post("/api/tables", json={"id": "t", "settings": {"edition": "new_york", "seats": 2}})
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert answer.headers["retry-after"]
        (tmp_path / "elsewhere.db").rename(tmp_path / "kolej.db")
        wait_for(lambda: client.get("/health").status_code == 200)
