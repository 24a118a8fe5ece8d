"""Servers that stop anywhere: what was acknowledged is there, and the same cards come."""

import asyncio
from random import Random

import apsw
import pytest

from kolej import editions
from kolej.engine.game import Game
from kolej.engine.moves.moves import DrawBlind
from kolej.engine.record.replay import read
from kolej.fair_verifier import Deal
from kolej.server import wire
from kolej.server.errors import Refusal
from kolej.server.tables.registry import Hall
from kolej.server.tables.table import Table
from tests.support.fake_server import Looker, Quick, Watchful, World, game_of, until


async def again(world: World, table: Table, *lookers: Looker) -> tuple[Table, list[Looker]]:
    """The same table and people after a restart, who see what they saw."""
    before = table.info(None)
    await world.restart()
    fresh = await world.hall.table(table.code)
    assert fresh is not table
    back = [await world.look(fresh, looker.who, looker.seat) for looker in lookers]
    for old, new in zip(lookers, back, strict=True):
        assert new.view == old.view and new.legal == old.legal and new.version == old.version
        assert (old.table is None) == (new.table is None)
    after = fresh.info(None)
    assert (before.version, before.stage, before.state) == (after.version, after.stage, after.state)
    assert [seat.name for seat in before.seats] == [seat.name for seat in after.seats]
    return fresh, back


async def test_while_people_gather(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    table = await world.table(ada, seats=3, undo="none", pace=500)
    await world.change(table, bob, "join", seat=2)
    looker = await world.look(table, ada)
    table, (looker,) = await again(world, table, looker)
    assert looker.table is not None and looker.table.host and looker.table.pace == 500
    await world.change(table, ada, "bot")
    assert (await world.change(table, ada, "start")).stage == "dealing"


async def test_at_the_opening_choice(world: World) -> None:
    table, ada, bob = await world.pair()
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    table, (ada, bob) = await again(world, table, ada, bob)
    assert game_of(table).to_act() == [1]
    await world.play(table, [ada, bob], Random(1), lambda: table.course.version > 20)


@pytest.mark.parametrize("edition", editions.names())
async def test_the_same_cards_come(world: World, edition: str) -> None:
    """Two servers, of which one was restarted, go on alike from the same moment."""
    table, ada, bob = await world.pair(edition=edition)
    await world.play(table, [ada, bob], Random(edition), lambda: table.course.version > 24)
    straight = game_of(table).copy()
    table, (ada, bob) = await again(world, table, ada, bob)
    for _ in range(12):
        seat = straight.to_act()[0]
        looker = ada if seat == 0 else bob
        move = blind_or_first(straight, seat)
        straight.apply(seat, move)
        assert isinstance(await world.act(table, looker, move), wire.Ok)
        assert game_of(table).hash() == straight.hash()


def blind_or_first(game: Game, seat: int) -> int:
    """A move that asks chance for something, if there is one."""
    legal = game.legal(seat)
    return next((number for number in legal if isinstance(game.move(seat, number), DrawBlind)), legal[0])


async def test_in_the_midst_of_a_tunnel(world: World) -> None:
    table, ada, bob = await world.pair(edition="europe")

    def asked() -> bool:
        looker = next((each for each in (ada, bob) if each.legal is not None), ada)
        return looker.legal is not None and looker.legal.refuse is not None

    luck = Random(3)
    for _ in range(400):
        if asked() or game_of(table).over:
            break
        looker = ada if 0 in game_of(table).to_act() else bob
        legal = looker.legal
        assert legal is not None
        tunnels = [n for n, route, _ in legal.claim if game_of(table).edition.board.routes[route].kind == "tunnel"]
        move = luck.choice(tunnels) if tunnels else world.choice(game_of(table), looker, luck) if legal.keep else "draw"
        assert isinstance(await world.act(table, looker, move), wire.Ok)
    assert asked()
    table, (ada, bob) = await again(world, table, ada, bob)
    assert asked()
    looker = ada if 0 in game_of(table).to_act() else bob
    assert isinstance(await world.act(table, looker, "refuse"), wire.Ok)


async def test_after_an_undo(world: World) -> None:
    table, ada, bob = await world.pair(undo="agreed")
    await world.play(table, [ada, bob], Random(4), lambda: table.course.version > 18)
    for asker, agrees in ((0, 1), (1, 0)):
        by = {0: ada, 1: bob}
        await world.ask(table, by[asker], wire.Undo(id=f"u{asker}", seat=asker))
        if table.asked is not None:
            answer = await world.ask(table, by[agrees], wire.Agree(id=f"a{asker}", seat=agrees, agree=True))
            assert isinstance(answer, wire.Ok)
    assert table.course.undone == 2
    straight = game_of(table).copy()
    table, (ada, bob) = await again(world, table, ada, bob)
    assert game_of(table).hash() == straight.hash()
    seat = straight.to_act()[0]
    move = blind_or_first(straight, seat)
    straight.apply(seat, move)
    await world.act(table, ada if seat == 0 else bob, move)
    assert game_of(table).hash() == straight.hash()
    await world.play(table, [ada, bob], Random(5))
    text = await table.file(None)
    recorded = read(text, "table", editions.load)
    assert sum(step.text.startswith("undone") for step in recorded.steps) == 2
    Deal(text).check(recorded.edition)


async def test_bots_go_on_by_themselves(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=3, people=[], bots={"0": "easy", "1": "easy", "2": "easy"})
    await world.change(table, ada, "start")
    await until(lambda: table.course.version > 30)
    await world.restart()
    assert world.hall.live == 1
    table = await world.hall.table(table.code)
    assert table.course.version > 30
    await until(lambda: table.course.stage == "over")
    text = await table.file(None)
    Deal(text).check(read(text, "table", editions.load).edition)


async def test_a_bot_that_was_stopped_while_writing_moves_once(world: World) -> None:
    table, ada = await world.alone()
    looked = await world.look(table, None)
    assert ada.legal is not None
    world.store.held = asyncio.Event()
    acting = asyncio.ensure_future(world.act(table, ada, ada.legal.keep[0][0]))
    await asyncio.sleep(0.02)
    await world.hall.close()
    world.store.held.set()
    world.store.held = None
    answer = await acting
    assert answer.code in ("busy", "storage") or isinstance(answer, wire.Ok)
    await world.restart()
    table = await world.hall.table(table.code)
    await until(lambda: 1 not in game_of(table).to_act())
    commands = [entry.command for entry in await world.entries(table) if entry.kind == "moved"]
    assert len(commands) == len(set(commands))
    assert looked.version <= table.course.version


async def test_a_log_by_other_rules_keeps_nobody_else_from_playing(world: World) -> None:
    table, *_ = await world.pair()
    other, *_ = await world.pair()
    await world.hall.close()
    broken = (await world.entries(table))[-1]
    assert broken.kind == "began"
    await world.store.close()
    connection = apsw.Connection(str(world.folder / "kolej.db"))
    connection.execute("DROP TRIGGER entries_stay_as_they_are")
    body = broken.body.replace('"hash":"', '"hash":"0')
    connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND kind = 'began'", (body, table.book.id))
    connection.close()
    world.store = Watchful.open(world.folder)
    world.hall = Hall(world.store, Quick(), world.time)
    await world.hall.open()
    assert (await world.hall.table(other.code)).course.stage == "playing"
    with pytest.raises(Refusal, match="can't be played again") as error:
        await world.hall.table(table.code)
    assert error.value.code == "storage"
