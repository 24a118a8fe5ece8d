"""A real table at which a story is played, with everything kept that reaches one viewer, to the byte.

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
from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.registry import Hall
from kolej.server.tables.table import Table
from kolej.store.sqlite import SqliteStore
from tests.proofs.server.probes import Probe, probes_of
from tests.support.scripted_games import Claim, Deed, Story, Telling, Undo

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
STRANGER = "stranger"
Viewer = int | None | str
"""A seat, a spectator (None), or somebody without a name whom nobody knows."""


class Still:
    """A clock that stands."""

    def now_ms(self) -> int:
        return 1_800_000_000_000

    def ticks(self) -> float:
        return 1000.0

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        await event.wait()


class Nobody:
    """Thinks for no bot: there is none."""

    async def think(self, *_: Any) -> int:
        raise AssertionError("there are no bots at this table")


class Eye:
    """A watcher who keeps all that it is sent."""

    def __init__(self, who: Who | None, heard: list[bytes]) -> None:
        self.who = who
        self.seat: int | None = None
        self.heard = heard
        self.told = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.heard.append(bytes(frame))
        self.told.set()


class Lines(logging.Handler):
    """Every line that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@contextmanager
def nothing_random(dealer: "Scripted") -> Iterator[None]:
    """Where the server asks for luck, it gets the same every time; and cards as they are told."""
    luck = Random(7)
    fixed: dict[str, Any] = {
        "token_bytes": lambda size=32: luck.randbytes(size),
        "token_hex": lambda size=32: luck.randbytes(size).hex(),
        "token_urlsafe": lambda size=32: luck.randbytes(size).hex(),
        "choice": luck.choice,
        "randbelow": luck.randrange,
        "randbits": luck.getrandbits,
    }
    with patch.multiple(secrets, **fixed), patch.object(FairDealer, "outcome", dealer.outcome):
        yield


class Scripted:
    """Brings what it was told last."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def outcome(self, *_: Any) -> int:
        return self.next.pop(0)


@dataclass
class Played:
    """What came of a stage."""

    heard: list[bytes] = field(default_factory=list)
    """All that reached the viewer."""
    logged: list[str] = field(default_factory=list)
    secrets: dict[str, bytes] = field(default_factory=dict)
    """What nobody may learn, by what it is."""
    hashes: dict[int, str] = field(default_factory=dict)
    """The state's hash after each entry: whoever has it can try out worlds until one fits."""


