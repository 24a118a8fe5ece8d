"""Games that end early, by resignation or by agreement: who may do what, what everybody learns, and what is stored."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import EndedEarly, GameEnded, SeatResigned, body_of
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, End, Look, Reach, Resign
from kolej.server.wire.frames import EventsFrame, Ok, Refused, ViewFrame
from kolej.server.wire.tables import EndRequest
from kolej.store.errors import DiskFull
from tests.support.fake_server import FakeServer, FakeSubscriber, game_of, wait_idle, wait_until


def who(subscriber: FakeSubscriber) -> Identity:
    assert subscriber.identity is not None
    return subscriber.identity


async def three(server: FakeServer, **settings: Any) -> tuple[Table, list[FakeSubscriber]]:
    """Ada, Bob and Cid after some moves."""
    people = [await server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = await server.table(people[0], seats=3, **settings)
    for identity in people[1:]:
        await server.change(table, identity, "join")
    await server.change(table, people[0], "start")
    subscribers = [await server.subscribe(table, identity) for identity in people]
    await server.play(table, subscribers, Random(3), lambda: table.state.version > 40)
    return table, subscribers


async def resign(server: FakeServer, table: Table, subscriber: FakeSubscriber, seat: int) -> Any:
    return await server.ask(table, subscriber, Resign(id=server.id(), seat=seat))


async def ask_end(server: FakeServer, table: Table, subscriber: FakeSubscriber, seat: int) -> Any:
    return await server.ask(table, subscriber, End(id=server.id(), seat=seat))


async def agree(server: FakeServer, table: Table, subscriber: FakeSubscriber, seat: int, yes: bool = True) -> Any:
    return await server.ask(table, subscriber, Agree(id=server.id(), seat=seat, agree=yes, about="end"))


# Resigning


async def test_a_bot_plays_on_for_a_player_who_resigns(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    spectator = await server.subscribe(table, None)
    assert isinstance(await resign(server, table, ada, 0), Ok)
    # Another player is the host now, and Ada watches: her view has no secrets of anybody, also not of her old seat.
    assert table.state.host == who(bob).person
    assert ada.seat is None and ada.view == game_of(table).view(None) and ada.legal is None
    info = table.info(who(ada))
    assert info.seats[0].resigned and info.seats[0].level == "medium" and not info.seats[0].can_return
    assert info.early is None and info.stage == "playing"
    for subscriber in (ada, bob, cid, spectator):
        assert subscriber.table is not None and [seat.resigned for seat in subscriber.table.seats] == [
            True,
            False,
            False,
        ]
    await server.play(table, [bob, cid], Random(4))
    assert bob.result is not None and bob.result.resigned == [0] and bob.result.early is None
    assert bob.result.totals == game_of(table).standings().totals
    assert f"resigned 0 after {_steps_when(await table.file())}" in await table.file()


async def test_nobody_wins_by_resigning_though_the_bot_may_have_most_points(server: FakeServer) -> None:
    table, subscribers = await three(server)
    await server.play(table, subscribers, Random(4), lambda: game_of(table).view().status.turns_left > 0)
    totals = game_of(table).standings().totals
    leader = totals.index(max(totals))
    assert isinstance(await resign(server, table, subscribers[leader], leader), Ok)
    others = [subscriber for seat, subscriber in enumerate(subscribers) if seat != leader]
    await server.play(table, others, Random(5))
    result = others[0].result
    assert result is not None and result.early is None and result.ranks[leader] == 3 and leader not in result.winners
    # The log of the game has a line for it.
    info = table.info(None)
    assert [(note.type, note.seat) for note in info.notes] == [("resigned", leader)]
    assert body_of((await server.entries(table))[info.notes[0].version - 1]) == SeatResigned(
        leader, table.state.host, True
    )
    # The same in the table, in the stored list, and in the file.
    assert [seat.rank for seat in table.info(None).seats] == result.ranks
    (listed,) = await server.registry.mine(who(others[0]))
    assert [seat.rank for seat in listed.seats] == result.ranks
    assert read(await table.file(), "file", editions.load).standings().ranks == result.ranks


def _steps_when(text: str) -> str:
    return next(line.split()[3] for line in text.splitlines() if line.startswith("resigned 0"))


async def test_nobody_looks_into_a_seat_that_was_given_up(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await resign(server, table, ada, 0)
    await wait_idle(table)
    eve = await server.subscribe(table, await server.person("Eve"))
    for subscriber in (ada, bob, cid, eve):
        for question in (Look(id=server.id(), seat=0), Reach(id=server.id(), seat=0)):
            assert (await server.ask(table, subscriber, question)).code == "not-your-seat"
        with pytest.raises(Refusal, match="not yours"):
            await table.history(who(subscriber), 0)
        with pytest.raises(Refusal, match="not yours"):
            await server.subscribe(table, who(subscriber), 0)
    # Those who play can't take it, whatever they do.
    with pytest.raises(Refusal) as error:
        await server.change(table, who(bob), "join", seat=0)
    assert error.value.code == "seated"
    await server.change(table, who(cid), "leave")
    with pytest.raises(Refusal) as error:
        await server.change(table, who(cid), "join", seat=0)
    assert error.value.code == "other-seat-held"
    before = len(ada.frames)
    await server.play(table, [bob], Random(5), lambda: len(ada.frames) > before + 8)
    assert all(frame.seat is None for frame in ada.frames[before:] if isinstance(frame, ViewFrame | EventsFrame))


async def test_who_resigned_returns_only_with_consent(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await resign(server, table, ada, 0)
    await wait_idle(table)
    # At once, without a priority of minutes: nobody is expected back.
    info = await server.change(table, who(ada), "join")
    assert info.request is not None and info.request.needed == [1, 2] and ada.seat is None
    for subscriber, seat in ((bob, 1), (cid, 2)):
        answer = Agree(id=server.id(), seat=seat, agree=True, about="seat")
        assert isinstance(await server.ask(table, subscriber, answer), Ok)
    assert ada.seat == 0 and ada.view == game_of(table).view(0)
    assert not table.info(None).seats[0].resigned
    await server.play(table, [ada, bob, cid], Random(4))
    assert ada.result is not None and ada.result.resigned == [] and "resigned" not in await table.file()


async def test_the_game_ends_with_a_resignation_where_the_table_says_so(server: FakeServer) -> None:
    table, subscribers = await three(server, resign="end")
    best = max(range(3), key=lambda seat: game_of(table).standings().totals[seat])
    totals = game_of(table).standings().totals
    quits = subscribers[best]
    assert isinstance(await resign(server, table, quits, best), Ok)
    spectator = await server.subscribe(table, None)
    for subscriber in (*subscribers, spectator):
        result = subscriber.result
        assert result is not None and result.early == "resignation" and result.resigned == [best]
        # The points are as they stand, but nobody wins by resigning.
        assert result.totals == totals and result.ranks[best] == 3 and best not in result.winners
        assert subscriber.table is not None and subscriber.table.early == "resignation"
        assert subscriber.table.stage == "over" and subscriber.view == game_of(table).view(subscriber.seat)
    assert quits.seat == best
    assert (await server.change(table, who(quits), "rematch")).rematch


async def test_a_player_alone_with_bots_ends_the_game(server: FakeServer) -> None:
    table, ada = await server.alone()
    await server.play(table, [ada], Random(1), lambda: table.state.version > 20)
    assert isinstance(await resign(server, table, ada, 0), Ok)
    assert ada.result is not None and ada.result.winners == [1] and ada.seat == 0
    version = table.state.version
    await wait_idle(table)
    assert table.state.version == version, "no bot moves after the end"
    assert [info.early for info in await server.registry.mine(who(ada))] == ["resignation"]


async def test_one_of_two_at_a_shared_screen_resigns(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, people=["Ada", "Zoë"], seats=3, bots={"2": "easy"})
    await server.change(table, ada, "start")
    screen = await server.subscribe(table, ada, 1)
    assert isinstance(await resign(server, table, screen, 1), Ok)
    assert screen.seat == 0 and table.state.host == ada.person and table.state.stage == "playing"
    assert (await resign(server, table, screen, 1)).code == "not-your-seat"
    assert isinstance(await resign(server, table, screen, 0), Ok)
    assert screen.result is not None and screen.result.resigned == [0, 1] and screen.result.winners == [2]


async def test_a_player_resigns_without_sitting_down_at_the_table(server: FakeServer) -> None:
    table, (ada, bob, _) = await three(server)
    info = await server.change(table, who(ada), "resign")
    assert info.seats[0].resigned and not info.seats[0].yours and info.stage == "playing"
    assert table.state.host == who(bob).person and ada.seat is None
    with pytest.raises(Refusal) as error:
        await server.change(table, who(ada), "resign")
    assert error.value.code == "no-seat"
    with pytest.raises(Refusal) as error:
        await server.change(table, who(bob), "resign", seat=2)
    assert error.value.code == "not-your-seat"


async def test_two_at_a_shared_screen_resign_together(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, people=["Ada", "Zoë"], seats=3, bots={"2": "easy"})
    with pytest.raises(Refusal) as error:
        await server.change(table, ada, "resign")
    assert error.value.code == "not-started"
    await server.change(table, ada, "start")
    screen = await server.subscribe(table, ada, 1)
    assert (await server.change(table, ada, "resign")).early == "resignation"
    assert screen.result is not None and screen.result.resigned == [0, 1] and screen.result.winners == [2]


async def test_resigning_is_for_a_game_that_is_on(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada)
    subscriber = await server.subscribe(table, ada)
    assert (await resign(server, table, subscriber, 0)).code == "not-started"
    assert (await ask_end(server, table, subscriber, 0)).code == "not-started"
    await server.change(table, bob, "join")
    for seat in (1, 7):
        assert (await resign(server, table, subscriber, seat)).code in ("not-your-seat", "bad-command")
        assert (await ask_end(server, table, subscriber, seat)).code in ("not-your-seat", "bad-command")
    anonymous = await server.subscribe(table, None)
    assert (await resign(server, table, anonymous, 0)).code == "not-allowed"


# Ending by agreement


async def test_everybody_agrees_and_the_scores_count_as_they_stand(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    spectator = await server.subscribe(table, None)
    totals, hands = game_of(table).standings().totals, [game_of(table).view(seat).hands[seat] for seat in range(3)]
    assert isinstance(await ask_end(server, table, ada, 0), Ok)
    for subscriber in (ada, bob, cid, spectator):
        assert subscriber.table is not None and subscriber.table.ending == EndRequest(0, [], [1, 2])
        assert subscriber.result is None
    assert isinstance(await agree(server, table, bob, 1), Ok)
    assert cid.table is not None and cid.table.ending == EndRequest(0, [1], [1, 2])
    assert table.state.stage == "playing" and spectator.view is not None and spectator.view.hands == (None,) * 3
    assert isinstance(await agree(server, table, cid, 2), Ok)
    for subscriber in (ada, bob, cid, spectator):
        assert subscriber.result is not None and subscriber.result.early == "agreement"
        assert subscriber.result.totals == totals and subscriber.result.resigned == []
        assert subscriber.view is not None and list(subscriber.view.hands) == hands
        assert (
            subscriber.table is not None and subscriber.table.ending is None and subscriber.table.early == "agreement"
        )
        assert [(note.type, note.seat) for note in subscriber.table.notes] == [("agreed", None)]
        assert subscriber.version == table.state.version
    assert (await server.act(table, ada, 0)).code == "over"
    assert (await ask_end(server, table, ada, 0)).code == "over"


async def test_who_is_away_is_asked_too(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server, absent=10)
    table.detach(cid)
    await server.play(table, [ada, bob], Random(5), lambda: game_of(table).to_act() == [2])
    server.time.advance(600)
    await wait_until(lambda: table.state.seats[2].away is not None)
    await ask_end(server, table, ada, 0)
    await agree(server, table, bob, 1)
    assert table.state.stage == "playing" and table.state.end_request is not None


async def test_a_refusal_a_move_and_a_minute_drop_a_request(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await ask_end(server, table, ada, 0)
    assert (await ask_end(server, table, bob, 1)).code == "end-pending"
    assert (await agree(server, table, ada, 0)).code == "end-not-asked"
    assert isinstance(await agree(server, table, cid, 2, False), Ok)
    assert table.state.end_request is None and (await agree(server, table, bob, 1)).code == "end-not-asked"
    await ask_end(server, table, bob, 1)
    assert isinstance(await agree(server, table, bob, 1, False), Ok), "the player who asked withdraws it"
    await ask_end(server, table, bob, 1)
    version = table.state.version
    await server.play(table, [ada, bob, cid], Random(6), lambda: table.state.version > version)
    assert table.state.end_request is None
    assert all(each.table is not None and each.table.ending is None for each in (ada, bob, cid))
    await ask_end(server, table, bob, 1)
    server.time.advance(61)
    await wait_until(lambda: table.state.end_request is None)
    assert ada.table is not None and ada.table.ending is None
    await ask_end(server, table, bob, 1)
    await resign(server, table, cid, 2)
    assert table.state.end_request is None, "other people would have to agree now"


async def test_bots_wait_while_players_are_asked(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, seats=3, bots={"2": "easy"})
    await server.change(table, bob, "join")
    await server.change(table, ada, "start")
    one, two = await server.subscribe(table, ada), await server.subscribe(table, bob)
    server.bot_pool.gate.clear()
    await server.play(table, [one, two], Random(1), lambda: game_of(table).to_act() == [2])
    assert isinstance(await ask_end(server, table, one, 0), Ok)
    server.bot_pool.gate.set()
    version = table.state.version
    await wait_idle(table)
    assert table.state.version == version and one.table is not None and one.table.ending == EndRequest(0, [], [1])
    await agree(server, table, two, 1, False)
    await wait_until(lambda: game_of(table).to_act() != [2])


async def test_an_answer_to_a_request_that_was_not_seen_is_refused(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await ask_end(server, table, ada, 0)
    seen = table.state.version
    await agree(server, table, ada, 0, False)
    await ask_end(server, table, cid, 2)
    late = Agree(id=server.id(), seat=1, agree=True, about="end", version=seen)
    assert (await server.ask(table, bob, late)).code == "stale"


async def test_a_command_that_is_sent_again_has_one_effect(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    asked = End(id="end", seat=0)
    first = await server.ask(table, ada, asked)
    assert await server.ask(table, ada, asked) == first
    await agree(server, table, bob, 1, False)
    # It had its effect: after a restart the same command is no new request.
    await server.restart()
    table = await server.registry.table(table.code)
    ada, bob, cid = [await server.subscribe(table, who(each)) for each in (ada, bob, cid)]
    assert await server.ask(table, ada, asked) == first and table.state.end_request is None
    gone = Resign(id="gone", seat=2)
    answered = await server.ask(table, cid, gone)
    assert isinstance(answered, Ok) and await server.ask(table, cid, gone) == answered
    await server.restart()
    table = await server.registry.table(table.code)
    cid = await server.subscribe(table, who(cid))
    assert await server.ask(table, cid, gone) == answered
    assert [entry.kind for entry in await server.entries(table)].count("resigned") == 1


async def test_two_agree_at_once_and_the_game_ends_once(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await ask_end(server, table, ada, 0)
    await asyncio.gather(agree(server, table, bob, 1), agree(server, table, cid, 2), resign(server, table, ada, 0))
    kinds = [entry.kind for entry in await server.entries(table)]
    assert kinds.count("ended") == kinds.count("stopped") <= 1
    assert kinds.count("stopped") + kinds.count("resigned") == 1


# What is stored


async def test_after_a_restart_everything_is_as_it_was(server: FakeServer) -> None:
    table, (ada, bob, cid) = await three(server)
    await ask_end(server, table, ada, 0)
    await agree(server, table, bob, 1)
    await server.restart()
    table = await server.registry.table(table.code)
    assert table.info(None).ending == EndRequest(0, [1], [1, 2])
    cid = await server.subscribe(table, who(cid))
    seen = cid.version
    bob = await server.subscribe(table, who(bob))
    await agree(server, table, cid, 2)
    assert cid.result is not None
    await server.restart()
    table = await server.registry.table(table.code)
    again = await server.subscribe(table, who(cid))
    assert again.view == cid.view and again.result == cid.result
    # A client that was away gets the end as events, or with the history.
    missed = FakeSubscriber(who(bob))
    missed.seat, missed.view, missed.version = 1, bob.view, seen
    await table.attach(missed, 1, seen)
    assert missed.result == cid.result and missed.version == table.state.version
    for viewer in (None, 0):
        frames = await _frames(table, who(ada), viewer)
        assert frames[-1]["result"]["early"] == "agreement"
    entries = [body_of(entry) for entry in await server.entries(table)]
    assert isinstance(entries[-1], GameEnded) and isinstance(entries[-2], EndedEarly)
    assert list(entries[-1].totals) == cid.result.totals


async def _frames(table: Table, identity: Identity, seat: int | None) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = json.loads(await table.history(identity, seat))["frames"]
    return frames


@pytest.mark.parametrize("why", ["agreement", "resignation"])
async def test_the_file_says_so_and_can_be_verified(server: FakeServer, why: str) -> None:
    table, ada = await server.alone(edition="europe")
    await server.play(table, [ada], Random(2), lambda: table.state.version > 30)
    if why == "agreement":
        await ask_end(server, table, ada, 0)
    else:
        await resign(server, table, ada, 0)
    text = await table.file()
    assert f"\nended by {why} " in text
    recorded = read(text, "file", editions.load)
    assert ada.result is not None
    assert (recorded.standings().totals, recorded.standings().ranks) == (ada.result.totals, ada.result.ranks)


async def test_the_end_is_not_sent_before_it_is_stored(server: FakeServer) -> None:
    table, ada = await server.alone()
    await server.play(table, [ada], Random(1), lambda: table.state.version > 20)
    await wait_idle(table)
    server.store.refuses = DiskFull("full")
    frames = len(ada.frames)
    answer = await resign(server, table, ada, 0)
    assert isinstance(answer, Refused) and len(ada.frames) == frames and table.state.stage == "playing"
    server.store.refuses = None
    assert isinstance(await resign(server, table, ada, 0), Ok)
