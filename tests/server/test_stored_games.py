"""Stored databases of earlier versions: every table opens, replays to the same state, goes on, and can be verified."""

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from kolej.cli import main
from kolej.engine.core.cards import pack
from kolej.engine.knowledge.events import BY_TAG
from kolej.server.accounts.identity import Identity
from kolej.server.accounts.people import People, identity_of
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.server.tables.log.entries import BODIES, GameStarted, Moved, body_of
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Fallback
from kolej.server.wire.frames import DealFrame, Ok
from tests.fixtures.summary import summary
from tests.support.fake_server import FakeServer, game_of, new_table, wait_until

FIXTURES = Path(__file__).parents[1] / "fixtures"
STORED = sorted(path.parent for path in FIXTURES.glob("*/kolej.db"))
ADA, BOB = Identity(1, "Ada"), Identity(2, "Bob")
NEVER_STORED = {"Passed", "DisplayStood"}
"""Too rare for a few games; other tests cover them."""
NEWER: set[str] = set()
"""Kinds of entries that are newer than every stored database; other tests cover them."""
LATER = {
    "schema-3": {"consented", "declined", "deletion", "forgotten", "missing", "moderated", "requested", "shape"}
    | {"ending", "kept", "resigned", "stations", "stopped"}
}
"""Kinds of entries that were added after an older database was stored."""

Work = Callable[[FakeServer, dict[str, Any]], Awaitable[None]]


@pytest.fixture(params=STORED, ids=lambda folder: str(folder.name))
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Work], None]:
    """Runs a coroutine with a server on a copy of the database and the expected values. Bots wait."""
    folder: Path = request.param
    expected = {"folder": folder.name} | json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(folder / "kolej.db", data / "kolej.db")

    async def run(work: Work) -> None:
        async with FakeServer(data) as server:
            server.bot_pool.gate.clear()
            await server.registry.open()
            await work(server, expected)

    return lambda work: asyncio.run(run(work))


async def table_of(server: FakeServer, expected: dict[str, Any], name: str) -> Table:
    return await server.registry.table(expected["tables"][name]["code"])


def test_there_are_some() -> None:
    assert STORED
    assert all(path.stat().st_size < 600_000 for folder in STORED for path in folder.iterdir())


def test_every_table_is_what_it_was(opened: Callable[[Work], None]) -> None:
    """Loading a game compares the checksum of its state with the log; histories are compared for every viewer."""

    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        running = [each for each in expected["tables"].values() if each["state"] == "running"]
        assert server.registry.live == len(running) > 5
        for name, was in expected["tables"].items():
            table = await server.registry.table(was["code"])
            now = {"code": table.code, **await summary(table)}
            # A summary has gained fields since the first databases were stored.
            assert {field: now[field] for field in was} == was, name

    opened(work)


def in_version_1(events: bytes) -> bytes:
    """Events with the field names and the packed cards of logs written before version 2 of the protocol."""
    old = {"option": "way", "stand_ins": "swaps"}

    def renamed(fields: dict[str, Any]) -> dict[str, Any]:
        return {old.get(name, name): value for name, value in fields.items()}

    pairs = msgspec.json.decode(events)
    for _, fields in pairs:
        fields["status"] = renamed(fields["status"])
        if "cards" in fields:
            fields["cards"] = pack(fields["cards"])
    return msgspec.json.encode([(tag, renamed(fields)) for tag, fields in pairs])


