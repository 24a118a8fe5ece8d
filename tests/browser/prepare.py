"""Makes a data folder with tables at moments worth playing on from: `python -m tests.browser.prepare FOLDER`.

Bots play through a real hall into a real store until the moment has come. Codes, seeds and times are fixed, so that
the same tables come out each time. Prints, as JSON, the token by which a browser is the person at these tables, and
what there is to know about each.
"""

import asyncio
import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from kolej import bots, editions
from kolej.bots import Bot
from kolej.engine.decision import Choice
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.silent_game import tables_of
from kolej.server.accounts.identity import Who
from kolej.server.tables.actions.fair_deal import SEED
from kolej.server.tables.registry import Hall
from kolej.server.tables.table import Table
from kolej.server.wire import Act, Change, Legal, NewTable
from kolej.server.wire.legal import legal_of
from kolej.store.sqlite import SqliteStore
from tests.browser.positions import PERSON, POSITIONS, Found, Position, data_of

TOKEN = "a-browser-in-tests"
NAME = "Ada"
LEVEL = "easy"
PATIENCE = 400
"""Turns of the person after which a moment will never come."""


class Still:
    """Time that stands still: tables are made at the same moment each time."""

    def now_ms(self) -> int:
        """Some day."""
        return 1_700_000_000_000

    def ticks(self) -> float:
        """Nothing has passed."""
        return 0.0

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Whatever takes time is left until somebody does something."""
        await event.wait()


class Here:
    """Bots that think here and now."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}

    async def think(
        self, key: str, edition: str, seats: int, bot: str, seed: int, seat: int, view: View, legal: list[int]
    ) -> int:
        """What the bot chooses."""
        mind = self._bots.setdefault(key, bots.find(bot)(seed))
        found = editions.load(edition)
        return mind.choose(Choice(found, tables_of(found, seats), view, seat, legal))


class Eyes:
    """The person at the table, who forgets everything."""

    def __init__(self, who: Who) -> None:
        self.who: Who | None = who
        self.seat: int | None = None

    def send(self, frame: bytes) -> None:
        """Nothing to look at."""


async def prepare(folder: Path) -> dict[str, Found]:
    """Make the folder; returns what there is to know about each table."""
    async with SqliteStore.open(folder) as store:
        person = await store.add_person(NAME, 0, sha256(TOKEN.encode()).digest())
        who = Who(person.id, NAME)
        hall = Hall(store, Here(), Still(), patience=0.0)
        try:
            found = await asyncio.gather(*(_bring_to(hall, store, who, each) for each in POSITIONS))
        finally:
            await hall.close()
    return {
        position.code: {"edition": position.edition} | each for position, each in zip(POSITIONS, found, strict=True)
    }


async def _bring_to(hall: Hall, store: SqliteStore, who: Who, position: Position) -> Found:
    # The store keeps what it was told first: here, before the hall would draw a code and a seed by chance.
    await store.keep_secret(None, f"table of {who.person}:{position.code} 0", position.code.encode())
    robots = {str(seat): LEVEL for seat in range(1, position.seats)}
    new = NewTable(position.code, position.edition, position.seats, [who.name], robots, undo="free", pace=0, first=0)
    await hall.create(who, new)
    table = await hall.table(position.code)
    await store.keep_secret(table.book.id, SEED, sha256(position.code.encode()).digest())
    await table.change(who, "start", Change("start"))
    eyes = Eyes(who)
    await table.attach(eyes, PERSON, None)
    try:
        return await _play(table, eyes, position)
    finally:
        table.detach(eyes)


async def _play(table: Table, eyes: Eyes, position: Position) -> Found:
    luck = Random(position.code)
    bot = bots.find("greedy")(luck.getrandbits(32))
    for number in range(PATIENCE):
        game = await _due(table)
        legal = legal_of(game, PERSON)
        assert legal is not None
        if not legal.keep and (legal.draw is not None or legal.claim) and legal.tickets is not None:
            found = position.wanted(game, data_of(game), legal)
            if found is not None:
                return found
        move = _gather(legal, luck) if position.gathers else bot.choose(_plainly(game, legal))
        answer = await table.command(eyes, Act(f"m{number}", PERSON, table.course.version, move))
        assert json.loads(answer)["type"] == "ok", answer
    raise RuntimeError(f"table {position.code} never came to what was wanted of it")


async def _due(table: Table) -> Game:
    """The game, once it is the person's turn."""
    while True:
        game = table.book.game
        if game is not None and game.over:
            raise RuntimeError(f"the game at table {table.code} is over before what was wanted of it")
        if game is not None and PERSON in game.to_act():
            return game
        await asyncio.sleep(0.001)


def _plainly(game: Game, legal: Legal) -> Choice:
    """What the person may choose, without payments that are picked card by card."""
    begun = {move for move, _, _ in legal.bundles}
    whole = [move for move in game.legal(PERSON) if move not in begun]
    return Choice(game.edition, tables_of(game.edition, game.seats), game.view(PERSON), PERSON, whole)


def _gather(legal: Legal, luck: Random) -> int:
    """A card, for as long as there are any."""
    cards = [move for move, _ in legal.take] + ([] if legal.draw is None else [legal.draw])
    others = [each for each in (legal.passes, legal.refuse, legal.tickets) if each is not None]
    return luck.choice(cards or [move for move, _ in legal.keep] or others or [legal.claim[0][0]])


if __name__ == "__main__":
    json.dump({"token": TOKEN, "tables": asyncio.run(prepare(Path(sys.argv[1])))}, sys.stdout, indent=1)
