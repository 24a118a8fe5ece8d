"""Undo: without consent, with consent, or not allowed; and the cards that come afterwards."""

from random import Random

import msgspec
import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Undo
from kolej.server.wire.frames import EventsFrame, Ok, UndoFrame, ViewFrame
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until


async def began(server: FakeServer, undo: str) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    """A table where Ada, who begins, has just drawn one card."""
    table, ada, bob = await server.pair(undo=undo, first=0)
    for subscriber in (ada, bob):
        assert subscriber.legal is not None
        await server.act(table, subscriber, subscriber.legal.keep[0][0])
    return table, ada, bob


def undo(server: FakeServer, seat: int) -> Undo:
    return Undo(id=server.id(), seat=seat)


def agree(server: FakeServer, seat: int, yes: bool = True) -> Agree:
    return Agree(id=server.id(), seat=seat, agree=yes)


async def test_free_until_something_new_is_seen(server: FakeServer) -> None:
    table, ada, bob = await server.pair(undo="agreed")
    start = game_of(table).fingerprint()
    assert ada.legal is not None
    decision = ada.legal.keep[0][0]
    await server.act(table, ada, decision)
    answer = await server.ask(table, ada, undo(server, 0))
    assert isinstance(answer, Ok) and answer.version == table.state.version
    assert game_of(table).fingerprint() == start and table.state.undo_request is None and table.state.epoch == 0
    assert bob.of(ViewFrame)[-1].version == table.state.version
    assert bob.view == game_of(table).view(1) and ada.legal is not None
    # Move numbers from before the undo are stale.
    assert (await server.act(table, bob, decision, version=table.state.version - 1)).code == "stale"


async def test_what_others_kept_is_something_new(server: FakeServer) -> None:
    table, _, bob = await began(server, "agreed")
    await server.ask(table, bob, undo(server, 1))
    assert table.state.undo_request is not None and table.state.undo_request.needed == (0,)


async def test_by_consent_once_chance_has_played(server: FakeServer) -> None:
    table, ada, bob = await began(server, "agreed")
    before = game_of(table).copy()
    await server.act(table, ada, "draw")
    drawn = game_of(table).fingerprint()
    assert isinstance(await server.ask(table, ada, undo(server, 0)), Ok)
    version = table.state.version
    assert bob.frames[-1] == UndoFrame(version, 0, [], [1]) and game_of(table).fingerprint() == drawn
    assert (await server.ask(table, bob, undo(server, 1))).code == "undo-pending"
    late = await server.subscribe(table, None)
    assert late.of(UndoFrame) == [UndoFrame(version, 0, [], [1])]
    assert isinstance(await server.ask(table, bob, agree(server, 1)), Ok)
    assert game_of(table).fingerprint() == before.fingerprint() and table.state.epoch == 1
    assert bob.frames[-1] == UndoFrame(table.state.version, None, [], [])
    entry = (await server.entries(table))[-1]
    assert entry.kind == "undone" and entry.command is not None
    assert ada.view == game_of(table).view(0) and ada.legal is not None
    await server.play(table, [ada, bob], Random(6))
    text = await table.file()
    recorded = read(text, "table", editions.load)
    assert "undone to" in text and " epoch 1" in text
    FairDealFile(text).check(recorded.edition)


async def test_the_next_card_is_another_one_after_an_undo(server: FakeServer) -> None:
    """With another epoch the second card may be the same by chance, but not in every one of several draws."""
    table, ada, bob = await began(server, "agreed")
    cards = []
    for _ in range(8):
        await server.act(table, ada, "draw")
        frame = next(frame for frame in reversed(ada.frames) if isinstance(frame, EventsFrame))
        cards.append(next(fields["card"] for name, fields in frame.events if name == "CardDrawn"))
        await server.ask(table, ada, undo(server, 0))
        await server.ask(table, bob, agree(server, 1))
    assert table.state.epoch == 8 and len(set(cards)) > 1


