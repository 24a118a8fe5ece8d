"""Restarts at any point: what was acknowledged is there, and the same cards come."""

import asyncio
from random import Random

import apsw
import pytest

from kolej import editions
from kolej.engine.game import Game
from kolej.engine.moves.moves import DrawBlind
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from kolej.server.errors import Refusal
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Undo
from kolej.server.wire.frames import Ok
from tests.support.fake_server import FakeBotPool, FakeServer, FakeSubscriber, FaultyStore, game_of, wait_until


async def again(server: FakeServer, table: Table, *subscribers: FakeSubscriber) -> tuple[Table, list[FakeSubscriber]]:
    """The same table and subscribers after a restart; they must see what they saw before."""
    before = table.info(None)
    await server.restart()
    fresh = await server.registry.table(table.code)
    assert fresh is not table
    back = [await server.subscribe(fresh, subscriber.identity, subscriber.seat) for subscriber in subscribers]
    for old, new in zip(subscribers, back, strict=True):
        assert new.view == old.view and new.legal == old.legal and new.version == old.version
        assert (old.table is None) == (new.table is None)
    after = fresh.info(None)
    assert (before.version, before.stage, before.status) == (after.version, after.stage, after.status)
    assert [seat.name for seat in before.seats] == [seat.name for seat in after.seats]
    return fresh, back


async def test_while_people_gather(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3, undo="none", pace=500)
    await server.change(table, bob, "join", seat=2)
    subscriber = await server.subscribe(table, ada)
    table, (subscriber,) = await again(server, table, subscriber)
    assert subscriber.table is not None and subscriber.table.host and subscriber.table.settings.pace == 500
    await server.change(table, ada, "bot")
    assert (await server.change(table, ada, "start")).stage == "dealing"


