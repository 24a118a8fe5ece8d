"""Commands over a socket: who may, when, and once."""

import asyncio
from random import Random
from typing import Any

import pytest

from kolej.engine.core import cards as packed
from kolej.engine.moves.moves import BeginBundles
from kolej.server import wire
from kolej.server.errors import Refusal
from kolej.server.tables.table import Table
from tests.support.fake_server import Looker, World, game_of, until


async def opened(world: World, table: Table, *lookers: Looker) -> Looker:
    """Opening choices made; returns whoever is due."""
    for looker in lookers:
        assert looker.legal is not None
        assert isinstance(await world.act(table, looker, looker.legal.keep[-1][0]), wire.Ok)
    return next(looker for looker in lookers if [looker.seat] == game_of(table).to_act())


def other(one: Looker, *lookers: Looker) -> Looker:
    return next(each for each in lookers if each is not one)


async def test_a_move_is_durable_when_it_is_acknowledged(world: World) -> None:
    table, ada, bob = await world.pair()
    due = await opened(world, table, ada, bob)
    answer = await world.act(table, due, "draw")
    entry = (await world.entries(table))[-1]
    assert (entry.kind, entry.number) == ("moved", answer.version)
    assert ada.version == bob.version == answer.version


async def test_opening_choices_do_not_make_each_other_stale(world: World) -> None:
    table, ada, bob = await world.pair()
    seen = bob.version
    assert ada.legal is not None and bob.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    assert bob.view is not None and bob.view.chosen == (True, False) and ada.legal is None
    assert (await world.act(table, ada, 0)).code == "not-your-turn"
    assert isinstance(await world.act(table, bob, bob.legal.keep[0][0], version=seen), wire.Ok)
    assert (await world.act(table, ada, "draw", version=seen)).code == "stale"


async def test_whoever_has_not_seen_the_last_move_is_stale(world: World) -> None:
    table, ada, bob = await world.pair()
    due = await opened(world, table, ada, bob)
    seen = due.version
    assert isinstance(await world.act(table, due, "draw"), wire.Ok)
    refused = await world.act(table, due, "draw", version=seen)
    assert (refused.code, refused.rule) == ("stale", None)
    # Words change nothing: what was seen before them is seen.
    before = due.version
    await world.ask(table, ada, wire.Chat(id="hi", text="hi"))
    assert isinstance(await world.act(table, due, "draw", version=before), wire.Ok)
    assert (await world.act(table, due, "draw", version=999)).code == "bad-command"


async def test_refusals_name_the_rule_and_change_nothing(world: World) -> None:
    table, ada, bob = await world.pair()
    refused = await world.act(table, ada, "draw")
    assert (refused.code, refused.rule) == ("illegal", "setup.keep")
    due = await opened(world, table, ada, bob)
    hash, version = game_of(table).hash(), table.course.version
    waits = other(due, ada, bob)
    for move, code, rule in [
        ("claim nowhere-else 1 red", "bad-command", None),
        ("dance", "bad-command", None),
        (99_999, "illegal", "turn.one-action"),
        ("pass", "illegal", "turn.pass"),
        (wire.Payment((0, [0])), "bad-command", None),
        (wire.Payment((500, [0] * 7)), "illegal", "claim.any"),
    ]:
        refused = await world.act(table, due, move)
        assert (refused.code, refused.rule) == (code, rule), move
    assert (await world.act(table, waits, "draw")).code == "not-your-turn"
    assert (await world.act(table, waits, "draw", seat=due.seat)).code == "not-your-seat"
    assert (await world.act(table, due, "draw", seat=9)).code == "bad-command"
    assert (await world.act(table, Looker(None), "draw", seat=0)).code == "not-allowed"
    assert (game_of(table).hash(), table.course.version) == (hash, version)
    assert len(await world.entries(table)) == version


async def test_a_command_has_one_effect(world: World) -> None:
    table, ada, bob = await world.pair()
    due = await opened(world, table, ada, bob)
    move = wire.Act(id="once", seat=due.seat or 0, version=due.version, move="draw")
    answers = await asyncio.gather(*(table.command(due, move) for _ in range(5)))
    assert len(set(answers)) == 1 and b'"ok"' in answers[0]
    assert [entry.command for entry in await world.entries(table)].count(f"{due.who.person}:once") == 1  # type: ignore[union-attr]
    for _ in range(40):
        await world.ask(table, ada, wire.Ping(id="p"))
    await world.restart()
    again = await world.hall.table(table.code)
    looker = await world.look(again, due.who)
    assert await again.command(looker, move) == answers[0]