@pytest.mark.parametrize("how", ["refused", "withdrawn", "moved", "forgotten"])
async def test_a_request_lapses(server: FakeServer, how: str) -> None:
    table, ada, bob = await began(server, "agreed")
    await server.act(table, ada, "draw")
    hash = game_of(table).fingerprint()
    await server.ask(table, ada, undo(server, 0))
    if how == "moved":
        await server.act(table, ada, "draw")
    elif how == "forgotten":
        server.time.advance(61)
        await wait_until(lambda: table.state.undo_request is None)
    else:
        seat, subscriber = (1, bob) if how == "refused" else (0, ada)
        await server.ask(table, subscriber, agree(server, seat, yes=False))
    assert table.state.undo_request is None and bob.frames[-1] == UndoFrame(table.state.version, None, [], [])
    assert (game_of(table).fingerprint() == hash) == (how != "moved")
    assert (await server.ask(table, bob, agree(server, 1))).code == "undo-not-asked"


async def test_not_at_all(server: FakeServer) -> None:
    table, ada, bob = await server.pair(undo="none")
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    assert (await server.ask(table, ada, undo(server, 0))).code == "no-undo"
    assert (await server.ask(table, ada, undo(server, 1))).code == "not-your-seat"
    table, ada, bob = await server.pair(undo="agreed")
    assert (await server.ask(table, ada, undo(server, 0))).code == "undo-nothing"
    await server.play(table, [ada, bob], Random(7))
    assert (await server.ask(table, ada, undo(server, 0))).code == "over"


async def test_always_where_one_person_plays_with_bots(server: FakeServer) -> None:
    table, ada = await server.alone(undo="free")
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    for back in range(3):
        await wait_until(lambda: game_of(table).to_act() == [0])
        before = game_of(table).copy()
        await server.act(table, ada, "draw")
        await wait_until(lambda: game_of(table).to_act() == [0])
        assert isinstance(await server.ask(table, ada, undo(server, 0)), Ok)
        assert game_of(table).fingerprint() == before.fingerprint() and table.state.epoch == back + 1
    await wait_idle(table)


async def test_alone_by_consent_means_only_until_something_new_is_seen(server: FakeServer) -> None:
    table, ada = await server.alone(undo="agreed")
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    await wait_until(lambda: game_of(table).to_act() == [0])
    await server.act(table, ada, "draw")
    assert (await server.ask(table, ada, undo(server, 0))).code == "undo-alone"


async def bot_is_due(server: FakeServer) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    """Ada and Bob, who has just drawn two cards; the bot's decision is due, and the bot pool waits."""
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3, bots={"2": "easy"}, first=1)
    await server.change(table, bob, "join")
    await server.change(table, ada, "start")
    one, two = await server.subscribe(table, ada), await server.subscribe(table, bob)
    for subscriber in (one, two):
        assert subscriber.legal is not None
        await server.act(table, subscriber, subscriber.legal.keep[0][0])
    await wait_until(lambda: game_of(table).to_act() == [1])
    server.bot_pool.gate.clear()
    await server.act(table, two, "draw")
    await server.act(table, two, "draw")
    return table, one, two


async def test_bots_wait_while_an_undo_is_asked_for(server: FakeServer) -> None:
    table, one, two = await bot_is_due(server)
    assert game_of(table).to_act() == [2]
    await server.ask(table, two, undo(server, 1))
    server.bot_pool.gate.set()
    await wait_idle(table)
    assert table.state.undo_request is not None and game_of(table).to_act() == [2]
    await server.ask(table, one, agree(server, 0, yes=False))
    await wait_until(lambda: game_of(table).to_act() == [0])


async def test_an_undo_that_is_sent_again_is_one(server: FakeServer) -> None:
    table, ada, _ = await server.pair(undo="agreed")
    assert ada.legal is not None
    await server.act(table, ada, ada.legal.keep[0][0])
    back = Undo(id="back", seat=0)
    first = await table.command(ada, back)
    assert await table.command(ada, back) == first
    await server.restart()
    again = await server.registry.table(table.code)
    assert await again.command(await server.subscribe(again, ada.identity), back) == first
    assert again.state.undo_count == 1


