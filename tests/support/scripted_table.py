"""A real table at which a scripted game is played, recording every byte that reaches one viewer.

Nothing here is left to chance: the store is new, the clock stands still, codes and seeds come from a fixed source, and
the dealer brings what the story says. So two stages differ in nothing but their stories.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Act, Agree, Command, Commit, Open, Payment
from kolej.server.wire.commands import Undo as UndoCommand
from kolej.server.wire.frames import Refused
from kolej.server.wire.tables import Change, NewTable, TableSettings
from kolej.store.sqlite import SqliteStore
from tests.proofs.server.probes import Probe, probes_of
from tests.support.scripted_games import Claim, Script, ScriptPlayer, ScriptStep, Undo

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
STRANGER = "stranger"
Viewer = int | None | str
"""A seat, a spectator (None), or an anonymous client."""


class StoppedTime:
    """A clock that stands still."""

    def now_ms(self) -> int:
        return 1_800_000_000_000

    def ticks(self) -> float:
        return 1000.0

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        await event.wait()


class NoBotPool:
    """A bot pool for tables without bots."""

    async def choose_move(self, *_: Any) -> int:
        raise AssertionError("there are no bots at this table")


class RecordingSubscriber:
    """A watcher who records every frame."""

    def __init__(self, identity: Identity | None, received: list[bytes]) -> None:
        self.identity = identity
        self.seat: int | None = None
        self.received = received
        self.altered = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.received.append(bytes(frame))
        self.altered.set()

    def dismiss(self, refusal: Refusal) -> None:
        raise AssertionError("nobody is removed here")


class LogCollector(logging.Handler):
    """Collects every log line."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@contextmanager
def nothing_random(dealer: "ScriptedOutcomes") -> Iterator[None]:
    """Replaces the sources of randomness: the same values every time, and cards from the script."""
    rng = Random(7)
    fixed: dict[str, Any] = {
        "token_bytes": lambda size=32: rng.randbytes(size),
        "token_hex": lambda size=32: rng.randbytes(size).hex(),
        "token_urlsafe": lambda size=32: rng.randbytes(size).hex(),
        "choice": rng.choice,
        "randbelow": rng.randrange,
        "randbits": rng.getrandbits,
    }
    with patch.multiple(secrets, **fixed), patch.object(FairDealer, "outcome", dealer.outcome):
        yield


class ScriptedOutcomes:
    """Deals the outcome that was set last."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def outcome(self, *_: Any) -> int:
        return self.next.pop(0)


@dataclass
class PlayedScript:
    """The result of playing a scripted game at a table."""

    received: list[bytes] = field(default_factory=list)
    """All that reached the viewer."""
    logged: list[str] = field(default_factory=list)
    secrets: dict[str, bytes] = field(default_factory=dict)
    """Secrets, by what they are."""
    hashes: dict[int, str] = field(default_factory=dict)
    """The state's hash after each entry: with it, a client could try possible states until one fits."""


