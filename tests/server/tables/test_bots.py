"""Bots at a table: they move at its pace, in whole moves, and once."""

import asyncio

import pytest

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute
from kolej.server.accounts.identity import Identity
from kolej.server.tables import background
from kolej.server.tables.background import ALONE_SECONDS
from kolej.server.tables.bot_moves import choose_move
from kolej.server.wire.commands import Chat, Undo
from kolej.server.wire.frames import Ok
from kolej.server.wire.tables import Clock
from tests.support.fake_server import FakeServer, game_of, wait_idle, wait_until


async def test_the_pace_counts_from_the_last_entry_of_the_game(server: FakeServer) -> None:
    table, ada = await server.alone(pace=2500, first=0)
    assert ada.legal is not None
    # Opening choices have no pause.
    await wait_until(lambda: game_of(table).to_act() == [0])
    await server.act(table, ada, ada.legal.keep[0][0])
    await server.act(table, ada, "draw")
    await server.act(table, ada, "draw")
    assert game_of(table).to_act() == [1]
    await wait_until(lambda: len(server.bot_pool.calls) == 2)
    server.time.advance(2)
    await server.ask(table, ada, Chat(id="c", text="come on"))
    version = table.state.version
    await wait_idle(table)
    assert table.state.version == version
    server.time.advance(0.6)
    await wait_until(lambda: table.state.version > version)


async def test_what_a_bot_thought_about_another_moment_is_let_go(server: FakeServer) -> None:
    table, ada = await server.alone(undo="free", first=0)
    await wait_until(lambda: game_of(table).to_act() == [0])
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    await server.act(table, ada, "draw")
    server.bot_pool.gate.clear()
    await server.act(table, ada, "draw")
    assert game_of(table).to_act() == [1]
    await wait_idle(table)
    assert isinstance(await server.ask(table, ada, Undo(id="u", seat=0)), Ok)
    server.bot_pool.gate.set()
    await wait_idle(table)
    assert game_of(table).to_act() == [0] and (await server.entries(table))[-1].kind == "undone"


async def test_a_bot_that_fails_is_asked_again(server: FakeServer) -> None:
    server.bot_pool.fails = 2
    table, _ = await server.alone()
    await asyncio.sleep(0.01)
    for _ in range(4):
        server.time.advance(31)
        await wait_idle(table)
    await wait_until(lambda: game_of(table).to_act() == [0])
    assert len(server.bot_pool.calls) == 3


async def test_a_game_of_bots_alone_rests_while_nobody_watches(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3, people=[], bots={"0": "easy", "1": "hard", "2": "expert"})
    await server.change(table, ada, "start")
    await wait_idle(table)
    assert table.state.stage == "playing" and not server.bot_pool.calls
    spectator = await server.subscribe(table, None)
    version = table.state.version
    await wait_until(lambda: table.state.version > version + 5)
    table.detach(spectator)
    await wait_idle(table)
    version = table.state.version
    server.time.advance(1_000)
    await wait_idle(table)
    assert table.state.version == version and table.state.stage == "playing"
    # So it is after a restart, and it goes on when somebody returns.
    await server.restart()
    table = await server.registry.table(table.code)
    await wait_idle(table)
    assert not server.bot_pool.calls
    await server.subscribe(table, ada)
    await wait_until(lambda: table.state.stage == "over")


async def test_bots_alone_do_not_move_as_fast_as_the_server_can(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "ALONE_SECONDS", ALONE_SECONDS)
    ada = await server.person("Ada")
    table = await server.table(ada, people=[], bots={"0": "easy", "1": "hard"}, pace=0)
    await server.change(table, ada, "start")
    await server.subscribe(table, None)
    await wait_until(lambda: all(len(game_of(table).view(seat).tickets[seat] or ()) for seat in (0, 1)))
    await wait_idle(table)
    for _ in range(3):
        version = table.state.version
        server.time.advance(0.4)
        await wait_idle(table)
        assert table.state.version == version
        server.time.advance(0.2)
        await wait_until(lambda version=version: table.state.version > version)  # type: ignore[misc]
        await wait_idle(table)
        assert table.state.version == version + 1