async def test_history_shows_what_was_undone(server: FakeServer) -> None:
    table, ada, bob = await began(server, "agreed")
    await server.act(table, ada, "draw")
    await server.ask(table, ada, undo(server, 0))
    await server.ask(table, bob, agree(server, 1))
    await server.act(table, ada, "draw")
    again = FakeSubscriber(ada.identity)
    again.seat = 0
    frames = msgspec.json.decode(await table.history(ada.identity, 0))["frames"]
    assert [frame["type"] for frame in frames] == ["view", "events", "events", "events", "view", "events"]
    for frame in frames:
        again.version = frame["version"] - 1
        again.send(msgspec.json.encode(frame))
    assert again.view == game_of(table).view(0)
    # Clients can't fold over an undo: a subscriber who missed it gets the whole view.
    resumed = await server.subscribe(table, bob.identity, since=table.state.version - 2)
    assert resumed.of(ViewFrame) and resumed.view == game_of(table).view(1)


async def restarted(
    server: FakeServer, table: Table, *subscribers: FakeSubscriber
) -> tuple[Table, list[FakeSubscriber]]:
    """The same table and subscribers after a restart."""
    await server.restart()
    again = await server.registry.table(table.code)
    assert again is not table
    return again, [await server.subscribe(again, subscriber.identity) for subscriber in subscribers]


@pytest.mark.parametrize("answer", ["agreed", "refused", "withdrawn", "moved", "forgotten"])
async def test_a_request_survives_a_restart(server: FakeServer, answer: str) -> None:
    table, ada, bob = await began(server, "agreed")
    before = game_of(table).fingerprint()
    await server.act(table, ada, "draw")
    asking = Undo(id="asking", seat=0)
    asked = await server.ask(table, ada, asking)
    drawn, version = game_of(table).fingerprint(), table.state.version
    assert asked == Ok("asking", version)
    server.time.advance(50)
    table, (ada, bob) = await restarted(server, table, ada, bob)
    for subscriber in (ada, bob):
        assert subscriber.of(UndoFrame) == [UndoFrame(version, 0, [], [1])]
    # The same request sent again is the pending one, and nobody can make another.
    assert await server.ask(table, ada, asking) == asked
    assert (await server.ask(table, bob, undo(server, 1))).code == "undo-pending"
    if answer == "moved":
        await server.act(table, ada, "draw")
    elif answer == "forgotten":
        server.time.advance(59)
        await wait_idle(table)
        assert table.state.undo_request is not None
        server.time.advance(2)
        await wait_until(lambda: table.state.undo_request is None)
    else:
        seat, subscriber = (0, ada) if answer == "withdrawn" else (1, bob)
        assert isinstance(await server.ask(table, subscriber, agree(server, seat, answer == "agreed")), Ok)
    if answer != "moved":
        assert game_of(table).fingerprint() == (before if answer == "agreed" else drawn)
    assert ada.frames[-1] == bob.frames[-1] == UndoFrame(table.state.version, None, [], [])
    table, (ada, bob) = await restarted(server, table, ada, bob)
    assert table.state.undo_request is None and not ada.of(UndoFrame)
    # After a request was dropped, it may be made again.
    assert isinstance(await server.ask(table, ada, undo(server, 0)), Ok) or answer == "agreed"