async def test_ids_of_different_people_are_different(world: World) -> None:
    table, ada, bob = await world.pair()
    first = await world.ask(table, ada, wire.Chat(id="same", text="one"))
    second = await world.ask(table, bob, wire.Chat(id="same", text="two"))
    assert second.version == first.version + 1


async def test_a_refusal_is_remembered(world: World) -> None:
    table, ada, bob = await world.pair()
    due = await opened(world, table, ada, bob)
    waits = other(due, ada, bob)
    early = wire.Act(id="early", seat=waits.seat or 0, version=waits.version, move="draw")
    refused = await table.command(waits, early)
    await world.act(table, due, "draw")
    await world.act(table, due, "draw")
    assert game_of(table).to_act() == [waits.seat]
    assert await table.command(waits, early) == refused


async def test_two_sockets_of_one_person_see_the_same(world: World) -> None:
    table, ada, bob = await world.pair()
    second = await world.look(table, ada.who)
    due = await opened(world, table, ada, bob)
    await world.act(table, due, "draw")
    assert second.raw[-1] == ada.raw[-1] and second.view == ada.view
    table.detach(second)
    before = len(second.raw)
    await world.act(table, due, "draw")
    assert len(second.raw) == before
    assert bob.table is not None
    assert bob.table.seats[0].online
    table.detach(ada)
    assert not bob.table.seats[0].online


async def test_coming_back_brings_what_was_missed(world: World) -> None:
    table, ada, bob = await world.pair()
    due = await opened(world, table, ada, bob)
    table.detach(bob)
    seen, view = bob.version, bob.view
    await world.play(table, [ada], Random(1), lambda: game_of(table).to_act() == [1])
    await world.ask(table, ada, wire.Chat(id="c", text="are you there?"))
    back = Looker(bob.who)
    back.view, back.legal = view, bob.legal
    await table.attach(back, None, seen)
    assert not back.of(wire.ViewFrame)
    assert back.view == game_of(table).view(1)
    assert back.of(wire.ChatFrame)[0].text == "are you there?"
    assert (back.legal is not None) == (1 in game_of(table).to_act())
    assert back.version == table.course.version
    assert due.version == table.course.version or due is bob
    for since in (0, 10_000):
        assert (await world.look(table, bob.who, since=since)).of(wire.ViewFrame)


async def test_a_hot_seat_looks_from_each_of_its_seats(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=3, people=["Ada", "Bob"], bots={"2": "easy"})
    looker = await world.look(table, ada)
    info = await world.change(table, ada, "start")
    assert info.hot_seat and info.stage == "playing" and looker.seat == 0
    assert looker.view is not None and looker.view.hands[1] is None
    answer = await world.ask(table, looker, wire.Look(id="l", seat=1))
    assert answer.version == table.course.version and looker.seat == 1
    assert looker.view == game_of(table).view(1)
    assert (await world.ask(table, looker, wire.Look(id="m", seat=2))).code == "not-your-seat"
    assert (await world.ask(table, await world.look(table, None), wire.Look(id="n", seat=0))).code == "not-your-seat"
    with pytest.raises(Refusal) as error:
        await world.look(table, ada, seat=2)
    assert error.value.code == "not-your-seat"
    assert isinstance(await world.act(table, looker, looker.legal.keep[0][0]), wire.Ok)  # type: ignore[union-attr]
    await world.ask(table, looker, wire.Look(id="o", seat=0))
    assert isinstance(await world.act(table, looker, looker.legal.keep[0][0]), wire.Ok)  # type: ignore[union-attr]


async def test_questions_are_for_ones_own_seat(world: World) -> None:
    table, ada, bob = await world.pair(hints=True)
    await opened(world, table, ada, bob)
    for ask in (wire.Why(id="w", seat=0, route=0), wire.Reach(id="r", seat=0)):
        assert isinstance(await world.ask(table, ada, ask), wire.Answer)
        assert (await world.ask(table, bob, ask)).code == "not-your-seat"
    assert (await world.ask(table, bob, wire.Odds(id="o", seat=0, route=0, cards=[1]))).code == "not-your-seat"
    assert isinstance(await world.ask(table, bob, wire.Ping(id="p")), wire.Ok)