async def test_a_game_rests_in_which_substitutes_play_for_all(server: FakeServer) -> None:
    table, ada = await server.alone(clock=Clock(10, 0), first=0)
    table.detach(ada)
    server.time.advance(11)
    await wait_until(lambda: table.state.seats[0].away is not None)
    await wait_idle(table)
    version = table.state.version
    server.time.advance(1_000)
    await wait_idle(table)
    assert table.state.version == version and table.state.stage == "playing"
    await server.subscribe(table, None)
    await wait_until(lambda: table.state.version > version)


async def test_the_owner_of_a_decision_is_the_hosts_network_and_the_host(server: FakeServer) -> None:
    ada = Identity((await server.person("Ada")).person, "Ada", "192.0.2.7")
    bob = Identity((await server.person("Bob")).person, "Bob", "198.51.100.9")
    table = await server.table(ada, seats=3, bots={"2": "easy"})
    await server.change(table, bob, "join")
    await server.change(table, ada, "start")
    await server.subscribe(table, bob)
    await wait_until(lambda: len(server.bot_pool.owners) > 0)
    assert set(server.bot_pool.owners) == {("192.0.2.7", str(ada.person), str(table.journal.id))}
    # Networks are not stored.
    assert not any("192.0.2.7" in entry.body for entry in await server.entries(table))


async def test_tables_without_a_player_of_a_known_network_share_one_turn(server: FakeServer) -> None:
    anonymous = Identity((await server.person("Ada")).person, "Ada", "")
    for edition in ("new_york", "berlin"):
        table = await server.table(anonymous, edition=edition, people=[], bots={"0": "easy", "1": "easy"})
        await server.change(table, anonymous, "start")
        await server.subscribe(table, None)
    await wait_until(lambda: len({owner[2] for owner in server.bot_pool.owners}) == 2)
    assert {owner[0] for owner in server.bot_pool.owners} == {""}


async def test_every_bot_has_its_own_key_and_luck(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=4, people=["Ada"], bots={"1": "easy", "2": "easy", "3": "hard"})
    await server.change(table, ada, "start")
    await wait_until(lambda: game_of(table).to_act() == [0])
    assert {(key, bot) for key, bot, _ in server.bot_pool.calls} == {
        (f"{table.journal.id}:1", "easy"),
        (f"{table.journal.id}:2", "easy"),
        (f"{table.journal.id}:3", "hard"),
    }
    assert len({seed for _, _, seed in server.bot_pool.calls}) == 3


async def test_a_payment_that_is_picked_card_by_card_is_one_move() -> None:
    game = Game.start(editions.load("nordic"), 2, SeededDealer(3), first=0)
    for seat in (0, 1):
        game.apply(seat, game.legal(seat)[0])
    bundles: list[int] = []
    while not bundles:
        seat = game.to_act()[0]
        legal = game.legal(seat)
        bundles = [number for number in legal if isinstance(game.move(seat, number), BeginStandIns)]
        if not bundles:
            game.apply(seat, legal[0])
    views: list[View] = []

    async def think(position: Game) -> int:
        views.append(position.view(seat))
        return bundles[-1] if len(views) == 1 else position.legal(seat)[-1]

    before = game.fingerprint()
    move = await choose_move(game, seat, think)
    assert isinstance(move, ClaimRoute) and game.fingerprint() == before
    game.apply(seat, move)
    assert game.fingerprint() != before


async def test_decisions_of_the_networks_of_one_client_take_one_turn(server: FakeServer) -> None:
    for number in range(2):
        host = Identity((await server.person(f"Ada {number}")).person, "Ada", f"2001:db8:1:{number}::/64")
        table = await server.table(host, bots={"1": "easy"})
        await server.change(table, host, "start")
        await server.subscribe(table, host)
    await wait_until(lambda: len({owner[2] for owner in server.bot_pool.owners}) == 2)
    assert {owner[0] for owner in server.bot_pool.owners} == {"2001:db8:1::/48"}
