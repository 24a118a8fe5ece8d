"""The fair deal at a table: commitments, seeds, and seats that do not open theirs."""

from random import Random
from typing import Any

import pytest

from kolej import editions
from kolej.engine.chance.fair.protocol import Seed, seat_commitment
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from kolej.server.tables.log.entries import FallbackAgreed, SeatLeft
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Commit, Fallback, Open
from kolej.server.wire.frames import DealFrame, Ok
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until


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


async def agree(server: FakeServer, table: Table, subscriber: FakeSubscriber, *missing: int) -> Any:
    assert subscriber.seat is not None
    return await server.ask(table, subscriber, Fallback(id=server.id(), seat=subscriber.seat, missing=list(missing)))


async def opening(server: FakeServer, *opens: int) -> tuple[Table, FakeSubscriber, FakeSubscriber, list[Seed]]:
    """A table where both people have committed, and some have opened their seeds."""
    table, *people = await dealing(server)
    seeds = [Seed.fresh(), Seed.fresh()]
    for seat, subscriber in enumerate(people):
        assert isinstance(await promise(server, table, subscriber, seat, seeds[seat]), Ok)
    await wait_until(lambda: deal_frame(people[0]).stage == "open")
    for seat in opens:
        opened = Open(id=server.id(), seat=seat, seed=seeds[seat].hex())
        assert isinstance(await server.ask(table, people[seat], opened), Ok)
    return table, people[0], people[1], seeds


async def test_a_missing_commitment_is_waited_for_and_then_asked_about(server: FakeServer) -> None:
    table, ada, bob = await dealing(server)
    await promise(server, table, ada, 0, Seed.fresh())
    server.time.advance(19)
    await wait_idle(table)
    assert deal_frame(ada).waits_for == [1] and deal_frame(ada).missing == []
    assert (await agree(server, table, ada, 1)).code == "not-started"
    server.time.advance(2)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    assert deal_frame(ada).stage == "commit" and deal_frame(bob).missing == [1]
    server.time.advance(10_000)
    await wait_idle(table)
    assert deal_frame(ada).stage == "commit"
    assert isinstance(await agree(server, table, ada, 1), Ok)
    await wait_until(lambda: deal_frame(ada).stage == "open")
    assert [each["who"] for each in deal_frame(ada).commitments or ()] == ["own", "server", "server"]
    assert deal_frame(bob).waits_for == [0] and deal_frame(bob).missing == []
    assert (await server.ask(table, bob, Commit(id="late", seat=1, hash="0" * 64))).code == "started"
    assert (await server.ask(table, bob, Open(id="b", seat=1, seed="00" * 32))).code == "started"


async def test_a_slow_phone_is_not_replaced(server: FakeServer) -> None:
    table, ada, bob = await dealing(server)
    seeds = [Seed.fresh(), Seed.fresh()]
    await promise(server, table, ada, 0, seeds[0])
    server.time.advance(18)
    assert isinstance(await promise(server, table, bob, 1, seeds[1]), Ok)
    await wait_until(lambda: deal_frame(ada).stage == "open")
    await server.ask(table, ada, Open(id="oa", seat=0, seed=seeds[0].hex()))
    # Even after the others were asked.
    server.time.advance(21)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    assert isinstance(await server.ask(table, bob, Open(id="ob", seat=1, seed=seeds[1].hex())), Ok)
    await wait_until(lambda: table.state.stage == "playing")
    deal = table.state.deal
    assert deal is not None and not deal.fallbacks and deal_frame(ada).missing == []


