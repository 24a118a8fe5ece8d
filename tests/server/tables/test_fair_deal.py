"""The fair deal at a table: commitments, seeds, and seats that do not open theirs."""

import asyncio
from random import Random

import pytest

from kolej import editions
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Commit, Open
from kolej.server.wire.frames import DealFrame, Ok
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_until


async def dealing(server: FakeServer, **settings: object) -> tuple[Table, FakeSubscriber, FakeSubscriber]:
    """A table whose people are online when it starts."""
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3, bots={"2": "easy"}, **settings)
    await server.change(table, bob, "join")
    one, two = await server.subscribe(table, ada), await server.subscribe(table, bob)
    info = await server.change(table, ada, "start")
    assert info.stage == "dealing" and info.status == "running"
    return table, one, two


def deal_frame(subscriber: FakeSubscriber) -> DealFrame:
    frame = subscriber.of(DealFrame)[-1]
    assert isinstance(frame, DealFrame)
    return frame


async def promise(server: FakeServer, table: Table, subscriber: FakeSubscriber, seat: int, seed: Seed) -> object:
    hash = seat_commitment(deal_frame(subscriber).server, seat, seed)
    return await server.ask(table, subscriber, Commit(id=server.id(), seat=seat, hash=hash))


async def end(server: FakeServer, table: Table, *people: FakeSubscriber) -> str:
    """Let everybody but one leave, play to the end, and return the game file."""
    for subscriber in people[1:]:
        assert subscriber.identity is not None
        await server.change(table, subscriber.identity, "leave")
    await server.play(table, [people[0]], Random(8))
    return await table.file()