def test_every_kind_of_entry_and_event_is_read(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        kinds, tags = set(), set()
        for was in expected["tables"].values():
            for entry in await server.entries(await server.registry.table(was["code"])):
                kinds.add(entry.kind)
                body = body_of(entry)
                if isinstance(body, Moved | GameStarted):
                    # Events that are read and written again equal the stored ones, except for the names of version 1.
                    written = bytes(RedactedEvents.read(body.events).unredacted())
                    assert bytes(body.events) in (written, in_version_1(written))
                    tags |= {tag for tag, _ in msgspec.json.decode(body.events)}
        assert kinds == set(BODIES) - NEWER - LATER.get(expected["folder"], set())
        assert tags == set(BY_TAG) - NEVER_STORED

    opened(work)


def test_lists_show_them(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        shown = {info.code: info for info in await server.registry.mine(ADA)}
        for name, was in expected["tables"].items():
            if "Ada" in was["names"]:
                info = shown[was["code"]]
                assert (info.status, info.version, info.rematch) == (was["state"], was["version"], was["rematch"]), name
                assert [seat.name for seat in info.seats] == was["names"]

    opened(work)


def test_every_game_that_is_on_goes_on(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        played = 0
        for name, was in expected["tables"].items():
            if was["stage"] != "playing":
                continue
            table = await server.registry.table(was["code"])
            (seat,) = game_of(table).to_act()
            subscriber = await server.subscribe(
                table, BOB if table.state.seats[seat].person == BOB.person else ADA, seat
            )
            version = table.state.version
            answer = await server.act(table, subscriber, game_of(table).legal(seat)[0])
            assert isinstance(answer, Ok) and table.state.version > version, name
            assert subscriber.view == game_of(table).view(seat)
            played += 1
        assert played > 5

    opened(work)


def test_bots_go_on_for_those_who_left(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        table = await table_of(server, expected, "left")
        ada = await server.subscribe(table, ADA)
        server.bot_pool.gate.set()
        for _ in range(2):
            while game_of(table).to_act() == [0]:
                assert isinstance(await server.act(table, ada, game_of(table).legal(0)[0]), Ok)
            await wait_until(lambda: game_of(table).to_act() == [0])

    opened(work)


def test_an_undo_that_waits_is_granted(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        table = await table_of(server, expected, "undo asked")
        undone, before = table.state.undo_count, game_of(table).checksum()
        bob = await server.subscribe(table, BOB)
        assert isinstance(await server.ask(table, bob, Agree(id="agree", seat=1, agree=True)), Ok)
        assert table.state.undo_count == undone + 1 and game_of(table).checksum() != before

    opened(work)


def test_a_deal_that_was_under_way_comes_to_its_end(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        table = await table_of(server, expected, "dealing")
        ada = await server.subscribe(table, ADA)
        server.time.advance(6)
        await wait_until(lambda: ada.of(DealFrame)[-1].missing == [1])
        assert isinstance(await server.ask(table, ada, Fallback(id="agree", seat=0, missing=[1])), Ok)
        await wait_until(lambda: ada.of(DealFrame)[-1].stage == "open")
        # Nobody else has a seed in the deal, so nobody is asked about Ada's, who does not open it.
        server.time.advance(21)
        await wait_until(lambda: table.state.stage == "playing")
        assert table.state.deal is not None and table.state.deal.fallbacks == ((0, "unopened"),)

    opened(work)


def test_the_finished_game_is_verified(opened: Callable[[Work], None], tmp_path: Path) -> None:
    file = tmp_path / "finished.kolej"

    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        text = await (await table_of(server, expected, "finished")).file()
        file.write_bytes(text.encode())
        assert sha256(file.read_bytes()).hexdigest() == expected["tables"]["finished"]["file"]

    opened(work)
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0, result.output


def test_the_same_command_opens_no_second_table(opened: Callable[[Work], None]) -> None:
    """The code of a table is a secret whose name contains the command's key."""

    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        entries = await server.entries(await table_of(server, expected, "gathering"))
        person, _, command = (entries[0].command or "").partition(":")
        again = new_table(command, edition="nordic", seats=3)
        info = await server.registry.create(Identity(int(person), "Ada"), again)
        assert info.code == expected["tables"]["gathering"]["code"]

    opened(work)


def test_people_are_known_again(opened: Callable[[Work], None]) -> None:
    async def work(server: FakeServer, expected: dict[str, Any]) -> None:
        people = People(server.store, Limits(Settings()), server.time)
        account, guest = expected["account"], expected["guest"]
        person, token = await people.log_in(account["name"], account["password"], "127.0.0.1")
        assert identity_of(person) == ADA and (await people.by_token(token)) == person
        known = await people.by_token(guest["token"])
        assert known is not None and identity_of(known) == BOB
        people.close()

    opened(work)
