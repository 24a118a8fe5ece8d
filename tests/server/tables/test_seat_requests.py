"""Seats that were left during a game: who may return, who has to ask, and that nobody learns anything before."""

from random import Random
from typing import Any

import pytest

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Look, Reach
from kolej.server.wire.frames import Ok, TableFrame, ViewFrame
from kolej.server.wire.tables import SeatRequest
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until

PRIORITY = 301.0


def who(subscriber: FakeSubscriber) -> Identity:
    assert subscriber.identity is not None
    return subscriber.identity


async def three(server: FakeServer, **settings: Any) -> tuple[Table, list[FakeSubscriber]]:
    """Ada, Bob and Cid in a running game; Cid has left."""
    people = [await server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await server.table(people[0], seats=3, **settings)
    for identity in people[1:]:
        await server.change(table, identity, "join")
    await server.change(table, people[0], "start")
    subscribers = [await server.subscribe(table, identity) for identity in people]
    await server.change(table, people[2], "leave")
    # The substitute makes the opening choice that Cid has not made, and waits for the others.
    await wait_until(lambda: 2 not in game_of(table).to_act())
    return table, subscribers


async def refused(server: FakeServer, table: Table, identity: Identity, what: str = "join", **fields: Any) -> str:
    await wait_idle(table)
    version = table.state.version
    with pytest.raises(Refusal) as error:
        await server.change(table, identity, what, **fields)
    assert table.state.version == version
    return error.value.code


async def answer(server: FakeServer, table: Table, subscriber: FakeSubscriber, seat: int, agree: bool = True) -> Any:
    return await server.ask(table, subscriber, Agree(id=server.id(), seat=seat, agree=agree, about="seat"))


async def test_a_player_never_takes_the_seat_of_an_opponent(server: FakeServer) -> None:
    """Leave, join the seat that an opponent left, look, return."""
    table, (ada, _, _) = await three(server)
    server.time.advance(PRIORITY)
    await server.change(table, who(ada), "leave")
    assert ada.seat is None
    assert await refused(server, table, who(ada), seat=2) == "other-seat-held"
    for seat in (1, 2):
        for question in (Look(id=server.id(), seat=seat), Reach(id=server.id(), seat=seat)):
            assert (await server.ask(table, ada, question)).code == "not-your-seat"
        with pytest.raises(Refusal, match="not yours"):
            await table.history(who(ada), seat)
        with pytest.raises(Refusal, match="not yours"):
            await server.subscribe(table, who(ada), seat)
    assert all(frame.seat in (0, None) for frame in ada.of(ViewFrame))
    info = await server.change(table, who(ada), "join")
    assert info.seats[0].yours and ada.seat == 0 and ada.view == game_of(table).view(0)
    # The same after a restart: the log says who has held which seat.
    await server.change(table, who(ada), "leave")
    await server.restart()
    table = await server.registry.table(table.code)
    server.time.advance(PRIORITY)
    assert await refused(server, table, who(ada), seat=2) == "other-seat-held"


async def test_a_player_who_left_returns_without_asking(server: FakeServer) -> None:
    table, (_, _, cid) = await three(server)
    assert [seat.can_return for seat in table.info(who(cid)).seats] == [False, False, True]
    assert not any(seat.can_return for seat in table.info(None).seats)
    info = await server.change(table, who(cid), "join")
    assert info.seats[2].yours and info.request is None and cid.view == game_of(table).view(2)
    assert not info.seats[2].can_return
    await server.change(table, who(cid), "leave")
    # Later as well, while nobody else was given the seat.
    server.time.advance(10 * PRIORITY)
    await server.restart()
    table = await server.registry.table(table.code)
    assert (await server.change(table, who(cid), "join", seat=2)).seats[2].yours


async def test_a_seat_waits_for_the_player_who_left(server: FakeServer) -> None:
    table, _ = await three(server)
    eve = await server.person("Eve")
    server.time.advance(299)
    assert await refused(server, table, eve) == "seat-reserved"
    await server.restart()
    table = await server.registry.table(table.code)
    server.time.advance(299)
    assert await refused(server, table, eve) == "seat-reserved"
    server.time.advance(2)
    assert (await server.change(table, eve, "join")).request is not None


async def test_everyone_agrees_before_a_stranger_sees_anything(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    server.time.advance(PRIORITY)
    eve = await server.subscribe(table, await server.person("Eve"))
    info = await server.change(table, who(eve), "join", seat=2)
    assert info.request == SeatRequest(2, "Eve", True, [], [0, 1])
    assert ada.table is not None and ada.table.request == SeatRequest(2, "Eve", False, [], [0, 1])
    assert ada.version == eve.version == table.state.version
    assert isinstance(await answer(server, table, ada, 0), Ok)
    assert table.state.seats_of(who(eve)) == []
    assert table.info(None).request == SeatRequest(2, "Eve", False, [0], [0, 1])
    # The host alone is not enough, and neither those who watch nor the one who asks have a say.
    for subscriber, seat in ((cid, 2), (eve, 2), (eve, 0), (bob, 0)):
        assert (await answer(server, table, subscriber, seat)).code == "not-your-seat"
    with pytest.raises(Refusal, match="not yours"):
        await table.history(who(eve), 2)
    with pytest.raises(Refusal, match="not yours"):
        await server.subscribe(table, who(eve), 2)
    assert eve.seat is None and all(frame.seat is None for frame in eve.of(ViewFrame))
    assert isinstance(await answer(server, table, bob, 1), Ok)
    assert eve.seat == 2 and eve.view == game_of(table).view(2) and table.state.seat_request is None
    # The seat is Eve's now: Cid was some minutes too late, and would have to ask as well.
    assert await refused(server, table, who(cid)) == "started"
    await server.change(table, who(eve), "leave")
    assert await refused(server, table, who(cid)) == "seat-reserved"
    assert (await server.change(table, who(eve), "join")).seats[2].yours


async def test_the_answer_of_somebody_who_is_away_is_waited_for(server: FakeServer) -> None:
    """Otherwise a player could let a friend look into the seat while the others are offline."""
    table, (ada, bob, _) = await three(server, absent=10)
    table.detach(bob)
    server.time.advance(PRIORITY)
    await wait_until(lambda: table.state.seats[1].away is not None)
    eve = await server.person("Eve")
    await server.change(table, eve, "join")
    await answer(server, table, ada, 0)
    assert table.state.seats_of(eve) == [] and table.state.seat_request is not None
    server.time.advance(61)
    await wait_until(lambda: table.state.seat_request is None)
    assert table.state.seats_of(eve) == []


async def test_a_refusal_is_final_for_the_person(server: FakeServer) -> None:
    table, (ada, bob, _) = await three(server)
    server.time.advance(PRIORITY)
    eve, dan = await server.person("Eve"), await server.person("Dan")
    await server.change(table, eve, "join")
    assert await refused(server, table, dan) == "seat-pending"
    await answer(server, table, ada, 0)
    await answer(server, table, bob, 1, agree=False)
    assert table.state.seat_request is None
    assert (await answer(server, table, bob, 1)).code == "seat-not-asked"
    assert await refused(server, table, eve) == "seat-declined"
    await server.change(table, dan, "join")
    # Those who ask may change their mind, and ask again.
    await server.change(table, dan, "leave")
    assert await refused(server, table, dan, "leave") == "no-seat"
    await server.change(table, dan, "join")


async def test_a_request_lapses_and_the_game_goes_on_meanwhile(server: FakeServer) -> None:
    table, (ada, bob, _) = await three(server, first=0)
    server.time.advance(PRIORITY)
    await server.change(table, await server.person("Eve"), "join")
    for subscriber in (ada, bob):
        assert subscriber.legal is not None
        await server.act(table, subscriber, subscriber.legal.keep[0][0])
    assert isinstance(await server.act(table, ada, "draw"), Ok) and table.state.seat_request is not None
    server.time.advance(59)
    await wait_idle(table)
    assert table.state.seat_request is not None
    await server.restart()
    table = await server.registry.table(table.code)
    assert table.info(None).request is not None
    server.time.advance(61)
    await wait_until(lambda: table.state.seat_request is None)


@pytest.mark.parametrize("event", ["the player returns", "another leaves", "the game ends"])
async def test_what_ends_a_request(server: FakeServer, event: str) -> None:
    table, (ada, bob, cid) = await three(server)
    server.time.advance(PRIORITY)
    eve = await server.person("Eve")
    await server.change(table, eve, "join")
    await answer(server, table, ada, 0)
    if event == "the player returns":
        await server.change(table, who(cid), "join")
    elif event == "another leaves":
        # Consent of fewer is not what was asked for.
        await server.change(table, who(bob), "leave")
    else:
        await server.play(table, [ada, bob], Random(3))
    assert table.state.seat_request is None and table.state.seats_of(eve) == []
    assert table.info(eve).request is None


async def test_nobody_takes_over_a_game_that_everybody_left(server: FakeServer) -> None:
    table, (ada, bob, _) = await three(server)
    for subscriber in (ada, bob):
        await server.change(table, who(subscriber), "leave")
    server.time.advance(PRIORITY)
    eve = await server.person("Eve")
    for seat in (0, 1, 2, None):
        assert await refused(server, table, eve, seat=seat) == "seat-alone"
    assert (await server.change(table, who(bob), "join")).status == "running"


async def test_an_answer_that_is_sent_again_has_one_effect(server: FakeServer) -> None:
    table, (ada, bob, _) = await three(server)
    server.time.advance(PRIORITY)
    eve = await server.person("Eve")
    await server.change(table, eve, "join")
    yes = Agree(id="yes", seat=0, agree=True, about="seat")
    answers = [await server.ask(table, ada, yes)]
    again = Agree(id="again", seat=0, agree=True, about="seat")
    answers.append(await server.ask(table, ada, again))
    await answer(server, table, bob, 1)
    await server.restart()
    table = await server.registry.table(table.code)
    version = table.state.version
    assert [await server.ask(table, ada, each) for each in (yes, again)] == answers
    assert table.state.version == version and table.state.seats_of(eve) == [2]


async def test_an_answer_is_for_the_request_that_was_seen(server: FakeServer) -> None:
    """Eve asks and withdraws; Mallory asks in the moment in which Ada agrees."""
    table, (ada, _, _) = await three(server)
    server.time.advance(PRIORITY)
    eve = await server.person("Eve")
    await server.change(table, eve, "join")
    seen = table.state.version
    await server.change(table, eve, "leave")
    await server.change(table, await server.person("Mallory"), "join")
    for yes in (True, False):
        late = Agree(id=server.id(), seat=0, agree=yes, about="seat", version=seen)
        assert (await server.ask(table, ada, late)).code == "stale"
    assert table.state.seat_request is not None and table.state.seat_request.agreed == ()
    now = Agree(id=server.id(), seat=0, agree=True, about="seat", version=table.state.version)
    assert isinstance(await server.ask(table, ada, now), Ok)


async def test_who_returns_keeps_the_name(server: FakeServer) -> None:
    table, (_, _, cid) = await three(server)
    account = await server.person("x")
    await server.store.rename(account.person, "Cid", "hash")
    assert await refused(server, table, who(cid), name="C\u0456d") == "name-taken"
    assert (await server.change(table, who(cid), "join")).seats[2].name == "Cid"


async def test_a_rematch_begins_without_the_seats_of_before(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await server.play(table, [ada, bob], Random(3))
    code = (await server.change(table, who(ada), "rematch")).rematch
    assert code is not None
    rematch = await server.registry.table(code)
    # Nothing is dealt there yet: any free seat is for anybody.
    assert (await server.change(rematch, await server.person("Eve"), "join", seat=2)).seats[2].name == "Eve"
    assert await refused(server, rematch, who(cid)) == "full"


async def test_seats_changed_before_the_deal_do_not_count(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=2, people=[])
    await server.change(table, ada, "join", seat=1)
    await server.change(table, ada, "leave")
    await server.change(table, ada, "join", seat=0)
    await server.change(table, bob, "join", seat=1)
    await server.change(table, ada, "start")
    await server.change(table, ada, "leave")
    await server.change(table, bob, "leave")
    assert await refused(server, table, ada, seat=1) == "other-seat-held"
    assert (await server.change(table, ada, "join")).seats[0].yours


async def test_every_viewer_gets_a_frame_for_every_step(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    server.time.advance(PRIORITY)
    before = table.state.version
    await server.change(table, await server.person("Eve"), "join")
    await answer(server, table, ada, 0)
    await answer(server, table, bob, 1, agree=False)
    for subscriber in (ada, bob, cid):
        frames = [frame for frame in subscriber.of(TableFrame) if frame.version > before]
        assert [frame.version for frame in frames] == [before + 1, before + 2, before + 3]
        assert [frame.table.request is None for frame in frames] == [False, False, True]


async def test_no_stranger_sits_down_beside_somebody_with_the_name_of_an_account(server: FakeServer) -> None:
    owner = await server.person("Cyd")
    await server.store.rename(owner.person, "Cyd", "a hash")
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, people=["Cyd", "Ada"])
    await server.change(table, ada, "start")
    await wait_until(lambda: table.state.stage == "playing")
    await server.change(table, ada, "leave", seat=1)
    server.time.advance(PRIORITY)
    assert await refused(server, table, bob) == "name-taken"