async def test_odds_are_a_hint(world: World) -> None:
    table, ada, _ = await world.pair()
    assert (await world.ask(table, ada, wire.Odds(id="o", seat=0, route=0, cards=[1]))).code == "no-hints"


async def test_nothing_is_played_before_the_start(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada)
    looker = await world.look(table, ada)
    assert (await world.act(table, looker, "draw")).code == "not-started"
    assert (await world.ask(table, looker, wire.Undo(id="u", seat=0))).code == "not-started"
    assert (await world.ask(table, looker, wire.Reach(id="r", seat=0))).code == "not-started"


async def nordic_payment(world: World) -> tuple[Table, Looker, Any]:
    """A game in which somebody may pay with stand-ins."""
    ada = await world.person("Ada")
    table = await world.table(ada, edition="nordic", people=["Ada"], bots={"1": "easy"})
    await world.change(table, ada, "start")
    looker = await world.look(table, ada)
    await world.act(table, looker, looker.legal.keep[0][0])  # type: ignore[union-attr]
    for _ in range(60):
        await until(lambda: game_of(table).to_act() == [0])
        assert looker.legal is not None
        if looker.legal.bundles:
            return table, looker, looker.legal.bundles[0]
        assert isinstance(await world.act(table, looker, "draw"), wire.Ok)
    raise AssertionError("there was never such a payment")


async def test_a_payment_with_stand_ins_is_one_command(world: World) -> None:
    table, looker, (number, route, _) = await nordic_payment(world)
    refused = await world.act(table, looker, number)
    assert (refused.code, refused.rule) == ("illegal", "claim.choice")
    game = game_of(table)
    name = game.edition.board.routes[route].id
    assert (await world.act(table, looker, f"bundles {name} 1")).code == "illegal"
    trial = game.copy()
    trial.dealer = None
    assert isinstance(trial.move(0, number), BeginBundles)
    trial.apply(0, number)
    kinds = 1 + len(game.edition.board.colors)
    cards = 0
    while trial.to_act() == [0] and (legal := trial.legal(0)) and hasattr(trial.move(0, legal[0]), "card"):
        cards += packed.of(trial.move(0, legal[0]).card)  # type: ignore[union-attr]
        trial.apply(0, legal[0])
    stranger = await world.look(table, None)
    version = table.course.version
    whole = wire.Payment((route, list(packed.unpack(cards, kinds))))
    answer = await world.act(table, looker, whole)
    assert isinstance(answer, wire.Ok) and answer.version == version + 1
    await until(lambda: table.course.version > version)
    told = next(frame for frame in stranger.of(wire.EventsFrame) if frame.version == answer.version)
    assert "CardsPicked" not in [name for name, _ in told.events]
    assert "RouteClaimed" in [name for name, _ in told.events] or "TunnelBegun" in [name for name, _ in told.events]
    assert game_of(table).view(0).owner[route] == 0 or "TunnelBegun" in [name for name, _ in told.events]


async def test_words(world: World) -> None:
    table, ada, bob = await world.pair()
    await world.ask(table, bob, wire.Chat(id="1", text="  good luck, Ada "))
    frame = ada.of(wire.ChatFrame)[-1]
    assert (frame.seat, frame.name, frame.text) == (1, "Bob", "good luck, Ada")
    assert frame.at == world.time.now_ms() and frame.version == table.course.version
    cid = await world.look(table, await world.person("Cid"))
    await world.ask(table, cid, wire.Chat(id="2", text="hi"))
    assert (ada.of(wire.ChatFrame)[-1].seat, ada.of(wire.ChatFrame)[-1].name) == (None, "Cid")
    for text in ("a\nb", "x\u202ey", "\x07", "   "):
        assert (await world.ask(table, bob, wire.Chat(id=world.id(), text=text))).code == "bad-command"
    assert (await world.ask(table, Looker(None), wire.Chat(id="3", text="hi"))).code == "not-allowed"
