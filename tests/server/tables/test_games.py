"""Whole games of every edition, with people, bots and spectators; their history and their game files."""

from random import Random

import msgspec
import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from kolej.server.wire.commands import Chat
from kolej.server.wire.frames import EventsFrame, History
from tests.support.fake_server import FRAMES, FakeServer, FakeSubscriber, game_of, wait_until

SEATS = {"berlin": 3, "europe": 4, "japan": 3, "new_york": 2, "nordic": 3}


@pytest.mark.parametrize("edition", editions.names())
async def test_a_game_of_people_and_a_bot(server: FakeServer, edition: str) -> None:
    seats = SEATS[edition]
    ada, *others = [await server.person(f"P{n}") for n in range(seats - 1)]
    table = await server.table(ada, edition=edition, seats=seats, bots={str(seats - 1): "easy"})
    for other in others:
        await server.change(table, other, "join")
    await server.change(table, ada, "start")
    people = [await server.subscribe(table, identity) for identity in (ada, *others)]
    spectator, stranger = await server.subscribe(table, await server.person("S")), FakeSubscriber(None)
    await table.attach(stranger, None, None)
    await server.play(table, people, Random(edition))
    game = game_of(table)
    assert game.over
    everyone = [*people, spectator, stranger]
    for subscriber in everyone:
        # The view that was folded from events is the engine's.
        assert subscriber.view == game.view(subscriber.seat)
        assert subscriber.version == table.state.version
        assert subscriber.result is not None and subscriber.result.totals == list(game.standings().totals)
        assert (
            subscriber.table is not None and subscriber.table.stage == "over" and subscriber.table.status == "finished"
        )
    text = await table.file()
    recorded = read(text, "table", editions.load)
    assert recorded.game.fingerprint() == game.fingerprint()
    FairDealFile(text).check(recorded.edition)
    await history_is_what_was_sent(server, table.code, people[0])


async def history_is_what_was_sent(server: FakeServer, code: str, subscriber: FakeSubscriber) -> None:
    table = await server.registry.table(code)
    history = msgspec.json.decode(await table.history(subscriber.identity, subscriber.seat), type=History)
    again = FakeSubscriber(subscriber.identity)
    again.seat = subscriber.seat
    for frame in history.frames:
        read_back = FRAMES.decode(msgspec.json.encode(frame))
        again.version = read_back.version - 1
        again.send(msgspec.json.encode(frame))
    assert again.view == subscriber.view
    assert again.result == subscriber.result
    sent = {frame.version: frame.events for frame in subscriber.of(EventsFrame)}
    sent_again = {frame.version: frame.events for frame in again.of(EventsFrame)}
    assert sent == sent_again


async def test_bots_alone_play_to_the_end(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=3, people=[], bots={"0": "easy", "1": "medium", "2": "easy"})
    subscriber = await server.subscribe(table, ada)
    info = await server.change(table, ada, "start")
    assert info.stage == "playing"
    await wait_until(lambda: table.state.stage == "over")
    assert subscriber.view == game_of(table).view()
    assert {bot for _, bot, _ in server.bot_pool.calls} == {"easy", "medium"}
    assert len({seed for _, _, seed in server.bot_pool.calls}) == 3


async def test_every_entry_is_one_frame_for_every_viewer(server: FakeServer) -> None:
    table, ada, bob = await server.pair(open=True)
    start = {id(each): each.version for each in (ada, bob)}
    await server.ask(table, bob, Chat(id="hello", text="hello"))
    await server.play(table, [ada, bob], Random(1))
    for subscriber in (ada, bob):
        versions = [frame.version for frame in subscriber.frames]
        assert versions == sorted(versions)
        assert set(range(start[id(subscriber)], table.state.version + 1)) == set(versions)
        # Frames are joined from encoded parts, and must equal the encoded structs byte by byte.
        assert all(msgspec.json.encode(FRAMES.decode(raw)) == raw for raw in subscriber.raw)


async def test_a_finished_table_is_read_from_its_log(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(2))
    text, view = await table.file(), ada.view
    await server.restart()
    assert server.registry.live == 0
    again = await server.registry.table(table.code)
    assert again.info(ada.identity).stage == "over"
    assert (await server.subscribe(again, ada.identity)).view == view
    assert await again.file() == text
    await history_is_what_was_sent(server, table.code, ada)


async def test_which_tickets_were_kept_only_their_seat_is_sent(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(3))
    kept = [each for frame in bob.of(EventsFrame) for tag, each in frame.events if tag == "TicketsKept"]
    others, own = [each for each in kept if each["seat"] == 0], [each for each in kept if each["seat"] == 1]
    assert others and all(each["tickets"] is None and each["places"] is None for each in others)
    assert own and all(each["tickets"] and each["places"] for each in own)


async def test_no_file_before_the_end(server: FakeServer) -> None:
    table, _, _ = await server.pair()
    with pytest.raises(Exception, match="when the game is over") as refused:
        await table.file()
    assert getattr(refused.value, "code", "") == "not-over"


async def test_seeds_are_nowhere_in_the_log(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(4), lambda: table.state.version > 30)
    seed = await server.store.secret(table.journal.id, "seed")
    assert seed is not None
    said = "".join(entry.body for entry in await server.entries(table)) + "".join(map(str, ada.raw))
    assert seed.hex() not in said