async def test_consent_that_was_given_survives_a_restart(server: FakeServer) -> None:
    ada, bob, cid = [await server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await server.table(ada, seats=3, first=0)
    for identity in (bob, cid):
        await server.change(table, identity, "join")
    await server.change(table, ada, "start")
    subscribers = [await server.subscribe(table, identity) for identity in (ada, bob, cid)]
    for subscriber in subscribers:
        assert subscriber.legal is not None
        await server.act(table, subscriber, subscriber.legal.keep[0][0])
    before = game_of(table).fingerprint()
    await server.act(table, subscribers[0], "draw")
    await server.ask(table, subscribers[0], undo(server, 0))
    yes = Agree(id="yes", seat=1, agree=True)
    said = await server.ask(table, subscribers[1], yes)
    assert subscribers[2].frames[-1] == UndoFrame(table.state.version, 0, [1], [1, 2])
    table, subscribers = await restarted(server, table, *subscribers)
    assert subscribers[2].frames[-1] == UndoFrame(table.state.version, 0, [1], [1, 2])
    assert await server.ask(table, subscribers[1], yes) == said
    await server.ask(table, subscribers[2], agree(server, 2))
    assert game_of(table).fingerprint() == before
    assert msgspec.json.decode((await server.entries(table))[-1].body)["agreed"] == [1, 2]


async def test_an_agreement_without_effect_gets_the_same_answer_later(server: FakeServer) -> None:
    ada, bob, cid = [await server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await server.table(ada, seats=3, first=0)
    for identity in (bob, cid):
        await server.change(table, identity, "join")
    await server.change(table, ada, "start")
    subscribers = [await server.subscribe(table, identity) for identity in (ada, bob, cid)]
    for subscriber in subscribers:
        assert subscriber.legal is not None
        await server.act(table, subscriber, subscriber.legal.keep[0][0])
    await server.act(table, subscribers[0], "draw")
    await server.ask(table, subscribers[0], undo(server, 0))
    own, again = Agree(id="own", seat=0, agree=True), Agree(id="again", seat=1, agree=True)
    assert (await server.ask(table, subscribers[0], own)).code == "undo-not-asked"
    await server.ask(table, subscribers[1], agree(server, 1))
    server.time.advance(50)
    answer = await server.ask(table, subscribers[1], again)
    assert isinstance(answer, Ok)
    # It does not keep the request alive either.
    server.time.advance(11)
    await wait_until(lambda: table.state.undo_request is None)
    table, subscribers = await restarted(server, table, *subscribers)
    assert await server.ask(table, subscribers[1], again) == answer
    assert (await server.ask(table, subscribers[0], own)).code == "undo-not-asked"


async def test_an_answer_is_for_the_request_that_was_seen(server: FakeServer) -> None:
    table, ada, bob = await began(server, "agreed")
    await server.act(table, ada, "draw")
    await server.ask(table, ada, undo(server, 0))
    seen = table.state.version
    await server.ask(table, ada, agree(server, 0, yes=False))
    await server.act(table, ada, "draw")
    late = Agree(id="late", seat=1, agree=True, version=seen)
    await server.ask(table, ada, undo(server, 0))
    assert (await server.ask(table, bob, late)).code == "stale"
    assert isinstance(await server.ask(table, bob, Agree(id="now", seat=1, agree=True, version=seen + 3)), Ok)


async def test_a_player_who_was_away_receives_a_request_and_its_end(server: FakeServer) -> None:
    table, ada, bob = await began(server, "agreed")
    await server.act(table, ada, "draw")
    since = table.state.version
    table.detach(bob)
    await server.ask(table, ada, undo(server, 0))
    back = await server.subscribe(table, bob.identity, since=since)
    assert back.frames[1:] == [UndoFrame(since + 1, 0, [], [1])] * 2
    table.detach(back)
    await server.ask(table, ada, agree(server, 0, yes=False))
    back = await server.subscribe(table, bob.identity, since=since)
    assert back.frames[1:] == [UndoFrame(since + 1, 0, [], [1]), UndoFrame(since + 2, None, [], [])]


async def test_bots_wait_also_after_a_restart(server: FakeServer) -> None:
    table, one, two = await bot_is_due(server)
    await server.ask(table, two, undo(server, 1))
    table, (one, two) = await restarted(server, table, one, two)
    await wait_idle(table)
    assert game_of(table).to_act() == [2] and not server.bot_pool.calls
    server.time.advance(61)
    await wait_until(lambda: game_of(table).to_act() == [0])