async def test_everybody_brings_a_seed(server: FakeServer) -> None:
    table, ada, bob = await dealing(server)
    assert deal_frame(ada).stage == "commit" and deal_frame(ada).waits_for == [0, 1]
    seeds = [Seed.fresh(), Seed.fresh()]
    assert isinstance(await promise(server, table, ada, 0, seeds[0]), Ok)
    assert deal_frame(bob).waits_for == [1] and deal_frame(bob).commitments is None
    assert getattr(await promise(server, table, ada, 0, seeds[1]), "code", "") == "taken"
    assert (await server.ask(table, ada, Open(id="o", seat=0, seed=seeds[0].hex()))).code == "not-started"
    assert (await server.ask(table, bob, Commit(id="c", seat=0, hash="0" * 64))).code == "not-your-seat"
    await promise(server, table, bob, 1, seeds[1])
    await wait_until(lambda: deal_frame(ada).stage == "open")
    frame = deal_frame(ada)
    assert frame.commitments is not None and [each["who"] for each in frame.commitments] == ["own", "own", "server"]
    assert frame.commitments[0]["hash"] == seat_commitment(frame.server, 0, seeds[0])
    assert frame.waits_for == [0, 1]
    for seat, subscriber in ((0, ada), (1, bob)):
        assert isinstance(
            await server.ask(table, subscriber, Open(id=server.id(), seat=seat, seed=seeds[seat].hex())),
            Ok,
        )
    await wait_until(lambda: table.state.stage == "playing")
    assert deal_frame(ada).stage == "dealt" and ada.view == game_of(table).view(0)
    assert ada.table is not None and ada.table.stage == "playing"
    text = await end(server, table, ada, bob)
    deal = FairDealFile(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.own == [0, 1] and deal.fallbacks == {}
    assert seeds[0].hex() in text


async def test_nobody_is_waited_for_too_long(server: FakeServer) -> None:
    table, ada, bob = await dealing(server)
    await promise(server, table, ada, 0, Seed.fresh())
    server.time.advance(2.5)
    await asyncio.sleep(0.02)
    assert table.state.stage == "dealing" and deal_frame(ada).stage == "commit"
    server.time.advance(1)
    await wait_until(lambda: deal_frame(ada).stage == "open")
    assert deal_frame(bob).waits_for == [0]
    assert (await server.ask(table, bob, Commit(id="late", seat=1, hash="0" * 64))).code == "started"
    unfit = Open(id="unfit", seat=0, seed=Seed.fresh().hex())
    refused = await server.ask(table, ada, unfit)
    assert refused.code == "bad-command" and "does not fit" in refused.reason
    assert (await server.ask(table, bob, Open(id="b", seat=1, seed="00" * 32))).code == "started"
    server.time.advance(3.5)
    await wait_until(lambda: table.state.stage == "playing")
    assert deal_frame(ada).commitments[0]["stand_in"] == "unfit"  # type: ignore[index]
    text = await end(server, table, ada, bob)
    deal = FairDealFile(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.fallbacks == {0: "unfit"} and deal.own == []


async def test_nobody_is_waited_for_at_one_screen(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, people=["Ada", "Bob"])
    subscriber = await server.subscribe(table, ada)
    assert (await server.change(table, ada, "start")).stage == "playing"
    kinds = [type(frame).__name__ for frame in subscriber.frames]
    assert kinds == ["TableFrame", "DealFrame", "DealFrame", "DealFrame", "ViewFrame", "TableFrame"]
    assert [frame.stage for frame in subscriber.of(DealFrame)] == ["commit", "open", "dealt"]
    versions = [frame.version for frame in subscriber.frames]
    assert versions == [versions[0], *range(versions[0] + 1, versions[0] + 5), versions[0] + 4]


@pytest.mark.parametrize("stage", ["commit", "committed", "open", "opened"])
async def test_a_deal_goes_on_after_a_restart(server: FakeServer, stage: str) -> None:
    table, ada, bob = await dealing(server)
    seeds = [Seed.fresh(), Seed.fresh()]

    async def restarted() -> tuple[Table, FakeSubscriber, FakeSubscriber]:
        committed = deal_frame(ada).server
        await server.restart()
        again = await server.registry.table(table.code)
        subscribers = await server.subscribe(again, ada.identity), await server.subscribe(again, bob.identity)
        assert deal_frame(subscribers[0]).server == committed
        return again, *subscribers

    if stage == "commit":
        table, ada, bob = await restarted()
    await promise(server, table, ada, 0, seeds[0])
    if stage == "committed":
        table, ada, bob = await restarted()
        assert deal_frame(ada).waits_for == [1]
    await promise(server, table, bob, 1, seeds[1])
    await wait_until(lambda: deal_frame(ada).stage == "open")
    if stage == "open":
        table, ada, bob = await restarted()
    await server.ask(table, ada, Open(id="oa", seat=0, seed=seeds[0].hex()))
    if stage == "opened":
        table, ada, bob = await restarted()
        assert deal_frame(ada).waits_for == [1]
    await server.ask(table, bob, Open(id="ob", seat=1, seed=seeds[1].hex()))
    await wait_until(lambda: table.state.stage == "playing")
    await wait_until(lambda: game_of(table).to_act() == [0, 1])
    straight = game_of(table).fingerprint()
    await server.restart()
    assert game_of(await server.registry.table(table.code)).fingerprint() == straight
    deal = table.state.deal
    assert deal is not None and not deal.fallbacks
    assert [each.who for each in deal.commitments if each is not None] == ["own", "own", "server"]


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("seed", ["5a" * 32, "no seed at all"])
async def test_a_seed_that_does_not_fit_is_remembered(server: FakeServer, crash: bool, seed: str) -> None:
    table, ada, bob = await dealing(server)
    seeds = [Seed.fresh(), Seed.fresh()]
    for seat, subscriber in enumerate((ada, bob)):
        await promise(server, table, subscriber, seat, seeds[seat])
    await wait_until(lambda: deal_frame(ada).stage == "open")
    version = table.state.version
    for seat, subscriber in enumerate((ada, bob)):
        refused = await server.ask(table, subscriber, Open(id=f"unfit{seat}", seat=seat, seed=seed))
        assert refused.code == "bad-command"
    assert table.state.version == version
    if crash:
        await server.restart()
        table = await server.registry.table(table.code)
        ada, bob = await server.subscribe(table, ada.identity), await server.subscribe(table, bob.identity)
    # A seat that opens the right seed in the end has kept its commitment.
    assert isinstance(await server.ask(table, bob, Open(id="fits", seat=1, seed=seeds[1].hex())), Ok)
    server.time.advance(3.5)
    await wait_until(lambda: table.state.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unfit", None, None]
    text = await end(server, table, ada, bob)
    deal = FairDealFile(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.fallbacks == {0: "unfit"} and deal.own == [1]


async def test_who_opens_nothing_before_a_crash_has_opened_nothing(server: FakeServer) -> None:
    table, ada, _ = await dealing(server)
    await promise(server, table, ada, 0, Seed.fresh())
    server.time.advance(3.5)
    await wait_until(lambda: deal_frame(ada).stage == "open")
    await server.restart()
    table = await server.registry.table(table.code)
    ada = await server.subscribe(table, ada.identity)
    server.time.advance(3.5)
    await wait_until(lambda: table.state.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unopened", None, None]


async def test_after_a_restart_patience_begins_anew(server: FakeServer) -> None:
    table, _, _ = await dealing(server)
    await server.restart()
    again = await server.registry.table(table.code)
    assert again.state.stage == "dealing"
    server.time.advance(3.1)
    await wait_until(lambda: again.state.stage == "playing")


async def test_the_file_has_the_seat_that_the_table_chose(server: FakeServer) -> None:
    table, ada, bob = await dealing(server, first=1)
    server.time.advance(3.1)
    await wait_until(lambda: table.state.stage == "playing")
    text = await end(server, table, ada, bob)
    assert "\nfirst 1 " in text and "\nplayer Bob " in text and "\nplayer bot:easy " in text
    FairDealFile(text).check(read(text, "table", editions.load).edition)
