"""Shutdown of a server: every client is notified, nothing is lost, and it is quick."""

import signal
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.running_server import running


def test_a_server_says_goodbye_and_goes_on_later(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = server.client()
        me = client.me()
        code = client.game()
        with client.socket(code) as talk, client.socket(code) as other:
            talk.until("view"), other.until("view")
            version = talk.ask("chat", text="good night")["version"]
            began = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            assert talk.until("gone")["code"] == "busy"
            assert other.until("gone")["code"] == "busy"
            with pytest.raises(ConnectionClosed) as closed:
                talk.frame()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert server.process.wait(15) == 0
        assert time.monotonic() - began < 10
        assert '"event": "closed"' in server.logged()
        assert "error" not in server.logged()
    with running(tmp_path) as again:
        back = again.client()
        back.http.cookies.set("kolej", client.token, domain="127.0.0.1")
        assert back.me() == me
        with back.socket(code, f"?since={version - 1}") as talk:
            assert talk.frame()["type"] == "table"
            assert talk.frame()["text"] == "good night"
        assert again.stop(signal.SIGINT) == 0
