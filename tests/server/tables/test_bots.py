"""Bots at a table: at its pace, by whole moves, and never twice."""

import asyncio

from kolej import editions
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import BeginBundles, ClaimRoute
from kolej.server import wire
from kolej.server.tables.bot_moves import decided
from tests.support.fake_server import World, game_of, settled, until


async def test_the_pace_counts_from_the_last_entry_of_the_game(world: World) -> None:
    table, ada = await world.alone(pace=2500, first=0)
    assert ada.legal is not None
    # Opening choices come at once.
    await until(lambda: game_of(table).to_act() == [0])
    await world.act(table, ada, ada.legal.keep[0][0])
    await world.act(table, ada, "draw")
    await world.act(table, ada, "draw")
    assert game_of(table).to_act() == [1]
    await until(lambda: len(world.thinkers.asked) == 2)
    world.time.advance(2)
    await world.ask(table, ada, wire.Chat(id="c", text="come on"))
    version = table.course.version
    await settled(table)
    assert table.course.version == version
    world.time.advance(0.6)
    await until(lambda: table.course.version > version)


async def test_what_a_bot_thought_about_another_moment_is_let_go(world: World) -> None:
    table, ada = await world.alone(undo="free", first=0)
    await until(lambda: game_of(table).to_act() == [0])
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    await world.act(table, ada, "draw")
    world.thinkers.gate.clear()
    await world.act(table, ada, "draw")
    assert game_of(table).to_act() == [1]
    await settled(table)
    assert isinstance(await world.ask(table, ada, wire.Undo(id="u", seat=0)), wire.Ok)
    world.thinkers.gate.set()
    await settled(table)
    assert game_of(table).to_act() == [0] and (await world.entries(table))[-1].kind == "undone"


async def test_a_bot_that_fails_is_asked_again(world: World) -> None:
    world.thinkers.fails = 2
    table, _ = await world.alone()
    await asyncio.sleep(0.01)
    for _ in range(4):
        world.time.advance(31)
        await settled(table)
    await until(lambda: game_of(table).to_act() == [0])
    assert len(world.thinkers.asked) == 3


async def test_every_bot_has_its_own_key_and_luck(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=4, people=["Ada"], bots={"1": "easy", "2": "easy", "3": "hard"})
    await world.change(table, ada, "start")
    await until(lambda: game_of(table).to_act() == [0])
    assert {(key, bot) for key, bot, _ in world.thinkers.asked} == {
        (f"{table.book.id}:1", "easy"),
        (f"{table.book.id}:2", "easy"),
        (f"{table.book.id}:3", "hard"),
    }
    assert len({seed for _, _, seed in world.thinkers.asked}) == 3


async def test_a_payment_that_is_picked_card_by_card_is_one_move() -> None:
    game = Game.start(editions.load("nordic"), 2, SeededDealer(3), first=0)
    for seat in (0, 1):
        game.apply(seat, game.legal(seat)[0])
    bundles: list[int] = []
    while not bundles:
        seat = game.to_act()[0]
        legal = game.legal(seat)
        bundles = [number for number in legal if isinstance(game.move(seat, number), BeginBundles)]
        if not bundles:
            game.apply(seat, legal[0])
    views: list[View] = []

    async def think(view: View, legal: list[int]) -> int:
        views.append(view)
        return bundles[-1] if len(views) == 1 else legal[-1]

    before = game.hash()
    move = await decided(game, seat, think)
    assert isinstance(move, ClaimRoute) and game.hash() == before
    game.apply(seat, move)
    assert game.hash() != before
