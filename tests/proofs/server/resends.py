"""A game in which every command is sent several times, in any order, over two connections: it has one effect."""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from bench.load.server import Server
from bench.load.socket import Socket
from tests.proofs.server.people import Person, gathered, history


class Pair:
    """The two connections of one person, and all answers that came over either."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answers: dict[str, list[bytes]] = {}
        self.sockets: list[Socket] = []

    async def connect(self) -> None:
        """Open both; the person follows the game over the first."""
        person = self.person
        hears: list[Callable[[bytes], object]] = [self._first, self._answer]
        for hear in hears:
            socket = Socket(hear)
            await socket.connect(
                person.server.host, person.server.port, f"/api/tables/{person.code}/live", person.token
            )
            self.sockets.append(socket)

    def _first(self, raw: bytes) -> None:
        if not self._answer(raw):
            self.person.hear(raw)

    def _answer(self, raw: bytes) -> bool:
        if not raw.startswith((b'{"type":"ok"', b'{"type":"refused"')):
            return False
        self.answers.setdefault(msgspec.json.decode(raw)["id"], []).append(raw)
        return True


async def resent(server: Server, edition: str, seats: int, seed: int, moves: int) -> Counter[str]:
    """Play this many moves that way; AssertionError when a command has two effects or two answers."""
    rng = Random(seed)
    people = await gathered(server, edition, seats, rng)
    pairs = [Pair(person) for person in people]
    for person in people:
        person.moving = False
    counts: Counter[str] = Counter()
    accepted: dict[str, tuple[Pair, bytes, bytes]] = {}
    try:
        for pair in pairs:
            await pair.connect()
        await _until(lambda: all(person.view is not None for person in people))
        first = max(person.version for person in people)
        while counts["moves"] < moves and not people[0].over:
            pair = next(each for each in pairs if each.person.legal)
            person = pair.person
            assert person.seat is not None
            name = f"m{counts['moves']}"
            move = _command(name, person, rng.choice(person.legal))
            wrong = _command(f"w{counts['moves']}", person, 10**9)
            batch = [(pair, move)] * rng.randint(1, 5) + [(pair, wrong)] * rng.randint(0, 3)
            old = rng.sample(sorted(accepted), min(len(accepted), rng.randint(0, 4)))
            batch += [accepted[each][:2] for each in old]
            await _send(batch, rng)
            answers = pair.answers[name]
            assert len(set(answers)) == 1, f"{move!r} was answered differently: {set(answers)}"
            said = msgspec.json.decode(answers[0])
            assert said["type"] == "ok", said
            refusals = set(pair.answers.get(f"w{counts['moves']}", []))
            assert len(refusals) < 2, f"{wrong!r} was refused differently: {refusals}"
            for each in old:
                whose, _, answer = accepted[each]
                assert set(whose.answers[each]) == {answer}, f"{each} was answered {set(whose.answers[each])}"
            counts["moves"] += 1
            counts["sent"] += len(batch)
            accepted[name] = (pair, move, answers[0])
            assert said["version"] == first + counts["moves"], f"{name} is entry {said['version']}, not the next one"
            await _until(lambda version=said["version"]: all(each.version >= version for each in people))
        recorded = await history(server, people[0].code, None, None)
        made = [frame for frame in recorded["frames"] if frame["type"] == "events"]
        assert len(made) == counts["moves"], f"{len(made)} moves were made, {counts['moves']} asked for"
        for person in people:
            assert not person.faults, person.faults
        return counts
    finally:
        for pair in pairs:
            for socket in pair.sockets:
                socket.close()


def _command(name: str, person: Person, move: int) -> bytes:
    act = {"id": name, "type": "act", "seat": person.seat, "version": person.version, "move": move}
    return msgspec.json.encode(act)


async def _send(batch: list[tuple[Pair, bytes]], rng: Random) -> None:
    """Send everything in any order over either connection, and wait for all answers."""
    rng.shuffle(batch)
    before = sum(sum(map(len, pair.answers.values())) for pair in {id(pair): pair for pair, _ in batch}.values())
    for pair, raw in batch:
        rng.choice(pair.sockets).send(raw)
    pairs = {id(pair): pair for pair, _ in batch}.values()
    await _until(lambda: sum(sum(map(len, pair.answers.values())) for pair in pairs) == before + len(batch))


async def _until(true: Any) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.001)
