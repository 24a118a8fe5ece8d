"""The ASGI application without `kolej.server.run`: it works with any ASGI server."""

from pathlib import Path

from litestar.testing import TestClient

from kolej.server.app import create_app
from kolej.server.settings import Settings

ORIGIN = {"origin": "http://testserver.local"}


def test_any_asgi_server_will_do(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path / "data", workers=1))) as client:
        client.get("/api/me")
        new = {"id": "t", "settings": {"edition": "new_york", "seats": 2}, "people": ["Ada", "Ida"]}
        code = client.post("/api/tables", json=new, headers=ORIGIN).json()["code"]
        with client.websocket_connect(f"/api/tables/{code}/live", headers=ORIGIN) as socket:
            assert socket.receive_json(timeout=10)["table"]["code"] == code
            socket.send_json({"id": "c1", "type": "chat", "text": "hello"})
            assert [socket.receive_json(timeout=10)["type"] for _ in range(2)] == ["chat", "ok"]
    assert (tmp_path / "data" / "kolej.db").exists()


def test_a_store_that_fails_is_told_of(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path, workers=1))) as client:
        client.get("/api/me")
        assert client.get("/health").status_code == 200
        # The writer refuses to write into a database file that was moved away.
        (tmp_path / "kolej.db").rename(tmp_path / "elsewhere.db")
        sick = client.get("/health")
        assert (sick.status_code, sick.json()["store"]) == (503, False)
        answer = client.post(
            "/api/tables", json={"id": "t", "settings": {"edition": "new_york", "seats": 2}}, headers=ORIGIN
        )
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert answer.headers["retry-after"]
        (tmp_path / "elsewhere.db").rename(tmp_path / "kolej.db")
        assert client.get("/health").status_code == 200