async def test_no_fallback_seed_without_the_consent_of_the_others(server: FakeServer) -> None:
    table, ada, bob, _ = await opening(server, 0)
    server.time.advance(21)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    server.time.advance(10_000)
    await wait_idle(table)
    assert table.state.stage == "dealing"
    assert (await agree(server, table, bob, 1)).code == "not-allowed"
    assert (await agree(server, table, ada, 2)).code == "stale"
    stranger = await server.subscribe(table, await server.person("Cyd"))
    assert (await server.ask(table, stranger, Fallback(id="x", seat=0, missing=[1]))).code == "not-your-seat"
    # The same command has one effect.
    once = Fallback(id="once", seat=0, missing=[1])
    assert await server.ask(table, ada, once) == await server.ask(table, ada, once)
    await wait_until(lambda: table.state.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(bob).commitments or ()] == [None, "unopened", None]
    kinds = [entry.kind for entry in await server.entries(table)]
    assert kinds.count("missing") == 1 and kinds.count("consented") == 1
    text = await end(server, table, ada, bob)
    deal = FairDealFile(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.fallbacks == {1: "unopened"} and deal.own == [0]


async def test_all_who_are_there_must_agree(server: FakeServer) -> None:
    people = [await server.person(name) for name in ("Ada", "Bob", "Cyd")]
    table = await server.table(people[0], edition="europe", seats=3)
    for person in people[1:]:
        await server.change(table, person, "join")
    ada, bob, cyd = [await server.subscribe(table, person) for person in people]
    await server.change(table, people[0], "start")
    seeds = [Seed.fresh() for _ in people]
    for seat, subscriber in enumerate((ada, bob, cyd)):
        await promise(server, table, subscriber, seat, seeds[seat])
    await wait_until(lambda: deal_frame(ada).stage == "open")
    for seat, subscriber in ((0, ada), (2, cyd)):
        await server.ask(table, subscriber, Open(id=f"o{seat}", seat=seat, seed=seeds[seat].hex()))
    server.time.advance(21)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    await agree(server, table, ada, 1)
    await wait_idle(table)
    assert table.state.stage == "dealing" and deal_frame(cyd).agreed == [0]
    # The question and the consent survive a restart.
    await server.restart()
    table = await server.registry.table(table.code)
    cyd = await server.subscribe(table, people[2])
    await wait_idle(table)
    assert table.state.stage == "dealing"
    assert (deal_frame(cyd).missing, deal_frame(cyd).agreed) == ([1], [0])
    # Ada is offline now and has agreed; Cyd is here and has not. With nobody here, the deal rests.
    table.detach(cyd)
    server.time.advance(1_000)
    await wait_idle(table)
    assert table.state.stage == "dealing"
    cyd = await server.subscribe(table, people[2])
    await agree(server, table, cyd, 1)
    await wait_until(lambda: table.state.stage == "playing")


async def test_those_who_have_gone_are_asked_about_sooner(server: FakeServer) -> None:
    table, ada, bob, _ = await opening(server, 0)
    table.detach(bob)
    server.time.advance(4)
    await wait_idle(table)
    assert deal_frame(ada).missing == []
    server.time.advance(2)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    assert ada.table is not None and not ada.table.seats[1].online
    assert isinstance(await agree(server, table, ada, 1), Ok)
    await wait_until(lambda: table.state.stage == "playing")


async def test_who_leaves_in_the_deal_is_asked_about_at_once(server: FakeServer) -> None:
    table, ada, bob, _ = await opening(server, 0)
    assert bob.identity is not None
    await server.change(table, bob.identity, "leave")
    await wait_until(lambda: deal_frame(ada).missing == [1])
    assert table.state.stage == "dealing"


async def test_a_consent_is_not_passed_on_with_the_seat(server: FakeServer) -> None:
    table, ada, bob, _ = await opening(server, 0)
    server.time.advance(21)
    await wait_until(lambda: deal_frame(ada).missing == [1])
    state = table.state.after(FallbackAgreed(0, (1,)))
    assert state.deal is not None and state.deal.agreed == {0}
    left = state.after(SeatLeft(0, bob.identity.person if bob.identity else 0))
    assert left.deal is not None and left.deal.agreed == frozenset()


async def test_nobody_is_asked_where_nobody_else_has_a_seed(server: FakeServer) -> None:
    table, _, bob = await dealing(server)
    # Neither commits: each loses only their own part in the deal.
    server.time.advance(21)
    await wait_until(lambda: table.state.stage == "playing")
    assert "missing" not in [entry.kind for entry in await server.entries(table)]
    assert [each["who"] for each in deal_frame(bob).commitments or ()] == ["server"] * 3


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
    server.time.advance(21)
    await wait_until(lambda: deal_frame(bob).missing == [0])
    await agree(server, table, bob, 0)
    await wait_until(lambda: table.state.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unfit", None, None]
    text = await end(server, table, ada, bob)
    deal = FairDealFile(text)
    deal.check(read(text, "table", editions.load).edition)
    assert deal.fallbacks == {0: "unfit"} and deal.own == [1]


async def test_who_opens_nothing_before_a_crash_has_opened_nothing(server: FakeServer) -> None:
    table, ada, bob, _ = await opening(server, 1)
    await server.restart()
    table = await server.registry.table(table.code)
    ada, bob = await server.subscribe(table, ada.identity), await server.subscribe(table, bob.identity)
    server.time.advance(21)
    await wait_until(lambda: deal_frame(bob).missing == [0])
    await agree(server, table, bob, 0)
    await wait_until(lambda: table.state.stage == "playing")
    assert [each["stand_in"] for each in deal_frame(ada).commitments or ()] == ["unopened", None, None]


async def test_after_a_restart_patience_begins_anew(server: FakeServer) -> None:
    table, _, _ = await dealing(server)
    await server.restart()
    again = await server.registry.table(table.code)
    assert again.state.stage == "dealing"
    server.time.advance(4)
    await wait_idle(again)
    assert again.state.stage == "dealing"
    server.time.advance(2)
    await wait_until(lambda: again.state.stage == "playing")


async def test_the_file_has_the_seat_that_the_table_chose(server: FakeServer) -> None:
    table, ada, bob = await dealing(server, first=1)
    server.time.advance(21)
    await wait_until(lambda: table.state.stage == "playing")
    text = await end(server, table, ada, bob)
    assert "\nfirst 1 " in text and "\nplayer Bob " in text and "\nplayer bot:easy " in text
    FairDealFile(text).check(read(text, "table", editions.load).edition)
