"""Commands over a socket: permissions, order and idempotency."""

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kolej.engine.core import cards as counts
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns
from kolej.server.errors import Refusal
from kolej.server.tables.actions import questions
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Act, Chat, Look, Odds, Payment, Ping, Reach, Undo, Why
from kolej.server.wire.frames import Answer, ChatFrame, EventsFrame, Ok, ViewFrame
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_until
from tests.support.turns import others_turns


async def opened(server: FakeServer, table: Table, *subscribers: FakeSubscriber) -> FakeSubscriber:
    """Make the opening choices; returns the subscriber whose decision is due."""
    for subscriber in subscribers:
        assert subscriber.legal is not None
        assert isinstance(await server.act(table, subscriber, subscriber.legal.keep[-1][0]), Ok)
    return next(subscriber for subscriber in subscribers if [subscriber.seat] == game_of(table).to_act())


def other(one: FakeSubscriber, *subscribers: FakeSubscriber) -> FakeSubscriber:
    return next(each for each in subscribers if each is not one)


async def test_a_move_is_durable_when_it_is_acknowledged(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    due = await opened(server, table, ada, bob)
    answer = await server.act(table, due, "draw")
    entry = (await server.entries(table))[-1]
    assert (entry.kind, entry.number) == ("moved", answer.version)
    assert ada.version == bob.version == answer.version


async def test_opening_choices_do_not_make_each_other_stale(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    seen = bob.version
    assert ada.legal is not None and bob.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    assert bob.view is not None and bob.view.chosen == (True, False) and ada.legal is None
    assert (await server.act(table, ada, 0)).code == "tickets-chosen"
    assert isinstance(await server.act(table, bob, bob.legal.keep[0][0], version=seen), Ok)
    assert (await server.act(table, ada, "draw", version=seen)).code == "stale"


async def test_a_player_who_has_not_seen_the_last_move_is_stale(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    due = await opened(server, table, ada, bob)
    seen = due.version
    assert isinstance(await server.act(table, due, "draw"), Ok)
    refused = await server.act(table, due, "draw", version=seen)
    assert (refused.code, refused.rule) == ("stale", None)
    # Chat changes nothing: a version from before it is not stale.
    before = due.version
    await server.ask(table, ada, Chat(id="hi", text="hi"))
    assert isinstance(await server.act(table, due, "draw", version=before), Ok)
    assert (await server.act(table, due, "draw", version=999)).code == "bad-command"


async def test_refusals_name_the_rule_and_change_nothing(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    refused = await server.act(table, ada, "draw")
    assert (refused.code, refused.rule) == ("tickets-first", "setup.keep")
    due = await opened(server, table, ada, bob)
    hash, version = game_of(table).fingerprint(), table.state.version
    waits = other(due, ada, bob)
    for move, code, rule in [
        ("claim nowhere-else 1 red", "bad-command", None),
        ("dance", "bad-command", None),
        (99_999, "unknown-move", "turn.one-action"),
        ("pass", "no-pass", "turn.pass"),
        (Payment((0, [0])), "bad-command", None),
        (Payment((500, [0] * 7)), "unknown-route", "claim.any"),
    ]:
        refused = await server.act(table, due, move)
        assert (refused.code, refused.rule) == (code, rule), move
    assert (await server.act(table, waits, "draw")).code == "not-your-turn"
    assert (await server.act(table, waits, "draw", seat=due.seat)).code == "not-your-seat"
    assert (await server.act(table, due, "draw", seat=9)).code == "bad-command"
    assert (await server.act(table, FakeSubscriber(None), "draw", seat=0)).code == "not-allowed"
    assert (game_of(table).fingerprint(), table.state.version) == (hash, version)
    assert len(await server.entries(table)) == version


async def test_a_command_has_one_effect(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    due = await opened(server, table, ada, bob)
    move = Act(id="once", seat=due.seat or 0, version=due.version, move="draw")
    answers = await asyncio.gather(*(table.command(due, move) for _ in range(5)))
    assert len(set(answers)) == 1 and b'"ok"' in answers[0]
    assert [entry.command for entry in await server.entries(table)].count(f"{due.identity.person}:once") == 1  # type: ignore[union-attr]
    for _ in range(40):
        await server.ask(table, ada, Ping(id="p"))
    await server.restart()
    again = await server.registry.table(table.code)
    subscriber = await server.subscribe(again, due.identity)
    assert await again.command(subscriber, move) == answers[0]


async def test_ids_of_different_people_are_different(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    first = await server.ask(table, ada, Chat(id="same", text="one"))
    second = await server.ask(table, bob, Chat(id="same", text="two"))
    assert second.version == first.version + 1


async def test_a_refusal_is_remembered(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    due = await opened(server, table, ada, bob)
    waits = other(due, ada, bob)
    early = Act(id="early", seat=waits.seat or 0, version=waits.version, move="draw")
    refused = await table.command(waits, early)
    await server.act(table, due, "draw")
    await server.act(table, due, "draw")
    assert game_of(table).to_act() == [waits.seat]
    assert await table.command(waits, early) == refused


async def test_two_sockets_of_one_person_see_the_same(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    second = await server.subscribe(table, ada.identity)
    due = await opened(server, table, ada, bob)
    await server.act(table, due, "draw")
    assert second.raw[-1] == ada.raw[-1] and second.view == ada.view
    table.detach(second)
    before = len(second.raw)
    await server.act(table, due, "draw")
    assert len(second.raw) == before
    assert bob.table is not None
    assert bob.table.seats[0].online
    table.detach(ada)
    assert not bob.table.seats[0].online


async def test_coming_back_brings_what_was_missed(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    due = await opened(server, table, ada, bob)
    table.detach(bob)
    seen, view = bob.version, bob.view
    await server.play(table, [ada], Random(1), lambda: game_of(table).to_act() == [1])
    await server.ask(table, ada, Chat(id="c", text="are you there?"))
    back = FakeSubscriber(bob.identity)
    back.view, back.legal = view, bob.legal
    await table.attach(back, None, seen)
    assert not back.of(ViewFrame)
    assert back.view == game_of(table).view(1)
    assert back.of(ChatFrame)[0].text == "are you there?"
    assert (back.legal is not None) == (1 in game_of(table).to_act())
    assert back.version == table.state.version
    assert due.version == table.state.version or due is bob
    for since in (0, 10_000):
        assert (await server.subscribe(table, bob.identity, since=since)).of(ViewFrame)


async def test_a_hot_seat_looks_from_each_of_its_seats(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3, people=["Ada", "Bob"], bots={"2": "easy"})
    subscriber = await server.subscribe(table, ada)
    info = await server.change(table, ada, "start")
    assert info.settings.hot_seat and info.stage == "playing" and subscriber.seat == 0
    assert subscriber.view is not None and subscriber.view.hands[1] is None
    answer = await server.ask(table, subscriber, Look(id="l", seat=1))
    assert answer.version == table.state.version and subscriber.seat == 1
    assert subscriber.view == game_of(table).view(1)
    assert (await server.ask(table, subscriber, Look(id="m", seat=2))).code == "not-your-seat"
    assert (await server.ask(table, await server.subscribe(table, None), Look(id="n", seat=0))).code == "not-your-seat"
    with pytest.raises(Refusal) as error:
        await server.subscribe(table, ada, seat=2)
    assert error.value.code == "not-your-seat"
    assert isinstance(await server.act(table, subscriber, subscriber.legal.keep[0][0]), Ok)  # type: ignore[union-attr]
    await server.ask(table, subscriber, Look(id="o", seat=0))
    assert isinstance(await server.act(table, subscriber, subscriber.legal.keep[0][0]), Ok)  # type: ignore[union-attr]


async def test_questions_are_for_ones_own_seat(server: FakeServer) -> None:
    table, ada, bob = await server.pair(hints=True)
    await opened(server, table, ada, bob)
    for ask in (Why(id="w", seat=0, route=0), Reach(id="r", seat=0)):
        assert isinstance(await server.ask(table, ada, ask), Answer)
        assert (await server.ask(table, bob, ask)).code == "not-your-seat"
    assert (await server.ask(table, bob, Odds(id="o", seat=0, route=0, cards=[1]))).code == "not-your-seat"
    assert isinstance(await server.ask(table, bob, Ping(id="p")), Ok)


async def test_questions_of_one_network_have_a_share_of_the_time(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await server.pair()
    await opened(server, table, ada, bob)
    for each in (ada, bob):
        assert each.identity is not None
        each.identity = replace(each.identity, network="203.0.113.9")

    def slow(game: Game, seat: int) -> Any:
        server.time.advance(0.15)
        return view_of(game, seat)

    view_of: Any = questions._view
    monkeypatch.setattr(questions, "_view", slow)
    asked = (Why(id="w", seat=0, route=0), Reach(id="r", seat=0), Reach(id="s", seat=0))
    answers = [await server.ask(table, ada, each) for each in asked]
    assert [getattr(each, "code", "ok") for each in answers] == ["ok", "ok", "too-fast"]
    assert (await server.ask(table, bob, Reach(id="r", seat=1))).code == "too-fast"
    # Other commands have limits of their own.
    assert isinstance(await server.ask(table, bob, Ping(id="p")), Ok)
    server.time.advance(10)
    assert isinstance(await server.ask(table, bob, Reach(id="t", seat=1)), Answer)


async def test_looks_and_undos_take_from_the_time_for_questions(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await server.pair(undo="agreed")
    limit, reads = table.context.questions, 0
    read = type(server.store).entries

    async def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal reads
        reads += 1
        # So long does it take to decode what is read.
        server.time.advance(0.001)
        return await read(self, *args, **kwargs)

    monkeypatch.setattr(type(server.store), "entries", counted)
    view_frame = table.broadcaster.view_frame

    def slow(game: Game, viewer: int | None) -> bytes:
        server.time.advance(limit.burst)
        return view_frame(game, viewer)

    assert (await server.ask(table, ada, Undo(id="u1", seat=0))).code == "undo-nothing"
    assert reads == 1
    monkeypatch.setattr(table.broadcaster, "view_frame", slow)
    assert isinstance(await server.ask(table, ada, Look(id="l1", seat=0)), Ok)
    views = len(ada.of(ViewFrame))
    # What costs so much is refused before the log is read and before a view is made.
    assert (await server.ask(table, ada, Look(id="l2", seat=0))).code == "too-fast"
    assert (await server.ask(table, ada, Undo(id="u2", seat=0))).code == "too-fast"
    assert (reads, len(ada.of(ViewFrame))) == (1, views)
    # Others are not affected, and it passes.
    assert (await server.ask(table, bob, Undo(id="u3", seat=1))).code == "undo-nothing"
    server.time.advance(limit.burst / limit.share)
    assert isinstance(await server.ask(table, ada, Look(id="l2", seat=0)), Ok)


async def test_a_refused_command_writes_nothing(server: FakeServer) -> None:
    table, _, bob = await server.pair()
    before = server.store.stats.refused, server.store.stats.written, server.store.stats.commits
    for number in range(3):
        assert (await server.act(table, bob, "draw", id=f"r{number}")).code not in ("ok", "storage")
    # A row that can't be inserted would make the store run all writes of the same commit one by one.
    assert (server.store.stats.refused, server.store.stats.written, server.store.stats.commits) == before


async def test_refused_commands_do_not_push_out_the_answer_of_one_that_had_its_effect(server: FakeServer) -> None:
    table, _, bob = await server.pair()
    chat = Chat(id="said", text="hello")
    said = await server.ask(table, bob, chat)
    for number in range(20):
        assert (await server.act(table, bob, "draw", id=f"r{number}")).code not in ("ok", "storage")
    before = server.store.stats.refused
    assert await server.ask(table, bob, chat) == said
    # The store did not have to find out that it was said already.
    assert server.store.stats.refused == before


async def test_others_get_their_turn_between_two_tickets(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await opened(server, table, ada, bob)
    with others_turns() as turns:
        answer = await server.ask(table, ada, Reach(id="r", seat=0))
    assert turns[0] > len(answer.answer.tickets) > 0


async def test_odds_are_a_hint(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    assert (await server.ask(table, ada, Odds(id="o", seat=0, route=0, cards=[1]))).code == "no-hints"


async def test_nothing_is_played_before_the_start(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    subscriber = await server.subscribe(table, ada)
    assert (await server.act(table, subscriber, "draw")).code == "not-started"
    assert (await server.ask(table, subscriber, Undo(id="u", seat=0))).code == "not-started"
    assert (await server.ask(table, subscriber, Reach(id="r", seat=0))).code == "not-started"


async def nordic_payment(server: FakeServer) -> tuple[Table, FakeSubscriber, Any]:
    """A game in which a seat may pay with stand-ins."""
    ada = await server.person("Ada")
    table = await server.table(ada, edition="nordic", people=["Ada"], bots={"1": "easy"})
    await server.change(table, ada, "start")
    subscriber = await server.subscribe(table, ada)
    await server.act(table, subscriber, subscriber.legal.keep[0][0])  # type: ignore[union-attr]
    for _ in range(60):
        await wait_until(lambda: game_of(table).to_act() == [0])
        assert subscriber.legal is not None
        if subscriber.legal.stand_ins:
            return table, subscriber, subscriber.legal.stand_ins[0]
        assert isinstance(await server.act(table, subscriber, "draw"), Ok)
    raise AssertionError("there was never such a payment")


async def test_a_payment_with_stand_ins_is_one_command(server: FakeServer) -> None:
    table, subscriber, (number, route, *_) = await nordic_payment(server)
    refused = await server.act(table, subscriber, number)
    assert (refused.code, refused.rule) == ("payment-in-parts", "claim.choice")
    game = game_of(table)
    name = game.edition.board.routes[route].id
    assert (await server.act(table, subscriber, f"bundles {name} 1")).code == "payment-in-parts"
    trial = game.copy()
    trial.dealer = None
    assert isinstance(trial.move(0, number), BeginStandIns)
    trial.apply(0, number)
    kinds = 1 + len(game.edition.board.colors)
    cards = counts.none(kinds)
    while trial.to_act() == [0] and (legal := trial.legal(0)) and hasattr(trial.move(0, legal[0]), "card"):
        cards = counts.add(cards, counts.of(kinds, trial.move(0, legal[0]).card))  # type: ignore[union-attr]
        trial.apply(0, legal[0])
    stranger = await server.subscribe(table, None)
    version = table.state.version
    whole = Payment((route, list(cards)))
    answer = await server.act(table, subscriber, whole)
    assert isinstance(answer, Ok) and answer.version == version + 1
    await wait_until(lambda: table.state.version > version)
    frame = next(frame for frame in stranger.of(EventsFrame) if frame.version == answer.version)
    assert "CardsPicked" not in [name for name, _ in frame.events]
    assert "RouteClaimed" in [name for name, _ in frame.events] or "TunnelBegun" in [name for name, _ in frame.events]
    assert game_of(table).view(0).owner[route] == 0 or "TunnelBegun" in [name for name, _ in frame.events]


async def test_words(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.ask(table, bob, Chat(id="1", text="  good luck, Ada "))
    frame = ada.of(ChatFrame)[-1]
    assert (frame.seat, frame.name, frame.text) == (1, "Bob", "good luck, Ada")
    assert frame.at == server.time.now_ms() and frame.version == table.state.version
    cid = await server.subscribe(table, await server.person("Cid"))
    await server.ask(table, cid, Chat(id="2", text="hi"))
    assert (ada.of(ChatFrame)[-1].seat, ada.of(ChatFrame)[-1].name) == (None, "Cid")
    for text in ("a\nb", "x\u202ey", "\x07"):
        assert (await server.ask(table, bob, Chat(id=server.id(), text=text))).code == "bad-command"
    for blank in ("   ", "\u200b\u2060", "\u3164 \u2800"):
        assert (await server.ask(table, bob, Chat(id=server.id(), text=blank))).code == "chat-empty"
    assert (await server.ask(table, FakeSubscriber(None), Chat(id="3", text="hi"))).code == "not-allowed"