class Stage:
    """One table with one story. Only the viewer asks for what it may not have."""

    def __init__(self, hall: Hall, store: SqliteStore, dealer: Scripted, story: Story, viewer: Viewer) -> None:
        self.hall = hall
        self.store = store
        self.dealer = dealer
        self.story = story
        self.viewer = viewer
        self.played = Played()
        self.telling = Telling(story.edition, story.seats)
        self.table: Table
        self.eyes: list[Eye] = []
        self.eye: Eye
        self.spectator: Who | None = None

    async def play(self, seed: int) -> Played:
        """The whole story, with what the viewer tries on the way."""
        await self._gather()
        await self._deal()
        for at, deed in enumerate(self.story.deeds):
            await self._try(Random(f"{seed} {at}"), at)
            await self._do(deed, f"d{at}")
        await self._try(Random(f"{seed} end"), len(self.story.deeds))
        for seat in (None, 0, 1):
            await self._history(seat)
        await self._note_secrets()
        return self.played

    async def _gather(self) -> None:
        people = []
        for name in [*NAMES[: self.story.seats], "Fay"]:
            person = await self.store.add_person(name, 1)
            people.append(Who(person.id, name))
        self.spectator = people[-1]
        new = wire.NewTable("new", self.story.edition, self.story.seats, people=["Ada"], undo="free", hints=True)
        info = await self.hall.create(people[0], new)
        self.table = await self.hall.table(info.code)
        for who in people[1:-1]:
            await self.table.change(who, "join", wire.Change(f"join{who.person}"))
        for seat, who in enumerate(people[:-1]):
            eye = Eye(who, self.played.heard if seat == self.viewer else [])
            await self.table.attach(eye, None, None)
            self.eyes.append(eye)
        if isinstance(self.viewer, int):
            self.eye = self.eyes[self.viewer]
        else:
            self.eye = Eye(None if self.viewer == STRANGER else self.spectator, self.played.heard)
            await self.table.attach(self.eye, None, None)
        await self.table.change(people[0], "start", wire.Change("start"))

    async def _deal(self) -> None:
        for outcome in self.story.dealt:
            self.telling.bring(outcome)
        self.dealer.next = list(self.story.dealt)
        deal = next(frame for frame in self._frames(self.eyes[0]) if frame["type"] == "deal")
        seeds = [Seed(bytes([seat + 65]) * 32) for seat in range(self.story.seats)]
        self.played.secrets.update({f"seed of seat {n}": s.raw for n, s in enumerate(seeds) if n != self.viewer})
        for seat, eye in enumerate(self.eyes):
            promise = seat_commitment(deal["server"], seat, seeds[seat])
            await self._tell(eye, wire.Commit(f"commit{seat}", seat, promise))
        await self._until(b'"stage":"open"')
        for seat, eye in enumerate(self.eyes):
            await self._tell(eye, wire.Open(f"open{seat}", seat, seeds[seat].hex()))
        await self._until(b'"type":"view"')
        assert not self.dealer.next, "the table dealt less than the story says"

    def _frames(self, eye: Eye) -> list[Any]:
        return [msgspec.json.decode(frame) for frame in eye.heard]

    async def _until(self, part: bytes) -> None:
        """Wait for a frame: the table goes on with the deal by itself."""
        eye = self.eyes[0]
        async with asyncio.timeout(20):
            while not any(part in frame for frame in eye.heard):
                eye.told.clear()
                await eye.told.wait()

    async def _do(self, deed: Deed, name: str) -> None:
        self.telling.make(deed.seat, deed.move)
        for outcome in deed.outcomes:
            self.telling.bring(outcome)
        self.dealer.next = list(deed.outcomes)
        if isinstance(deed.move, Undo):
            await self._undo(deed.seat, name)
            return
        move: int | wire.Payment
        move = wire.Payment((deed.move.route, list(deed.move.cards))) if isinstance(deed.move, Claim) else deed.move
        version = self.table.info(None).version
        await self._tell(self.eyes[deed.seat], wire.Act(name, deed.seat, version, move))
        assert not self.dealer.next, "the table dealt less than the story says"

    async def _undo(self, seat: int, name: str) -> None:
        """Ask for it, and let everybody agree as long as anybody is asked."""
        before = self.table.course.undone
        await self._tell(self.eyes[seat], wire.Undo(name, seat))
        for other, eye in enumerate(self.eyes):
            if other != seat and self.table.asked is not None:
                await self._tell(eye, wire.Agree(f"{name}-{other}", other, True))
        assert self.table.course.undone == before + 1, "nothing was undone"

    async def _tell(self, eye: Eye, command: wire.Command) -> None:
        """A command that must be done."""
        answer = await self.table.command(eye, command)
        eye.heard.append(answer)
        assert msgspec.json.decode(answer)["type"] == "ok", answer

    async def _try(self, luck: Random, at: int) -> None:
        """What the viewer is not entitled to, and what it may ask."""
        if luck.random() > 0.35:
            return
        seat = self.viewer if isinstance(self.viewer, int) else None
        version = self.table.info(None).version
        for probe in probes_of(self.telling.game, seat, version, luck, f"p{at}"):
            await self._probe(probe)
        if luck.random() < 0.3:
            self.table.detach(self.eye)
            since = luck.choice([None, 0, luck.randint(0, version), version, version + 5])
            await self._answered(self.table.attach(self.eye, luck.choice([None, None, luck.randrange(5)]), since))
            if self.eye.seat != seat or self.eye not in self._attached():
                self.table.detach(self.eye)
                await self._answered(self.table.attach(self.eye, None, None))

    def _attached(self) -> list[Eye]:
        """A refused attach leaves nobody behind."""
        return [self.eye] if self.played.heard[-1].startswith(b'{"type"') else []

    async def _probe(self, probe: Probe) -> None:
        match probe:
            case "history":
                await self._history(self.eye.seat)
            case "file":
                if self.eye.who is not None:
                    await self._answered(self.table.file(self.eye.who))
            case "info":
                self.played.heard.append(msgspec.json.encode(self.table.info(self.eye.who)))
            case _:
                before = self.table.info(None).version
                await self._answered(self.table.command(self.eye, probe))
                assert self.table.info(None).version == before, f"{probe} changed the table"

    async def _history(self, seat: int | None) -> None:
        await self._answered(self.table.history(self.eye.who, seat))

    async def _answered(self, asked: Any) -> None:
        """Keep the answer, or the refusal as the edge would send it."""
        try:
            answer = await asked
        except Refusal as refusal:
            answer = msgspec.json.encode(wire.Refused("", refusal.code, refusal.reason, refusal.rule))
        if answer is not None:
            self.played.heard.append(answer.encode() if isinstance(answer, str) else bytes(answer))

    async def _note_secrets(self) -> None:
        """What lies in the store and in the engine, and in nobody's frames."""
        found = self.played.secrets
        (listed,) = await self.store.tables()
        raw = await self.store.secret(listed.id, "seed")
        assert raw is not None, "the server's seed is not where it was looked for"
        found["the server's seed"] = raw
        for entry in await self.store.entries(listed.id):
            body = msgspec.json.decode(entry.body)
            if "hash" in body and entry.kind in ("began", "moved"):
                self.played.hashes[entry.number] = body["hash"]
        found["the hash of the last state"] = bytes.fromhex(self.telling.game.hash())
        s, kinds = self.telling.game._state, self.telling.game._tables.kinds
        found["the deck"] = bytes(s.deck)
        for seat in range(self.story.seats):
            if seat != self.viewer:
                found[f"the hand of seat {seat}"] = bytes(s.hands[seat * kinds : (seat + 1) * kinds])


async def played(folder: Path, story: Story, viewer: Viewer, seed: int) -> Played:
    """Play a story at a table of its own."""
    lines, dealer = Lines(), Scripted()
    root = logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    try:
        with nothing_random(dealer):
            async with SqliteStore.open(folder) as store:
                hall = Hall(store, Nobody(), Still())
                await hall.open()
                try:
                    found = await Stage(hall, store, dealer, story, viewer).play(seed)
                finally:
                    await hall.close()
    finally:
        root.removeHandler(lines)
        root.setLevel(level)
    found.logged = lines.said
    return found
