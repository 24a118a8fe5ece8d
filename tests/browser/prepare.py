"""Prepares a data folder with tables in chosen positions: `python -m tests.browser.prepare FOLDER`.

Bots play through a real registry into a real store until the moment has come. Codes, seeds and times are fixed, so that
the same tables come out each time. Prints, as JSON, the token by which a browser is the person at these tables, and
what there is to know about each.
"""

import asyncio
import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from kolej import bots
from kolej.bots import Bot
from kolej.engine.decision import Decision
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import tables_of
from kolej.server.accounts.identity import Identity
from kolej.server.bots.fair_lock import Owner
from kolej.server.bots.request import BotRequest
from kolej.server.errors import Refusal
from kolej.server.tables.log.seeds import SERVER_SEED
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table
from kolej.server.time import SystemTime
from kolej.server.wire.commands import Act
from kolej.server.wire.legal import Legal
from kolej.server.wire.tables import Change, NewTable, TableSettings
from kolej.store.sqlite import SqliteStore
from tests.browser.positions import PERSON, POSITIONS, Found, Position, data_of
from tests.support.legal_moves import legal_of

TOKEN = "a-browser-in-tests"
NAME = "Ada"
LEVEL = "easy"
PATIENCE = 400
"""Turns of the person after which a position is considered out of reach."""


class Still:
    """A clock that stands still, so that tables are the same every time."""

    def now_ms(self) -> int:
        """A fixed date."""
        return 1_700_000_000_000

    def ticks(self) -> float:
        """No time has passed."""
        return 0.0

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until notified: no time-out ever expires."""
        await event.wait()


class Here:
    """Bots that compute their moves in this process."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        """What the bot chooses."""
        bot = self._bots.setdefault(request.key, bots.find(request.bot)(request.seed))
        return bot.choose(request.decision())


class Eyes:
    """The person at the table, who discards every frame."""

    def __init__(self, identity: Identity) -> None:
        self.identity: Identity | None = identity
        self.seat: int | None = None

    def send(self, frame: bytes) -> None:
        """Nothing to look at."""

    def dismiss(self, refusal: Refusal) -> None:
        """Nobody is removed."""


async def prepare(folder: Path) -> dict[str, Found]:
    """Make the folder; returns what tests need to know about each table."""
    async with SqliteStore.open(folder) as store:
        # The token alone is of today: an old one would have expired.
        person = await store.add_person(NAME, SystemTime().now_ms(), sha256(TOKEN.encode()).digest())
        identity = Identity(person.id, NAME)
        registry = TableRegistry(store, Here(), Still(), deal_timeout=0.0)
        try:
            found = await asyncio.gather(*(_bring_to(registry, store, identity, each) for each in POSITIONS))
        finally:
            await registry.close()
    return {
        position.code: {"edition": position.edition} | each for position, each in zip(POSITIONS, found, strict=True)
    }


async def _bring_to(registry: TableRegistry, store: SqliteStore, identity: Identity, position: Position) -> Found:
    # The store keeps the first value of a secret: this one, before the server would choose a code and a seed at random.
    await store.keep_secret(None, f"table of {identity.person}:{position.code} 0", position.code.encode())
    robots = {str(seat): LEVEL for seat in range(1, position.seats)}
    settings = TableSettings(position.edition, position.seats, undo="free", pace=0, first=0)
    new = NewTable(position.code, settings, [identity.name], robots)
    await registry.create(identity, new)
    table = await registry.table(position.code)
    await store.keep_secret(table.journal.id, SERVER_SEED, sha256(position.code.encode()).digest())
    await table.change(identity, "start", Change("start"))
    eyes = Eyes(identity)
    await table.attach(eyes, PERSON, None)
    try:
        return await _play(table, eyes, position)
    finally:
        table.detach(eyes)


async def _play(table: Table, eyes: Eyes, position: Position) -> Found:
    rng = Random(position.code)
    bot = bots.find(LEVEL if position.builds else "greedy")(rng.getrandbits(32))
    for number in range(PATIENCE):
        game = await _due(table)
        if game.over and position.over:
            return {}
        legal = legal_of(game, PERSON)
        assert legal is not None, f"the game at table {table.code} is over before what was wanted of it"
        if not legal.keep and (legal.draw is not None or legal.claim) and legal.tickets is not None:
            found = position.wanted(game, data_of(game), legal)
            if found is not None:
                return found
        build = _worthwhile_build(game, legal) if position.builds else None
        if build is not None:
            move = build
        else:
            move = _gather(legal, rng) if position.gathers else bot.choose(_plainly(game, legal))
        answer = await table.command(eyes, Act(f"m{number}", PERSON, table.state.version, move))
        assert json.loads(answer)["type"] == "ok", answer
    raise RuntimeError(f"table {position.code} never came to what was wanted of it")


async def _due(table: Table) -> Game:
    """The game, once it is the person's turn or over."""
    while True:
        game = table.journal.game
        if game is not None and (game.over or PERSON in game.to_act()):
            return game
        await asyncio.sleep(0.001)


def _plainly(game: Game, legal: Legal) -> Decision:
    """What the person may choose, without payments with stand-ins."""
    begun = {move for move, *_ in legal.stand_ins}
    whole = [move for move in game.legal(PERSON) if move not in begun]
    return Decision(game.edition, tables_of(game.edition, game.seats), game.view(PERSON), PERSON, whole)


def _worthwhile_build(game: Game, legal: Legal) -> int | None:
    """The station that brings the person most points if the game ended now; None if none does."""
    best, found = game.standings().totals[PERSON], None
    # Any payment will do.
    for number in {city: number for number, city, _ in legal.build}.values():
        trial = game.copy()
        trial.apply(PERSON, number)
        if (total := trial.standings().totals[PERSON]) > best:
            best, found = total, number
    return found


def _gather(legal: Legal, rng: Random) -> int:
    """Draw a card, as long as there are any."""
    cards = [move for move, _ in legal.take] + ([] if legal.draw is None else [legal.draw])
    others = [each for each in (legal.passes, legal.refuse, legal.tickets) if each is not None]
    return rng.choice(cards or [move for move, _ in legal.keep] or others or [legal.claim[0][0]])


if __name__ == "__main__":
    json.dump({"token": TOKEN, "tables": asyncio.run(prepare(Path(sys.argv[1])))}, sys.stdout, indent=1)
