"""A real server in a separate process, and clients that connect to it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from bench.load.server import free_port

ROOT = Path(__file__).parents[2]
_numbers = count(1)
_visitors: "list[Client]" = []


class Running:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, data: Path, log: Path) -> None:
        self.process = process
        self.port = port
        self.data = data
        self.log = log
        self.url = f"http://127.0.0.1:{port}"

    def logged(self) -> str:
        """Everything the server has logged."""
        return self.log.read_text(encoding="utf-8")

    def client(self, **headers: str) -> "Client":
        """A new client with its own cookies."""
        return Client(self, headers)

    def stop(self, sig: signal.Signals = signal.SIGTERM) -> int:
        """Signal the server to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.send_signal(sig)
        return self.process.wait(20)


def command(*words: str) -> list[str]:
    """The `kolej` command of these sources."""
    return [sys.executable, "-c", "from kolej.cli import main; main()", *words]


@contextmanager
def running(folder: Path, *, limits: Sequence[str] = (), **settings: str | int | bool) -> Iterator[Running]:
    """A server with its data in a folder, and these settings. `limits` are options of prlimit."""
    port = free_port()
    log = folder / f"log-{next(_numbers)}.txt"
    said = {"port": port, "data": folder / "data", "log-format": "json", "log-level": "debug", "workers": 1} | {
        name.replace("_", "-"): value for name, value in settings.items()
    }
    words = [
        word for name, value in said.items() for word in ([f"--{name}"] if value is True else [f"--{name}", str(value)])
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KOLEJ_")}
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [*(["prlimit", *limits] if limits else ()), *command("serve", *words)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment,
            cwd=ROOT,
        )
    server = Running(process, port, folder / "data", log)
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert f":{port}/" in first, f"{first}{server.logged()}"
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.stdout is not None
        process.stdout.close()


class Client:
    """An HTTP client like a browser: keeps cookies and sends an origin."""

    def __init__(self, server: Running, headers: Mapping[str, str]) -> None:
        self.server = server
        self.http = httpx.Client(
            base_url=server.url, headers={"origin": server.url, **headers}, timeout=20, verify=False
        )
        _visitors.append(self)

    @property
    def token(self) -> str:
        """The token in the cookie."""
        return self.http.cookies["kolej"]

    def me(self) -> Any:
        """The identity of the client."""
        return self.get("/api/me").json()

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Send a GET request."""
        return self.http.get(path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send a POST request."""
        return self.http.post(path, json=body, **more)

    def table(self, people: Sequence[str] = (), bots: Mapping[str, str] | None = None, **settings: Any) -> str:
        """Open a table and return its code."""
        wanted = {"edition": "new_york", "seats": 2, "pace": 0, **settings}
        new = {"id": f"new-{next(_numbers)}", "settings": wanted, "people": people, "bots": bots or {}}
        answer = self.post("/api/tables", new)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    def game(self, **settings: Any) -> str:
        """Open a table against a bot, start its game and return its code."""
        code = self.table(people=["Ada"], bots={"1": "easy"}, **settings)
        started = self.post(f"/api/tables/{code}/start", {"id": "start"})
        assert started.status_code == 200, started.text
        return code

    def socket(self, code: str, query: str = "", **headers: str) -> "SocketClient":
        """The socket of a table."""
        said = {"cookie": f"kolej={self.token}"} if "kolej" in self.http.cookies else {}
        return SocketClient(self.server, code, query, {**said, "origin": self.server.url, **headers})


class SocketClient:
    """A socket and the frames it received."""

    def __init__(self, server: Running, code: str, query: str, headers: Mapping[str, str]) -> None:
        url = f"ws://127.0.0.1:{server.port}/api/tables/{code}/live{query}"
        origin = headers.get("origin")
        others = {name: value for name, value in headers.items() if name != "origin"}
        self._open = ExitStack()
        self.connection: ClientConnection = self._open.enter_context(
            connect(
                url,
                origin=origin,  # type: ignore[arg-type]
                additional_headers=others,
                open_timeout=10,
                close_timeout=2,
                max_size=None,
                compression=None,
            )
        )
        self.frames: list[Any] = []

    def __enter__(self) -> "SocketClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket."""
        self._open.close()

    def frame(self, seconds: float = 10) -> Any:
        """The next frame."""
        frame = json.loads(self.connection.recv(seconds))
        self.frames.append(frame)
        return frame

    def until(self, *kinds: str) -> Any:
        """The next frame of this type."""
        while True:
            frame = self.frame()
            if frame["type"] in kinds:
                return frame

    def say(self, text: str | bytes) -> None:
        """Send raw data."""
        self.connection.send(text)

    def ask(self, type: str, **fields: Any) -> Any:
        """Send a command, and read its answer; frames that come before are kept."""
        name = fields.pop("id", None) or f"c{next(_numbers)}"
        self.say(json.dumps({"id": name, "type": type, **fields}))
        while True:
            frame = self.frame()
            if frame["type"] in ("ok", "refused", "answer") and frame["id"] == name:
                return frame


def close_all_sockets() -> None:
    """Close every socket that clients have open."""
    while _visitors:
        _visitors.pop().http.close()


def wait_for(what: Any, seconds: float = 10) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it never came to be so"
        time.sleep(0.02)
