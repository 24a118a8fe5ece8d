"""Players of tests with several server processes: each has a socket at any process, and plays random moves."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bench.load.table import choices
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.server.wire.legal import Legal
from tests.support.running_server import Client, Running, SocketClient, wait_for


class Player:
    """A person with an identity that holds at every process, and one socket."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cookie = {"cookie": f"kolej={client.token}"}
        self.socket: SocketClient | None = None
        self.code = ""
        self.seat: int | None = None
        self.version = 0
        self.legal: Any = None
        self.due: list[int] = []
        self.over = False
        self.table: Any = None
        self._seed = Seed.fresh()

    def sit(self, server: Running, code: str, query: str = "") -> "Player":
        """Open a socket at a process."""
        self.leave()
        self.code = code
        self.socket = SocketClient(server, code, query, {**self.cookie, "origin": server.url})
        return self

    def leave(self) -> None:
        """Close the socket."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def read(self, seconds: float = 0.005) -> bool:
        """Take in a frame, if one comes in time."""
        assert self.socket is not None
        try:
            frame = self.socket.frame(seconds)
        except TimeoutError:
            return False
        self.version = max(self.version, frame.get("version", 0))
        if frame["type"] == "table":
            self.table = frame["table"]
            self.seat = next((each["seat"] for each in self.table["seats"] if each["yours"]), None)
        elif frame["type"] in ("events", "view"):
            self.legal = frame["legal"]
            self.due = frame["due"] if frame["due"] is not None else self.due
            self.over = frame["result"] is not None
        elif frame["type"] == "deal" and self.seat in frame["waits_for"]:
            self._deal(frame)
        return True

    def _deal(self, frame: Any) -> None:
        assert self.seat is not None
        if frame["stage"] == "commit":
            self.send("commit", seat=self.seat, hash=seat_commitment(frame["server"], self.seat, self._seed))
        elif frame["stage"] == "open":
            self.send("open", seat=self.seat, seed=self._seed.hex())

    def read_all(self) -> None:
        """Take in all frames that are there."""
        while self.read():
            pass

    def send(self, type: str, **fields: Any) -> str:
        """Send a command, and return its id."""
        assert self.socket is not None
        fields.setdefault("id", f"c{Random().getrandbits(40)}")
        self.socket.say(json.dumps({"type": type, **fields}))
        return str(fields["id"])

    def move(self, rng: Random) -> dict[str, Any]:
        """A random legal move, as the fields of a command."""
        return {
            "seat": self.seat,
            "version": self.version,
            "move": rng.choice(choices(msgspec.convert(self.legal, Legal))),
        }


def wait_for_frames(players: Sequence[Player], so: Any, seconds: float = 15) -> None:
    """Let players take in frames until a condition holds."""

    def holds() -> bool:
        for each in players:
            each.read_all()
        return bool(so())

    wait_for(holds, seconds)
