"""Players of a cluster: they connect to any server, resend to another what was not answered, and measure times."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from bench.chaos.cluster import Node
from bench.chaos.tcp_proxy import TcpProxy
from bench.load.socket import Http, Unexpected
from bench.load.table import guest, new_id, opened
from tests.proofs.server.people import Json, Person

CONNECT_SECONDS = 6.0
ANSWER_SECONDS = 4.0
"""Seconds after which an unanswered command is sent over another connection."""
SILENCE_SECONDS = 8.0
"""Seconds without a frame after which a player connects again: a half-open connection is not noticed otherwise."""
RETRY_SECONDS = 0.2
THINKING_SECONDS = 0.15
"""The longest pause before a move, so that games last for a while."""
RETRIED = ("storage", "busy")
"""Refusals that say: send it again."""


@dataclass
class Measured:
    """How long everybody waited, in seconds."""

    resumes: list[float] = field(default_factory=list)
    """From noticing a lost connection until a command is answered over the next one, after all that was missed."""
    lags: list[float] = field(default_factory=list)
    """From the first player who sees an entry to each of the others who were connected."""
    pauses: list[float] = field(default_factory=list)
    """From one entry of a table to the next."""
    longest: tuple[float, float, str] = (0.0, 0.0, "")
    """The longest pause, when it ended, and what the table waited for."""
    takeovers: list[float] = field(default_factory=list)
    """From the last death of a table's owner, or of the next one, to the next move of a bot, at tables that waited for
    one; an outage of PostgreSQL does not count."""
    ownerless: list[float] = field(default_factory=list)
    """The same from the first death, however many more processes died before somebody could take over."""


@dataclass
class TableOfPlayers:
    """A table: its people and one spectator, and when its entries were first seen."""

    measured: Measured
    people: "list[Player]" = field(default_factory=list)
    first_seen: dict[int, float] = field(default_factory=dict)
    waits_for_bot: bool = False
    owner_died: float | None = None
    first_died: float | None = None
    """When the first of its owners died since the last move."""

    @property
    def over(self) -> bool:
        """Whether somebody has seen the end of the game."""
        return any(person.over for person in self.people)

    @property
    def code(self) -> str:
        """The code of the table."""
        return self.people[0].code

    @property
    def version(self) -> int:
        """The last entry that somebody has seen."""
        return max(person.version for person in self.people)

    def lose_owner(self) -> None:
        """Note that the table waits from now on for somebody to take over."""
        self.owner_died = time.monotonic()
        self.first_died = self.first_died or self.owner_died

    def saw(self, person: "Player", frame: Json) -> None:
        """Note that a player has seen an entry."""
        now = time.monotonic()
        first = self.first_seen.setdefault(frame["version"], now)
        before = self.first_seen.get(frame["version"] - 1)
        if first == now and before is not None:
            self.measured.pauses.append(now - before)
            waited = f"a bot at {self.code}" if self.waits_for_bot else f"a person at {self.code}"
            self.measured.longest = max(self.measured.longest, (now - before, now, waited))
        if person.connected_at < first:
            self.measured.lags.append(now - first)
        if first == now and self.owner_died is not None:
            self.measured.takeovers.append(now - self.owner_died)
            self.measured.ownerless.append(now - (self.first_died or self.owner_died))
            self.owner_died = self.first_died = None
        if frame["due"] is not None:
            seats = {each.seat for each in self.people}
            self.waits_for_bot = bool(frame["due"]) and not seats.intersection(frame["due"])


@dataclass
class Player(Person):
    """A player of a cluster."""

    reconnect_seconds: float = 0.1
    nodes: Sequence[Node] = ()
    table: TableOfPlayers | None = None
    connected_at: float = float("inf")
    lost_at: float | None = None
    heard_at: float = 0.0
    sent_at: float = 0.0
    slow: bool = False
    _pings: dict[str, float | None] = field(default_factory=dict)
    """Pings that were not answered over this connection, and when the connection before it was lost."""

    async def connect(self, since: bool = True) -> None:
        """Connect through the proxy of any server."""
        self.server = self.rng.choice(self.nodes).front  # type: ignore[assignment]
        async with asyncio.timeout(CONNECT_SECONDS):
            await super().connect(since)
        self.connected_at = self.heard_at = self.sent_at = time.monotonic()
        self._pings.clear()
        self.do_ping()

    def disconnected(self) -> None:
        """Note when the connection was lost."""
        self.connected_at = float("inf")
        if self.lost_at is None:
            self.lost_at = time.monotonic()

    def do_ping(self) -> None:
        """Ask for an answer that comes after everything that was missed."""
        name = new_id("p")
        self._pings[name] = self.lost_at
        assert self.socket is not None
        self.socket.send(msgspec.json.encode({"id": name, "type": "ping"}))

    def check(self) -> None:
        """Give up a connection over which nothing comes back."""
        now = time.monotonic()
        if self.socket is None or not self.socket.open or self.slow:
            return
        late = self.unanswered and now - self.sent_at > ANSWER_SECONDS
        if late or now - self.heard_at > 1.5 * SILENCE_SECONDS:
            self.socket.close()
        elif now - self.heard_at > SILENCE_SECONDS and not self._pings:
            self.do_ping()

    def take(self, frame: Json) -> None:
        """Advance by one frame."""
        self.heard_at = time.monotonic()
        super().take(frame)

    def happened(self, frame: Json) -> None:
        """Fold what happened, and note when."""
        super().happened(frame)
        assert self.table is not None
        self.table.saw(self, frame)

    def act(self) -> None:
        """Make a move after a moment."""
        if self.legal and self.moving and not self.unanswered:
            asyncio.get_running_loop().call_later(self.rng.random() * THINKING_SECONDS, super().act)

    def do(self, what: str, **fields: Any) -> None:
        """Send a command."""
        self.sent_at = time.monotonic()
        super().do(what, **fields)

    def answered(self, frame: Json) -> None:
        """A command has been answered; where the cluster is not ready, it is sent again."""
        if frame["id"] in self._pings:
            lost_at = self._pings.pop(frame["id"])
            if lost_at is not None and self.table is not None:
                self.table.measured.resumes.append(time.monotonic() - lost_at)
            self.lost_at = None
        elif frame["type"] == "refused" and frame["code"] in RETRIED:
            raw = self.unanswered.get(frame["id"])
            if raw is not None:
                self.sent_at = time.monotonic() + RETRY_SECONDS
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self._resend, raw)
        else:
            super().answered(frame)


async def _opened(front: TcpProxy, edition: str, people: int, bots: int) -> tuple[list[str], str] | None:
    """The tokens of new guests and the code of their new table; None if the server is not there."""
    http = Http(front.host, front.port)
    levels = {str(seat): "easy" for seat in range(people, people + bots)}
    settings: dict[str, Any] = {"undo": "none", "pace": 200 if bots else 0, "absent": 86_400, "bots": levels}
    try:
        async with asyncio.timeout(15):
            tokens = [await guest(http) for _ in range(people)]
            return tokens, await opened(http, tokens, edition, **settings)
    except (OSError, Unexpected, asyncio.IncompleteReadError):
        return None
    finally:
        http.close()


async def seated(
    nodes: Sequence[Node], edition: str, people: int, bots: int, rng: Random, measured: Measured
) -> TableOfPlayers:
    """A started table with people, bots and a spectator, who are not connected yet; tried until a server opens it."""
    async with asyncio.timeout(60):
        while (found := await _opened(rng.choice(nodes).front, edition, people, bots)) is None:
            await asyncio.sleep(0.2)
    tokens, code = found
    table = TableOfPlayers(measured)
    any_server = nodes[0].server
    table.people = [
        Player(any_server, token, code, Random(rng.random()), nodes=nodes, table=table) for token in (*tokens, None)
    ]
    table.people[-1].moving = False
    return table