class ScriptedTable:
    """One table with one scripted game. Only the viewer asks for what it may not have."""

    def __init__(
        self, registry: TableRegistry, store: SqliteStore, dealer: ScriptedOutcomes, script: Script, viewer: Viewer
    ) -> None:
        self.registry = registry
        self.store = store
        self.dealer = dealer
        self.script = script
        self.viewer = viewer
        self.played = PlayedScript()
        self.script_player = ScriptPlayer(script.edition, script.seats)
        self.table: Table
        self.subscribers: list[RecordingSubscriber] = []
        self.subscriber: RecordingSubscriber
        self.spectator: Identity | None = None

    async def play(self, seed: int) -> PlayedScript:
        """Play the whole script, with the viewer's probes in between."""
        await self._gather()
        await self._deal()
        for at, deed in enumerate(self.script.deeds):
            await self._try(Random(f"{seed} {at}"), at)
            await self._do(deed, f"d{at}")
        await self._try(Random(f"{seed} end"), len(self.script.deeds))
        for seat in (None, 0, 1):
            await self._history(seat)
        await self._note_secrets()
        return self.played

    async def _gather(self) -> None:
        people = []
        for name in [*NAMES[: self.script.seats], "Fay"]:
            person = await self.store.add_person(name, 1)
            people.append(Identity(person.id, name))
        self.spectator = people[-1]
        settings = TableSettings(self.script.edition, self.script.seats, undo="free", hints=True)
        new = NewTable("new", settings, people=["Ada"])
        info = await self.registry.create(people[0], new)
        self.table = await self.registry.table(info.code)
        for identity in people[1:-1]:
            await self.table.change(identity, "join", Change(f"join{identity.person}"))
        for seat, identity in enumerate(people[:-1]):
            subscriber = RecordingSubscriber(identity, self.played.received if seat == self.viewer else [])
            await self.table.attach(subscriber, None, None)
            self.subscribers.append(subscriber)
        if isinstance(self.viewer, int):
            self.subscriber = self.subscribers[self.viewer]
        else:
            self.subscriber = RecordingSubscriber(
                None if self.viewer == STRANGER else self.spectator, self.played.received
            )
            await self.table.attach(self.subscriber, None, None)
        await self.table.change(people[0], "start", Change("start"))

    async def _deal(self) -> None:
        for outcome in self.script.dealt:
            self.script_player.bring(outcome)
        self.dealer.next = list(self.script.dealt)
        deal = next(frame for frame in self._frames(self.subscribers[0]) if frame["type"] == "deal")
        seeds = [Seed(bytes([seat + 65]) * 32) for seat in range(self.script.seats)]
        self.played.secrets.update({f"seed of seat {n}": s.raw for n, s in enumerate(seeds) if n != self.viewer})
        for seat, subscriber in enumerate(self.subscribers):
            promise = seat_commitment(deal["server"], seat, seeds[seat])
            await self._tell(subscriber, Commit(f"commit{seat}", seat, promise))
        await self._until(b'"stage":"open"')
        for seat, subscriber in enumerate(self.subscribers):
            await self._tell(subscriber, Open(f"open{seat}", seat, seeds[seat].hex()))
        await self._until(b'"type":"view"')
        assert not self.dealer.next, "the table dealt less than the story says"

    def _frames(self, subscriber: RecordingSubscriber) -> list[Any]:
        return [msgspec.json.decode(frame) for frame in subscriber.received]

    async def _until(self, part: bytes) -> None:
        """Wait for a frame: the table continues the deal as a background task."""
        subscriber = self.subscribers[0]
        async with asyncio.timeout(20):
            while not any(part in frame for frame in subscriber.received):
                subscriber.altered.clear()
                await subscriber.altered.wait()

    async def _do(self, deed: ScriptStep, name: str) -> None:
        self.script_player.make(deed.seat, deed.move)
        for outcome in deed.outcomes:
            self.script_player.bring(outcome)
        self.dealer.next = list(deed.outcomes)
        if isinstance(deed.move, Undo):
            await self._undo(deed.seat, name)
            return
        move: int | Payment
        move = Payment((deed.move.route, list(deed.move.cards))) if isinstance(deed.move, Claim) else deed.move
        version = self.table.info(None).version
        await self._tell(self.subscribers[deed.seat], Act(name, deed.seat, version, move))
        assert not self.dealer.next, "the table dealt less than the story says"

    async def _undo(self, seat: int, name: str) -> None:
        """Request an undo, and let every seat that is asked agree."""
        before = self.table.state.undo_count
        await self._tell(self.subscribers[seat], UndoCommand(name, seat))
        for other, subscriber in enumerate(self.subscribers):
            if other != seat and self.table.state.undo_request is not None:
                await self._tell(subscriber, Agree(f"{name}-{other}", other, True))
        assert self.table.state.undo_count == before + 1, "nothing was undone"

    async def _tell(self, subscriber: RecordingSubscriber, command: Command) -> None:
        """Send a command that must be accepted."""
        answer = await self.table.command(subscriber, command)
        subscriber.received.append(answer)
        assert msgspec.json.decode(answer)["type"] == "ok", answer

    async def _try(self, rng: Random, at: int) -> None:
        """What the viewer is not entitled to, and what it may ask."""
        if rng.random() > 0.35:
            return
        seat = self.viewer if isinstance(self.viewer, int) else None
        version = self.table.info(None).version
        for probe in probes_of(self.script_player.game, seat, version, rng, f"p{at}"):
            await self._probe(probe)
        if rng.random() < 0.3:
            self.table.detach(self.subscriber)
            since = rng.choice([None, 0, rng.randint(0, version), version, version + 5])
            await self._answered(self.table.attach(self.subscriber, rng.choice([None, None, rng.randrange(5)]), since))
            if self.subscriber.seat != seat or self.subscriber not in self._attached():
                self.table.detach(self.subscriber)
                await self._answered(self.table.attach(self.subscriber, None, None))

    def _attached(self) -> list[RecordingSubscriber]:
        """A refused attach leaves no subscriber behind."""
        return [self.subscriber] if self.played.received[-1].startswith(b'{"type"') else []

    async def _probe(self, probe: Probe) -> None:
        match probe:
            case "history":
                await self._history(self.subscriber.seat)
            case "file":
                if self.subscriber.identity is not None:
                    await self._answered(self.table.file())
            case "info":
                self.played.received.append(msgspec.json.encode(self.table.info(self.subscriber.identity)))
            case _:
                before = self.table.info(None).version
                await self._answered(self.table.command(self.subscriber, probe))
                assert self.table.info(None).version == before, f"{probe} changed the table"

    async def _history(self, seat: int | None) -> None:
        await self._answered(self.table.history(self.subscriber.identity, seat))

    async def _answered(self, asked: Any) -> None:
        """Record the answer, or the refusal as the HTTP layer would send it."""
        try:
            answer = await asked
        except Refusal as refusal:
            answer = msgspec.json.encode(Refused("", refusal.code, refusal.reason, refusal.rule, refusal.params))
        if answer is not None:
            self.played.received.append(answer.encode() if isinstance(answer, str) else bytes(answer))

    async def _note_secrets(self) -> None:
        """What is in the store and in the engine, and must be in no frame."""
        found = self.played.secrets
        (listed,) = await self.store.tables()
        raw = await self.store.secret(listed.id, "seed")
        assert raw is not None, "the server's seed is not where it was looked for"
        found["the server's seed"] = raw
        for entry in await self.store.entries(listed.id):
            body = msgspec.json.decode(entry.body)
            if "hash" in body and entry.kind in ("began", "moved"):
                self.played.hashes[entry.number] = body["hash"]
        found["the hash of the last state"] = bytes.fromhex(self.script_player.game.fingerprint())
        s, kinds = self.script_player.game._state, self.script_player.game._tables.kinds
        found["the deck"] = bytes(s.deck)
        for seat in range(self.script.seats):
            if seat != self.viewer:
                found[f"the hand of seat {seat}"] = bytes(s.hands[seat * kinds : (seat + 1) * kinds])


async def played(folder: Path, script: Script, viewer: Viewer, seed: int) -> PlayedScript:
    """Play a scripted game at a new table."""
    lines, dealer = LogCollector(), ScriptedOutcomes()
    root = logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    try:
        with nothing_random(dealer):
            async with SqliteStore.open(folder) as store:
                registry = TableRegistry(store, NoBotPool(), StoppedTime())
                await registry.open()
                try:
                    found = await ScriptedTable(registry, store, dealer, script, viewer).play(seed)
                finally:
                    await registry.close()
    finally:
        root.removeHandler(lines)
        root.setLevel(level)
    found.logged = lines.said
    return found