async def test_at_the_opening_choice(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    table, (ada, bob) = await again(server, table, ada, bob)
    assert game_of(table).to_act() == [1]
    await server.play(table, [ada, bob], Random(1), lambda: table.state.version > 20)


@pytest.mark.parametrize("edition", editions.names())
async def test_the_same_cards_come(server: FakeServer, edition: str) -> None:
    """A server that was restarted and one that was not go on in the same way."""
    table, ada, bob = await server.pair(edition=edition)
    await server.play(table, [ada, bob], Random(edition), lambda: table.state.version > 24)
    straight = game_of(table).copy()
    table, (ada, bob) = await again(server, table, ada, bob)
    for _ in range(12):
        seat = straight.to_act()[0]
        subscriber = ada if seat == 0 else bob
        move = blind_or_first(straight, seat)
        straight.apply(seat, move)
        assert isinstance(await server.act(table, subscriber, move), Ok)
        assert game_of(table).fingerprint() == straight.fingerprint()


def blind_or_first(game: Game, seat: int) -> int:
    """A move that needs an outcome of chance, if there is one."""
    legal = game.legal(seat)
    return next((number for number in legal if isinstance(game.move(seat, number), DrawBlind)), legal[0])


async def test_in_the_midst_of_a_tunnel(server: FakeServer) -> None:
    table, ada, bob = await server.pair(edition="europe")

    def asked() -> bool:
        subscriber = next((each for each in (ada, bob) if each.legal is not None), ada)
        return subscriber.legal is not None and subscriber.legal.refuse is not None

    rng = Random(3)
    for _ in range(400):
        if asked() or game_of(table).over:
            break
        subscriber = ada if 0 in game_of(table).to_act() else bob
        legal = subscriber.legal
        assert legal is not None
        tunnels = [n for n, route, *_ in legal.claim if game_of(table).edition.board.routes[route].kind == "tunnel"]
        move = (
            rng.choice(tunnels) if tunnels else server.choice(game_of(table), subscriber, rng) if legal.keep else "draw"
        )
        assert isinstance(await server.act(table, subscriber, move), Ok)
    assert asked()
    table, (ada, bob) = await again(server, table, ada, bob)
    assert asked()
    subscriber = ada if 0 in game_of(table).to_act() else bob
    assert isinstance(await server.act(table, subscriber, "refuse"), Ok)


async def test_after_an_undo(server: FakeServer) -> None:
    table, ada, bob = await server.pair(undo="agreed")
    await server.play(table, [ada, bob], Random(4), lambda: table.state.version > 18)
    for asker, agrees in ((0, 1), (1, 0)):
        by = {0: ada, 1: bob}
        await server.ask(table, by[asker], Undo(id=f"u{asker}", seat=asker))
        if table.state.undo_request is not None:
            answer = await server.ask(table, by[agrees], Agree(id=f"a{asker}", seat=agrees, agree=True))
            assert isinstance(answer, Ok)
    assert table.state.undo_count == 2
    straight = game_of(table).copy()
    table, (ada, bob) = await again(server, table, ada, bob)
    assert game_of(table).fingerprint() == straight.fingerprint()
    seat = straight.to_act()[0]
    move = blind_or_first(straight, seat)
    straight.apply(seat, move)
    await server.act(table, ada if seat == 0 else bob, move)
    assert game_of(table).fingerprint() == straight.fingerprint()
    await server.play(table, [ada, bob], Random(5))
    text = await table.file()
    recorded = read(text, "table", editions.load)
    assert sum(step.text.startswith("undone") for step in recorded.steps) == 2
    FairDealFile(text).check(recorded.edition)


async def test_bots_go_on_by_themselves(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3, people=[], bots={"0": "easy", "1": "easy", "2": "easy"})
    await server.change(table, ada, "start")
    await server.subscribe(table, None)
    await wait_until(lambda: table.state.version > 30)
    await server.restart()
    assert server.registry.live == 1
    table = await server.registry.table(table.code)
    assert table.state.version > 30
    await server.subscribe(table, None)
    await wait_until(lambda: table.state.stage == "over")
    text = await table.file()
    FairDealFile(text).check(read(text, "table", editions.load).edition)


async def test_a_bot_that_was_stopped_while_writing_moves_once(server: FakeServer) -> None:
    table, ada = await server.alone()
    looked = await server.subscribe(table, None)
    assert ada.legal is not None
    server.store.held = asyncio.Event()
    acting = asyncio.ensure_future(server.act(table, ada, ada.legal.keep[0][0]))
    await asyncio.sleep(0.02)
    await server.registry.close()
    server.store.held.set()
    server.store.held = None
    answer = await acting
    assert answer.code in ("busy", "storage") or isinstance(answer, Ok)
    await server.restart()
    table = await server.registry.table(table.code)
    await wait_until(lambda: 1 not in game_of(table).to_act())
    commands = [entry.command for entry in await server.entries(table) if entry.kind == "moved"]
    assert len(commands) == len(set(commands))
    assert looked.version <= table.state.version


async def test_a_log_by_other_rules_keeps_nobody_else_from_playing(server: FakeServer) -> None:
    table, *_ = await server.pair()
    other, *_ = await server.pair()
    await server.registry.close()
    broken = (await server.entries(table))[-1]
    assert broken.kind == "began"
    await server.store.close()
    connection = apsw.Connection(str(server.folder / "kolej.db"))
    connection.execute("DROP TRIGGER entries_stay_as_they_are")
    body = broken.body.replace('"hash":"', '"hash":"0')
    connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND kind = 'began'", (body, table.journal.id))
    connection.close()
    server.store = FaultyStore.open(server.folder)
    server.registry = TableRegistry(server.store, FakeBotPool(), server.time)
    await server.registry.open()
    assert (await server.registry.table(other.code)).state.stage == "playing"
    with pytest.raises(Refusal, match="can't be played again") as error:
        await server.registry.table(table.code)
    assert error.value.code == "storage"


async def test_any_fault_with_one_table_leaves_the_others_in_play(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [(await server.pair())[0] for _ in range(3)]
    bad, codes = tables[1].code, [table.code for table in tables]
    load = Journal.load

    async def fails(journal: Journal) -> None:
        if journal.code == bad:
            raise ValueError("a fault in a rule")
        await load(journal)

    del tables
    monkeypatch.setattr(Journal, "load", fails)
    await server.restart()
    assert [code for code in codes if server.registry.in_memory(code)] == [codes[0], codes[2]]
    assert any("was not loaded" in record.message for record in caplog.records)
